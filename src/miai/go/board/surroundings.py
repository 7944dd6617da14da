"""The surroundings of a point: the colours of its eight neighbours in one number.

`board.around[cell]` has two bits for each of the eight neighbours: EMPTY 00, BLACK 01, WHITE 10, EDGE 11.

    bits   12-13  6-7  14-15        the low byte holds the four neighbours along the lines,
            2-3    .    4-5         the high byte the four diagonals
            8-9   0-1  10-11

So "all neighbours are Black or edge" is one comparison, and a 3x3 pattern is a table index.
A set of neighbours along the lines is a number with some of the bits 0, 2, 4, 6, one for each: its **lanes**.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import ONE, TWO, U64, row_width

LANES = U64(0b01010101)
BELOW, LEFT, RIGHT, ABOVE = U64(1), U64(4), U64(16), U64(64)
"""The lanes of the four neighbours along the lines."""

LOW_BYTE, DIAGONALS = U64(255), U64(8)
"""`code & LOW_BYTE` are the neighbours along the lines, `code >> DIAGONALS` the others."""

_4, _6, _8, _10, _12, _14 = U64(4), U64(6), U64(8), U64(10), U64(12), U64(14)


@kernel
def toggle_around(board, cell, color):
    """Update the eight neighbours for a stone of `color` that is placed on `cell` or removed from it. Changes `board.around`.

    For every neighbour `cell` lies in the opposite direction. Border cells are updated too: cheaper than a check, and never read.
    """
    width = row_width(board)
    below, above = cell - width, cell + width
    around = board.around
    around[below] ^= color << _6
    around[cell - ONE] ^= color << _4
    around[cell + ONE] ^= color << TWO
    around[above] ^= color
    around[below - ONE] ^= color << _14
    around[below + ONE] ^= color << _12
    around[above - ONE] ^= color << _10
    around[above + ONE] ^= color << _8


@kernel
def empty_lanes(code):
    """Return the empty neighbours along the lines."""
    return ~(code | (code >> ONE)) & LANES


@kernel
def own_lanes(code, color):
    """Return the neighbours of `color` along the lines."""
    same = code ^ (color * LANES)
    return ~(same | (same >> ONE)) & LANES


@kernel
def enemy_lanes(code, color):
    """Return the neighbours along the lines that are stones of the other colour."""
    opposite = code ^ (color * LANES)
    return opposite & (opposite >> ONE) & LANES


@kernel
def is_enclosed_by(code, color):
    """Return whether all four neighbours along the lines are `color` or edge."""
    wanted = color * LANES
    return (code & wanted) == wanted


@kernel
def lane_mask(lanes, shift):
    """Return all ones if the lane at bit `shift` is set, else zero, to select without a branch."""
    return U64(0) - ((lanes >> shift) & ONE)
