"""Where points are on the drawn board, in units of the SVG; `board.js` computes the same backwards."""

from __future__ import annotations

from miai.go.notation.coordinates import Point

UNIT = 40
"""Between two lines."""
BARE_EDGE, LETTERED_EDGE = 26, 40
"""From the edge of the picture to the first line, without and with coordinates."""


def edge_of(coordinates: bool) -> int:
    """The margin of the board."""
    return LETTERED_EDGE if coordinates else BARE_EDGE


def width_of(size: int, coordinates: bool) -> int:
    """Width and height of the picture."""
    return 2 * edge_of(coordinates) + (size - 1) * UNIT


def place(point: Point, size: int, coordinates: bool) -> tuple[int, int]:
    """The centre of a point: x to the right, y down."""
    edge = edge_of(coordinates)
    return edge + UNIT * point[0], edge + UNIT * (size - 1 - point[1])
