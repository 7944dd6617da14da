"""The patterns of a position: keys of all regions, the patterns in the tables, and their answers."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, COLORS, EMPTY, ONE, THREE, U64, WHITE, ZERO
from miai.go.board.legality import is_legal
from miai.go.joseki.desk import MOVES
from miai.go.joseki.memory import BUCKETS, answer_at, pattern_at
from miai.go.joseki.regions import BIG, MIRRORS, PLACES, REGIONS, SIDE, VARIANTS

_BUCKET_SHIFT = U64(64 - (BUCKETS.bit_length() - 1))
_EXCHANGED = 2
"""Variants from this one on exchange the colours."""
ALL_REGIONS = U64((1 << REGIONS) - 1)
_WIDTH = U64(20)


@kernel
def read_keys(tables, ply):
    """Write the keys of all regions and variants of the position into `ply.keys`."""
    board = ply.board
    for column in range(ply.keys.size):
        ply.keys[column] = tables.base_keys[column]
    for i in range(board.color.size):
        color = U64(board.color[i])
        if color in (BLACK, WHITE):
            add_stone(tables, ply, U64(i), color)


@kernel
def add_stone(tables, ply, cell, color):
    """Add a stone to, or take it from, the keys."""
    row = cell * THREE + color
    for column in range(ply.keys.size):
        ply.keys[column] ^= tables.stone_keys[row, column]


@kernel
def find_patterns(tables, ply, wanted):
    """Look up the patterns of the regions whose bits are set in `wanted`, and their territory."""
    for region in range(REGIONS):
        if (wanted >> U64(region)) & ONE != ZERO:
            find_pattern(tables, ply, region)


@kernel
def find_pattern(tables, ply, region):
    """Write the pattern of a region, if the tables have it, its variant and its territory into `ply`."""
    key, variant = canonical(ply.keys, region)
    ply.variant[region] = variant
    ply.found[region] = -1
    ply.black[region] = ply.white[region] = 0.0
    place = region - BIG * PLACES
    if 0 <= place < PLACES and not is_enclosed(tables, ply.board, place):
        return
    index = index_of(tables, key)
    ply.found[region] = index
    if index >= 0:
        pattern = pattern_at(tables, index)
        own, other = np.float64(pattern.own), np.float64(pattern.other)
        ply.black[region] = own if variant < _EXCHANGED else other
        ply.white[region] = other if variant < _EXCHANGED else own


@kernel
def canonical(keys, region):
    """Return the least key of a region, which is the key of its pattern, and the variant that gave it."""
    best = 0
    for variant in range(1, VARIANTS):
        if keys[region * VARIANTS + variant] < keys[region * VARIANTS + best]:
            best = variant
    return U64(keys[region * VARIANTS + best]), best


@kernel
def is_enclosed(tables, board, place):
    """Return whether the rim of the big corner at a place is empty."""
    for i in range(tables.rims.shape[1]):
        if board.color[tables.rims[place, i]] != EMPTY:
            return False
    return True


@kernel
def index_of(tables, key):
    """Return the index of a pattern by its key, -1 if the tables do not have it."""
    bucket = key >> _BUCKET_SHIFT
    for i in range(np.int64(tables.starts[bucket]), np.int64(tables.starts[bucket + ONE])):
        if pattern_at(tables, i).key == key:
            return i
    return np.int64(-1)


@kernel
def is_in_use(ply, region):
    """Return whether the pattern of a region counts: in a corner that of the big one, if there is one, else that of the small one."""
    if ply.found[region] < 0:
        return False
    return region >= PLACES or ply.found[region + PLACES] < 0


@kernel
def list_answers(tables, ply, wanted, width):
    """Write the answers of the player to move, at most `width` of each pattern in use, into `ply.moves`, each move once."""
    ply.count = 0
    for region in range(REGIONS):
        if (wanted >> U64(region)) & ONE != ZERO and is_in_use(ply, region):
            _add_answers(tables, ply, region, width)


@kernel
def _add_answers(tables, ply, region, width):
    pattern = pattern_at(tables, ply.found[region])
    color, left = U64(ply.board.to_play), width
    for i in range(pattern.count):
        answer = answer_at(tables, np.int64(pattern.first) + i)
        if left > 0 and answer_color(ply, region, answer) == color:
            left -= 1
            cell = answer_cell(tables, ply, region, answer)
            if ply.board.color[cell] == EMPTY and is_legal(ply.board, cell, color):
                _add_move(ply, cell, np.float32(answer.games) / np.float32(max(1, answered_by(ply, region, pattern, color))))


@kernel
def _add_move(ply, cell, weight):
    for i in range(ply.count):
        if ply.moves[i] == cell:
            ply.weight[i] = max(ply.weight[i], weight)
            return
    if ply.count < MOVES:
        ply.moves[ply.count] = cell
        ply.weight[ply.count] = weight
        ply.count += 1


@kernel
def answer_color(ply, region, answer):
    """Return the colour on the board of an answer to the pattern of a region."""
    color = U64(answer.color)
    return color if ply.variant[region] < _EXCHANGED else COLORS - color


@kernel
def answered_by(ply, region, pattern, color):
    """Return the next moves that `color` made in the region, by the games, frequent or not."""
    canonical_color = color if ply.variant[region] < _EXCHANGED else COLORS - color
    return np.int64(pattern.answered[canonical_color - ONE])


@kernel
def answer_cell(tables, ply, region, answer):
    """Return the cell on the board of an answer to the pattern of a region."""
    return U64(tables.cells[region * MIRRORS + ply.variant[region] % MIRRORS, answer.point])


@kernel
def kind_length(tables, region):
    """Return the number of points of a region."""
    return tables.lengths[region // PLACES]


@kernel
def is_side(region):
    """Return whether a region is a side."""
    return region >= SIDE * PLACES
