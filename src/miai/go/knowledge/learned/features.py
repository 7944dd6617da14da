"""The features of a move for move prediction: one value of each kind.

| kind | values | meaning |
|---|---|---|
| shape | 8,740 | the 3x3 surroundings, up to symmetry |
| tactics | 36 | stones taken (none, one, more) x a chain saved from atari x a chain put in atari x self-atari (no, killing shape, bad) |
| liberties | 20 | fewest liberties of an own chain beside (none, 1, 2, more) x of a chain of the opponent (none, 1, 2, 3, more) |
| fate | 5 | distance from the last move in the common fate graph: 1, 2, 3, more; none after a pass |
| last, previous | 17 each | distance dx + dy + max(dx, dy) from the last move, and from the one before it; 0 where there was none |
| place | 330 | the two lines (nearer and farther edge) x whether a stone is in the square x how full the board is (three stages) |
| diamond, square | 65,536 and 262,144 | hashes of the wider surroundings: 12 and 24 points (`miai.go.knowledge.learned.wide_shapes`) |

Each value of each kind is an index into one row of weights; `describe_move` writes the indices of a move.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record
from miai.go.board.board import BLACK, COLORS, ONE, PASS_CELL, THREE, TWO, U64, ZERO, row_width
from miai.go.board.liberties import count_liberties, last_liberty_lanes
from miai.go.board.surroundings import LANES, own_lanes
from miai.go.knowledge.learned.shapes import SHAPES, shape_of
from miai.go.knowledge.learned.wide_shapes import square_code, turned_alike
from miai.go.tactics.captures import gives_atari, stones_taken
from miai.go.tactics.self_atari import is_killing_shape, is_self_atari

DIAMOND_BITS, SQUARE_BITS = 16, 18
KINDS = {
    "shape": SHAPES,
    "tactics": 36,
    "liberties": 20,
    "fate": 5,
    "last": 17,
    "previous": 17,
    "place": 330,
    "diamond": 1 << DIAMOND_BITS,
    "square": 1 << SQUARE_BITS,
}
"""Kinds of features and their numbers of values."""
COUNT = sum(KINDS.values())
STARTS = dict(zip(KINDS, np.cumsum([0, *KINDS.values()]).astype(np.uint64), strict=False))
"""The index of the first value of each kind."""
_TACTICS, _LIBERTIES, _FATE = STARTS["tactics"], STARTS["liberties"], STARTS["fate"]
_LAST, _PREVIOUS, _PLACE = STARTS["last"], STARTS["previous"], STARTS["place"]
_DIAMOND, _SQUARE = STARTS["diamond"], STARTS["square"]
_SPREAD, _DIAMOND_SHIFT, _SQUARE_SHIFT = U64(0x9E3779B97F4A7C15), U64(64 - DIAMOND_BITS), U64(64 - SQUARE_BITS)

FARTHEST = U64(16)
_SHAPE, _EACH_POINT = U64(0xFFFF), U64(0x555555555555)
_4, _5, _100 = U64(4), U64(5), U64(100)

description_t = record("move_description", [("feature", np.uint32, len(KINDS))])
"""The features of one move."""


@kernel
def describe_move(board, fate, cell, row):
    """Write the features of the move of the player to move on the empty `cell` into `row`.

    `fate` holds the distances from the last move.
    """
    color = U64(board.to_play)
    square = square_code(board, cell, color)
    stones = (square ^ (square >> ONE)) & _EACH_POINT
    row.feature[0] = shape_of(square & _SHAPE, BLACK)
    row.feature[1], row.feature[2] = _TACTICS, _LIBERTIES
    if stones & LANES != ZERO:  # without stones beside it, a move neither captures nor saves nor is in danger
        row.feature[1] += _tactics(board, cell, color)
        row.feature[2] += _liberties(board, cell, color)
    row.feature[3] = _FATE + _fate(board, fate, cell)
    row.feature[4] = _LAST + _distance(board, cell, U64(board.last))
    row.feature[5] = _PREVIOUS + _distance(board, cell, U64(board.previous))
    row.feature[6] = _PLACE + _place(board, cell, U64(stones != ZERO))
    diamond, square = turned_alike(square)
    row.feature[7] = _DIAMOND + (diamond * _SPREAD >> _DIAMOND_SHIFT)
    row.feature[8] = _SQUARE + (square * _SPREAD >> _SQUARE_SHIFT)


@kernel
def _tactics(board, cell, color):
    taken = min(stones_taken(board, cell, color), TWO)
    danger = ZERO
    if is_self_atari(board, cell, color):
        danger = ONE if is_killing_shape(board, cell, color) else TWO
    is_safe = danger == ZERO
    saves = is_safe and (last_liberty_lanes(board, cell) & own_lanes(U64(board.around[cell]), color)) != ZERO
    threatens = is_safe and gives_atari(board, cell, color)
    return ((taken * TWO + U64(saves)) * TWO + U64(threatens)) * THREE + danger


@kernel
def _liberties(board, cell, color):
    own, enemy = ZERO, ZERO
    width = row_width(board)
    for near in (cell - width, cell - ONE, cell + ONE, cell + width):
        if board.color[near] == color:
            count = min(count_liberties(board, near, THREE), THREE)
            own = count if own == ZERO else min(own, count)
        elif board.color[near] == COLORS - color:
            count = min(count_liberties(board, near, _4), _4)
            enemy = count if enemy == ZERO else min(enemy, count)
    return own * _5 + enemy


@kernel
def _fate(board, fate, cell):
    return ZERO if board.last == PASS_CELL else min(U64(fate.distance[cell]), _4)


@kernel
def _distance(board, cell, other):
    """Return dx + dy + max(dx, dy), at most `FARTHEST`; 0 where there is no other."""
    if other == PASS_CELL:
        return ZERO
    width = row_width(board)
    dx = max(cell % width, other % width) - min(cell % width, other % width)
    dy = max(cell // width, other // width) - min(cell // width, other // width)
    return min(dx + dy + max(dx, dy), FARTHEST)


@kernel
def _place(board, cell, is_stone_near):
    width, size = row_width(board), U64(board.side.size)
    column, row = cell % width - ONE, cell // width - ONE
    one, other = min(column, size - ONE - column), min(row, size - ONE - row)
    near, far = min(one, other), max(one, other)
    lines = far * (far + ONE) // TWO + near
    filled = _100 - _100 * U64(board.empty_count) // (size * size)
    stage = U64(filled >= U64(8)) + U64(filled >= U64(35))
    return (lines * TWO + is_stone_near) * THREE + stage
