"""An opening book and its file.

The file is a NumPy archive (.npz). `header` is JSON: format, version, and where the book comes from. Each board size has a table:

| array | dtype, shape | meaning |
|---|---|---|
| `keys_<size>` | uint64, positions | keys of positions (`positions.py`), in rising order |
| `starts_<size>` | uint32, positions + 1 | index of the first move of each position |
| `points_<size>` | int16, moves | a move, by rows from the lower left corner of the board as the key turns it |
| `games_<size>` | uint32, moves | games with the move; visits, if a search found it |
| `wins_<size>` | float32, moves | games that the player of the move won; half for an unknown winner |
| `values_<size>` | float32, moves | win rate behind the move by a search; NaN: not searched |
| `struck_<size>` | uint8, moves | 0, or why the move is not played: `STRUCK` |
"""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.archives import DAMAGE, check_arrays, check_members, write_archive
from miai.core.errors import UserError
from miai.core.json_text import parse_json
from miai.go.notation.coordinates import LARGEST

FORMAT, VERSION = "miai opening book", 1
STRUCK = ("", "results", "search", "play")
"""Why a move is not played: bad results in games, a bad value by `miai book check`, a bad position after a game left the book."""
BY_RESULTS, BY_SEARCH, BY_PLAY = 1, 2, 3
_COLUMNS = {"points": np.int16, "games": np.uint32, "wins": np.float32, "values": np.float32, "struck": np.uint8}

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class BookMove:
    """A move of a book."""

    point: int
    games: int
    wins: float
    value: float | None = None
    struck: int = 0

    @property
    def rate(self) -> float:
        """Share of the games that its player won."""
        return self.wins / max(1, self.games)


@dataclass
class Book:
    """Positions by board size and key, each with its moves, the most frequent first."""

    tables: dict[int, dict[int, tuple[BookMove, ...]]] = field(default_factory=dict)
    about: dict[str, Any] = field(default_factory=dict)
    """Sources and numbers of the build, for people."""

    def moves(self, size: int, key: int) -> tuple[BookMove, ...]:
        """Return the moves of a position, the struck ones included; none if it is not in the book."""
        return self.tables.get(size, {}).get(key, ())

    def put(self, size: int, key: int, moves: Iterable[BookMove]) -> None:
        """Enter a position, in the place of what was known of it."""
        self.tables.setdefault(size, {})[key] = tuple(sorted(moves, key=lambda move: (-move.games, move.point)))

    def change(self, size: int, key: int, point: int, **changes: Any) -> None:
        """Change some fields of one move."""
        found = self.moves(size, key)
        self.put(size, key, (replace(each, **changes) if each.point == point else each for each in found))

    def summary(self) -> dict[str, Any]:
        """Return the positions and moves of each board size."""
        sizes = {}
        for size, table in sorted(self.tables.items()):
            every = [move for moves in table.values() for move in moves]
            sizes[str(size)] = {
                "positions": len(table),
                "moves": len(every),
                "searched": sum(move.value is not None for move in every),
                "struck": sum(move.struck > 0 for move in every),
            }
        return {"sizes": sizes, "about": self.about}


def as_stored(value: float) -> float:
    """Return a value as a file keeps it, so that a book is the same before and after it was written."""
    return float(np.float32(value))


def write_book(path: Path, book: Book) -> None:
    """Write a book, whole or not at all; the same book gives the same bytes. Raise `UserError` if it cannot be written."""
    arrays: dict[str, Array] = {}
    for size, table in sorted(book.tables.items()):
        arrays |= _arrays_of(size, table)
    write_archive(path, {"format": FORMAT, "version": VERSION, "about": book.about}, arrays)


