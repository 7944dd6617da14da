"""Tables of games: a gzipped TSV file with one game per line, for reading tens of thousands of games quickly.

The first line names the columns: `id source split date komi result rules b_rank w_rank first moves`. `moves` has two characters per
move, letters as in SGF or `..` for a pass; colours alternate from `first` (b or w). The board size is in the name of the file (9x9).
"""

from __future__ import annotations

import gzip
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, LARGEST, PASS, WHITE, Move, color_from_text, from_letters, other

COLUMNS = ["id", "source", "split", "date", "komi", "result", "rules", "b_rank", "w_rank", "first", "moves"]


class TableGame(NamedTuple):
    """One line of a table. Komi is `None` where it is not a number."""

    size: int
    id: str
    source: str
    split: str
    date: str
    komi: float | None
    result: str
    rules: str
    ranks: tuple[str, str]
    moves: list[tuple[int, Move]]

    @property
    def winner(self) -> int | None:
        """The winner by the result."""
        return {"B": BLACK, "W": WHITE}.get(self.result[:1].upper())


def read_games(path: str | Path, size: int | None = None) -> Iterator[TableGame]:
    """Yield the games of a table in its order. Raise `UserError` with file, line and reason where it is broken.

    The moves are on the board, but not checked for legality.
    """
    size = size or size_in_name(Path(path).name)
    try:
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            if next(lines, "").rstrip("\n").split("\t") != COLUMNS:
                raise UserError(f"{path}: line 1: the columns must be {' '.join(COLUMNS)}")
            points = _points_by_letters(size)
            for number, line in enumerate(lines, 2):
                try:
                    yield _game(line.rstrip("\n").split("\t"), size, points)
                except ValueError as error:
                    raise UserError(f"{path}: line {number}: {error}") from error
    except OSError as error:
        raise UserError(f"{path}: {error.strerror or 'not a gzipped table'}") from error
    except (EOFError, zlib.error, UnicodeDecodeError) as error:
        raise UserError(f"{path}: {error}") from error


def size_in_name(name: str) -> int:
    """Return the board size in a file name such as games_9x9.tsv.gz; 19 if it has none."""
    found = re.search(r"(\d+)x\1(?!\d)", name)
    return int(found[1]) if found else LARGEST


def _points_by_letters(size: int) -> dict[str, Move]:
    letters = [chr(97 + index) for index in range(size)]
    points: dict[str, Move] = {column + row: from_letters(column + row, size) for column in letters for row in letters}
    return points | {"..": PASS}


def _game(fields: list[str], size: int, points: dict[str, Move]) -> TableGame:
    if len(fields) != len(COLUMNS):
        raise ValueError(f"{len(fields)} columns instead of {len(COLUMNS)}")
    row = dict(zip(COLUMNS, fields, strict=True))
    color, moves = color_from_text(row["first"]), []
    for index in range(0, len(row["moves"]), 2):
        letters = row["moves"][index : index + 2]
        if letters not in points:
            raise ValueError(f"move {index // 2 + 1}: {letters!r} is not a point of a board of {size}x{size}")
        moves.append((color, points[letters]))
        color = other(color)
    komi = float(row["komi"]) if re.fullmatch(r"-?\d+(\.\d+)?", row["komi"]) else None
    ranks = row["b_rank"], row["w_rank"]
    return TableGame(size, row["id"], row["source"], row["split"], row["date"], komi, row["result"], row["rules"], ranks, moves)
