"""A position as plain data: the black and the white points.

Records, diagrams and the plain rules use it. It is slow and simple on purpose; the engine plays on `miai.go.board.board`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, check_size


@dataclass(frozen=True)
class Position:
    """Stones on a board of `size`. Two positions are equal if all points are, which is how superko compares them."""

    size: int
    black: frozenset[Point] = frozenset()
    white: frozenset[Point] = frozenset()

    @staticmethod
    def of(size: int, black: Iterable[Point] = (), white: Iterable[Point] = ()) -> Position:
        """Return the position with these stones. Raise `ValueError` if the size or a point is wrong, or a point has both colours."""
        position = Position(check_size(size), frozenset(black), frozenset(white))
        if position.black & position.white:
            raise ValueError(f"points {sorted(position.black & position.white)} are both black and white")
        for column, row in position.black | position.white:
            if not (0 <= column < size and 0 <= row < size):
                raise ValueError(f"point {(column, row)} is not on a board of {size}x{size}")
        return position

    def color_at(self, point: Point) -> int:
        """Return EMPTY, BLACK or WHITE."""
        return BLACK if point in self.black else WHITE if point in self.white else EMPTY

    def stones(self, color: int) -> frozenset[Point]:
        """Return the points that `color` occupies."""
        return self.black if color == BLACK else self.white

    def put(self, color: int, points: Iterable[Point]) -> Position:
        """Return the position with `points` set to `color` or EMPTY, whatever was there. Captures nothing."""
        points = frozenset(points)
        black, white = self.black - points, self.white - points
        return Position(self.size, black | points if color == BLACK else black, white | points if color == WHITE else white)
