"""The features of `miai.go.knowledge.priors`, computed for all moves of a position at once."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import ONE, PASS_CELL, THREE, TWO, U64, ZERO, row_width
from miai.go.board.hashing import position_hash
from miai.go.board.liberties import last_liberty_lanes
from miai.go.board.surroundings import own_lanes
from miai.go.knowledge.learned.chances import fill_chances
from miai.go.playouts.hint_table import is_urgent
from miai.go.problem.prior_ladders import add_ladders
from miai.go.problem.state import weights_at
from miai.go.tactics.captures import gives_atari, stones_taken
from miai.go.tactics.common_fate import measure_from_last
from miai.go.tactics.nearby import has_stone_beside, has_stone_within
from miai.go.tactics.self_atari import is_bad_self_atari, is_self_atari


@kernel
def prior_of(state, action):
    """Return (value, weight) of an action of this position, for `action_prior`."""
    key = position_hash(state.board) ^ U64(state.board.last)
    if state.prior_key != key or not state.has_priors:
        fill_priors(state)
        state.prior_key = key
        state.has_priors = 1
    return np.float64(state.prior_value[action]), np.float64(state.prior_weight[action])


@kernel
def fill_priors(state):
    """Write value and weight of every move of the position into `prior_value` and `prior_weight`."""
    measure_chances(state)
    set_priors(state)


@kernel
def measure_chances(state):
    """Write the distances from the last move and, if they have a weight, the learned chances of all moves into `state`."""
    board = state.board
    measure_from_last(state.fate, board, THREE)
    if state.prior.learned > 0.0:
        fill_chances(weights_at(state, 0), board, state.fate, state.row, state.chance)


@kernel
def set_priors(state):
    """Write the priors by what `measure_chances` found, by features and by ladders."""
    board, weights = state.board, state.prior
    by_hand = uses_features(weights)
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        good = learned_good(state, cell)
        bad = 0.0
        if by_hand:
            more_good, bad = featured(board, state.fate, weights, cell)
            good += more_good
        _set_prior(state, cell, good, bad)
    _set_prior(state, PASS_CELL, 0.0, weights.pass_bad)
    if state.reader_limit > 0 and weights.ladder + weights.long_ladder > 0.0:
        add_ladders(state)


@kernel
def _set_prior(state, cell, good, bad):
    """Set the prior of a move: `good` playouts won, `bad` ones lost, and the even ones."""
    even = state.prior.even
    weight = even + good + bad
    state.prior_weight[cell] = weight
    state.prior_value[cell] = (0.5 * even + good) / max(1e-9, weight)


@kernel
def learned_good(state, cell):
    """Return the weight of the learned chance of a move."""
    weights = state.prior
    if weights.learned == 0.0:
        return 0.0
    chance = np.float64(state.chance[cell])
    return weights.learned * (np.sqrt(chance) if weights.learned_power == 0.5 else chance**weights.learned_power)


@kernel
def uses_features(weights):
    """Return whether a feature that is computed for each move has a weight."""
    tactics = weights.capture_one + weights.capture_many + weights.save + weights.atari + weights.self_atari + weights.pattern
    places = weights.near_1 + weights.near_2 + weights.near_3 + weights.empty_good + weights.empty_bad + weights.edge_bad
    return tactics + places > 0.0


@kernel
def featured(board, fate, weights, cell):
    """Return (good, bad): the weights of the features of a move."""
    good = tactical_good(board, weights, cell) + near_good(fate, weights, cell)
    bad = weights.self_atari if is_bad_self_atari(board, cell, U64(board.to_play)) else 0.0
    open_good, open_bad = placing(board, weights, cell)
    return good + open_good, bad + open_bad


@kernel
def tactical_good(board, weights, cell):
    """Return the weight of captures, rescues and threats."""
    color = U64(board.to_play)
    code = U64(board.around[cell])
    good = 0.0
    taken = stones_taken(board, cell, color)
    if taken > ZERO:
        good += weights.capture_one if taken == ONE else weights.capture_many
    last = last_liberty_lanes(board, cell)
    is_safe = not is_self_atari(board, cell, color)
    if (last & own_lanes(code, color)) != ZERO and is_safe:
        good += weights.save
    if is_safe and gives_atari(board, cell, color):
        good += weights.atari
    if is_urgent(code, color) != ZERO:
        good += weights.pattern
    return good


@kernel
def near_good(fate, weights, cell):
    """Return the weight of the distance from the last move in the common fate graph."""
    distance = U64(fate.distance[cell])
    if distance == ONE:
        return weights.near_1
    if distance == TWO:
        return weights.near_2
    return weights.near_3 if distance == THREE else 0.0


@kernel
def placing(board, weights, cell):
    """Return (good, bad): the weights of the line of the board where no stone is near."""
    width, size = row_width(board), U64(board.side.size)
    column, row = cell % width - ONE, cell // width - ONE
    line = min(column, row, size - ONE - column, size - ONE - row) + ONE
    if has_stone_beside(board, cell):
        return 0.0, 0.0
    if has_stone_within(board, column, row):
        return 0.0, weights.edge_bad if line == ONE else 0.0
    if line <= TWO:
        return 0.0, weights.empty_bad
    return weights.empty_good if line <= U64(4) else 0.0, 0.0
