"""Unconditional life: chains that cannot be captured even if their owner always passes (Benson 1976, *Life in the Game of Go*).

A **region** of a colour is a connected set of points without stones of that colour. It is *vital* to a chain of the colour if each
of its empty points is a liberty of the chain. The chains of the largest set in which every chain has two vital regions that are
bordered by chains of the set only are unconditionally alive.

All empty points of a region must touch a vital chain, so at most four chains (the neighbours of one empty point) can be vital.

| field of the scratch record | dtype, shape | meaning | sentinel |
|---|---|---|---|
| `region` | uint16, cells | region that a cell belongs to: its first cell | 0: none |
| `queue` | uint16, cells | cells of a region that are still to be visited | |
| `vital` | uint16, (cells, 4) | at a region: heads of the chains that it is vital to | 0: none |
| `is_known` | uint8, cells | at a region: whether an empty point was seen and `vital` has a meaning | |
| `is_broken` | uint8, cells | at a region: whether a chain that is not alive borders it | |
| `eyes` | uint8, cells | at a head: vital regions found, at most 255 | |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.go.board.board import EDGE, ONE, U64, ZERO, cell_count, row_width, size_of


@functools.cache
def life_scratch_dtype(size: int) -> np.dtype[Any]:
    """Return the scratch record for boards of `size`."""
    cells = cell_count(size)
    words = [("region", np.uint16, cells), ("queue", np.uint16, cells), ("vital", np.uint16, (cells, 4))]
    return record("life_scratch", [*words, *((name, np.uint8, cells) for name in ("is_known", "is_broken", "eyes"))])


def unconditionally_alive(board: Any) -> np.ndarray[Any, np.dtype[np.bool_]]:
    """Return for every cell whether it has a stone that cannot be captured even if its owner always passes."""
    alive = np.zeros((2, board.color.size), np.uint8)
    scratch = new(life_scratch_dtype(size_of(board)))
    for color in (1, 2):
        find_unconditional_life(board, U64(color), alive[color - 1], scratch)
    return np.asarray(alive.any(axis=0))


@kernel
def find_unconditional_life(board, color, alive, scratch_buffer):
    """Write into `alive`, for every cell, 1 if it has an unconditionally alive stone of `color`, else 0."""
    for i in range(board.color.size):
        alive[i] = U64(board.color[i] == color)
    _find_regions(board, color, scratch_buffer)
    _find_vital_chains(board, color, scratch_buffer)
    while _give_up_chains(board, color, alive, scratch_buffer):
        _break_regions(board, color, alive, scratch_buffer)


@kernel
def _find_regions(board, color, scratch):
    """Fill `scratch.region` and reset the data of regions."""
    width = row_width(board)
    scratch.region[:] = ZERO
    scratch.is_known[:] = ZERO
    scratch.is_broken[:] = ZERO
    for i in range(board.color.size):
        start = U64(i)
        if board.color[start] in (color, EDGE) or scratch.region[start] != ZERO:
            continue
        scratch.region[start] = start
        scratch.queue[ZERO] = start
        waiting = ONE
        while waiting != ZERO:
            waiting -= ONE
            cell = U64(scratch.queue[waiting])
            for near in (cell - width, cell - ONE, cell + ONE, cell + width):
                if board.color[near] not in (color, EDGE) and scratch.region[near] == ZERO:
                    scratch.region[near] = start
                    scratch.queue[waiting] = near
                    waiting += ONE


@kernel
def _find_vital_chains(board, color, scratch):
    """Fill `scratch.vital`: the chains around a region's first empty point, except those that another empty point does not touch."""
    width = row_width(board)
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        region = U64(scratch.region[cell])
        if scratch.is_known[region] == ZERO:
            scratch.is_known[region] = ONE
            index = ZERO
            scratch.vital[region, :] = ZERO
            for near in (cell - width, cell - ONE, cell + ONE, cell + width):
                if board.color[near] == color and not _is_vital(scratch, region, U64(board.chain[near])):
                    scratch.vital[region, index] = board.chain[near]
                    index += ONE
            continue
        for k in range(4):
            if not _touches(board, cell, U64(scratch.vital[region, k])):
                scratch.vital[region, k] = ZERO


@kernel
def _is_vital(scratch, region, head):
    """Return whether `head` is among the chains that the region is vital to."""
    vital = scratch.vital
    return vital[region, 0] == head or vital[region, 1] == head or vital[region, 2] == head or vital[region, 3] == head


@kernel
def _touches(board, cell, head):
    """Return whether a stone of the chain is a neighbour of `cell`."""
    width = row_width(board)
    below_or_left = board.chain[cell - width] == head or board.chain[cell - ONE] == head
    return below_or_left or board.chain[cell + ONE] == head or board.chain[cell + width] == head


@kernel
def _give_up_chains(board, color, alive, scratch):
    """Remove the chains with fewer than two vital regions from `alive`. Return whether there were any."""
    scratch.eyes[:] = ZERO
    for i in range(board.color.size):
        is_region = scratch.region[i] == i and scratch.is_known[i] != 0 and scratch.is_broken[i] == 0
        if is_region:
            for index in range(4):
                head = U64(scratch.vital[i, index])
                scratch.eyes[head] = min(U64(scratch.eyes[head]) + ONE, U64(255))
    changed = False
    for i in range(board.color.size):
        if alive[i] != 0 and scratch.eyes[board.chain[i]] < 2:
            alive[i] = ZERO
            changed = True
    return changed


@kernel
def _break_regions(board, color, alive, scratch):
    """Mark the regions that border on a chain that is not alive."""
    width = row_width(board)
    for i in range(board.color.size):
        cell = U64(i)
        if scratch.region[cell] == ZERO:
            continue
        for near in (cell - width, cell - ONE, cell + ONE, cell + width):
            if board.color[near] == color and alive[near] == ZERO:
                scratch.is_broken[scratch.region[cell]] = ONE
