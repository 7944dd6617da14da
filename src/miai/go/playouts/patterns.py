"""Urgent patterns: the empty points among the eight neighbours of the last move at which a 3x3 pattern matches.

The same look at the table also finds, at no cost, the neighbours that may be in a small eye space: see `nakade`.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, TWO, U64, row_width
from miai.go.playouts.hint_table import is_in_eye_space, is_urgent
from miai.go.playouts.settings import MOST_MOVES

_EIGHT_LANES, _LAST_START = U64(0x5555), U64(MOST_MOVES - 9)
_4, _6, _8, _10, _12, _14 = U64(4), U64(6), U64(8), U64(10), U64(12), U64(14)


@kernel
def look_around(board, cell, color):
    """Return the empty neighbours of `cell` with an urgent pattern for `color`, and those along the lines that may be in a small eye space.

    Both are bits at their positions in `board.around`; the eye spaces are the opponent's. There are no branches, since the processor
    could not predict them.
    """
    width = row_width(board)
    below, above = cell - width, cell + width
    around = board.around
    code = U64(around[cell])
    empty = ~(code | (code >> ONE)) & _EIGHT_LANES
    urgent = is_urgent(U64(around[below]), color)
    urgent |= is_urgent(U64(around[cell - ONE]), color) << TWO
    urgent |= is_urgent(U64(around[cell + ONE]), color) << _4
    urgent |= is_urgent(U64(around[above]), color) << _6
    urgent |= is_urgent(U64(around[below - ONE]), color) << _8
    urgent |= is_urgent(U64(around[below + ONE]), color) << _10
    urgent |= is_urgent(U64(around[above - ONE]), color) << _12
    urgent |= is_urgent(U64(around[above + ONE]), color) << _14
    spaces = is_in_eye_space(U64(around[below]), COLORS - color)
    spaces |= is_in_eye_space(U64(around[cell - ONE]), COLORS - color) << TWO
    spaces |= is_in_eye_space(U64(around[cell + ONE]), COLORS - color) << _4
    spaces |= is_in_eye_space(U64(around[above]), COLORS - color) << _6
    return urgent & empty, spaces & empty


@kernel
def find_pattern_moves(board, policy, urgent):
    """Add the neighbours of the last move that are in `urgent`, as `look_around` gives them."""
    if policy.count > _LAST_START:
        return
    last, width = U64(board.last), row_width(board)
    below, above = last - width, last + width
    _push(policy, below, urgent)
    _push(policy, last - ONE, urgent >> TWO)
    _push(policy, last + ONE, urgent >> _4)
    _push(policy, above, urgent >> _6)
    _push(policy, below - ONE, urgent >> _8)
    _push(policy, below + ONE, urgent >> _10)
    _push(policy, above - ONE, urgent >> _12)
    _push(policy, above + ONE, urgent >> _14)


@kernel
def _push(policy, cell, urgent):
    """Add `cell` to the list if the lowest bit of `urgent` is set, without a branch."""
    policy.moves[policy.count] = cell
    policy.count += urgent & ONE
