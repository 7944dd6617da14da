"""Urgencies learned from games: frequencies of patterns, and their Bradley-Terry strengths.

The **frequency** of a pattern is how often it was played, by how often it was seen at a legal move. Its **strength** is that of the
Bradley-Terry model, in which the move that was played has won against all other known patterns of its position; it is found by
minorisation-maximisation (Hunter 2004), with a prior of one win and one loss against strength 1 (Coulom 2007).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import U64, point_at
from miai.go.board.legality import is_legal
from miai.go.knowledge.urgency.choices import Array, KeyIndex, Moves, choices_of_game, find_key, index_of_keys, played_keys
from miai.go.knowledge.urgency.patterns import new_pattern_map, pattern_key, read_patterns
from miai.go.notation.coordinates import EMPTY, Point

Games = Callable[[], Iterable[Moves]]
"""The games to learn from; it is called for each pass."""


class Urgencies(NamedTuple):
    """The known patterns of one size, on one board size."""

    size: int
    places: int
    known: KeyIndex
    played: Array
    """int64: how often each pattern was played."""
    seen: Array
    """int64: how often it was seen at a legal move."""
    strengths: Array
    """float64: Bradley-Terry strengths; frequencies, if no round was made."""


def frequent_patterns(games: Games, size: int, places: int, least: int) -> KeyIndex:
    """Return the patterns that were played at least `least` times."""
    every = [played_keys(moves, size, places) for moves in games()]
    keys, counts = np.unique(np.concatenate([np.zeros(0, np.uint64), *every]), return_counts=True)
    return index_of_keys(keys[counts >= least])


def learn_urgencies(games: Games, size: int, places: int, least: int, rounds: int) -> Urgencies:
    """Return the urgencies of the patterns that were played at least `least` times, after `rounds` rounds of Bradley-Terry."""
    index = frequent_patterns(games, size, places, least)
    count = len(index.keys)
    played, seen = np.zeros(count, np.int64), np.zeros(count, np.int64)
    for moves in games():
        found = choices_of_game(moves, size, places, index)
        np.add.at(seen, found.candidates, 1)
        np.add.at(played, found.played[found.played >= 0], 1)
    strengths = played / np.maximum(1, seen)
    strengths /= max(1e-9, float(np.exp(np.log(np.maximum(strengths, 1e-9)).mean()))) if count else 1.0
    for _ in range(rounds):
        sums = np.zeros(count)
        for moves in games():
            found = choices_of_game(moves, size, places, index)
            add_rivals(found.candidates, found.ends, found.played, strengths, sums)
        strengths = next_strengths(played, sums, strengths)
    return Urgencies(size, places, index, played, seen, strengths)


@kernel
def add_rivals(candidates, ends, played, strengths, sums):
    """Add, for each pattern that could be played where a known one was, one divided by the strength of all together."""
    begin = 0
    for position in range(ends.size):
        end = ends[position]
        if played[position] >= 0:
            total = 0.0
            for i in range(begin, end):
                total += strengths[candidates[i]]
            for j in range(begin, end):
                sums[candidates[j]] += 1.0 / total
        begin = end


def next_strengths(wins: Array, sums: Array, strengths: Array, prior: float = 1.0) -> Array:
    """Return the strengths after a round: wins by the expected share of a strength of one, with `prior` wins and losses against 1."""
    found: Array = (wins + prior) / np.maximum(sums + 2.0 * prior / (strengths + 1.0), 1e-300)
    return found


def urgencies_on_board(table: Urgencies, board: Any, color: int) -> dict[Point, float]:
    """Return the strength of each legal point of `color` whose pattern is known."""
    patterns = new_pattern_map(table.size, table.places)
    read_patterns(patterns, board)
    found = {}
    for place in range(int(board.empty_count)):
        cell = U64(board.empties[place])
        assert board.color[cell] == EMPTY
        if is_legal(board, cell, U64(color)):
            number = int(find_key(table.known.keys, table.known.slots, U64(pattern_key(patterns, cell, U64(color)))))
            point = point_at(int(cell), table.size)
            if number >= 0 and point is not None:
                found[point] = float(table.strengths[number])
    return found