def _arrays_of(size: int, table: Mapping[int, tuple[BookMove, ...]]) -> dict[str, Array]:
    keys = sorted(table)
    rows = [move for key in keys for move in table[key]]
    columns: dict[str, list[Any]] = {
        "points": [move.point for move in rows],
        "games": [move.games for move in rows],
        "wins": [move.wins for move in rows],
        "values": [np.nan if move.value is None else move.value for move in rows],
        "struck": [move.struck for move in rows],
    }
    made: dict[str, Array] = {f"{name}_{size}": np.array(columns[name], kind) for name, kind in _COLUMNS.items()}
    starts = np.concatenate([[0], np.cumsum([len(table[key]) for key in keys])]).astype(np.uint32)
    made[f"keys_{size}"], made[f"starts_{size}"] = np.array(keys, np.uint64), starts
    return made


def read_book(path: Path, only: int | None = None) -> Book:
    """Return the book in a file, or its table of one board size. Raise `UserError` in one line if it is no book or broken."""
    try:
        content = path.read_bytes()
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            check_members(content, arrays.zip.infolist())
            check_arrays(arrays.zip)
            _check_names({member.filename for member in arrays.zip.infolist()})
            header = _header(path, arrays)
            book = Book(about=header.get("about", {}))
            for name in arrays.files:
                if name.startswith("keys_") and (only is None or name == f"keys_{only}"):
                    size = int(name.removeprefix("keys_"))
                    book.tables[size] = _table(arrays, size)
            return book
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}") from error
    except DAMAGE as error:
        raise UserError(f"{path}: no opening book, or a broken one; make one with `miai book build`") from error


def _check_names(names: set[str]) -> None:
    """Raise `ValueError` if a table is not whole, or a member does not belong to a book."""
    sizes = {name.removeprefix("keys_").removesuffix(".npy") for name in names if name.startswith("keys_")}
    if names != {"header.npy", *(f"{name}_{size}.npy" for name in (*_COLUMNS, "keys", "starts") for size in sizes)}:
        raise ValueError("tables are missing, or members do not belong to a book")


def _array(arrays: Any, name: str, kind: Any) -> Array:
    """Return an array of an archive. Raise `ValueError` for another type or shape, `KeyError` if there is none."""
    found: Array = arrays[name]
    if found.dtype != np.dtype(kind) or found.ndim != 1:
        raise ValueError(f"{name} has another type or shape")
    return found


def _header(path: Path, arrays: Any) -> dict[str, Any]:
    header = parse_json(_array(arrays, "header", np.uint8).tobytes())
    if header["format"] != FORMAT or type(header["version"]) is not int or not isinstance(header.get("about", {}), dict):
        raise ValueError("another format")
    if header["version"] > VERSION:
        raise UserError(f"{path}: made by a newer miai (book version {header['version']}; this one reads up to {VERSION})")
    return dict(header)


def _table(arrays: Any, size: int) -> dict[int, tuple[BookMove, ...]]:
    if not 2 <= size <= LARGEST:
        raise ValueError("a board of another size")
    key_array, start_array = _array(arrays, f"keys_{size}", np.uint64), _array(arrays, f"starts_{size}", np.uint32)
    found = {name: _array(arrays, f"{name}_{size}", kind) for name, kind in _COLUMNS.items()}
    rows = len(found["points"])
    if len(start_array) != len(key_array) + 1 or start_array[-1] != rows or any(len(each) != rows for each in found.values()):
        raise ValueError("the arrays do not fit each other")
    if not ((found["points"] >= 0) & (found["points"] < size * size) & (found["struck"] < len(STRUCK))).all():
        raise ValueError("points or reasons out of range")
    if not ((found["wins"] >= 0) & (found["wins"] <= found["games"])).all() or np.isinf(found["values"]).any():
        raise ValueError("more wins than games")
    if start_array[0] or (start_array[1:] < start_array[:-1]).any() or (key_array[1:] <= key_array[:-1]).any():
        raise ValueError("wrong order")
    keys, starts, columns = key_array.tolist(), start_array.tolist(), [each.tolist() for each in found.values()]
    moves = [
        BookMove(point, games, wins, None if value != value else value, struck)
        for point, games, wins, value, struck in zip(*columns, strict=True)
    ]
    return {key: tuple(moves[starts[at] : starts[at + 1]]) for at, key in enumerate(keys)}
