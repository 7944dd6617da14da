"""Games from SGF files, folders and tables, and the filters that decide which of them are used."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE, Move
from miai.go.records.grammar import SgfError
from miai.go.records.record import GameRecord
from miai.go.records.sgf import read_collection
from miai.go.records.tsv import read_games

_RANK = re.compile(r"(?:(?P<number>\d{1,2})\s*(?P<kind>p|d|dan|k|kyu|段|級|级)|(?P<professional>p)(?P<level>\d))", re.IGNORECASE)
PROFESSIONAL = 20
"""Added to the number of a professional rank, so that all ranks have one order."""


class SourceGame(NamedTuple):
    """A game with what is known about it; empty or `None` where it is not."""

    source: str
    size: int
    date: str
    black: str
    white: str
    ranks: tuple[str, str]
    komi: float | None
    handicap: int
    """Handicap stones; the first moves are those that were set up (`stones`)."""
    result: str
    winner: int | None
    seconds: float | None
    """Main time of a player."""
    moves: list[tuple[int, Move]]
    stones: int = 0
    """Number of the first moves that are handicap stones of Black, set up before the game."""
    is_set_up: bool = False
    """Whether the game has set-up stones other than those, so that its moves do not begin on an empty board."""


@dataclass(frozen=True)
class GameFilter:
    """Conditions that a game must meet; a condition on something unknown is not met."""

    size: int | None = None
    rank: str = ""
    """Lowest rank of both players, such as 5d, 1p or 3k."""
    since: str = ""
    until: str = ""
    """Dates as YYYY, YYYY-MM or YYYY-MM-DD, both included."""
    komi: tuple[float, float] | None = None
    seconds: float | None = None
    """Least main time."""
    winner: bool = False
    """Whether the winner must be known."""
    handicap: tuple[int, int] = (0, 1)
    """Range of handicap stones; one stone is no handicap but komi."""

    def __post_init__(self) -> None:
        if self.rank and rank_order(self.rank) is None:
            raise UserError(f"rank {self.rank!r} is not understood; write a rank such as 5d, 1p or 3k")
        for date in (self.since, self.until):
            if date and not re.fullmatch(r"\d{4}(-\d{2}){0,2}", date):
                raise UserError(f"date {date!r} is not understood; write YYYY, YYYY-MM or YYYY-MM-DD")

    def reason_against(self, game: SourceGame) -> str:
        """Return why a game is left out, in a word; empty if it is used."""
        if self.size is not None and game.size != self.size:
            return "size"
        if game.is_set_up:
            return "set-up stones"
        if not self.handicap[0] <= game.handicap <= self.handicap[1]:
            return "handicap"
        if self.rank and not _are_ranked(game.ranks, self.rank):
            return "rank"
        if (self.since or self.until) and not self._is_in_time(game.date):
            return "date"
        if self.komi is not None and not (game.komi is not None and self.komi[0] <= game.komi <= self.komi[1]):
            return "komi"
        if self.seconds is not None and not (game.seconds is not None and game.seconds >= self.seconds):
            return "time"
        if self.winner and game.winner is None:
            return "winner"
        return ""

    def _is_in_time(self, date: str) -> bool:
        found = re.search(r"\d{4}(-\d{2}){0,2}", date)
        if found is None:
            return False
        day = found[0]
        return (not self.since or day[: len(self.since)] >= self.since[: len(day)]) and (
            not self.until or day[: len(self.until)] <= self.until[: len(day)]
        )


def rank_order(rank: str) -> int | None:
    """Return a number that orders ranks: kyu below 0, dan from 1, professionals above them; `None` if it is no rank."""
    found = _RANK.search(rank.strip())
    if found is None:
        return None
    if found["professional"]:
        return PROFESSIONAL + int(found["level"])
    number, kind = int(found["number"]), found["kind"].lower()
    if kind in ("k", "kyu", "級", "级"):
        return -number
    return number + (PROFESSIONAL if kind == "p" else 0)


def _are_ranked(ranks: tuple[str, str], least: str) -> bool:
    lowest = rank_order(least)
    orders = [rank_order(rank) for rank in ranks]
    return lowest is not None and all(order is not None and order >= lowest for order in orders)


class BrokenGame(NamedTuple):
    """A file, or a game of it, that cannot be read, and the reason in one line."""

    source: str
    reason: str


def why_none(left_out: Mapping[str, int], broken: Sequence[BrokenGame]) -> str:
    """Return in brackets why no game is left: those that a filter left out, and the first that cannot be read."""
    reasons = [f"left out: {', '.join(f'{count} by {name}' for name, count in left_out.items())}"] if left_out else []
    if broken:
        reasons.append(f"cannot be read: {broken[0].reason}" + (f" and {len(broken) - 1} more" if len(broken) > 1 else ""))
    return f" ({'; '.join(reasons)})" if reasons else ""


def read_sources(paths: Sequence[Path]) -> Iterator[SourceGame | BrokenGame]:
    """Yield the games of files and folders. Broken SGF files are yielded as such; a broken table raises `UserError`."""
    for path in _files(paths):
        if path.name.endswith(".tsv.gz"):
            yield from _table(path)
        else:
            yield from _records(path)


def _files(paths: Iterable[Path]) -> Iterator[Path]:
    for path in paths:
        if path.is_dir():
            found = sorted(each for pattern in ("*.sgf", "*.SGF", "*.tsv.gz") for each in path.rglob(pattern))
            if not found:
                raise UserError(f"{path}: no .sgf or .tsv.gz file in this folder")
            yield from found
        elif path.is_file():
            yield path
        else:
            raise UserError(f"{path}: cannot be read: no such file or folder")


def _table(path: Path) -> Iterator[SourceGame]:
    for game in read_games(path):
        source = f"{path.name}:{game.id}"
        yield SourceGame(source, game.size, game.date, "", "", game.ranks, game.komi, 0, game.result, game.winner, None, game.moves)


def _records(path: Path) -> Iterator[SourceGame | BrokenGame]:
    try:
        for number, record in enumerate(read_collection(path), 1):
            yield _game(record, f"{path.name}:{number}" if number > 1 else path.name)
    except (SgfError, UserError) as error:
        yield BrokenGame(path.name, str(error))


def _game(record: GameRecord, source: str) -> SourceGame | BrokenGame:
    try:
        moves, stones, is_set_up = moves_with_stones(record)
    except SgfError as error:
        return BrokenGame(source, str(error))
    names = record.players
    return SourceGame(
        source,
        record.size,
        record.text("DT"),
        names.get(BLACK, ""),
        names.get(WHITE, ""),
        (record.text("BR"), record.text("WR")),
        record.komi,
        max(record.handicap, stones),
        record.result,
        record.winner,
        _seconds(record.text("TM")),
        moves,
        stones,
        is_set_up,
    )


def moves_with_stones(record: GameRecord) -> tuple[list[tuple[int, Move]], int, bool]:
    """Return the moves of the main line behind Black's handicap stones, the number of these, and whether other stones are set up.

    Raise `SgfError` for a move off the board.
    """
    steps = [record.step(node) for node in record.main_line()]
    begin = next((number for number, step in enumerate(steps) if step.moves), len(steps))
    black = frozenset().union(*(step.black for step in steps[:begin]))
    stones: list[tuple[int, Move]] = [(BLACK, point) for point in sorted(black)]
    is_set_up = any(step.white or step.empty or (step.black and number >= begin) for number, step in enumerate(steps))
    return [*stones, *(move for step in steps for move in step.moves)], len(stones), is_set_up


def _seconds(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
