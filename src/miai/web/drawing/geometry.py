"""The place of each point on the drawn board, in units of the SVG. `board.js` computes the inverse."""

from __future__ import annotations

from miai.go.notation.coordinates import Point

UNIT = 40
"""Distance of two lines."""
BARE_EDGE, LETTERED_EDGE = 26, 40
"""Distance of the first line from the edge of the picture, without and with coordinates."""


def edge_of(coordinates: bool) -> int:
    """Return the margin around the lines."""
    return LETTERED_EDGE if coordinates else BARE_EDGE


def width_of(size: int, coordinates: bool) -> int:
    """Return the width of the picture, which is also its height."""
    return 2 * edge_of(coordinates) + (size - 1) * UNIT


def place(point: Point, size: int, coordinates: bool) -> tuple[int, int]:
    """Return the centre of a point: x to the right, y down."""
    edge = edge_of(coordinates)
    return edge + UNIT * point[0], edge + UNIT * (size - 1 - point[1])
