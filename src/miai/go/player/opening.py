"""Moves from an opening book: a player asks it before it searches, and strikes out moves that turned out badly.

The first search after a move from the book is its test. If the best move there wins less often than `book_loss`, the move is
struck out and remembered: the same position is left to the search next time. A position that is bad already one move earlier is then
found by the search there, so that a losing line becomes shorter until its mistake is struck.
"""

from __future__ import annotations

import functools
import logging
import random
from dataclasses import dataclass
from pathlib import Path

from miai.core.errors import UserError
from miai.go.analysis import CandidateMove, PositionAnalysis
from miai.go.book import SHIPPED
from miai.go.book.book import Book, BookMove, read_book
from miai.go.book.memory import memory_of, read_struck, write_struck
from miai.go.book.positions import PositionKey, position_key
from miai.go.notation.coordinates import BLACK, COLOR_NAMES, Point, to_vertex
from miai.go.player.deciding import Decision
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game

log = logging.getLogger(__name__)

NO_BOOK, OWN_BOOK = "none", "default"
LEAST_TO_STRIKE = 200
"""Playouts below which no move is struck out."""


@functools.lru_cache(maxsize=8)
def _table(path: Path, size: int) -> Book:
    return read_book(path, size)


@dataclass(frozen=True)
class _LastMove:
    """A move from the book that no search has tested yet."""

    key: int
    point: int
    number: int
    """Moves before it."""


class OpeningBook:
    """The book of a player during its games. A book that cannot be read is reported once, and the player goes on without it."""

    def __init__(self, settings: PlayerSettings) -> None:
        self.settings = settings
        name = settings.book.strip()
        self.path = None if name.lower() in (NO_BOOK, "") else SHIPPED if name.lower() == OWN_BOOK else Path(name)
        self.memory = None if self.path is None else memory_of(self.path, settings.book_memory)
        self._struck: set[tuple[int, int, int]] | None = None
        self._untested: _LastMove | None = None
        self._games = 0

    def start_new_game(self) -> None:
        """Draw other moves from now on than in the last game."""
        self._games += 1
        self._untested = None

    def decide(self, game: Game, color: int) -> Decision | None:
        """Return a move from the book with what is known about the position, or `None` if it is not in the book."""
        if self.path is None or len(game.moves) >= self.settings.book_moves:
            return None
        place, found = self.known(game, color)
        if not found:
            return None
        dice = random.Random(f"book {self.settings.seed} {self._games} {len(game.moves)} {place.key}")
        chosen = found[0] if self.settings.book_choice == "most" else dice.choices(found, [move.games for move in found])[0]
        symmetry = dice.choice(place.symmetries)
        point = place.point(chosen.point, symmetry)
        self._untested = _LastMove(place.key, chosen.point, len(game.moves))
        return Decision(point, _describe(game, color, place, found, chosen, point))

    def known(self, game: Game, color: int) -> tuple[PositionKey, list[BookMove]]:
        """Return the key of a position and the moves of the book there that may be played."""
        place = position_key(game, color)
        try:
            assert self.path is not None
            if self._struck is None:
                self._struck = set() if self.memory is None else read_struck(self.memory)
            moves = _table(self.path, game.size).moves(game.size, place.key)
        except UserError as error:
            log.warning("%s; playing without a book", error)
            self.path = None
            return place, []
        struck = self._struck
        return place, [
            move
            for move in moves
            if not move.struck
            and (game.size, place.key, move.point) not in struck
            and game.is_legal(place.point(move.point), color)
        ]

    def test_last_move(self, game: Game, value: float, playouts: int) -> None:
        """Strike out the last move from the book if the search after it found a bad position: `value` is that of the best move."""
        last, self._untested = self._untested, None
        if self.path is None or last is None or self._struck is None or playouts < LEAST_TO_STRIKE:
            return
        if value < self.settings.book_loss and last.number == len(game.moves) - 2:
            self._struck.add((game.size, last.key, last.point))
            log.warning("move %d from the book is struck out: win rate %.2f after it", last.number + 1, value)
            if self.memory is not None:
                try:
                    write_struck(self.memory, self._struck)
                except UserError as error:
                    log.warning("%s", error)


def _describe(
    game: Game, color: int, place: PositionKey, found: list[BookMove], chosen: BookMove, point: Point
) -> PositionAnalysis:
    """Return the counts and results of the book as an analysis without playouts."""

    def rate(move: BookMove) -> float:
        return move.rate if move.value is None else move.value

    total = sum(move.games for move in found)
    rows = []
    for move in sorted(found, key=lambda move: move is not chosen):
        name = to_vertex(point if move is chosen else place.point(move.point))
        rows.append(CandidateMove(name, rate(move), move.games, rate(move), (name,), move.games / total))
    value = sum(rate(move) * move.games for move in found) / total
    return PositionAnalysis(
        number=len(game.moves),
        to_play=COLOR_NAMES[color],
        win_rate=value if color == BLACK else 1 - value,
        candidates=tuple(rows),
        ownership=((0.0,) * game.size,) * game.size,
        visits=total,
        candidate_visits=total,
        value=value,
        source="book",
    )
