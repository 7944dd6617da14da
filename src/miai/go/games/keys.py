"""Keys of positions and corners that are the same under symmetry, for all positions of a game at compiled speed.

A **position key** is the smallest of the Zobrist hashes of the position under the eight symmetries of the board, with the player to move.
A **corner key** is the smallest of the hashes of a square corner under its diagonal mirror, each also with the colours exchanged. What is
played next is turned by the same symmetry, so that games can be added up.

    symmetry s of a point: mirror columns if s & 1, mirror rows if s & 2, then exchange column and row if s & 4
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from miai.core.hashing import zobrist_table
from miai.core.kernels import kernel
from miai.go.board.board import PASS_CELL, U64, new_board
from miai.go.board.legality import LEGAL, verdict
from miai.go.board.moves import play
from miai.go.notation.coordinates import Move, Point
from miai.go.records.fast_replay import cells_of

SYMMETRIES = 8
NO_CORNER = 255
NO_POINT = -1
SYMMETRIC = 4
"""A bit of `corner_turns`: the corner is its own mirror image."""

Array = np.ndarray[Any, Any]


def turn_point(point: Point, symmetry: int, size: int) -> Point:
    """Return the point that `symmetry` moves `point` to."""
    column, row = point
    column = size - 1 - column if symmetry & 1 else column
    row = size - 1 - row if symmetry & 2 else row
    return (row, column) if symmetry & 4 else (column, row)


def turn_back(point: Point, symmetry: int, size: int) -> Point:
    """Return the point that `symmetry` moves to `point`."""
    return turn_point(point, symmetry if not symmetry & 4 else 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1, size)


def corner_side(size: int) -> int:
    """Return the side of the square corners of a board: they do not touch."""
    return max(2, (size - 1) // 2)


class KeyTables(NamedTuple):
    """The constants of a board size. Points are numbered by rows from the lower left corner."""

    turned: Array
    """int64, 8 x points: the point that each symmetry moves a point to."""
    stones: Array
    """uint64, 3 x points: Zobrist keys of stones."""
    movers: Array
    """uint64, 3: keys of the player to move."""
    corner_of: Array
    """uint8, points: the number of the corner that a point lies in, or `NO_CORNER`."""
    corner_points: Array
    """int64, 4 x 2 x side^2: the points of each corner, outwards in, and mirrored."""
    corner_stones: Array
    """uint64, 3 x side^2: Zobrist keys of stones in a corner."""


@functools.cache
def key_tables(size: int) -> KeyTables:
    """Return the constants of a board size."""
    points = [(column, row) for row in range(size) for column in range(size)]
    turned = np.array([[_number(turn_point(point, each, size), size) for point in points] for each in range(SYMMETRIES)], np.int64)
    side = corner_side(size)
    inside = [(column, row) for row in range(side) for column in range(side)]
    mirrored = [(row, column) for column, row in inside]
    corners = [
        [[_number(turn_point(point, each, size), size) for point in order] for order in (inside, mirrored)] for each in range(4)
    ]
    corner_of = np.full(size * size, NO_CORNER, np.uint8)
    for number, (plain, _) in enumerate(corners):
        corner_of[plain] = number
    stones, movers = zobrist_table((3, size * size), seed=1000 + size), zobrist_table(3, seed=2000 + size)
    return KeyTables(
        turned, stones, movers, corner_of, np.array(corners, np.int64), zobrist_table((3, side * side), seed=3000 + size)
    )


def _number(point: Point, size: int) -> int:
    return point[1] * size + point[0]


class GameKeys(NamedTuple):
    """The keys of a game: of the positions before each move and after the last one, and of the corner that each move changed."""

    legal: int
    """Number of legal moves."""
    positions: Array
    """uint64, legal + 1."""
    symmetries: Array
    """uint8, legal + 1: the symmetry that gives the key."""
    nexts: Array
    """int16, legal + 1: the point that was played next, turned likewise; `NO_POINT` for a pass and at the end."""
    corners: Array
    """uint8, legal: the corner that a move lies in, or `NO_CORNER`."""
    corner_keys: Array
    """uint64, legal: the key of that corner after the move."""
    corner_turns: Array
    """uint8, legal: 1 if the mirror image has the key, plus 2 if the colours are exchanged for it, plus `SYMMETRIC`."""


def keys_of_game(moves: Sequence[tuple[int, Move]], size: int, most: int) -> GameKeys:
    """Return the keys of the first `most` moves of a game from the empty board, up to the first illegal one."""
    tables = key_tables(size)
    colors, cells = cells_of(moves[: most + 1], size)
    points = np.array([NO_POINT if isinstance(move, str) else _number(move, size) for _, move in moves[: most + 1]], np.int64)
    limit = min(most, len(points))
    made = GameKeys(
        0,
        np.zeros(limit + 1, np.uint64),
        np.zeros(limit + 1, np.uint8),
        np.full(limit + 1, NO_POINT, np.int16),
        np.full(limit, NO_CORNER, np.uint8),
        np.zeros(limit, np.uint64),
        np.zeros(limit, np.uint8),
    )
    hashes, contents = np.zeros(SYMMETRIES, np.uint64), np.zeros(size * size, np.uint8)
    count = int(fill_keys(new_board(size), colors, cells, points, tables, made, hashes, contents, np.int64(limit)))
    return GameKeys(count, made[1][: count + 1], made[2][: count + 1], made[3][: count + 1], *(each[:count] for each in made[4:]))


@kernel
def fill_keys(board, colors, cells, points, tables, made, hashes, contents, limit):
    """Play up to `limit` moves and fill `made`; return the number of legal moves. `hashes` and `contents` are scratch space."""
    for number in range(limit + 1):
        mover = np.int64(colors[number]) if number < colors.size else 3 - np.int64(colors[colors.size - 1]) if colors.size else 1
        is_legal = number < points.size and (
            cells[number] == PASS_CELL or verdict(board, cells[number], colors[number], False) == LEGAL
        )
        note_position(tables, made, hashes, number, mover, points[number] if is_legal else NO_POINT)
        if not is_legal or number == limit:
            return number
        taken = board.prisoners[1] + board.prisoners[2]
        play(board, cells[number], colors[number])
        if points[number] >= 0:
            contents[points[number]] = colors[number]
            if board.prisoners[1] + board.prisoners[2] != taken:
                copy_board(board, contents)
                hash_board(tables, contents, hashes)
            else:
                for symmetry in range(SYMMETRIES):
                    hashes[symmetry] ^= tables.stones[np.int64(colors[number]), tables.turned[symmetry, points[number]]]
            note_corner(tables, made, contents, number, tables.corner_of[points[number]])
    return limit


@kernel
def note_position(tables, made, hashes, number, mover, point):
    """Store the key of a position, and the next point turned by the symmetry that gives it; of several, the smallest point."""
    best = hashes[0]
    for symmetry in range(1, SYMMETRIES):
        best = min(best, hashes[symmetry])
    chosen, following = -1, np.int64(NO_POINT)
    for symmetry in range(SYMMETRIES):
        if hashes[symmetry] == best:
            turned = tables.turned[symmetry, point] if point >= 0 else np.int64(NO_POINT)
            if chosen < 0 or turned < following:
                chosen, following = symmetry, turned
    made.positions[number] = best ^ tables.movers[mover]
    made.symmetries[number] = chosen
    made.nexts[number] = following


@kernel
def note_corner(tables, made, contents, number, corner):
    """Store the key of the corner that a move has changed."""
    if corner == NO_CORNER:
        return
    best, best_turn, is_symmetric = np.uint64(0), 0, 0
    for turn in range(4):
        key = np.uint64(0)
        for place in range(tables.corner_points.shape[2]):
            color = np.int64(contents[tables.corner_points[np.int64(corner), turn & 1, place]])
            if color:
                key ^= tables.corner_stones[3 - color if turn & 2 else color, place]
        if turn == 0 or key < best:
            best, best_turn, is_symmetric = key, turn, 0
        elif key == best and turn == best_turn + 1:
            is_symmetric = SYMMETRIC
    made.corners[number] = corner
    made.corner_keys[number] = best
    made.corner_turns[number] = best_turn | is_symmetric


@kernel
def copy_board(board, contents):
    """Copy the colours of all points."""
    size = board.side.size
    for row in range(size):
        for column in range(size):
            cell = U64(row + 1) * U64(size + 1) + U64(column + 1)
            contents[row * size + column] = board.color[cell]


@kernel
def hash_board(tables, contents, hashes):
    """Compute the hashes of a position from its stones."""
    for symmetry in range(SYMMETRIES):
        key = np.uint64(0)
        for point in range(contents.size):
            if contents[point]:
                key ^= tables.stones[np.int64(contents[point]), tables.turned[symmetry, point]]
        hashes[symmetry] = key


def game_fingerprint(moves: Sequence[tuple[int, Move]], size: int, stones: int = 0) -> int:
    """Return a number that is the same for a game and its images under the eight symmetries.

    The first `stones` moves are handicap stones, which have no order.
    """
    import hashlib

    points = np.array([size * size if isinstance(move, str) else _number(move, size) for _, move in moves], np.int64)
    turned = np.concatenate([key_tables(size).turned, np.full((SYMMETRIES, 1), size * size)], axis=1).astype(np.uint16)
    digests = []
    for each in range(SYMMETRIES):
        image = turned[each][points]
        image[:stones].sort()
        digests.append(hashlib.blake2b(image.tobytes(), digest_size=8).digest())
    return int.from_bytes(min(digests), "big", signed=True)
