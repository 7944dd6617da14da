"""The fast board: one record per board size, the same source for all sizes.

Start reading here (the data), then `moves.play` (the effect of a stone), then `rules.random_game.random_game` (a whole game).

The arrays of the record have a **cell** for every point and for a border around them, so every point has eight neighbours and no code
checks for the edge. Rows share their border: the cell right of a row's last point is the border left of the next.

    size 3, width 4:   16 17 18 19 20      a cell is (row + 1) * width + column + 1, row 0 at the bottom
                       12 13 14 15         13 14 15 is the top row, 5 6 7 the bottom row; A1 is cell 5
                        8  9 10 11         all others are border
                        4  5  6  7         cell 0 is border on every board, so 0 also means "none" and a pass
                        0  1  2  3

| field | dtype, shape | meaning | sentinel |
|---|---|---|---|
| `liberties` | uint64, cells | of a chain, at its head: packed pseudo-liberties, see `miai.go.board.liberties` | elsewhere no meaning |
| `chain` | uint16, cells | head of the chain that the stone on the cell belongs to | an empty cell: itself; border: 0 |
| `next` | uint16, cells | next stone of the same chain, in a ring | |
| `stones` | uint16, cells | number of stones of a chain, at its head | elsewhere no meaning |
| `around` | uint16, cells | colours of the eight neighbours, two bits each, see `miai.go.board.surroundings` | border: no meaning |
| `slot` | uint16, cells | index of an empty cell in `empties` | elsewhere no meaning |
| `empties` | uint16, points | the `empty_count` empty cells, in no order, then no meaning | |
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE | |
| `side` | uint8, size | not used: its *length* is the board size, a constant of the type | |
| `stones_hash` | uint64 | Zobrist hash of the stones alone; `hashing.position_hash` adds ko and the player to move | |
| `prisoners` | uint32, 3 | stones that BLACK (1) and WHITE (2) have captured, the opponent's suicides included | |
| `moves` | uint32 | moves and passes made since the board was new | |
| `empty_count` | uint16 | number of empty points | |
| `ko` | uint16 | point that `to_play` may not retake at once | 0: nowhere |
| `last` | uint16 | cell of the last move | 0: a pass, or no move yet |
| `previous` | uint16 | cell of the move before the last | 0: as above |
| `to_play` | uint8 | BLACK or WHITE | |
| `passes` | uint8 | passes since the last stone; two end the game | |

Kernels compute in `uint64` only: unsigned indices need no check for negative values, and one signed operand would make all signed.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import copy_record, new, record
from miai.go.notation.coordinates import LARGEST, Point, check_size
from miai.go.notation.position import Position

U64 = np.uint64
ZERO, ONE, TWO, THREE = U64(0), U64(1), U64(2), U64(3)

EMPTY, BLACK, WHITE, EDGE = ZERO, ONE, TWO, THREE
"""Colours of cells. As two bits, EDGE is black *and* white: it counts as a wall for both colours."""

PASS_CELL = ZERO
"""The cell of a pass, and of no move: border on every board."""

COLORS = THREE
"""The opponent of `color` is `COLORS - color`."""


LARGEST_CELLS = (LARGEST + 2) * (LARGEST + 1) + 1
"""Cells of the largest board: the length of tables that serve all sizes."""


@functools.cache
def board_dtype(size: int) -> np.dtype[Any]:
    """Return the record of a board of `size`. Raise `ValueError` unless `size` is from 2 to 19."""
    cells = cell_count(check_size(size))
    fields = [
        ("liberties", np.uint64, cells),
        *((name, np.uint16, cells) for name in ("chain", "next", "stones", "around", "slot")),
        ("empties", np.uint16, size * size),
        ("color", np.uint8, cells),
        ("side", np.uint8, size),
        ("stones_hash", np.uint64),
        ("prisoners", np.uint32, 3),
        ("moves", np.uint32),
        *((name, np.uint16) for name in ("empty_count", "ko", "last", "previous")),
        *((name, np.uint8) for name in ("to_play", "passes")),
    ]
    return record("board", fields)


def cell_count(size: int) -> int:
    """Return the number of cells of a board of `size`, border included."""
    return (size + 2) * (size + 1) + 1


@kernel
def row_width(board):
    """Return the distance between a cell and the one above it, a constant of the board's type."""
    return U64(board.side.size) + ONE


@kernel
def clear_board(board):
    """Make `board` empty, with Black to play. Its memory may be uninitialised."""
    size = U64(board.side.size)
    width = row_width(board)
    for i in range(board.color.size):
        cell = U64(i)
        board.color[cell] = EDGE
        board.liberties[cell] = ZERO
        board.stones[cell] = ZERO
        board.slot[cell] = ZERO
        board.next[cell] = cell
        board.chain[cell] = PASS_CELL
    for i in range(board.empties.size):
        index = U64(i)
        cell = (index // size + ONE) * width + index % size + ONE
        board.color[cell] = EMPTY
        board.chain[cell] = cell
        board.slot[cell] = index
        board.empties[index] = cell
    _look_around(board)
    board.stones_hash = ZERO
    board.prisoners[:] = ZERO
    board.moves = ZERO
    board.empty_count = size * size
    board.ko = board.last = board.previous = PASS_CELL
    board.to_play = BLACK
    board.passes = ZERO


@kernel
def _look_around(board):
    """Fill `around` from `color`; afterwards `surroundings.toggle_around` updates it."""
    width = row_width(board)
    board.around[:] = ZERO
    for i in range(board.empties.size):
        cell = U64(board.empties[i])
        below, above = cell - width, cell + width
        code = U64(board.color[below]) | U64(board.color[cell - ONE]) << U64(2)
        code |= U64(board.color[cell + ONE]) << U64(4) | U64(board.color[above]) << U64(6)
        code |= U64(board.color[below - ONE]) << U64(8) | U64(board.color[below + ONE]) << U64(10)
        code |= U64(board.color[above - ONE]) << U64(12) | U64(board.color[above + ONE]) << U64(14)
        board.around[cell] = code


def new_board(size: int) -> Any:
    """Return an empty board of `size`, Black to play."""
    board = new(board_dtype(size))
    clear_board(board)
    return board


copy_board = copy_record
"""Return a copy of a board. In kernels, with boards in an array, `boards[1] = boards[0]` does the same."""


def size_of(board: Any) -> int:
    """Return the size of a board."""
    return int(board.side.size)


def cell_at(point: Point, size: int) -> np.uint64:
    """Return the cell of a point (column, row)."""
    column, row = point
    return U64((row + 1) * (size + 1) + column + 1)


def point_at(cell: int, size: int) -> Point:
    """Return the point (column, row) of a cell that is not border."""
    row, column = divmod(int(cell), size + 1)
    return column - 1, row - 1


def to_position(board: Any) -> Position:
    """Return the stones on `board` as plain data."""
    size = size_of(board)
    cells = {int(color): np.flatnonzero(np.asarray(board.color) == color) for color in (BLACK, WHITE)}
    black, white = ([point_at(int(cell), size) for cell in cells[color]] for color in (1, 2))
    return Position.of(size, black, white)
