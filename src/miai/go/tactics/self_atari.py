"""Self-atari: a move after which one's own chain has a single liberty, and the killing shapes that are worth playing.

Filling a shared liberty in seki is a self-atari, and random games without a rule against it destroy every seki. But stones thrown
into an eye space to kill it are self-atari as well. The rule that distinguishes them: a self-atari is good if the resulting chain, once
captured, leaves an eye space of one eye only.

    1 stone   2 stones   3 in a row   3 bent, not joined by its corner   4 square   4 pyramid   5 cross   5 bulky
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import ONE, TWO, U64, ZERO, row_width
from miai.go.board.chains import count_lanes
from miai.go.board.liberties import WORD, is_single, liberties_of_stone
from miai.go.board.moves import captured_lanes
from miai.go.board.surroundings import ABOVE, BELOW, LEFT, RIGHT, lane_mask, own_lanes

_4, _6 = U64(4), U64(6)


@kernel
def is_self_atari(board, cell, color):
    """Return whether a legal move that captures nothing leaves its chain with one liberty. False for captures."""
    return captured_lanes(board, cell, color) == ZERO and is_single(liberties_after(board, cell, color))


@kernel
def is_bad_self_atari(board, cell, color):
    """Return whether a legal move is a self-atari whose chain does not have one of the killing shapes."""
    return is_self_atari(board, cell, color) and not is_killing_shape(board, cell, color)


@kernel
def own_heads(board, cell, color):
    """Return the heads of the own chains next to `cell`, each once, filled up with 0."""
    width = row_width(board)
    own = own_lanes(U64(board.around[cell]), color)
    below = U64(board.chain[cell - width]) & lane_mask(own, ZERO)  # without branches: see link_stone
    left = U64(board.chain[cell - ONE]) & lane_mask(own, TWO)
    right = U64(board.chain[cell + ONE]) & lane_mask(own, _4)
    above = U64(board.chain[cell + width]) & lane_mask(own, _6)
    left = ZERO if left == below else left
    right = ZERO if right in (below, left) else right
    above = ZERO if above in (below, left, right) else above
    return below, left, right, above


@kernel
def liberties_after(board, cell, color):
    """Return the packed liberties of the chain that a stone on `cell` would belong to, if it captures nothing."""
    return liberties_of_heads(board, cell, color, own_heads(board, cell, color))


@kernel
def liberties_of_heads(board, cell, color, heads):
    """Return `liberties_after` for known `own_heads`."""
    code = U64(board.around[cell])
    word = liberties_of_stone(cell, code, row_width(board))
    for head in heads:
        word += board.liberties[head] & (ZERO - U64(head != ZERO))
    return word - count_lanes(own_lanes(code, color)) * WORD[cell]


@kernel
def stones_after(board, cell, color):
    """Return the stones of the chain that a stone on `cell` would belong to."""
    count = ONE
    for head in own_heads(board, cell, color):
        if head != ZERO:
            count += U64(board.stones[head])
    return count


@kernel
def is_killing_shape(board, cell, color):
    """Return whether the chain that a stone on `cell` would make is one of the shapes above."""
    own = own_lanes(U64(board.around[cell]), color)
    heads = own_heads(board, cell, color)
    size = stones_after(board, cell, color)
    if size > U64(5):
        return False
    if size == U64(3):  # two stones in line with the new one between them, or the new one at an end
        return count_lanes(own) == ONE or own in (BELOW | ABOVE, LEFT | RIGHT)
    lines, most = _shape(board, cell, color, heads)
    if size == U64(4):
        return lines == U64(4) or most == U64(3)
    if size == U64(5):
        return lines == U64(5) or most == U64(4)
    return True


@kernel
def _shape(board, cell, color, heads):
    """Return the lines between stones of the chain that a stone on `cell` would make, and the most that meet in one stone."""
    width = row_width(board)
    own = count_lanes(own_lanes(U64(board.around[cell]), color))
    ends, most = own, own
    for head in heads:
        stone = head
        while stone != ZERO:
            is_next = stone in (cell - width, cell - ONE, cell + ONE, cell + width)
            lines = count_lanes(own_lanes(U64(board.around[stone]), color)) + U64(is_next)
            ends += lines
            most = max(most, lines)
            stone = U64(board.next[stone])
            if stone == head:
                break
    return ends // TWO, most
