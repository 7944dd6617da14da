"""Local contexts: for every point a hash of the colours of the 4 to 40 points around it, from the viewpoint of one player.

The places in the order in which larger contexts add them, one eighth of each ring; the number is the smallest size that has the place:

    row 4     40                           the sizes are 4, 8, 12, 20, 24, 28, 36 and 40: rings of the distance
    row 3     28  36                       dx + dy + max(dx, dy), of which the last one has only its points on the lines
    row 2     12  20  24
    row 1      4   8
    row 0      .

Each place is empty, own, the opponent's, or off the board. A context is stored for both viewpoints: `hashes[0]` with Black as the own
colour, `hashes[1]` with White; or, at half the cost, for one only, where the caller distinguishes the colours anyway. Own stones, enemy
stones and places off the board have keys; empty places have none.

| field | dtype, shape | meaning |
|---|---|---|
| `hashes` | uint32, (views, padded cells) | context of each point, by view; entries of points beyond the edge are never read |
| `side` | uint8, size | not used: its length is the board size |
| `places` | int64 | the size of the contexts |
| `empty_count` | uint64 | empty points after the last move that was noted |

Padded cells have a border of four: `padded_cell`. Contexts are an observer (`miai.go.playouts.observers`): pass them to
`watch_policy_game` and they are updated move by move. A game without them costs nothing.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.hashing import zobrist_table
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.go.board.board import COLORS, EDGE, EMPTY, ONE, PASS_CELL, U64, ZERO, row_width, size_of
from miai.go.playouts.observers import note_move

CONTEXT_SIZES = (4, 8, 12, 20, 24, 28, 36, 40)
BORDER = 4
_BORDER = U64(BORDER)

_EIGHTHS = ((0, 1), (1, 1), (0, 2), (1, 2), (2, 2), (0, 3), (1, 3), (0, 4))


def _places() -> list[tuple[int, int]]:
    """Return (column, row) of all places around the point, nearest first."""
    found: list[tuple[int, int]] = []
    for a, b in _EIGHTHS:
        turned = {(x * s, y * t) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}
        found += sorted(turned)
    return found


PLACES = _places()
_COLUMN_OFFSET = np.array([column for column, _ in PLACES], np.int64)
_ROW_OFFSET = np.array([row for _, row in PLACES], np.int64)
_KEYS = zobrist_table((4, len(PLACES)), 0x6374).astype(np.uint32)
"""Keys of places by content: 1 own, 2 the opponent's, 3 off the board. Row EMPTY is not used."""


@functools.cache
def context_dtype(size: int, views: int = 2) -> np.dtype[Any]:
    """Return the dtype of contexts on a board of `size`, for both viewpoints or for Black's alone."""
    padded = (size + BORDER) * (size + 2 * BORDER) + BORDER
    fields = [
        ("hashes", np.uint32, (views, padded)),
        ("side", np.uint8, size),
        ("places", np.int64),
        ("empty_count", np.uint64),
    ]
    made = record("contexts", fields)
    note_move.implement(made)(keep_contexts)
    return made


def new_contexts(board: Any, places: int) -> Any:
    """Return the contexts of `places` points around all points of `board`.

    Raise `ValueError` if `places` is not in `CONTEXT_SIZES`.
    """
    if places not in CONTEXT_SIZES:
        raise ValueError(f"a local context has {', '.join(map(str, CONTEXT_SIZES))} points, not {places}")
    contexts = new(context_dtype(size_of(board)))
    contexts.places = places
    read_contexts(contexts, board)
    return contexts


@kernel
def padded_cell(contexts, cell):
    """Return the padded cell of the point that is `cell` on the board."""
    size = U64(contexts.side.size)
    row, column = cell // (size + ONE) - ONE, cell % (size + ONE) - ONE
    return (row + _BORDER) * (size + _BORDER) + column + _BORDER


@kernel
def context_at(contexts, cell, color):
    """Return the context of the point `cell` from the viewpoint of `color`; from Black's, where no other is stored."""
    view = color - ONE if contexts.hashes.shape[0] > 1 else ZERO
    return U64(contexts.hashes[view, padded_cell(contexts, cell)])


@kernel
def read_contexts(contexts, board):
    """Compute the contexts of all points from the board."""
    size, width = board.side.size, np.int64(row_width(board))
    contexts.hashes[:] = 0
    for row in range(-BORDER, size + BORDER):
        for column in range(-BORDER, size + BORDER):
            is_on_board = 0 <= row < size and 0 <= column < size
            color = U64(board.color[(row + 1) * width + column + 1]) if is_on_board else EDGE
            if color != EMPTY:
                _toggle_from(contexts, row, column, color)
    contexts.empty_count = U64(board.empty_count)


@kernel
def _toggle_from(contexts, row, column, color):
    """Update the points of the board around (column, row), which may be off the board, for `color` that appears there or disappears."""
    size = contexts.side.size
    for place in range(contexts.places):
        to_row, to_column = row - _ROW_OFFSET[place], column - _COLUMN_OFFSET[place]
        if 0 <= to_row < size and 0 <= to_column < size:
            padded = (to_row + BORDER) * (size + BORDER) + to_column + BORDER
            contexts.hashes[0, padded] ^= _KEYS[color, place]
            if contexts.hashes.shape[0] > 1:
                contexts.hashes[1, padded] ^= _KEYS[_seen_by_white(color), place]


@kernel
def _seen_by_white(color):
    """Return the colour with BLACK and WHITE exchanged; EDGE stays."""
    return EDGE if color == EDGE else COLORS - color


@kernel
def toggle_contexts(contexts, cell, color):
    """Update the contexts around `cell` for a stone of `color` that is placed on it or removed. Also updates those off the board."""
    padded, stride = np.int64(padded_cell(contexts, cell)), np.int64(contexts.side.size) + BORDER
    for place in range(contexts.places):
        to = U64(padded - _ROW_OFFSET[place] * stride - _COLUMN_OFFSET[place])
        contexts.hashes[0, to] ^= _KEYS[color, place]
        if contexts.hashes.shape[0] > 1:
            contexts.hashes[1, to] ^= _KEYS[COLORS - color, place]


@kernel
def keep_contexts(contexts, board, color, cell, step):
    """Update the contexts after a move of `color` on `cell`. The captured stones are the last of `board.empties`."""
    if cell == PASS_CELL:
        return
    toggle_contexts(contexts, cell, color)
    taken = COLORS - color if board.color[cell] != EMPTY else color  # else it was suicide
    for index in range(contexts.empty_count - ONE, U64(board.empty_count)):
        toggle_contexts(contexts, U64(board.empties[index]), taken)
    contexts.empty_count = U64(board.empty_count)
