"""Urgent patterns: among the eight neighbours of the last move, those where one of the 3x3 patterns asks for an answer."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board import ONE, TWO, U64, ZERO, row_width
from miai.go.playouts.candidates import add_candidate
from miai.go.playouts.neighbourhoods import is_urgent

_EIGHT_LANES = U64(0x5555)
_4, _6, _8, _10, _12, _14 = U64(4), U64(6), U64(8), U64(10), U64(12), U64(14)


@kernel
def find_pattern_moves(board, policy, color):
    """Add the empty neighbours of the last move whose surroundings are an urgent pattern for `color`."""
    urgent = urgent_lanes(board, U64(board.last), color)
    if urgent == ZERO:  # more often than not
        return
    begin, last, width = policy.count, U64(board.last), row_width(board)
    for lane, cell in (
        (ZERO, last - width),
        (TWO, last - ONE),
        (_4, last + ONE),
        (_6, last + width),
        (_8, last - width - ONE),
        (_10, last - width + ONE),
        (_12, last + width - ONE),
        (_14, last + width + ONE),
    ):
        if (urgent >> lane) & ONE != ZERO:
            add_candidate(policy, cell, begin)


@kernel
def urgent_lanes(board, cell, color):
    """The empty ones of the eight neighbours that have an urgent pattern, at their bits of `board.around`. Without branches."""
    width = row_width(board)
    below, above = cell - width, cell + width
    around = board.around
    urgent = is_urgent(around[below], color)
    urgent |= is_urgent(around[cell - ONE], color) << TWO
    urgent |= is_urgent(around[cell + ONE], color) << _4
    urgent |= is_urgent(around[above], color) << _6
    urgent |= is_urgent(around[below - ONE], color) << _8
    urgent |= is_urgent(around[below + ONE], color) << _10
    urgent |= is_urgent(around[above - ONE], color) << _12
    urgent |= is_urgent(around[above + ONE], color) << _14
    code = U64(around[cell])
    return urgent & ~(code | (code >> ONE)) & _EIGHT_LANES
