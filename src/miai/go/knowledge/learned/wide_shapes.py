"""Wider surroundings of a point as numbers: equal for all eight symmetries, from the viewpoint of the player to move.

    c k l k c      3 3   the 3x3 surroundings (lines and diagonals)
    k 3 3 3 k      l     two steps along a line: with the 3x3 they are the **diamond** of 12 points
    l 3 . 3 l      k, c  a knight's move away, and the corners: with the diamond the **square** of 24 points
    k 3 3 3 k
    c k l k c

There are far more of these than of 3x3 shapes, so they are hashed: two of them may share a number, but most of those that do never
occur.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, EDGE, ONE, TWO, U64, ZERO, row_width

_LINES = ((0, -1), (-1, 0), (1, 0), (0, 1))
_DIAGONALS = ((-1, -1), (1, -1), (-1, 1), (1, 1))
_LOW_BITS, _HIGH_BITS = U64(0x555555555555), U64(0xAAAAAAAAAAAA)
_BYTE, _4, _6, _8, _16, _24, _32, _40 = (U64(number) for number in (255, 4, 6, 8, 16, 24, 32, 40))


def _moved(places: tuple[tuple[int, int], ...], turns: int, mirrored: bool) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return for each byte, with two bits per place, the byte after a reflection and `turns` rotations."""
    codes = np.arange(256)
    moved = np.zeros_like(codes)
    for index, place in enumerate(places):
        moved |= (codes >> 2 * index & 3) << 2 * places.index(_image(place, turns, mirrored))
    return moved.astype(np.uint64)


def _image(place: tuple[int, int], turns: int, mirrored: bool) -> tuple[int, int]:
    x, y = (-place[0] if mirrored else place[0]), place[1]
    for _ in range(turns):
        x, y = -y, x
    return x, y


_SYMMETRIES = [(turns, mirrored) for mirrored in (False, True) for turns in range(4)]
_LINES_MOVED = np.array([_moved(_LINES, *symmetry) for symmetry in _SYMMETRIES])
_DIAGONALS_MOVED = np.array([_moved(_DIAGONALS, *symmetry) for symmetry in _SYMMETRIES])


@kernel
def square_code(board, cell, color):
    """Return two bits for each point of the square around `cell`, with the stones of `color` taken as Black's.

    A byte each for: lines, diagonals, outer lines, corners, and the knight's moves left and right of each line. The first two are
    `board.around`, so EMPTY is 00 and EDGE is 11.
    """
    width = row_width(board)
    two = width + width
    code = U64(board.around[cell])
    a, b, c, d = _8, U64(10), U64(12), U64(14)  # the diagonals: below left, below right, above left, above right
    outer = _beyond(board, code, ZERO, cell - two) | (_beyond(board, code, TWO, cell - TWO) << TWO)
    outer |= (_beyond(board, code, _4, cell + TWO) << _4) | (_beyond(board, code, _6, cell + two) << _6)
    corners = _beyond(board, code, a, cell - two - TWO) | (_beyond(board, code, b, cell - two + TWO) << TWO)
    corners |= (_beyond(board, code, c, cell + two - TWO) << _4) | (_beyond(board, code, d, cell + two + TWO) << _6)
    # left of the line below is below left; the others follow by rotation
    left = _beyond(board, code, a, cell - two - ONE) | (_beyond(board, code, c, cell + width - TWO) << TWO)
    left |= (_beyond(board, code, b, cell - width + TWO) << _4) | (_beyond(board, code, d, cell + two + ONE) << _6)
    right = _beyond(board, code, b, cell - two + ONE) | (_beyond(board, code, a, cell - width - TWO) << TWO)
    right |= (_beyond(board, code, d, cell + width + TWO) << _4) | (_beyond(board, code, c, cell + two - ONE) << _6)
    code |= (outer << _16) | (corners << _24) | (left << _32) | (right << _40)
    return code if color == BLACK else ((code & _LOW_BITS) << ONE) | ((code & _HIGH_BITS) >> ONE)


@kernel
def turned_alike(code):
    """Return the diamond and the square of a `square_code` as numbers that are equal for all eight symmetries."""
    lines, diagonals, outer, corners = code & _BYTE, (code >> _8) & _BYTE, (code >> _16) & _BYTE, (code >> _24) & _BYTE
    left, right = (code >> _32) & _BYTE, code >> _40
    diamond = square = ~ZERO
    for symmetry in range(8):
        if symmetry == 4:  # a reflection exchanges left and right
            left, right = right, left
        turned, turned_diagonals = _LINES_MOVED[symmetry], _DIAGONALS_MOVED[symmetry]
        inner = turned[lines] | (turned_diagonals[diagonals] << _8) | (turned[outer] << _16)
        diamond = min(diamond, inner)
        square = min(square, inner | (turned_diagonals[corners] << _24) | (turned[left] << _32) | (turned[right] << _40))
    return diamond, square


@kernel
def _beyond(board, code, shift, cell):
    """Return the colour of `cell`, which is beyond the neighbour at `shift`; EDGE if that neighbour is edge."""
    if (code >> shift) & U64(3) == EDGE:
        return U64(EDGE)
    return U64(board.color[cell])
