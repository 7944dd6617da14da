"""The choices of recorded games in terms of patterns: which patterns of a table could be played in each position, and which one was."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import PASS_CELL, U64, new_board
from miai.go.board.legality import LEGAL, is_legal, verdict
from miai.go.knowledge.urgency.patterns import new_pattern_map, pattern_key, play_and_note
from miai.go.notation.coordinates import Move
from miai.go.records.fast_replay import cells_of

Array = np.ndarray[Any, Any]
Moves = Sequence[tuple[int, Move]]
_SPREAD, _HALF = U64(0x9E3779B97F4A7C15), U64(32)


class KeyIndex(NamedTuple):
    """Keys and where they are: an open hash table that is at most half full."""

    keys: Array
    """uint64: all keys."""
    slots: Array
    """int32, a power of two: the index of a key, or -1."""


def index_of_keys(keys: Array) -> KeyIndex:
    """Return the index of distinct keys."""
    size = 16
    while size < 2 * len(keys):
        size *= 2
    slots = np.full(size, -1, np.int32)
    fill_slots(keys, slots)
    return KeyIndex(keys, slots)


@kernel
def fill_slots(keys, slots):
    """Enter all keys into empty slots."""
    mask = U64(slots.size - 1)
    for number in range(keys.size):
        at = (keys[number] * _SPREAD >> _HALF) & mask
        while slots[at] >= 0:
            at = (at + U64(1)) & mask
        slots[at] = number


@kernel
def find_key(keys, slots, key):
    """Return the number of a key, or -1."""
    mask = U64(slots.size - 1)
    at = (key * _SPREAD >> _HALF) & mask
    while slots[at] >= 0:
        if keys[slots[at]] == key:
            return np.int64(slots[at])
        at = (at + U64(1)) & mask
    return np.int64(-1)


def played_keys(moves: Moves, size: int, places: int) -> Array:
    """Return the keys of the patterns in which the moves of a game were played, passes left out."""
    colors, cells = cells_of(moves, size)
    keys = np.zeros(len(cells), np.uint64)
    count = note_played(new_board(size), new_pattern_map(size, places), colors, cells, keys)
    return keys[:count]


@kernel
def note_played(board, patterns, colors, cells, keys):
    """Replay a game and write the key of each move. Return their number."""
    count = 0
    for i in range(cells.size):
        if cells[i] != PASS_CELL:
            if verdict(board, cells[i], colors[i], True) != LEGAL:
                return count
            keys[count] = pattern_key(patterns, cells[i], colors[i])
            count += 1
        play_and_note(board, patterns, cells[i], colors[i])
    return count


class GameChoices(NamedTuple):
    """The positions of a game: the known patterns of their legal moves."""

    candidates: Array
    """int32: numbers of patterns, position by position; a pattern that can be played at two points is there twice."""
    ends: Array
    """int64, positions: the end of each position in `candidates`."""
    played: Array
    """int32, positions: the pattern that was played, or -1 if it is not known."""
    legal: Array
    """int32, positions: number of legal moves."""


def choices_of_game(moves: Moves, size: int, places: int, index: KeyIndex) -> GameChoices:
    """Return the positions of a game from the empty board, up to the first illegal move; those with a pass are left out."""
    colors, cells = cells_of(moves, size)
    made = GameChoices(
        np.zeros(size * size * len(cells), np.int32),
        np.zeros(len(cells), np.int64),
        np.zeros(len(cells), np.int32),
        np.zeros(len(cells), np.int32),
    )
    count = int(list_choices(new_board(size), new_pattern_map(size, places), colors, cells, index, made))
    ends = made.ends[:count]
    return GameChoices(made.candidates[: ends[-1] if count else 0], ends, made.played[:count], made.legal[:count])


@kernel
def list_choices(board, patterns, colors, cells, index, made):
    """Replay a game and fill `made`. Return the number of positions."""
    count, end = 0, 0
    for i in range(cells.size):
        if cells[i] != PASS_CELL:
            if verdict(board, cells[i], colors[i], True) != LEGAL:
                return count
            legal = 0
            for place in range(board.empty_count):
                cell = U64(board.empties[U64(place)])
                if is_legal(board, cell, colors[i]):
                    legal += 1
                    found = find_key(index.keys, index.slots, pattern_key(patterns, cell, colors[i]))
                    if found >= 0:
                        made.candidates[end] = found
                        end += 1
            made.played[count] = find_key(index.keys, index.slots, pattern_key(patterns, cells[i], colors[i]))
            made.legal[count], made.ends[count] = legal, end
            count += 1
        play_and_note(board, patterns, cells[i], colors[i])
    return count
