"""Candidates for a move: a short list in the policy record, and a uniform choice among the good ones.

A step adds candidates to `policy.moves`. Whether a candidate is legal, no own eye and no forbidden self-atari is checked only when it is
drawn. Candidates that were not accepted stay on the list, and those of the next step follow them.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.core.streams import next_below, next_float
from miai.go.board.board import ONE, PASS_CELL, U64, ZERO
from miai.go.board.eyes import is_complete_eye, is_eye
from miai.go.board.liberties import last_liberty_lanes
from miai.go.board.surroundings import empty_lanes, enemy_lanes, own_lanes
from miai.go.playouts.settings import IGNORE, MOST_MOVES, NEVER, RESULT_3
from miai.go.tactics.self_atari import is_killing_shape, is_self_atari, stones_after

_FULL, _THREE_STONES = U64(MOST_MOVES), U64(3)


@kernel
def add_candidate(policy, cell, begin):
    """Add `cell` to the list, unless it is among the candidates from `begin` on. A full list stays as it is."""
    count = policy.count
    for i in range(begin, count):
        if policy.moves[i] == cell:
            return
    if count < _FULL:
        policy.moves[count] = cell
        policy.count = count + ONE


@kernel
def draw_candidate(board, policy, stream, color, begin):
    """Return a good candidate from `begin` on, drawn uniformly; PASS_CELL if none is good. Removes the bad ones that it draws."""
    while policy.count > begin:
        index = begin + next_below(stream, policy.count - begin)
        cell = U64(policy.moves[index])
        if is_good(board, policy, cell, color):
            return cell
        policy.count -= ONE
        policy.moves[index] = policy.moves[policy.count]
    return PASS_CELL


@kernel
def is_good(board, policy, cell, color):
    """Return whether the empty `cell` is legal, no own eye and no forbidden self-atari."""
    return is_playable(board, policy, cell, color) and not is_forbidden(board, policy, cell, color)


@kernel
def is_playable(board, policy, cell, color):
    """Return whether a stone on the empty `cell` is legal by simple ko and fills no own eye (setting `eye_potential`)."""
    code = U64(board.around[cell])
    last = last_liberty_lanes(board, cell)
    helpful = (last & enemy_lanes(code, color)) | (own_lanes(code, color) & ~last)
    eye = is_eye(code, color) and (policy.eye_potential != 0 or is_complete_eye(board, cell, color))  # a complete eye is an eye
    forbidden = U64(eye) | U64(cell == U64(board.ko))
    return (empty_lanes(code) | (helpful & (forbidden - ONE))) != ZERO  # one branch, as in draw_playable


@kernel
def is_forbidden(board, policy, cell, color):
    """Return whether a legal move is a self-atari that the policy never plays (setting `self_atari`)."""
    rule = policy.self_atari
    lanes = empty_lanes(U64(board.around[cell]))
    if rule == IGNORE or lanes & (lanes - ONE) != ZERO:  # two empty neighbours are two liberties
        return False
    if not is_self_atari(board, cell, color):
        return False
    if rule == NEVER:
        return True
    if rule == RESULT_3:
        return stones_after(board, cell, color) >= _THREE_STONES
    return not is_killing_shape(board, cell, color)


@kernel
def is_accepted(stream, odds):
    """Return true with probability `odds`. No random number is drawn where the answer is certain."""
    return odds >= 1.0 or (odds > 0.0 and next_float(stream) < odds)
