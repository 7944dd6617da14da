"""Priors with the knowledge of joseki: for states that have it, on 19x19.

The evaluation needs several boards, so threads share a few desks and take turns (`desk_at`).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.atomics import compare_and_swap, store_release
from miai.core.kernels import kernel
from miai.go.board.board import U64
from miai.go.board.hashing import position_hash
from miai.go.joseki.evaluation import evaluate_moves, open_desk
from miai.go.joseki.priors import add_virtual_visits, depth_at, spread_chances
from miai.go.problem.prior_features import measure_chances, set_priors
from miai.go.problem.state import desk_at, tables_at


@kernel
def prior_with_joseki(state, action):
    """Return (value, weight) of an action of this position, for `action_prior`."""
    key = position_hash(state.board) ^ U64(state.board.last)
    if state.prior_key != key or not state.has_priors:
        fill_with_joseki(state)
        state.prior_key = key
        state.has_priors = 1
    return np.float64(state.prior_value[action]), np.float64(state.prior_weight[action])


@kernel
def fill_with_joseki(state):
    """Write the priors of all moves: answers of patterns change the learned chances, M-eval adds virtual visits near the root."""
    settings, tables = state.joseki, tables_at(state, 0)
    index = borrow_desk(state)
    desk = desk_at(state, index)
    open_desk(tables, desk, state.board)
    measure_chances(state)
    if settings.answers > 0.0 and state.prior.learned > 0.0:
        spread_chances(tables, desk, settings, state.chance)
    set_priors(state)
    level = np.int64(state.board.moves) - np.int64(state.root_moves)
    if settings.visits > 0.0 and level <= settings.tree_depth:
        evaluate_moves(tables, desk, state.direction, depth_at(settings, level), settings.width)
        add_virtual_visits(desk, settings, state.prior_value, state.prior_weight)
    store_release(desk, "busy", 0)


@kernel
def borrow_desk(state):
    """Return the index of a free desk and mark it as busy. The caller returns it by clearing `busy`."""
    index = 0
    while not compare_and_swap(desk_at(state, index), "busy", 0, 1):
        index = (index + 1) % state.desk_limit
    return index
