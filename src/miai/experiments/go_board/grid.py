"""The geometry of a board, and kernels that all rungs share.

Cells are numbered as on the engine's board (`miai.go.board.board`): a border of EDGE surrounds the points, and cell 0, a border cell,
represents a pass.

| field of a grid | dtype, shape | meaning |
|---|---|---|
| `near` | uint16, cells x 4 | the neighbours of a point along the lines, border included; 0 for border cells |
| `across` | uint16, cells x 4 | the four diagonal neighbours |
| `points` | uint16, points | the cells that are points, in ascending order |
| `border` | uint8, cells | EDGE on the border, EMPTY on points: the empty board |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record

EMPTY, BLACK, WHITE, EDGE = 0, 1, 2, 3
PASS = 0


def cell_count(size: int) -> int:
    """Return the number of cells of a board of `size`, border included."""
    return (size + 2) * (size + 1) + 1


@functools.cache
def grid_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of a grid."""
    cells = cell_count(size)
    fields = [("near", np.uint16, (cells, 4)), ("across", np.uint16, (cells, 4)), ("points", np.uint16, size**2)]
    return record(f"ladder_grid_{size}", [*fields, ("border", np.uint8, cells)])


def new_grid(size: int) -> Any:
    """Return the grid of a board of `size`."""
    grid = new(grid_dtype(size))
    width = size + 1
    points = [(row + 1) * width + column + 1 for row in range(size) for column in range(size)]
    grid.points[:] = points
    grid.border[:] = EDGE
    grid.border[points] = EMPTY
    for point in points:
        grid.near[point] = [point - width, point - 1, point + 1, point + width]
        grid.across[point] = [point - width - 1, point - width + 1, point + width - 1, point + width + 1]
    return grid


@kernel
def is_eye(colors, grid, point, color):
    """Return whether the empty `point` is a one-point eye of `color`: surrounded by friends, with enough diagonals."""
    for k in range(4):
        found = colors[grid.near[point, k]]
        if found not in (color, EDGE):
            return False
    bad, edge = 0, 0
    for k in range(4):
        found = colors[grid.across[point, k]]
        if found == 3 - color:
            bad += 1
        elif found == EDGE:
            edge = 1
    return bad + edge < 2


@kernel
def has_empty_neighbour(colors, grid, point):
    """Return whether `point` has an empty neighbour."""
    for k in range(4):
        if colors[grid.near[point, k]] == EMPTY:
            return True
    return False


@kernel
def stands_alone_in_atari(colors, grid, point):
    """Return whether the stone on `point` has no adjacent friend and one empty neighbour. If it captured one stone, that is a ko."""
    empty = 0
    for k in range(4):
        found = colors[grid.near[point, k]]
        if found == colors[point]:
            return False
        if found == EMPTY:
            empty += 1
    return empty == 1


@kernel
def is_won_by_black(colors, grid, komi):
    """Return whether Black has won a finished game by area: stones, and empty points adjacent to one colour only."""
    score = 0
    for i in range(grid.points.size):
        point = grid.points[i]
        black = white = colors[point] == EMPTY
        if black:
            for k in range(4):
                found = colors[grid.near[point, k]]
                black = black and found != WHITE
                white = white and found != BLACK
        score += int(black or colors[point] == BLACK) - int(white or colors[point] == WHITE)
    return score > komi
