"""The rules of Go for the search: actions, their effect, and the reward of a finished game."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.hashing import combine64
from miai.core.kernels import kernel
from miai.go.board import moves
from miai.go.board.board import BLACK, ONE, PASS_CELL, TWO, U64, WHITE, ZERO
from miai.go.board.hashing import position_hash
from miai.go.board.legality import is_legal
from miai.go.board.superko import is_repetition, repetition_key
from miai.go.knowledge.grouping_masks import key_of_last_moves
from miai.go.problem.state import PAST
from miai.go.rules.scoring import area_score
from miai.go.tactics.sensible import is_sensible

_PAST = U64(PAST)
_PASS_KEY = np.array([0, 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F], np.uint64)
"""Part of a position's key by the number of passes: after one pass the next ends the game."""


@kernel
def list_moves(state, actions):
    """Write the sensible legal moves that are not forbidden into `actions`, a pass last. Return their number."""
    board = state.board
    color = U64(board.to_play)
    count = 0
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        is_forbidden = (U64(state.forbidden[cell]) & color) != ZERO and board.moves < state.forbidden_until
        if not is_forbidden and is_sensible(board, cell, color) and is_legal(board, cell, color):
            actions[count] = cell
            count += 1
    actions[count] = PASS_CELL
    return count + 1


@kernel
def make_move(state, action):
    """Play the move and add the position after it to the past. A move at the root is kept in `first`."""
    board = state.board
    if board.moves == state.root_moves:
        state.first = action
    moves.play(board, U64(action), U64(board.to_play))
    state.past[state.past_count % _PAST] = repetition_key(board, state.superko)
    state.past_count += ONE


@kernel
def player_of_color(state):
    """Return 0 for Black, 1 for White."""
    return np.int64(state.board.to_play) - 1


@kernel
def both_passed(state):
    """Return whether both players have passed, in the game or in a playout."""
    return state.board.passes >= TWO


@kernel
def is_new_position(state, action):
    """Return whether superko allows the action. Before the first capture no position can repeat, since stones are only added."""
    board = state.board
    cell = U64(action)
    if cell == PASS_CELL or board.prisoners[BLACK] + board.prisoners[WHITE] == 0:
        return True
    known = min(state.past_count, _PAST)
    return not is_repetition(board, cell, U64(board.to_play), state.superko, state.past, known)


@kernel
def key_of_position(state):
    """Return the hash of stones, ko, player to move and passes; by territory also of the stones played so far.

    While groups depend on the last moves, these are part of the key.
    """
    board = state.board
    key = position_hash(board) ^ _PASS_KEY[min(U64(board.passes), TWO)]
    if state.by_territory:
        key = combine64(key, U64(np.int64(1 << 20) + stones_ahead(board)))
    earlier = key_of_last_moves(state)
    return combine64(key, earlier) if earlier != ZERO else key


@kernel
def stones_ahead(board):
    """Return the number of stones that Black has played more than White, captured ones included.

    Area is territory plus stones, so territory plus prisoners is area minus this number.
    """
    ahead = np.int64(board.prisoners[WHITE]) - np.int64(board.prisoners[BLACK])
    for color in board.color:
        ahead += int(color == BLACK) - int(color == WHITE)
    return ahead


@kernel
def points_after_passes(state):
    """Return Black's points minus White's, without komi, if the game ends here and the stones in `dead` are taken off."""
    board = state.board
    for i in range(board.color.size):
        state.marks[i] = state.dead[i] != 0 and state.dead_color[i] == board.color[i]
    points = area_score(board, state.marks, state.reach)
    if state.by_territory:
        points -= stones_ahead(board)
    return points


@kernel
def reward_of_points(state, player):
    """Return 1 for a win, 0 for a loss, 0.5 for a draw; a share depends on the margin, so that the larger of two wins is better.

    The share is linear in the margin or, with a scale, rises around the expected margin as in KataGo's score utility (Wu 2019): there
    a point matters most, whoever wins.
    """
    points = state.points if state.played_out else points_after_passes(state)
    margin = points - state.komi
    won = 1.0 if margin > 0.0 else 0.0 if margin < 0.0 else 0.5
    if state.margin_scale > 0.0:
        share = 0.5 + np.arctan((margin - state.margin_center) / state.margin_scale) / np.pi
    else:
        share = 0.5 + 0.5 * margin / state.board.empties.size
    value = won + state.margin_weight * (min(1.0, max(0.0, share)) - won)
    return value if player == 0 else 1.0 - value
