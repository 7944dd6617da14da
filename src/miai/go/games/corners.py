"""Points in a corner: their numbers as a corner key turns them, and back."""

from __future__ import annotations

import functools

from miai.go.games.keys import SYMMETRIC, corner_side, key_tables
from miai.go.notation.coordinates import Move, Point


@functools.cache
def _places(corner: int, is_mirrored: bool, size: int) -> dict[int, int]:
    points = key_tables(size).corner_points[corner, int(is_mirrored)]
    return {int(point): place for place, point in enumerate(points)}


def place_in_corner(move: Move, corner: int, turn: int, size: int) -> int | None:
    """Return the number of a point among the points of a corner, as `turn` of its key mirrors it; `None` for a pass or a point outside.

    In a corner that is its own mirror image a point and its image have one number, the smaller one.
    """
    if isinstance(move, str):
        return None
    point = move[1] * size + move[0]
    found = _places(corner, bool(turn & 1), size).get(point)
    if found is None or not turn & SYMMETRIC:
        return found
    return min(found, _places(corner, not turn & 1, size)[point])


def point_of_place(place: int, corner: int, turn: int, size: int) -> Point:
    """Return the point of a number in a corner."""
    row, column = divmod(int(key_tables(size).corner_points[corner, turn & 1, place]), size)
    return column, row


def corner_of(point: Point, size: int) -> int | None:
    """Return the number of the corner that a point lies in: 0 lower left, 1 lower right, 2 upper left, 3 upper right."""
    side = corner_side(size)
    column, row = point
    if not (column < side or column >= size - side) or not (row < side or row >= size - side):
        return None
    return int(column >= size - side) + 2 * int(row >= size - side)
