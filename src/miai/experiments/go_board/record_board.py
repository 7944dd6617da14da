"""The last rung: the board of the engine, `miai.go.board.board`, measured in two ways.

First with the moves chosen outside, as on the other rungs: it plays the same games, and keeps its own list of empty points in addition.
Then with its own random games, which draw from that list: other games by the same rules.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.experiments.go_board.game import KOMI, finds_moves_one_by_one, new_chooser, play_games, register
from miai.experiments.go_board.grid import new_grid
from miai.go.board.board import COLORS, PASS_CELL, U64, board_dtype, clear_board, new_board
from miai.go.board.eyes import POTENTIAL, is_eye
from miai.go.board.legality import is_legal
from miai.go.board.moves import captured_lanes, place_stone
from miai.go.rules.random_game import random_games


@kernel
def _clear(board, grid):
    clear_board(board)


@kernel
def _is_playable(board, grid, point, color):
    cell, player = U64(point), U64(color)
    return not is_eye(U64(board.around[cell]), player) and is_legal(board, cell, player)


@kernel
def _place(board, grid, point, color, removed):
    cell, player = U64(point), U64(color)
    before = int(board.empty_count) - 1
    place_stone(board, cell, player, captured_lanes(board, cell, player))
    board.to_play = COLORS - player
    count = int(board.empty_count) - before
    for i in range(count):
        removed[i] = board.empties[before + i]
    return count


@kernel
def _skip(board):
    board.ko = PASS_CELL
    board.to_play = COLORS - U64(board.to_play)


@functools.cache
def _register(size: int) -> None:
    register(board_dtype(size), (_clear, finds_moves_one_by_one, _is_playable, _place, _skip))


def new_state(size: int) -> Any:
    """Return a board that `play_game` accepts."""
    _register(size)
    return new_board(size)


def chosen_outside(size: int) -> Any:
    """Return a player of the same games as on the other rungs."""
    board, grid, chooser = new_state(size), new_grid(size), new_chooser(size)
    return lambda stream, count: play_games(board, grid, chooser, stream, count)


def chosen_inside(size: int) -> Any:
    """Return a player of the engine's own random games."""
    boards = new_array(board_dtype(size), 2)
    boards[0] = new_board(size)
    return lambda stream, count: random_games(boards, stream, count, KOMI, POTENTIAL)
