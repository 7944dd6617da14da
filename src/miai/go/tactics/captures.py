"""Captures and ataris of a move."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, ONE, THREE, TWO, U64, ZERO, row_width
from miai.go.board.liberties import count_liberties
from miai.go.board.moves import captured_lanes


@kernel
def stones_taken(board, cell, color):
    """Return the number of stones that a move captures. A chain on two sides counts twice."""
    lanes = captured_lanes(board, cell, color)
    if lanes == ZERO:
        return ZERO
    width = row_width(board)
    taken = ZERO
    for near, lane in ((cell - width, ZERO), (cell - ONE, TWO), (cell + ONE, U64(4)), (cell + width, U64(6))):
        if (lanes >> lane) & ONE != ZERO:
            taken += U64(board.stones[board.chain[near]])
    return taken


@kernel
def gives_atari(board, cell, color):
    """Return whether a chain of the opponent next to `cell` has two liberties, this one included."""
    width = row_width(board)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] == COLORS - color and count_liberties(board, near, THREE) == TWO:
            return True
    return False
