"""Legality of moves without superko, which needs the history of the game: see `miai.go.board.superko`."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import EMPTY, U64
from miai.go.board.moves import is_suicide

LEGAL, OCCUPIED, KO, SUICIDE, SUPERKO = U64(0), U64(1), U64(2), U64(3), U64(4)
VERDICT_NAMES = ("legal", "occupied", "ko", "suicide", "superko")
"""The name of each verdict; `miai.go.rules.illegal_moves.REASONS` has the sentences."""


@kernel
def verdict(board, cell, color, suicide_allowed):
    """Return LEGAL, OCCUPIED, KO (simple ko) or SUICIDE for a stone of `color` on `cell`, which is not a pass."""
    if board.color[cell] != EMPTY:
        return OCCUPIED
    if is_ko(board, cell, color):
        return KO
    if not suicide_allowed and is_suicide(board, cell, color):
        return SUICIDE
    return LEGAL


@kernel
def is_legal(board, cell, color):
    """Return whether `color` may play on `cell` by simple ko and without suicide."""
    return verdict(board, cell, color, False) == LEGAL


@kernel
def is_ko(board, cell, color):
    """Return whether simple ko forbids `color` to play on `cell`. A player may fill his own ko."""
    return cell == board.ko and color == board.to_play
