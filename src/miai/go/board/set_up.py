"""Stones placed without being played: handicap, diagrams, set-up in records."""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, EDGE, EMPTY, U64, ZERO, cell_at, clear_board, new_board, point_at, size_of
from miai.go.board.moves import place_stone
from miai.go.notation.coordinates import to_vertex
from miai.go.notation.position import Position


def board_of(position: Position, to_play: int = int(BLACK)) -> Any:
    """Return a new board with the stones of `position`. Raise `ValueError` as `set_up` does."""
    board = new_board(position.size)
    set_up(board, position, to_play)
    return board


def set_up(board: Any, position: Position, to_play: int) -> None:
    """Set `board` to `position` with `to_play` to move and no past. Raise `ValueError` where a chain has no liberty."""
    if position.size != size_of(board):
        raise ValueError(f"a position of {position.size}x{position.size} does not fit a board of {size_of(board)}x{size_of(board)}")
    colors = np.zeros(board.color.size, np.uint8)
    for color in (1, 2):
        colors[[int(cell_at(point, position.size)) for point in position.stones(color)]] = color
    captured = int(place_all(board, colors))
    if captured:
        clear_board(board)
        raise ValueError(f"the chain at {to_vertex(point_at(captured, position.size))} has no liberty")
    board.to_play = to_play


@kernel
def place_all(board, colors):
    """Clear `board` and place the stones in `colors`, a colour for every cell. Return a cell without liberty, or 0."""
    clear_board(board)
    for i in range(colors.size):
        if colors[i] != EMPTY:
            place_stone(board, U64(i), U64(colors[i]), ZERO)
    for i in range(colors.size):
        is_stone = board.color[i] != EMPTY and board.color[i] != EDGE
        if is_stone and board.liberties[board.chain[i]] == ZERO:
            return U64(i)
    return ZERO
