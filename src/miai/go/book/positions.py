"""Keys of single positions for the book, in NumPy: a move from the book needs nothing compiled. They agree with `games.keys`."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from miai.go.board.board import cell_at
from miai.go.games.keys import SYMMETRIES, key_tables, turn_back, turn_point
from miai.go.notation.coordinates import Point
from miai.go.rules.game import Game


class PositionKey(NamedTuple):
    """The key of a position, and all symmetries that give it: more than one where the position is its own image."""

    key: int
    symmetries: tuple[int, ...]
    size: int

    def turned(self, point: Point) -> int:
        """Return the number of a point as the key turns it; of several images the smallest."""
        return min(column + row * self.size for column, row in (turn_point(point, each, self.size) for each in self.symmetries))

    def point(self, number: int, symmetry: int | None = None) -> Point:
        """Return the point on the board of a number in the book."""
        chosen = self.symmetries[0] if symmetry is None else symmetry
        return turn_back((number % self.size, number // self.size), chosen, self.size)


def position_key(game: Game, color: int) -> PositionKey:
    """Return the key of the position of `game` with `color` to move."""
    size, tables = game.size, key_tables(game.size)
    cells = [int(cell_at((point % size, point // size), size)) for point in range(size * size)]
    contents = np.asarray(game.board.color)[cells].astype(np.int64)
    stones = np.flatnonzero(contents)
    hashes = [
        int(np.bitwise_xor.reduce(tables.stones[contents[stones], tables.turned[each, stones]], initial=np.uint64(0)))
        for each in range(SYMMETRIES)
    ]
    best = min(hashes)
    symmetries = tuple(each for each, found in enumerate(hashes) if found == best)
    return PositionKey(best ^ int(tables.movers[color]), symmetries, size)
