"""Nakade: the vital point of a small eye space beside the last move, before its owner makes two eyes of it.

    3 points     4, pyramid    5, bulky      5, cross      6, rabbity

                    .             . .           .             . .
    . a .         . a .         . a .         . a .         . a .
                                                .             .

The vital point a has all other points of the region as neighbours, except at most one that lies between two of them. The square of four
is left out: it is dead as it stands. Other shapes of up to six points have no vital point: they have two eyes already, or one whatever is
played. So no flood fill is needed: the surroundings of a and of its neighbours show the shape.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, TWO, U64, ZERO, row_width
from miai.go.board.chains import count_lanes
from miai.go.board.surroundings import ABOVE, BELOW, DIAGONALS, LEFT, RIGHT, empty_lanes, enemy_lanes
from miai.go.playouts.candidates import add_candidate

_BETWEEN = ((BELOW, LEFT), (BELOW, RIGHT), (ABOVE, LEFT), (ABOVE, RIGHT))
"""The two sides that each diagonal lies between, in the order of the diagonals in a code."""


def _diagonals_by_sides(wanted: int) -> np.ndarray[tuple[int], np.dtype[np.uint8]]:
    """Return for each set of lanes the lanes (of the high byte) of the diagonals that have at least `wanted` sides in the set."""
    sides = [[sum(bool(lanes & int(side)) for side in pair) for pair in _BETWEEN] for lanes in range(256)]
    return np.array([sum(1 << 2 * i for i in range(4) if counts[i] >= wanted) for counts in sides], np.uint8)


_EITHER, _BOTH = _diagonals_by_sides(1), _diagonals_by_sides(2)


@kernel
def find_nakade_moves(board, policy, color, lanes):
    """Add the vital points of the opponent's small eye spaces that contain neighbours of the last move in `lanes`."""
    begin, last, width = policy.count, U64(board.last), row_width(board)
    if (lanes & BELOW) != ZERO:
        _add_vital_point(board, policy, last - width, COLORS - color, begin)
    if (lanes & LEFT) != ZERO:
        _add_vital_point(board, policy, last - ONE, COLORS - color, begin)
    if (lanes & RIGHT) != ZERO:
        _add_vital_point(board, policy, last + ONE, COLORS - color, begin)
    if (lanes & ABOVE) != ZERO:
        _add_vital_point(board, policy, last + width, COLORS - color, begin)


@kernel
def _add_vital_point(board, policy, cell, owner, begin):
    """Add the vital point of the small eye space of `owner` around the empty `cell`, if it has one."""
    width = row_width(board)
    code = U64(board.around[cell])
    lanes, corners = empty_lanes(code), empty_lanes(code >> DIAGONALS)
    corners &= U64(_BOTH[lanes])
    below, above = cell - width, cell + width
    _add_if_vital(board, policy, cell, ONE, owner, begin)
    _add_if_vital(board, policy, below, lanes & BELOW, owner, begin)
    _add_if_vital(board, policy, cell - ONE, lanes & LEFT, owner, begin)
    _add_if_vital(board, policy, cell + ONE, lanes & RIGHT, owner, begin)
    _add_if_vital(board, policy, above, lanes & ABOVE, owner, begin)
    if corners != ZERO:  # the lanes of diagonals: below left, below right, above left, above right
        _add_if_vital(board, policy, below - ONE, corners & BELOW, owner, begin)
        _add_if_vital(board, policy, below + ONE, corners & LEFT, owner, begin)
        _add_if_vital(board, policy, above - ONE, corners & RIGHT, owner, begin)
        _add_if_vital(board, policy, above + ONE, corners & ABOVE, owner, begin)


@kernel
def _add_if_vital(board, policy, cell, lane, owner, begin):
    """Add `cell` if `lane` is set and it is a vital point."""
    if lane != ZERO and is_vital(board, cell, owner):
        add_candidate(policy, cell, begin)


@kernel
def is_vital(board, cell, owner):
    """Return whether the empty `cell` is the vital point of a region of three to six empty points that only `owner` surrounds."""
    code = U64(board.around[cell])
    lanes, corners = empty_lanes(code), empty_lanes(code >> DIAGONALS) & U64(_EITHER[empty_lanes(code)])
    sides, inner = count_lanes(lanes), count_lanes(corners)
    if sides < TWO + inner or inner > ONE or corners & ~U64(_BOTH[lanes]) != ZERO or enemy_lanes(code, owner) != ZERO:
        return False
    return _is_closed(board, cell, lanes, corners, owner, sides + TWO * inner)


@kernel
def _is_closed(board, cell, lanes, corners, owner, lines):
    """Return whether the region of `cell`, the sides in `lanes` and the one in `corners` has no other point and touches only `owner`."""
    width = row_width(board)
    below, above = cell - width, cell + width
    found = _lines_if_closed(board, below, lanes & BELOW, owner) + _lines_if_closed(board, cell - ONE, lanes & LEFT, owner)
    found += _lines_if_closed(board, cell + ONE, lanes & RIGHT, owner) + _lines_if_closed(board, above, lanes & ABOVE, owner)
    if found != lines or corners == ZERO:
        return found == lines
    found = _lines_if_closed(board, below - ONE, corners & BELOW, owner) + _lines_if_closed(
        board, below + ONE, corners & LEFT, owner
    )
    found += _lines_if_closed(board, above - ONE, corners & RIGHT, owner) + _lines_if_closed(
        board, above + ONE, corners & ABOVE, owner
    )
    return found == TWO


_MANY = U64(100)


@kernel
def _lines_if_closed(board, cell, lane, owner):
    """Return the empty neighbours of `cell`, or many if it touches the other colour; none where `lane` is not set."""
    if lane == ZERO:
        return ZERO
    code = U64(board.around[cell])
    return count_lanes(empty_lanes(code)) if enemy_lanes(code, owner) == ZERO else _MANY
