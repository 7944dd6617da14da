"""Registration of Go with the search, one problem per board size: the same kernels, compiled for each dtype."""

from __future__ import annotations

import dataclasses
import functools
from typing import Any

from miai.go.board.board import cell_count, point_at, to_position
from miai.go.board.superko import POSITIONAL
from miai.go.knowledge.grouping_masks import groups_of
from miai.go.notation.coordinates import check_size, to_vertex
from miai.go.notation.diagram import draw
from miai.go.problem import playout, rules
from miai.go.problem.prior_features import prior_of
from miai.go.problem.start import start_state
from miai.go.problem.state import state_dtype
from miai.search import problem as interface
from miai.search.problem import Problem, register

_KERNELS = {
    interface.list_actions: rules.list_moves,
    interface.apply_action: rules.make_move,
    interface.player_to_act: rules.player_of_color,
    interface.is_terminal: rules.both_passed,
    interface.reward: rules.reward_of_points,
    interface.position_key: rules.key_of_position,
    interface.is_allowed: rules.is_new_position,
    interface.play_out: playout.play_to_the_end,
    interface.action_prior: prior_of,
    interface.action_groups: groups_of,
}

_SCRATCH = (
    *("reach", "marks", "policy", "fate", "chance", "row"),
    *("prior_key", "prior_value", "prior_weight", "has_priors", "group_key", "group_mask", "has_groups"),
)


@functools.cache
def go_problem(size: int) -> Problem:
    """Return the problem Go on a board of `size`. Raise `ValueError` for an unsupported size."""
    state_t = state_dtype(check_size(size))
    for generic, kernel in _KERNELS.items():
        generic.implement(state_t)(kernel)
    return register(
        Problem(
            name=f"go{size}",
            state_t=state_t,
            start=functools.partial(start_state, size),
            actions=cell_count(size),
            longest=3 * size * size,
            scratch=_SCRATCH,
            addresses=("weights_at", "weights_limit", "tallies_at", "tally_limit", "readers_at", "reader_limit"),
            rules_text=_rules_text,
            description=f"Go on {size}x{size}; rules=chinese, komi of the rules",
            state_text=_draw,
            action_text=_vertex,
        )
    )


@functools.cache
def learning_problem(size: int) -> Problem:
    """Return the problem Go on a board of `size` with learning playouts, for states with learners (`lend_learners`).

    It has the positions and the name of `go_problem(size)`.
    """
    plain = go_problem(size)
    state_t = state_dtype(size, learns=True)
    for generic, kernel in {**_KERNELS, interface.play_out: playout.play_and_learn}.items():
        generic.implement(state_t)(kernel)
    addresses = (*plain.addresses, "learners_at", "learner_limit")
    made = register(dataclasses.replace(plain, state_t=state_t, addresses=addresses))
    register(plain)  # the name refers to the problem without learners
    return made


def _rules_text(state: Any) -> str:
    """Return the facts besides the position that its value depends on."""
    counting = "territory" if state.by_territory else "area"
    repetition = "positional" if state.superko == POSITIONAL else "situational"
    return f"komi {float(state.komi):g}, {counting}, {repetition} superko, margin {float(state.margin_weight):g}"


def _vertex(state: Any, action: int) -> str:
    return to_vertex(point_at(action, state.board.side.size)) if action else "pass"


def _draw(state: Any) -> str:
    return draw(to_position(state.board), coordinates=True)
