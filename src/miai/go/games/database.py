"""The database of games: one SQLite file with the games and the keys of their positions and corners.

| table | a row |
|---|---|
| `facts` | a name and a value: format, first moves that have keys |
| `games` | a game: source, size, date, players, ranks, komi, handicap stones that were set up, result, winner, moves as SGF letters, those
  stones first |
| `positions` | a position of a game: its key, the moves before it, the next point as the key turns it, whether the player to move won |
| `corners` | a corner after a move in it: its key, the moves so far, the next point in it as the key turns it, and its colour |

The file contains a checksum of itself (`checksum.py`), which is compared when it is opened; files above 64 MiB by `info` only.

`next` numbers points by rows from the lower left corner of the turned board (or corner); NULL means that nothing was played there.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.go.games.checksum import is_whole, write_checksum
from miai.go.games.keys import NO_CORNER, NO_POINT, GameKeys, game_fingerprint, keys_of_game
from miai.go.games.sources import BrokenGame, GameFilter, SourceGame, why_none
from miai.go.notation.coordinates import to_letters

FORMAT = "3"
FIRST_MOVES = 60
"""Moves of each game whose positions have keys."""
SHORTEST = 2
_BATCH = 500

_SCHEMA = """
CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE games (
    id INTEGER PRIMARY KEY, fingerprint INTEGER NOT NULL, source TEXT NOT NULL, size INTEGER NOT NULL, date TEXT NOT NULL,
    black TEXT NOT NULL, white TEXT NOT NULL, black_rank TEXT NOT NULL, white_rank TEXT NOT NULL, komi REAL, stones INTEGER NOT NULL,
    result TEXT NOT NULL, winner INTEGER, moves TEXT NOT NULL
);
CREATE TABLE positions (key INTEGER NOT NULL, game INTEGER NOT NULL, number INTEGER NOT NULL, next INTEGER, won INTEGER);
CREATE TABLE corners (
    key INTEGER NOT NULL, game INTEGER NOT NULL, number INTEGER NOT NULL, next INTEGER, color INTEGER, won INTEGER
);
"""
_INDEXES = """
CREATE UNIQUE INDEX games_by_fingerprint ON games (size, fingerprint);
CREATE INDEX positions_by_key ON positions (key, next, won, game, number);
CREATE INDEX corners_by_key ON corners (key, next, color, won, game, number);
"""
_OBJECTS = {
    *(("table", name) for name in ("facts", "games", "positions", "corners")),
    *(("index", name) for name in ("games_by_fingerprint", "positions_by_key", "corners_by_key")),
}
"""All that a database may contain."""
_LAST_POINT = 19 * 19 - 1
_CHECKED_WHEN_OPENED = 64 << 20
"""Bytes of a file up to which it is compared with its checksum whenever it is opened."""


@dataclass(frozen=True)
class BuildSummary:
    """The contents of a new database, and the games that were left out."""

    games: int
    positions: int
    corners: int
    repeated: int
    """Games that are the same as another one under a symmetry."""
    left_out: dict[str, int]
    """Games that a filter left out, by its name."""
    broken: list[BrokenGame]


def build_database(
    path: Path,
    games: Iterable[SourceGame | BrokenGame],
    wanted: GameFilter,
    first_moves: int = FIRST_MOVES,
    on_progress: Callable[[int], None] = lambda count: None,
) -> BuildSummary:
    """Write a database of `games` to `path`, which must not exist. It appears there when it is complete.

    Raise `UserError` if the file exists or cannot be written, or no game is left.
    """
    if path.exists():
        raise UserError(f"{path} exists; choose another name, or delete it first")
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    try:
        summary = _write(part, games, wanted, first_moves, on_progress)
        if not summary.games:
            raise UserError(f"no game is left{why_none(summary.left_out, summary.broken)}; nothing was written")
        write_checksum(part)
        os.replace(part, path)
    except (OSError, sqlite3.Error) as error:
        raise UserError(f"{path}: cannot be written: {error}") from error
    finally:
        part.unlink(missing_ok=True)
    return summary


def _write(
    part: Path, games: Iterable[SourceGame | BrokenGame], wanted: GameFilter, first_moves: int, on_progress: Callable[[int], None]
) -> BuildSummary:
    left_out: Counter[str] = Counter()
    broken: list[BrokenGame] = []
    seen: set[tuple[int, int]] = set()
    counts = Counter({"positions": 0, "corners": 0})
    repeated = 0
    with contextlib.closing(sqlite3.connect(part)) as file:
        file.executescript(f"PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; {_SCHEMA}")
        for game in games:
            if isinstance(game, BrokenGame):
                broken.append(game)
                continue
            reason = wanted.reason_against(game) or ("length" if len(game.moves) < SHORTEST else "")
            if reason:
                left_out[reason] += 1
                continue
            same = (game.size, game_fingerprint(game.moves, game.size, game.stones))
            if same in seen:
                repeated += 1
                continue
            seen.add(same)
            _add_game(file, len(seen), same[1], game, first_moves, counts)
            if len(seen) % _BATCH == 0:
                on_progress(len(seen))
        file.executescript(_INDEXES)
        facts = {"format": FORMAT, "first_moves": str(first_moves)}
        file.executemany("INSERT INTO facts VALUES (?, ?)", facts.items())
        file.commit()
    return BuildSummary(len(seen), counts["positions"], counts["corners"], repeated, dict(left_out), broken)


def _add_game(
    file: sqlite3.Connection, number: int, fingerprint: int, game: SourceGame, first_moves: int, counts: Counter[str]
) -> None:
    letters = "".join(".." if isinstance(move, str) else to_letters(move, game.size) for _, move in game.moves)
    first = "w" if game.moves[0][0] == 2 else "b"
    file.execute(
        "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            *(number, fingerprint, game.source, game.size, game.date, game.black, game.white, *game.ranks),
            *(game.komi, game.stones, game.result, game.winner, f"{first}{letters}"),
        ),
    )
    keys = keys_of_game(game.moves, game.size, first_moves + game.stones)
    positions, corners = _position_rows(number, game, keys), _corner_rows(number, game, keys)
    file.executemany("INSERT INTO positions VALUES (?, ?, ?, ?, ?)", positions)
    file.executemany("INSERT INTO corners VALUES (?, ?, ?, ?, ?, ?)", corners)
    counts.update(positions=len(positions), corners=len(corners))


def _position_rows(number: int, game: SourceGame, keys: GameKeys) -> list[tuple[Any, ...]]:
    found = zip(as_signed(keys.positions), keys.nexts.tolist(), strict=True)
    movers = [color for color, _ in game.moves]
    return [
        (
            *(key, number, at - game.stones, None if following == NO_POINT else following),
            _won(game, movers[at] if at < len(movers) else None),
        )
        for at, (key, following) in enumerate(found)
        if at >= game.stones
    ]


def _corner_rows(number: int, game: SourceGame, keys: GameKeys) -> list[tuple[Any, ...]]:
    """Return a row for each move in a corner, with the next move in the same corner and the colour of who made it.

    Colours are as the key has them: exchanged where the key is that of the corner with the colours exchanged. Handicap stones are there
    together, so a corner has one row for all of its own.
    """
    from miai.go.games.corners import place_in_corner

    rows = []
    following: dict[int, int] = {}
    set_up: set[int] = set()
    for at in range(keys.legal - 1, -1, -1):
        corner = int(keys.corners[at])
        if corner == NO_CORNER or (at < game.stones and corner in set_up):
            continue
        if at < game.stones:
            set_up.add(corner)
        turn, later = int(keys.corner_turns[at]), following.get(corner)
        place = color = None
        if later is not None:
            mover, move = game.moves[later]
            place = place_in_corner(move, corner, turn, game.size)
            color = 3 - mover if turn & 2 else mover
        won = _won(game, game.moves[later][0] if later is not None else None)
        played = max(0, at + 1 - game.stones)
        rows.append((int(keys.corner_keys[at].astype(np.int64)), number, played, place, color, won))
        following[corner] = at
    return rows


def _won(game: SourceGame, mover: int | None) -> int | None:
    return None if game.winner is None or mover is None else int(game.winner == mover)


def as_signed(keys: Any) -> list[int]:
    """Return 64-bit keys as SQLite stores them."""
    return [int(key) for key in keys.view(np.int64)]


@dataclass(frozen=True)
class Continuation:
    """A move that was played next: `point` in the numbering of the key, `None` if nothing was; and how it went."""

    point: int | None
    color: int | None
    games: int
    won: int
    """Games that the player of the move won."""
    decided: int
    """Games whose winner is known."""


@dataclass(frozen=True)
class FoundGame:
    """A game in which something was found, and after how many moves."""

    id: int
    number: int
    source: str
    date: str
    black: str
    white: str
    ranks: tuple[str, str]
    result: str


class GamesDatabase:
    """A database that is open for reading."""

    def __init__(self, path: Path) -> None:
        """Open the database at `path`. Raise `UserError` if it is none, is damaged, or has another format."""
        if not path.is_file():
            raise UserError(f"{path}: no such file; build one with: miai go games build GAMES... --out {path}")
        self.path = path
        try:
            # immutable: SQLite uses no journal, which a stranger could have put beside the file
            self._file = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro&immutable=1", uri=True)
            self._file.execute("PRAGMA trusted_schema = OFF")
            found = set(self._file.execute("SELECT type, name FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'"))
            if found != _OBJECTS:  # a view or trigger of a crafted file would run when it is read
                raise UserError(f"{path}: no database of games: it needs just the tables and indexes of `miai go games build`")
            self.facts = dict(self._file.execute("SELECT name, value FROM facts"))
            if self.facts.get("format") == FORMAT and path.stat().st_size <= _CHECKED_WHEN_OPENED:
                self.check_whole()
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise UserError(f"{path}: no database of games, or a damaged one: {error}") from error
        if self.facts.get("format") != FORMAT:
            raise UserError(f"{path}: format {self.facts.get('format')!r} of another version; build it again")

    def check_whole(self) -> None:
        """Raise `UserError` unless the file agrees with its checksum."""
        if not is_whole(self.path):
            raise UserError(f"{self.path}: damaged: its checksum is wrong; build it again")

    def close(self) -> None:
        self._file.close()

    def __enter__(self) -> GamesDatabase:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _rows(self, select: str, values: Sequence[Any] = ()) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._file.execute(select, values)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            raise UserError(f"{self.path}: damaged: {error}") from error

    def _whole(self, value: Any, high: int = 2**62) -> int:
        """Return a whole number from 0 to `high`; SQLite columns may contain anything. Raise `UserError` for another value."""
        if not isinstance(value, int | float) or value != value or not 0 <= value <= high:
            raise UserError(f"{self.path}: damaged: {str(value)[:40]!r} where a whole number up to {high} belongs")
        return int(value)

    def _continuation(self, row: tuple[Any, ...]) -> Continuation:
        point, color, games, won, decided = row
        return Continuation(
            None if point is None else self._whole(point, _LAST_POINT),
            None if color is None else self._whole(color, 2),
            self._whole(games),
            self._whole(won),
            self._whole(decided),
        )

    def _found_game(self, row: tuple[Any, ...]) -> FoundGame:
        game, number, *texts = row
        source, date, black, white, black_rank, white_rank, result = ("" if each is None else str(each) for each in texts)
        return FoundGame(self._whole(game), self._whole(number), source, date, black, white, (black_rank, white_rank), result)

    def info(self) -> dict[str, Any]:
        """Return the number of games by board size, positions, corners, dates and ranks."""
        sizes = {str(size): count for size, count in self._rows("SELECT size, COUNT(*) FROM games GROUP BY size ORDER BY size")}
        ((positions,),) = self._rows("SELECT COUNT(*) FROM positions")
        ((corners,),) = self._rows("SELECT COUNT(*) FROM corners")
        ((first, last),) = self._rows("SELECT MIN(date), MAX(date) FROM games WHERE date != ''")
        ((decided,),) = self._rows("SELECT COUNT(*) FROM games WHERE winner IS NOT NULL")
        ((handicap,),) = self._rows("SELECT COUNT(*) FROM games WHERE stones >= 2")
        return {
            "games": sum(sizes.values()),
            "by_size": sizes,
            "with_winner": decided,
            "with_handicap": handicap,
            "positions": positions,
            "corners": corners,
            "first_moves": self._first_moves(),
            "first_date": first,
            "last_date": last,
        }

    def _first_moves(self) -> int:
        text = str(self.facts.get("first_moves"))
        return self._whole(int(text) if text.isascii() and text.isdigit() and len(text) < 6 else text)

    def after_position(self, key: int) -> list[Continuation]:
        """Return what was played in a position, most frequent first."""
        rows = self._rows(
            "SELECT next, NULL, COUNT(*), TOTAL(won), COUNT(won) FROM positions WHERE key = ? GROUP BY next ORDER BY 3 DESC, next",
            (key,),
        )
        return [self._continuation(row) for row in rows]

    def after_corner(self, key: int) -> list[Continuation]:
        """Return what was played next in a corner, by either colour, most frequent first."""
        rows = self._rows(
            "SELECT next, color, COUNT(*), TOTAL(won), COUNT(won) FROM corners WHERE key = ? GROUP BY next, color"
            " ORDER BY 3 DESC, next, color",
            (key,),
        )
        return [self._continuation(row) for row in rows]

    def games_with(self, table: str, key: int, most: int) -> list[FoundGame]:
        """Return games with a position or corner, the latest first; `table` is "positions" or "corners"."""
        rows = self._rows(
            f"SELECT games.id, MIN(number), source, date, black, white, black_rank, white_rank, result FROM {table}"
            " JOIN games ON games.id = game WHERE key = ? GROUP BY games.id ORDER BY date DESC, games.id LIMIT ?",
            (key, most),
        )
        return [self._found_game(row) for row in rows]
