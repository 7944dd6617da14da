"""Distance in the common fate graph (Graepel, Goutrié, Krüger and Herbrich 2001): stones of a chain live and die together.

Every chain and every empty point is one node; nodes that touch are one step apart. So a move far away on the board may be near in
this graph: beside the other end of the same chain.

    . . . . .        distances from a:   2 1 2 2 2
    . a X X X                            1 0 1 1 1       the three stones are one step from a, and b is one step from them
    . . . . b                            2 1 2 2 2

| field | dtype, shape | meaning | sentinel |
|---|---|---|---|
| `distance` | uint8, cells | steps from the start | 255: farther than the limit, and border |
| `queue` | uint16, points | scratch | |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.go.board.board import EDGE, EMPTY, ONE, PASS_CELL, U64, ZERO, cell_count, row_width, size_of

FAR = U64(255)


@functools.cache
def fate_dtype(size: int) -> np.dtype[Any]:
    """Return the record of distances on a board of `size`."""
    return record("fate", [("distance", np.uint8, cell_count(size)), ("queue", np.uint16, size * size)])


def new_fate(board: Any) -> Any:
    """Return a record for the distances on a board of this size."""
    return new(fate_dtype(size_of(board)))


@kernel
def measure_from_last(fate, board, farthest):
    """Write the distances from the last move into `fate`, like `measure_fate`; after a pass all are FAR."""
    if board.last == PASS_CELL:
        fate.distance[:] = FAR
    else:
        measure_fate(fate, board, U64(board.last), farthest)


@kernel
def measure_fate(fate, board, cell, farthest):
    """Write the distances from `cell` into `fate.distance`, up to `farthest`, at most 254."""
    fate.distance[:] = FAR
    width = row_width(board)
    end = _reach(fate, board, cell, ZERO, ZERO)
    begin = ZERO
    while begin < end:
        point = U64(fate.queue[begin])
        begin += ONE
        distance = U64(fate.distance[point]) + ONE
        if distance > farthest:
            return
        for beside in (point - width, point - ONE, point + ONE, point + width):
            if board.color[beside] != EDGE and fate.distance[beside] == FAR:
                end = _reach(fate, board, beside, distance, end)


@kernel
def _reach(fate, board, cell, distance, end):
    """Set the distance of all points of the node of `cell` and append them to the queue. Return the new end of the queue."""
    point = cell
    while True:
        fate.distance[point] = distance
        fate.queue[end] = point
        end += ONE
        point = U64(board.next[point]) if board.color[cell] != EMPTY else cell
        if point == cell:
            return end
