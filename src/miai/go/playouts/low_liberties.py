"""Tactics of chains with two liberties, at or beside the last move, before they come into atari.

* The stone just played: take the liberty where its chain would get room.
* An own chain beside it: extend to where it gets room, or win the race by putting an enemy chain of two liberties into atari.

"Room" is three liberties or more. As in Fuego (low liberty moves) and Erica (the race of two against two).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board import COLORS, ONE, PASS_CELL, U64, ZERO, row_width
from miai.go.playouts.candidates import add_candidate
from miai.go.playouts.few_liberties import has_room_after, is_good_atari, two_liberties
from miai.go.surroundings import ABOVE, BELOW, LEFT, RIGHT, enemy_lanes


@kernel
def find_low_liberty_moves(board, policy, color):
    """Add the moves of `color` about chains of two liberties at and beside the last move."""
    begin, last, width = policy.count, U64(board.last), row_width(board)
    _add_key_points(board, policy, last, COLORS - color, begin)
    lanes = enemy_lanes(U64(board.around[last]), COLORS - color)
    if (lanes & BELOW) != ZERO:
        _add_defence(board, policy, last - width, color, begin)
    if (lanes & LEFT) != ZERO:
        _add_defence(board, policy, last - ONE, color, begin)
    if (lanes & RIGHT) != ZERO:
        _add_defence(board, policy, last + ONE, color, begin)
    if (lanes & ABOVE) != ZERO:
        _add_defence(board, policy, last + width, color, begin)


@kernel
def _add_key_points(board, policy, cell, owner, begin):
    """Add the liberties at which the chain on `cell`, which belongs to `owner`, would get room. Returns whether it has two."""
    first, second = two_liberties(board, cell)
    if first == PASS_CELL:
        return False
    if has_room_after(board, first, owner, PASS_CELL):
        add_candidate(policy, first, begin)
    if has_room_after(board, second, owner, PASS_CELL):
        add_candidate(policy, second, begin)
    return True


@kernel
def _add_defence(board, policy, cell, color, begin):
    """Add the moves that help the own chain on `cell`, if it has two liberties."""
    if not _add_key_points(board, policy, cell, color, begin):
        return
    head = U64(board.chain[cell])
    stone = head
    while True:
        _add_races_beside(board, policy, stone, color, begin)
        stone = U64(board.next[stone])
        if stone == head:
            return


@kernel
def _add_races_beside(board, policy, stone, color, begin):
    """Add the good ataris on enemy chains of two liberties next to the own `stone`."""
    width = row_width(board)
    for cell in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[cell] != COLORS - color:
            continue
        first, second = two_liberties(board, cell)
        if first == PASS_CELL:
            continue
        if is_good_atari(board, first, second, color):
            add_candidate(policy, first, begin)
        if is_good_atari(board, second, first, color):
            add_candidate(policy, second, begin)
