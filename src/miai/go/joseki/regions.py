"""The regions of the 19x19 board whose stones make a pattern, as drawings, and the keys of stones in them.

Basaldúa (2013), section 3.4.9, gives the sizes of a big corner (66) and of a big side (87), and no shapes. The shapes below are symmetric,
corners do not overlap, and the stones of the Chinese opening fit into a side. A corner is drawn at the lower left, a side at the bottom.

A region has eight placements and mirror images; each is read with both exchanges of colours. `VARIANTS` of a region are numbered mirror +
2 * exchange. The pattern's key is the least of the keys of its variants, so that it is the same wherever and for whom it stands.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.hashing import zobrist_table
from miai.go.board.board import BLACK, WHITE, cell_at, cell_count
from miai.go.notation.coordinates import Point

SIZE = 19
CELLS = cell_count(SIZE)

SMALL_CORNER = """
x x x x . . .
x x x x x . .
x x x x x x .
x x x x x x x
x x x x x x x
x x x x x x x
x x x x x x x
"""
BIG_CORNER = """
x x x x . . . . .
x x x x x . . . .
x x x x x x . . .
x x x x x x x . .
x x x x x x x x .
x x x x x x x x x
x x x x x x x x x
x x x x x x x x x
x x x x x x x x x
"""
BIG_SIDE = """
. . x x x x x x x x x x x x x x x . .
. x x x x x x x x x x x x x x x x x .
. x x x x x x x x x x x x x x x x x .
x x x x x x x x x x x x x x x x x x x
x x x x x x x x x x x x x x x x x x x
"""
KINDS = ("small corner", "big corner", "side")
SMALL, BIG, SIDE = range(3)
PLACES = 4
REGIONS = len(KINDS) * PLACES
"""Number of regions of a board: region 4 * kind + place, where places are turned against the clock from the lower left or the bottom."""
MIRRORS, VARIANTS = 2, 4
LONGEST = 87
"""Number of points of the largest region."""
_SEED = 0x6A6F  # any number, but it must never change: the tables of patterns are sorted by these keys


def points_of(drawing: str) -> tuple[Point, ...]:
    """Return the points marked x, rows from the bottom, as (column, row)."""
    rows = [line.split() for line in reversed(drawing.strip().splitlines())]
    return tuple((x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign == "x")


@dataclass(frozen=True)
class RegionKind:
    """A kind of region in its standard placement."""

    name: str
    points: tuple[Point, ...]
    is_corner: bool

    def mirrored(self, point: Point) -> Point:
        """Return the mirror image of a point: across the diagonal of a corner, or the middle line of a side."""
        return (point[1], point[0]) if self.is_corner else (SIZE - 1 - point[0], point[1])

    def rim(self) -> tuple[Point, ...]:
        """Return the points of the region that touch a point outside it."""
        inside = set(self.points)
        return tuple(each for each in self.points if any(near not in inside for near in _neighbours(each)))


def _neighbours(point: Point) -> list[Point]:
    x, y = point
    near = [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
    return [(a, b) for a, b in near if 0 <= a < SIZE and 0 <= b < SIZE]


ALL_KINDS = (
    RegionKind(KINDS[SMALL], points_of(SMALL_CORNER), True),
    RegionKind(KINDS[BIG], points_of(BIG_CORNER), True),
    RegionKind(KINDS[SIDE], points_of(BIG_SIDE), False),
)
LENGTHS = tuple(len(kind.points) for kind in ALL_KINDS)


def turned(point: Point, times: int) -> Point:
    """Return a point turned by right angles against the clock about the centre of the board."""
    for _ in range(times):
        point = SIZE - 1 - point[1], point[0]
    return point


def placed(kind: int, place: int, mirror: int) -> list[Point]:
    """Return the points of the board that the points of a kind, in their order, stand for at a place and in a mirror image."""
    made = ALL_KINDS[kind]
    return [turned(made.mirrored(point) if mirror else point, place) for point in made.points]


def cells_of_regions() -> np.ndarray[Any, np.dtype[np.uint16]]:
    """Return the cells of all regions, (region * 2 + mirror, point); unused places are 0."""
    cells = np.zeros((REGIONS * MIRRORS, LONGEST), np.uint16)
    for region in range(REGIONS):
        for mirror in range(MIRRORS):
            points = placed(region // PLACES, region % PLACES, mirror)
            cells[region * MIRRORS + mirror, : len(points)] = [cell_at(point, SIZE) for point in points]
    return cells


def regions_of_cells() -> np.ndarray[Any, np.dtype[np.uint16]]:
    """Return for every cell the regions that it lies in, one bit each."""
    found, cells = np.zeros(CELLS, np.uint16), cells_of_regions()
    for region in range(REGIONS):
        found[cells[region * MIRRORS, : LENGTHS[region // PLACES]]] |= np.uint16(1 << region)
    return found


def rims_of_big_corners() -> np.ndarray[Any, np.dtype[np.uint16]]:
    """Return the rim of the big corner at each place: the pattern is enclosed if all are empty."""
    rim = ALL_KINDS[BIG].rim()
    return np.array([[cell_at(turned(point, place), SIZE) for point in rim] for place in range(PLACES)], np.uint16)


def base_keys() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return the keys of the empty regions, one for each region and variant."""
    return np.repeat(zobrist_table(len(KINDS), _SEED + 1), PLACES * VARIANTS)


def stone_keys() -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return what a stone adds to the keys: (cell * 3 + colour, region * 4 + variant)."""
    table = zobrist_table((len(KINDS), LONGEST, 2), _SEED)
    keys, cells = np.zeros((CELLS * 3, REGIONS * VARIANTS), np.uint64), cells_of_regions()
    for region in range(REGIONS):
        kind = region // PLACES
        for mirror in range(MIRRORS):
            places = cells[region * MIRRORS + mirror, : LENGTHS[kind]].astype(np.int64)
            for exchange in range(2):
                column = region * VARIANTS + mirror + 2 * exchange
                for color in (int(BLACK), int(WHITE)):
                    keys[places * 3 + color, column] = table[kind, : LENGTHS[kind], (color - 1) ^ exchange]
    return keys
