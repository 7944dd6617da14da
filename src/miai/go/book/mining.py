"""Books from game records: the positions of the first moves of all games, and what was played in them.

A position is kept if `least_games` games have it, a move if at least two games and `least_share` of those of its position have it. A move
with much worse results than the position in all (the 95 % interval of its wins lies below) is kept, but struck out.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np

from miai.core.errors import UserError
from miai.core.settings import Checked, number, whole
from miai.core.statistics import wilson
from miai.go.book.book import BY_RESULTS, Array, Book, BookMove
from miai.go.games.keys import NO_POINT, game_fingerprint, keys_of_game
from miai.go.games.sources import BrokenGame, GameFilter, SourceGame, why_none

LEAST_OF_MOVE = 2
WORSE = 0.05
"""How far the interval of a move's wins must lie below those of its position for the move to be struck."""


@dataclass(frozen=True)
class MiningSettings(Checked):
    """Which positions and moves of the games become a book."""

    noun = "setting of the book"

    first_moves: int = whole(20, 1, 100, "first moves of each game")
    least_games: int = whole(5, 1, 10**6, "games that must have a position")
    least_share: float = number(0.05, 0, 1, "share of the games of a position that must have a move")


@dataclass(frozen=True)
class MiningSummary:
    """The games that were used and left out."""

    games: int
    repeated: int
    left_out: dict[str, int]
    broken: list[BrokenGame]


def mine_book(
    games: Iterable[SourceGame | BrokenGame],
    wanted: GameFilter,
    settings: MiningSettings | None = None,
    on_progress: Callable[[int], None] = lambda count: None,
) -> tuple[Book, MiningSummary]:
    """Return the book of `games`. Raise `UserError` if no position is left."""
    settings = settings or MiningSettings()
    left_out: Counter[str] = Counter()
    broken: list[BrokenGame] = []
    seen: set[tuple[int, int]] = set()
    repeated = 0
    found: dict[int, list[tuple[Array, ...]]] = {}
    for game in games:
        if isinstance(game, BrokenGame):
            broken.append(game)
            continue
        reason = wanted.reason_against(game) or ("" if game.moves else "length")
        if reason:
            left_out[reason] += 1
            continue
        same = game.size, game_fingerprint(game.moves, game.size)
        if same in seen:
            repeated += 1
            continue
        seen.add(same)
        found.setdefault(game.size, []).append(_rows(game, settings.first_moves))
        if len(seen) % 1000 == 0:
            on_progress(len(seen))
    if not seen:
        raise UserError(f"no game is left{why_none(left_out, broken)}; nothing was written")
    book = Book()
    for size, rows in found.items():
        _enter(book, size, [np.concatenate(column) for column in zip(*rows, strict=True)], settings)
    if not any(book.tables.values()):
        raise UserError(f"no position is in {settings.least_games} of {len(seen)} games; nothing was written")
    book.about = {"games": len(seen), **vars(settings)}
    return book, MiningSummary(len(seen), repeated, dict(left_out), broken)


def _rows(game: SourceGame, first_moves: int) -> tuple[Array, ...]:
    """Return keys, next points, and the wins of the players to move, of the positions with a next move on the board."""
    keys = keys_of_game(game.moves, game.size, first_moves)
    colors = np.array([color for color, _ in game.moves[: len(keys.nexts)]])
    there = np.flatnonzero(keys.nexts[: len(colors)] != NO_POINT)
    won = np.full(len(there), 0.5) if game.winner is None else (colors[there] == game.winner).astype(float)
    return keys.positions[there], keys.nexts[there].astype(np.int64), won


def _enter(book: Book, size: int, columns: list[Array], settings: MiningSettings) -> None:
    keys, points, won = columns
    distinct, inverse, counts = np.unique(keys, return_inverse=True, return_counts=True)
    order = np.argsort(inverse, kind="stable")
    ends = np.cumsum(counts)
    for at in np.flatnonzero(counts >= settings.least_games):
        rows = order[ends[at] - counts[at] : ends[at]]
        total, mean = int(counts[at]), float(won[rows].mean())
        moves = []
        for point, games in Counter(points[rows].tolist()).items():
            if games >= LEAST_OF_MOVE and games / total >= settings.least_share:
                wins = float(won[rows][points[rows] == point].sum())
                is_bad = wilson(math.ceil(wins), games).high < mean - WORSE
                moves.append(BookMove(point, games, wins, struck=BY_RESULTS if is_bad else 0))
        if moves:
            book.put(size, int(distinct[at]), moves)
