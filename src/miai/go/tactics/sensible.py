"""Sensible moves: all except those that fill an own eye without need."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import U64, ZERO
from miai.go.board.eyes import is_eye
from miai.go.board.liberties import last_liberty_lanes
from miai.go.board.surroundings import own_lanes


@kernel
def is_sensible(board, cell, color):
    """Return whether the empty `cell` is not an own eye, or one of the chains around it would be lost without it."""
    code = U64(board.around[cell])
    return not is_eye(code, color) or (last_liberty_lanes(board, cell) & own_lanes(code, color)) != ZERO
