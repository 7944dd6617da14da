"""Tables of games for training and validation, of one board size."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from miai.core.errors import UserError
from miai.go.records.tsv import TableGame, read_games, size_in_name

SPLITS = ("train", "valid")


@dataclass(frozen=True)
class GameTables:
    """Files with games of one board size; `open_tables` checks them."""

    files: tuple[Path, ...]
    size: int

    def games(self, split: str) -> Iterator[TableGame]:
        """Yield the games of a split, from each file in turn."""
        tables = [(game for game in read_games(file) if game.split == split) for file in self.files]
        return (game for row in itertools.zip_longest(*tables) for game in row if game is not None)


def open_tables(files: Sequence[Path]) -> GameTables:
    """Return the tables in `files`. Raise `UserError` if they have several board sizes, cannot be read, or lack a split."""
    sizes = sorted({size_in_name(file.name) for file in files})
    if len(sizes) != 1:
        raise UserError(f"go learn: the tables have board sizes {', '.join(map(str, sizes))}; give tables of one size")
    tables = GameTables(tuple(files), sizes[0])
    for split in SPLITS:
        if next(tables.games(split), None) is None:
            raise UserError(f"go learn: there is no game marked {split!r} in {', '.join(map(str, files))}")
    return tables
