"""Whether stones are near a point."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, ONE, U64, WHITE, ZERO, row_width

_LOW_BITS = U64(0x5555)

EMPTY_RADIUS = 3
"""An area is empty if no stone is within this distance, with diagonals counted as two."""


@kernel
def has_stone_beside(board, cell):
    """Return whether one of the eight neighbours is a stone."""
    code = U64(board.around[cell])
    low, high = code & _LOW_BITS, (code >> ONE) & _LOW_BITS
    return (low ^ high) != ZERO


@kernel
def has_stone_within(board, column, row):
    """Return whether a stone stands within `EMPTY_RADIUS` points along the lines."""
    width, size = np.int64(row_width(board)), np.int64(board.side.size)
    for down in range(-EMPTY_RADIUS, EMPTY_RADIUS + 1):
        y = np.int64(row) + down
        if not 0 <= y < size:
            continue
        reach = EMPTY_RADIUS - abs(down)
        for across in range(-reach, reach + 1):
            x = np.int64(column) + across
            if 0 <= x < size and U64(board.color[(y + 1) * width + x + 1]) in (BLACK, WHITE):
                return True
    return False
