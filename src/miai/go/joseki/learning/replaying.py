"""Kernels that replay a game: the patterns that appear with the next moves in their regions, the owners of points at the end, qualities."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import copy_to
from miai.core.records import record
from miai.go.board.board import BLACK, COLORS, EDGE, EMPTY, ONE, PASS_CELL, U64, ZERO
from miai.go.board.eyes import eye_owner
from miai.go.board.legality import LEGAL, verdict
from miai.go.board.moves import play
from miai.go.joseki.desk import ply_at
from miai.go.joseki.matching import ALL_REGIONS, add_stone, canonical, find_patterns, is_enclosed, read_keys
from miai.go.joseki.qualities import measure_qualities
from miai.go.joseki.regions import BIG, MIRRORS, PLACES, REGIONS
from miai.go.playouts.game import watch_policy_game

NO_POINT = 255
"""The point of an appearance after which nothing was played in the region."""

appearance_t = record(
    "pattern_appearance",
    [("key", np.uint64), ("region", np.uint8), ("variant", np.uint8), ("point", np.uint8), ("color", np.uint8)],
)
"""A pattern in a region during a game, and the next move there, as the key turns points and colours."""


@kernel
def list_appearances(tables, ply, colors, cells, limit, found):
    """Write the patterns of the first `limit` moves of a game into `found`. Return their number. `ply.board` is empty."""
    read_keys(tables, ply)
    count = 0
    for region in range(REGIONS):
        ply.found[region] = -1
        count = _note_pattern(tables, ply, region, found, count)
    for i in range(min(limit, cells.size)):
        cell, color = U64(cells[i]), U64(colors[i])
        if cell != PASS_CELL:
            if verdict(ply.board, cell, color, True) != LEGAL:
                return count
            for region in range(REGIONS):
                if (U64(tables.regions_of[cell]) >> U64(region)) & ONE != ZERO and ply.found[region] >= 0:
                    _note_answer(tables, found[ply.found[region]], cell, color)
        count = _play_and_note(tables, ply, cell, color, found, count)
        if count + REGIONS > found.size:
            return count
    return count


@kernel
def _play_and_note(tables, ply, cell, color, found, count):
    """Play a move, and note the patterns of the regions that it changed. Return the number of appearances."""
    before = U64(ply.board.empty_count)
    play(ply.board, cell, color)
    changed = U64(tables.regions_of[cell])
    if cell == PASS_CELL:
        return count
    if ply.board.empty_count + 1 == before:
        add_stone(tables, ply, cell, color)
    else:
        read_keys(tables, ply)
        changed = ALL_REGIONS
    for region in range(REGIONS):
        if (changed >> U64(region)) & ONE != ZERO:
            count = _note_pattern(tables, ply, region, found, count)
    return count


@kernel
def _note_pattern(tables, ply, region, found, count):
    """Note the present pattern of a region, unless it is the one noted last there. `ply.found` has its index, -1: none."""
    place = region - BIG * PLACES
    if 0 <= place < PLACES and not is_enclosed(tables, ply.board, place):
        ply.found[region] = -1
        return count
    key, variant = canonical(ply.keys, region)
    if ply.found[region] >= 0 and found[ply.found[region]].key == key:
        return count
    row = found[count]
    row.key, row.region, row.variant, row.point, row.color = key, region, variant, NO_POINT, 0
    ply.found[region] = count
    return count + 1


@kernel
def _note_answer(tables, row, cell, color):
    """Note the next move in the region of an appearance."""
    if row.point != NO_POINT:
        return
    line = np.int64(row.region) * MIRRORS + np.int64(row.variant) % MIRRORS
    for i in range(tables.lengths[np.int64(row.region) // PLACES]):
        if tables.cells[line, i] == cell:
            row.point = i
    row.color = color if row.variant < 2 else COLORS - color


@kernel
def count_final_owners(board, work, policy, stream, playouts, owned):
    """Add to `owned`, for every cell, Black's minus White's ends of `playouts` playouts from `board`; `work` is a board for them."""
    for _ in range(playouts):
        copy_to(work, board)
        watch_policy_game(work, policy, stream, policy)
        for i in range(work.color.size):
            color = U64(work.color[i])
            if color == EDGE:
                continue
            if color == EMPTY:
                color = eye_owner(U64(work.around[i]))
            owned[i] += np.int32(color == BLACK) - np.int32(color == COLORS - BLACK)


@kernel
def measure_at_moves(tables, desk, colors, cells, moves, rows):
    """Write the qualities of the player to move, and of the opponent, after each number of moves in `moves` (rising) into `rows`.

    The game begins on the empty board at the root of the desk. Return the number of rows.
    """
    ply, done = ply_at(desk, 0), 0
    for i in range(cells.size):
        while done < moves.size and moves[done] == i:
            _measure(tables, desk, ply, rows, done)
            done += 1
        if done == moves.size:
            return done
        if cells[i] != PASS_CELL and verdict(ply.board, cells[i], colors[i], True) != LEGAL:
            return done
        play(ply.board, cells[i], colors[i])
    return done


@kernel
def _measure(tables, desk, ply, rows, row):
    read_keys(tables, ply)
    find_patterns(tables, ply, ALL_REGIONS)
    measure_qualities(tables, desk, ply)
    own = np.int64(ply.board.to_play) - 1
    for i in range(desk.qualities.shape[1]):
        rows[row, 0, i] = desk.qualities[own, i]
        rows[row, 1, i] = desk.qualities[1 - own, i]
