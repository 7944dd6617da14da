"""Patterns of the 4 to 40 points around each point of the board, as keys that are equal under the eight symmetries.

The places are those of local contexts (`miai.go.playouts.contexts`); each is empty, own, the opponent's, or off the board, with the colour
of the player to move first. A key is the smallest of the eight Zobrist hashes of the turned patterns. All hashes follow the game: a stone
changes only those of the points around it.

| field | dtype, shape | meaning |
|---|---|---|
| `hashes` | uint64, (2, 8, padded cells) | hashes by viewpoint (Black's, White's), symmetry and point; the board has a border of four |
| `side` | int64 | board size |
| `places` | int64 | points of a pattern |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.hashing import zobrist_table
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.go.board.board import COLORS, EDGE, EMPTY, ONE, PASS_CELL, U64
from miai.go.board.moves import play
from miai.go.playouts.contexts import BORDER, CONTEXT_SIZES, PLACES

SYMMETRIES = 8
_COLUMNS = np.array([column for column, _ in PLACES], np.int64)
_ROWS = np.array([row for _, row in PLACES], np.int64)


def _turned(place: tuple[int, int], symmetry: int) -> tuple[int, int]:
    column, row = place
    column, row = -column if symmetry & 1 else column, -row if symmetry & 2 else row
    return (row, column) if symmetry & 4 else (column, row)


def _keys() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return the keys by content, symmetry and place: that of the place to which the symmetry turns it."""
    plain = zobrist_table((4, len(PLACES)), seed=0x75726765)
    images = [[PLACES.index(_turned(place, symmetry)) for place in PLACES] for symmetry in range(SYMMETRIES)]
    return np.ascontiguousarray(plain[:, images])


_KEYS = _keys()


@functools.cache
def pattern_map_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of the patterns of a board."""
    padded = (size + 2 * BORDER) ** 2
    return record("pattern_map", [("hashes", np.uint64, (2, SYMMETRIES, padded)), ("side", np.int64), ("places", np.int64)])


@functools.cache
def _empty_map(size: int, places: int) -> Any:
    made = new(pattern_map_dtype(size))
    made.side, made.places = size, places
    for row in range(-BORDER, size + BORDER):
        for column in range(-BORDER, size + BORDER):
            if not (0 <= row < size and 0 <= column < size):
                toggle_stone(made, np.int64(row), np.int64(column), U64(EDGE))
    return made


def new_pattern_map(size: int, places: int) -> Any:
    """Return the patterns of an empty board. Raise `ValueError` if `places` is not in `CONTEXT_SIZES`."""
    if places not in CONTEXT_SIZES:
        raise ValueError(f"a pattern has {', '.join(map(str, CONTEXT_SIZES))} points, not {places}")
    return _empty_map(size, places).copy()


@kernel
def toggle_stone(patterns, row, column, color):
    """Update the hashes of the points of the board that see (row, column) for `color` that appears there or disappears."""
    size, stride = patterns.side, patterns.side + 2 * BORDER
    other = color if color == EDGE else COLORS - color
    for place in range(patterns.places):
        to_row, to_column = row - _ROWS[place], column - _COLUMNS[place]
        if 0 <= to_row < size and 0 <= to_column < size:
            to = (to_row + BORDER) * stride + to_column + BORDER
            for symmetry in range(SYMMETRIES):
                patterns.hashes[0, symmetry, to] ^= _KEYS[np.int64(color), symmetry, place]
                patterns.hashes[1, symmetry, to] ^= _KEYS[np.int64(other), symmetry, place]


@kernel
def toggle_cell(patterns, cell, color):
    """Update the hashes around `cell` of the board for `color` that appears there or disappears."""
    width = np.int64(patterns.side) + 1
    toggle_stone(patterns, np.int64(cell) // width - 1, np.int64(cell) % width - 1, color)


def read_patterns(patterns: Any, board: Any) -> None:
    """Compute the hashes of all patterns from the stones of a board."""
    patterns.hashes[:] = _empty_map(int(patterns.side), int(patterns.places)).hashes
    read_stones(patterns, board)


@kernel
def read_stones(patterns, board):
    """Update the hashes of an empty board for all stones of `board`."""
    size, width = patterns.side, np.int64(patterns.side) + 1
    for row in range(size):
        for column in range(size):
            color = U64(board.color[(row + 1) * width + column + 1])
            if color != EMPTY:
                toggle_stone(patterns, np.int64(row), np.int64(column), color)


@kernel
def pattern_key(patterns, cell, color):
    """Return the key of the pattern around the empty `cell`, with `color` as the own colour."""
    width = np.int64(patterns.side) + 1
    row, column = np.int64(cell) // width - 1, np.int64(cell) % width - 1
    at = (row + BORDER) * (patterns.side + 2 * BORDER) + column + BORDER
    view = np.int64(color) - 1
    best = patterns.hashes[view, 0, at]
    for symmetry in range(1, SYMMETRIES):
        best = min(best, patterns.hashes[view, symmetry, at])
    return best


@kernel
def play_and_note(board, patterns, cell, color):
    """Play a legal move, and update the patterns for its stone and those that it captures."""
    before = U64(board.empty_count)
    play(board, cell, color)
    if cell == PASS_CELL:
        return
    toggle_cell(patterns, cell, color)
    taken = COLORS - color if board.color[cell] != EMPTY else color  # else it was suicide
    for index in range(before - ONE, U64(board.empty_count)):
        toggle_cell(patterns, U64(board.empties[index]), taken)
