"""Chains with few liberties: the two liberties of a chain, and whether a stone would make it three or more."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board import COLORS, EMPTY, ONE, PASS_CELL, U64, ZERO, row_width
from miai.go.liberties import WORD, is_single, single_point
from miai.go.moves import captured_lanes
from miai.go.self_atari import own_heads
from miai.go.surroundings import BELOW, LEFT, RIGHT, empty_lanes

_PSEUDO_LIBERTIES, _MOST_OF_TWO = U64((1 << 10) - 1), U64(8)


@kernel
def two_liberties(board, cell):
    """The two liberties of the chain on `cell`; PASS_CELL twice if it has another number of them.

    One is looked for among the stones. Without its share of the chain's packed liberties, the rest must be a single point.
    """
    head = U64(board.chain[cell])
    word = board.liberties[head]
    if word & _PSEUDO_LIBERTIES > _MOST_OF_TWO:
        return PASS_CELL, PASS_CELL
    first = first_liberty(board, cell)
    rest = word - count_lines(board, first, head) * WORD[first]
    if not is_single(rest):
        return PASS_CELL, PASS_CELL
    return first, single_point(rest)


@kernel
def first_liberty(board, cell):
    """A liberty of the chain on `cell`, the first that is met along its ring; the chain must have one."""
    width = row_width(board)
    stone = cell
    while True:
        lanes = empty_lanes(U64(board.around[stone]))
        if lanes != ZERO:
            break
        stone = U64(board.next[stone])
    if (lanes & BELOW) != ZERO:
        return stone - width
    if (lanes & LEFT) != ZERO:
        return stone - ONE
    return stone + ONE if (lanes & RIGHT) != ZERO else stone + width


@kernel
def count_lines(board, cell, head):
    """How many neighbours of `cell` belong to the chain of `head`."""
    width = row_width(board)
    count = U64(board.chain[cell - width] == head) + U64(board.chain[cell - ONE] == head)
    return count + U64(board.chain[cell + ONE] == head) + U64(board.chain[cell + width] == head)


@kernel
def has_room_after(board, cell, color, taken):
    """Whether a stone of `color` on the empty `cell` makes a chain of three liberties or more, not counting the point `taken`.

    A stone that captures has room, whatever it captures. `taken` is PASS_CELL if all points count.
    """
    if captured_lanes(board, cell, color) != ZERO:
        return True
    first, second, found = _look_beside(board, cell, cell, taken, PASS_CELL, PASS_CELL)
    if found:
        return True
    for head in own_heads(board, cell, color):
        stone = head
        while stone != ZERO:
            first, second, found = _look_beside(board, stone, cell, taken, first, second)
            if found:
                return True
            stone = U64(board.next[stone])
            if stone == head:
                break
    return False


@kernel
def _look_beside(board, stone, cell, taken, first, second):
    """(first, second, whether there is a third) of the liberties found so far and those beside `stone`, `cell` and `taken` left out."""
    width = row_width(board)
    for point in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[point] != EMPTY or point in (cell, taken, first, second):
            continue
        if first == PASS_CELL:
            first = point
        elif second == PASS_CELL:
            second = point
        else:
            return first, second, True
    return first, second, False


@kernel
def is_good_atari(board, cell, other, color):
    """Whether a stone of `color` on `cell`, one of the two liberties of an enemy chain, leaves it no room at the `other`.

    The chain may live on with two liberties: then the chase goes on.
    """
    return not has_room_after(board, other, COLORS - color, cell)
