"""Liberties: packed pseudo-liberties, which show atari exactly, and exact counts.

A **pseudo-liberty** is a pair (stone of the chain, empty point next to it). They are fast to update: a stone played at q takes one
from each neighbour, whatever it is. Their number alone only shows a capture (none left). The board stores, in one number per chain,

    bits  0- 9   n  how many pseudo-liberties
    bits 10-28   s  sum of their cells
    bits 29-63   t  sum of the squares of their cells

so each pseudo-liberty at q adds WORD[q] = 1 + (q << 10) + (q*q << 29). By Cauchy and Schwarz n*t >= s*s, with equality only if all
cells are the same: that is atari, and the cell is s / n. Whether q is a chain's *last* liberty is one multiplication and one
comparison: `word == n * WORD[q]`. No field overflows: n <= 684 (lines of the 19x19 grid), cells <= 420.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import EMPTY, LARGEST_CELLS, ONE, TWO, U64, ZERO, row_width
from miai.go.board.surroundings import empty_lanes, lane_mask

_COUNT = U64((1 << 10) - 1)
_SUM, _SUM_SHIFT, _SQUARES_SHIFT = U64((1 << 19) - 1), U64(10), U64(29)
_4, _6 = U64(4), U64(6)

WORD = np.array([1 + (cell << 10) + (cell * cell << 29) for cell in range(LARGEST_CELLS)], np.uint64)


@kernel
def change_liberties(board, cell, word):
    """Add `word` to the chains on the four neighbours of `cell`. Changes `board.liberties`.

    Entries of empty neighbours and edges are changed too and have no meaning: cheaper than a check.
    """
    width = row_width(board)
    board.liberties[board.chain[cell - width]] += word
    board.liberties[board.chain[cell - ONE]] += word
    board.liberties[board.chain[cell + ONE]] += word
    board.liberties[board.chain[cell + width]] += word


@kernel
def liberties_of_stone(cell, code, width):
    """Return the word of a single stone's liberties: its empty neighbours."""
    lanes = empty_lanes(code)
    word = WORD[cell - width] & lane_mask(lanes, ZERO)
    word += WORD[cell - ONE] & lane_mask(lanes, TWO)
    word += WORD[cell + ONE] & lane_mask(lanes, _4)
    return word + (WORD[cell + width] & lane_mask(lanes, _6))


@kernel
def _is_last_liberty(board, neighbour, cell):
    """Return 1 if `cell` is the only liberty of the chain on `neighbour`, else 0; no meaning where there is no chain."""
    word = board.liberties[board.chain[neighbour]]
    return U64(word == (word & _COUNT) * WORD[cell])


@kernel
def last_liberty_lanes(board, cell):
    """Return the neighbours whose chain has no other liberty than the empty `cell`. Lanes without a stone have no meaning."""
    width = row_width(board)
    lanes = _is_last_liberty(board, cell - width, cell)
    lanes |= _is_last_liberty(board, cell - ONE, cell) << TWO
    lanes |= _is_last_liberty(board, cell + ONE, cell) << _4
    return lanes | (_is_last_liberty(board, cell + width, cell) << _6)


@kernel
def is_in_atari(board, cell):
    """Return whether the chain on `cell` has exactly one liberty. The cell must have a stone."""
    return is_single(board.liberties[board.chain[cell]])


@kernel
def is_single(word):
    """Return whether `word` has pseudo-liberties and all are the same point."""
    count, total = word & _COUNT, (word >> _SUM_SHIFT) & _SUM
    return count != ZERO and count * (word >> _SQUARES_SHIFT) == total * total


@kernel
def atari_liberty(board, cell):
    """Return the one liberty of the chain on `cell`, which must be in atari."""
    return single_point(board.liberties[board.chain[cell]])


@kernel
def single_point(word):
    """Return the point of all pseudo-liberties in `word`, which must be the same."""
    return ((word >> _SUM_SHIFT) & _SUM) // (word & _COUNT)


@kernel
def count_liberties(board, cell, enough):
    """Return the exact number of liberties of the chain on `cell`; counting stops at `enough`."""
    width = row_width(board)
    head = U64(board.chain[cell])
    stone = head
    found = ZERO
    while True:
        for neighbour in (stone - width, stone - ONE, stone + ONE, stone + width):
            if board.color[neighbour] == EMPTY and _first_stone_at(board, neighbour, head) == stone:
                found += ONE
                if found >= enough:
                    return found
        stone = U64(board.next[stone])
        if stone == head:
            return found


@kernel
def _first_stone_at(board, liberty, head):
    """Return the first neighbour of `liberty` that belongs to the chain: counting each liberty there alone needs no marks."""
    width = row_width(board)
    for neighbour in (liberty - width, liberty - ONE, liberty + ONE):
        if board.chain[neighbour] == head:
            return neighbour
    return liberty + width
