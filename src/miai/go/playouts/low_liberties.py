"""Tactics of chains with two liberties, at or beside the last move, before they come into atari.

* The chain of the last move: play the liberty where it would get three liberties.
* An own chain beside it: extend to three liberties, or win the race by putting an enemy chain of two liberties in atari.

The moves are those of Fuego (low liberty moves) and Erica (the race of two against two liberties). To have **room** means three
liberties or more.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, PASS_CELL, TWO, U64, ZERO, row_width
from miai.go.board.surroundings import ABOVE, BELOW, LEFT, RIGHT, enemy_lanes
from miai.go.playouts.candidates import add_candidate
from miai.go.tactics.few_liberties import gains_room, is_good_atari, may_have_two, two_liberties

_4, _6 = U64(4), U64(6)


@kernel
def find_low_liberty_moves(board, policy, color):
    """Add the moves of `color` for chains of two liberties at and beside the last move."""
    begin, last, width = policy.count, U64(board.last), row_width(board)
    lanes = enemy_lanes(U64(board.around[last]), COLORS - color)
    lanes &= (
        may_have_two(board, last - width)
        | (may_have_two(board, last - ONE) << TWO)
        | (may_have_two(board, last + ONE) << _4)
        | (may_have_two(board, last + width) << _6)
    )
    if (lanes | may_have_two(board, last)) == ZERO:  # more often than not
        return
    _add_key_points(board, policy, last, COLORS - color, begin)
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
    """Add the liberties at which the chain on `cell`, which belongs to `owner`, would get room. Return whether it has two."""
    first, second = two_liberties(board, cell)
    if first == PASS_CELL:
        return False
    if gains_room(board, first, second, owner):
        add_candidate(policy, first, begin)
    if gains_room(board, second, first, owner):
        add_candidate(policy, second, begin)
    return True


@kernel
def _add_defence(board, policy, cell, color, begin):
    """Add the moves that help the own chain on `cell`, if it has two liberties."""
    if not _add_key_points(board, policy, cell, color, begin):
        return
    width = row_width(board)
    head = U64(board.chain[cell])
    stone, seen = head, PASS_CELL
    while True:
        lanes = enemy_lanes(U64(board.around[stone]), color)
        if lanes != ZERO:
            seen = _add_race(board, policy, stone - width, lanes & BELOW, color, begin, seen)
            seen = _add_race(board, policy, stone - ONE, lanes & LEFT, color, begin, seen)
            seen = _add_race(board, policy, stone + ONE, lanes & RIGHT, color, begin, seen)
            seen = _add_race(board, policy, stone + width, lanes & ABOVE, color, begin, seen)
        stone = U64(board.next[stone])
        if stone == head:
            return


@kernel
def _add_race(board, policy, cell, lane, color, begin, seen):
    """Add the good ataris on the enemy chain on `cell` if `lane` is set and its head is not `seen`. Return its head."""
    if lane == ZERO:
        return seen
    head = U64(board.chain[cell])
    if head != seen:
        first, second = two_liberties(board, cell)
        if first != PASS_CELL:
            add_good_ataris(board, policy, first, second, color, begin)
    return head


@kernel
def add_good_ataris(board, policy, first, second, color, begin):
    """Add the liberties among `first` and `second` of an enemy chain at which an atari leaves it no room."""
    if is_good_atari(board, first, second, color):
        add_candidate(policy, first, begin)
    if is_good_atari(board, second, first, color):
        add_candidate(policy, second, begin)
