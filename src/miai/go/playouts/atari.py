"""Atari tactics: save chains that the last move put in atari, capture chains that it left in atari, chase chains that it extended.

The **ladder counter** t is the number of consecutive moves that were such events. The first moves of a ladder may be good or bad, so
the first answers are random; a ladder that has run for long has to be played to its end by both players.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, PASS_CELL, U64, ZERO, row_width
from miai.go.board.liberties import atari_liberty, is_in_atari, is_single
from miai.go.board.surroundings import ABOVE, BELOW, LEFT, RIGHT, enemy_lanes, lane_mask
from miai.go.playouts.candidates import add_candidate
from miai.go.playouts.low_liberties import add_good_ataris
from miai.go.tactics.few_liberties import two_liberties
from miai.go.tactics.self_atari import is_self_atari

_TWO, _4, _6 = U64(2), U64(4), U64(6)


@kernel
def is_atari_event(board, cell, color):
    """Return whether the stone that `color` has just played on `cell` put a chain beside it, or its own chain, in atari."""
    width = row_width(board)
    lanes = enemy_lanes(U64(board.around[cell]), color)
    found = U64(is_single(board.liberties[board.chain[cell]]))
    found |= U64(is_single(board.liberties[board.chain[cell - width]])) & lane_mask(lanes, ZERO)
    found |= U64(is_single(board.liberties[board.chain[cell - ONE]])) & lane_mask(lanes, _TWO)
    found |= U64(is_single(board.liberties[board.chain[cell + ONE]])) & lane_mask(lanes, _4)
    return (found | U64(is_single(board.liberties[board.chain[cell + width]])) & lane_mask(lanes, _6)) != ZERO


@kernel
def find_atari_moves(board, policy, color):
    """Add the answers of `color` to atari events of the last move."""
    begin, last, width = policy.count, U64(board.last), row_width(board)
    if is_in_atari(board, last):
        add_candidate(policy, atari_liberty(board, last), begin)
    elif policy.extended != ZERO:
        _add_chase(board, policy, last, color, begin)
    lanes = enemy_lanes(U64(board.around[last]), COLORS - color)
    if (lanes & BELOW) != ZERO:
        _add_rescue(board, policy, last - width, color, begin)
    if (lanes & LEFT) != ZERO:
        _add_rescue(board, policy, last - ONE, color, begin)
    if (lanes & RIGHT) != ZERO:
        _add_rescue(board, policy, last + ONE, color, begin)
    if (lanes & ABOVE) != ZERO:
        _add_rescue(board, policy, last + width, color, begin)


@kernel
def _add_chase(board, policy, cell, color, begin):
    """Add the moves that put the enemy chain on `cell` in atari again, so that it cannot get three liberties."""
    first, second = two_liberties(board, cell)
    if first != PASS_CELL:
        add_good_ataris(board, policy, first, second, color, begin)


@kernel
def _add_rescue(board, policy, cell, color, begin):
    """Add the moves that save the own chain on `cell`, if it is in atari: its liberty, and captures of chains around it."""
    if not is_in_atari(board, cell):
        return
    liberty = atari_liberty(board, cell)
    if not is_self_atari(board, liberty, color):
        add_candidate(policy, liberty, begin)
    head = U64(board.chain[cell])
    stone = head
    while True:
        if enemy_lanes(U64(board.around[stone]), color) != ZERO:
            _add_captures_beside(board, policy, stone, color, begin)
        stone = U64(board.next[stone])
        if stone == head:
            return


@kernel
def _add_captures_beside(board, policy, stone, color, begin):
    """Add the captures of the enemy chains in atari next to the own `stone`."""
    width = row_width(board)
    for cell in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[cell] == COLORS - color and is_in_atari(board, cell):
            add_candidate(policy, atari_liberty(board, cell), begin)
