"""Replay of recorded games at compiled speed, for tables of tens of thousands of games.

`miai.go.records.replay` replays one game, with positions and reasons for illegal moves.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import PASS_CELL, U64, cell_at
from miai.go.board.legality import LEGAL, verdict
from miai.go.board.moves import play
from miai.go.notation.coordinates import Move


def cells_of(moves: Sequence[tuple[int, Move]], size: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Return the colours and the cells of moves, for `play_all`. A resignation is not a move."""
    colors = np.array([color for color, _ in moves], np.uint64)
    cells = np.array([0 if isinstance(move, str) else cell_at(move, size) for _, move in moves], np.uint64)
    return colors, cells


@kernel
def play_all(board, colors, cells, suicide_allowed):
    """Play moves on `board` up to the first that is illegal by simple ko. Return the number of moves played."""
    for i in range(cells.size):
        if cells[i] != PASS_CELL and verdict(board, cells[i], colors[i], suicide_allowed) != LEGAL:
            return U64(i)
        play(board, cells[i], colors[i])
    return U64(cells.size)
