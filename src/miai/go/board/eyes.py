"""One-point eyes, which random games do not fill.

An eye of a colour is an empty point whose neighbours along the lines are all of that colour (or edge) and whose diagonals are not
cut: at most one of them is bad, and none at the edge. The two versions differ in an *empty* diagonal:

* `is_eye` (EyePotential on): it is good, since it may still be filled; only stones of the opponent are bad. The default.
* `is_complete_eye` (EyePotential off): it is bad, unless it is itself an eye by the first version.

A record without content, `POTENTIAL` or `COMPLETE`, selects the version: its *type* chooses the kernel when a random game is compiled.
A check in every draw would cost 8 % of a game.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import generic, kernel
from miai.core.records import new, record
from miai.go.board.board import BLACK, COLORS, EDGE, EMPTY, ONE, TWO, U64, ZERO, row_width
from miai.go.board.surroundings import DIAGONALS, is_enclosed_by

POTENTIAL = new(record("eye_potential", [("unused", np.uint8)]))
"""Eyes by `is_eye`: EyePotential on."""

COMPLETE = new(record("eye_complete", [("unused", np.uint8)]))
"""Eyes by `is_complete_eye`: EyePotential off."""


def _is_cut(diagonals: int, color: int) -> bool:
    """Return whether four diagonals, two bits each, cut an eye of `color`; empty ones count as good."""
    colors = [(diagonals >> shift) & 3 for shift in (0, 2, 4, 6)]
    bad = colors.count(3 - color)
    return bad >= (1 if int(EDGE) in colors else 2)


_CUT = np.array([_is_cut(byte, 1) << 1 | _is_cut(byte, 2) << 2 for byte in range(256)], np.uint8)
"""Bit `color` is set if the diagonals, the high byte of a code, cut an eye of that colour."""


@kernel
def is_eye(code, color):
    """Return whether an empty point with these surroundings is an eye of `color`, with EyePotential on."""
    cut = (U64(_CUT[code >> DIAGONALS]) >> color) & ONE
    return (U64(is_enclosed_by(code, color)) & (cut ^ ONE)) != ZERO


@kernel
def is_complete_eye(board, cell, color):
    """Return whether the empty `cell` is an eye of `color`, with EyePotential off."""
    if not is_enclosed_by(U64(board.around[cell]), color):
        return False
    width = row_width(board)
    bad, allowed = ZERO, ONE
    for diagonal in (cell - width - ONE, cell - width + ONE, cell + width - ONE, cell + width + ONE):
        found = U64(board.color[diagonal])
        if found == EDGE:
            allowed = ZERO
        elif found == COLORS - color or (found == EMPTY and not is_eye(U64(board.around[diagonal]), color)):
            bad += ONE
    return bad <= allowed


@generic
def is_unfillable(eye_version, board, cell, code, color):
    """Return 1 if the empty `cell` with surroundings `code` is an eye of `color` by the chosen version, else 0, as `uint64`."""


@is_unfillable.implement(POTENTIAL.dtype)
@kernel
def _is_unfillable_potential(eye_version, board, cell, code, color):
    return U64(is_eye(code, color))


@is_unfillable.implement(COMPLETE.dtype)
@kernel
def _is_unfillable_complete(eye_version, board, cell, code, color):
    return U64(is_complete_eye(board, cell, color))


@kernel
def eye_owner(code):
    """Return BLACK or WHITE if all neighbours along the lines of an empty point have that colour (or are edge), else EMPTY."""
    return U64(is_enclosed_by(code, BLACK)) + TWO * U64(is_enclosed_by(code, TWO))
