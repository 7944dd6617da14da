"""Chains with few liberties: the two liberties of a chain, and whether a stone would make it three or more.

The kernels work on packed liberties (`miai.go.board.liberties`): if a point's share is subtracted from a chain's word and the rest is zero,
or a single point, then the chain had one liberty, or two.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, EMPTY, ONE, PASS_CELL, TWO, U64, ZERO, row_width
from miai.go.board.chains import count_lanes
from miai.go.board.liberties import WORD, is_single, single_point
from miai.go.board.moves import captured_lanes
from miai.go.board.surroundings import BELOW, LEFT, RIGHT, empty_lanes
from miai.go.tactics.self_atari import liberties_of_heads, own_heads

_PSEUDO_LIBERTIES, _MOST_OF_TWO = U64((1 << 10) - 1), U64(8)


@kernel
def two_liberties(board, cell):
    """Return the two liberties of the chain on `cell`; PASS_CELL twice if it has another number of them."""
    if may_have_two(board, cell) == ZERO:
        return PASS_CELL, PASS_CELL
    head = U64(board.chain[cell])
    word = board.liberties[head]
    first = first_liberty(board, cell)
    rest = word - count_lines(board, first, head) * WORD[first]
    if not is_single(rest):
        return PASS_CELL, PASS_CELL
    return first, single_point(rest)


@kernel
def may_have_two(board, cell):
    """Return 0 if the chain on `cell` has too many pseudo-liberties to have two liberties, else 1.

    Two liberties have eight lines to other points. A chain of one or two stones has one line to each of its liberties; for a second
    line to one point three stones are needed, for a third five, for a fourth seven: never more lines than stones.
    """
    head = U64(board.chain[cell])
    most = max(TWO, min(U64(board.stones[head]), _MOST_OF_TWO))
    return U64(board.liberties[head] & _PSEUDO_LIBERTIES <= most)


@kernel
def first_liberty(board, cell):
    """Return a liberty of the chain on `cell`, the first that is met along its ring; the chain must have one."""
    stone = cell
    lanes = empty_lanes(U64(board.around[stone]))
    while lanes == ZERO:
        stone = U64(board.next[stone])
        lanes = empty_lanes(U64(board.around[stone]))
    return point_on_lane(stone, lanes & (ZERO - lanes), row_width(board))


@kernel
def point_on_lane(cell, lane, width):
    """Return the neighbour of `cell` on a single lane."""
    if lane == BELOW:
        return cell - width
    if lane == LEFT:
        return cell - ONE
    return cell + ONE if lane == RIGHT else cell + width


@kernel
def count_lines(board, cell, head):
    """Return the number of neighbours of `cell` that belong to the chain of `head`."""
    width = row_width(board)
    count = U64(board.chain[cell - width] == head) + U64(board.chain[cell - ONE] == head)
    return count + U64(board.chain[cell + ONE] == head) + U64(board.chain[cell + width] == head)


@kernel
def _count_lines_after(board, point, cell, heads):
    """Return the number of neighbours of `point` in the chain that a stone on `cell` would make of the chains of `heads`."""
    width = row_width(board)
    count = _is_part(board, point - width, cell, heads) + _is_part(board, point - ONE, cell, heads)
    return count + _is_part(board, point + ONE, cell, heads) + _is_part(board, point + width, cell, heads)


@kernel
def _is_part(board, stone, cell, heads):
    """Return 1 if `stone` is `cell` or belongs to one of the chains of `heads`, else 0."""
    chain = U64(board.chain[stone])
    is_in = (chain == heads[0]) | (chain == heads[1]) | (chain == heads[2]) | (chain == heads[3])
    return U64((is_in & (chain != ZERO)) | (stone == cell))


@kernel
def _is_one_chain(heads):
    """Return whether only one of `heads` is a chain."""
    return (heads[0] + heads[1] + heads[2] + heads[3]) == max(heads[0], heads[1], heads[2], heads[3])


@kernel
def _count_empty_beside(board, cell, other):
    """Return the number of empty neighbours of `cell`, without the empty point `other`."""
    width = row_width(board)
    is_beside = (other == cell - width) | (other == cell - ONE) | (other == cell + ONE) | (other == cell + width)
    return count_lanes(empty_lanes(U64(board.around[cell]))) - U64(is_beside)


@kernel
def gains_room(board, cell, other, color):
    """Return whether a stone of `color` on `cell` makes three liberties or more of a chain whose two liberties are `cell` and `other`.

    A stone that captures gains room, whatever it captures.
    """
    if captured_lanes(board, cell, color) != ZERO:
        return True
    heads = own_heads(board, cell, color)
    if _is_one_chain(heads):  # the usual case: only the empty neighbours are new liberties
        return _count_empty_beside(board, cell, other) >= TWO
    rest = liberties_of_heads(board, cell, color, heads) - _count_lines_after(board, other, cell, heads) * WORD[other]
    return rest != ZERO and not is_single(rest)


@kernel
def is_good_atari(board, cell, other, color):
    """Return whether a stone of `color` on `cell`, one of the two liberties of an enemy chain, leaves it no room at the `other`.

    Room is three liberties or more, or a capture. With two liberties left the chase continues.
    """
    enemy = COLORS - color
    if captured_lanes(board, other, enemy) != ZERO:
        return False
    heads = own_heads(board, other, enemy)
    if _is_one_chain(heads):
        return _count_empty_beside(board, other, cell) <= TWO
    rest = liberties_of_heads(board, other, enemy, heads) - _count_lines_after(board, cell, other, heads) * WORD[cell]
    if rest == ZERO or is_single(rest):
        return True
    third = _find_liberty(board, cell, other, heads)
    rest -= _count_lines_after(board, third, other, heads) * WORD[third]
    return rest == ZERO or is_single(rest)


@kernel
def _find_liberty(board, taken, cell, heads):
    """Return a liberty other than `taken` of the chain that a stone on `cell` would make of those of `heads`; there must be one."""
    found = _liberty_beside(board, cell, cell, taken)
    for head in heads:
        stone = head
        while found == PASS_CELL and stone != ZERO:
            found = _liberty_beside(board, stone, cell, taken)
            stone = U64(board.next[stone])
            if stone == head:
                break
    return found


@kernel
def _liberty_beside(board, stone, cell, taken):
    """Return an empty neighbour of `stone` other than `cell` and `taken`; PASS_CELL if there is none."""
    width = row_width(board)
    for point in (stone - width, stone - ONE, stone + ONE, stone + width):
        if board.color[point] == EMPTY and point != cell and point != taken:
            return point
    return PASS_CELL
