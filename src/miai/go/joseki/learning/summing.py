"""From the appearances of patterns in many games to tables: patterns that are frequent enough, their territory and answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.joseki.learning.replaying import NO_POINT
from miai.go.joseki.regions import LENGTHS, PLACES

LEAST_GAMES = 6
"""Games in which a pattern must appear."""
LEAST_ANSWERS, LEAST_SHARE = 3, 0.05
"""Games, and share of the next moves, that an answer must have."""

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Appearances:
    """Appearances of patterns with the games they come from, and the territory of Black in each region of these games."""

    rows: Array
    """Of `appearance_t`, in the order of games and moves."""
    games: Array
    """Number of the game of each row."""
    territory: Array
    """(games, regions): points that Black owns at the end."""


def first_appearances(found: Appearances) -> tuple[Array, Array]:
    """Return rows and games of the first appearance of each pattern in each game, ordered by keys."""
    order = np.lexsort((found.games, found.rows["key"]))  # stable: the earlier move first
    keys, games = found.rows["key"][order], found.games[order]
    is_first = np.ones(len(order), bool)
    is_first[1:] = (keys[1:] != keys[:-1]) | (games[1:] != games[:-1])
    return found.rows[order[is_first]], games[is_first]


def tables_of(found: Appearances) -> dict[str, Array]:
    """Return the arrays of `JosekiTables` but the encodings."""
    rows, games = first_appearances(found)
    keys, counts = np.unique(rows["key"], return_counts=True)
    kept = counts >= LEAST_GAMES
    number = np.cumsum(kept) - 1
    of_row = np.repeat(np.where(kept, number, -1), counts)
    inside = of_row >= 0
    rows, games, of_row = rows[inside], games[inside], of_row[inside]
    keys, counts = keys[kept], counts[kept]
    kinds = (rows["region"][np.searchsorted(of_row, np.arange(len(keys)))] // PLACES).astype(np.uint8)
    owned = found.territory[games, rows["region"]].astype(float)
    lengths = np.array(LENGTHS, float)[rows["region"] // PLACES]
    owned = np.where(rows["variant"] < 2, owned, lengths - owned)
    means = np.bincount(of_row, owned, len(keys)) / np.maximum(1, counts)
    squares = np.bincount(of_row, (owned - means[of_row]) ** 2, len(keys)) / np.maximum(1, counts - 1)
    return {
        "keys": keys,
        "kinds": kinds,
        "games": counts,
        "means": means,
        "deviations": np.sqrt(squares),
        **_answers(rows, of_row, len(keys)),
    }


def _answers(rows: Array, of_row: Array, patterns: int) -> dict[str, Array]:
    """Return the frequent next moves of each pattern, the most frequent first, and the numbers of all by colour."""
    has_answer = rows["point"] != NO_POINT
    pattern, point, color = (each[has_answer].astype(np.int64) for each in (of_row, rows["point"], rows["color"]))
    answered = np.stack([np.bincount(pattern[color == each], minlength=patterns) for each in (1, 2)], axis=1)
    moves, counts = np.unique((pattern * 256 + point) * 4 + color, return_counts=True)
    pattern, point, color = moves // 1024, moves // 4 % 256, moves % 4
    is_kept = (counts >= LEAST_ANSWERS) & (counts >= LEAST_SHARE * answered.sum(axis=1)[pattern])
    pattern, point, color, counts = (each[is_kept] for each in (pattern, point, color, counts))
    order = np.lexsort((color, point, -counts, pattern))
    starts = np.concatenate([[0], np.cumsum(np.bincount(pattern, minlength=patterns))])
    return {
        "answered": answered,
        "starts": starts,
        "points": point[order],
        "colors": color[order],
        "counts": counts[order],
    }
