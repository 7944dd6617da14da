"""The fourth rung: a chain keeps only the number of its pseudo-liberties, which counts a liberty once for each adjacent stone.

The count is zero exactly when there is no liberty. A new stone subtracts one from the count of each neighbour; joined chains add their
counts.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `parent`, `rank` | uint16, cells | union-find of stones, see `forest` |
| `liberties` | int16, cells | at a root: pairs of a stone of the chain and an adjacent empty point |
| `next_stone` | uint16, cells | the next stone of the chain, in a ring |
| `ko` | uint16 | the point that ko forbids to the player to move; 0: none |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_board.forest import find, plant, unite
from miai.experiments.go_board.game import Rung, finds_moves_one_by_one
from miai.experiments.go_board.grid import (
    BLACK,
    EDGE,
    EMPTY,
    WHITE,
    cell_count,
    has_empty_neighbour,
    is_eye,
    stands_alone_in_atari,
)


def _fields(size):
    cells = cell_count(size)
    by_cell = [(name, np.uint16, cells) for name in ("parent", "rank", "next_stone")]
    return [("color", np.uint8, cells), *by_cell, ("liberties", np.int16, cells), ("ko", np.uint16)]


@kernel
def _clear(state, grid):
    state.color[:] = grid.border
    state.ko = 0


@kernel
def _is_playable(state, grid, point, color):
    if has_empty_neighbour(state.color, grid, point):
        return True
    if point == state.ko or is_eye(state.color, grid, point, color):
        return False
    _change_counts_around(state, grid, point, -1)
    will_stand = False
    for k in range(4):
        found = state.color[grid.near[point, k]]
        if found != EDGE:  # a friend that keeps a liberty, or an enemy that does not
            keeps_one = state.liberties[find(state.parent, grid.near[point, k])] > 0
            will_stand = will_stand or keeps_one == (found == color)
    _change_counts_around(state, grid, point, 1)
    return will_stand


@kernel
def _change_counts_around(state, grid, point, change):
    """Add `change` to the count of each chain adjacent to `point`, once for each adjacent stone."""
    for k in range(4):
        found = state.color[grid.near[point, k]]
        if found in (BLACK, WHITE):
            state.liberties[find(state.parent, grid.near[point, k])] += change


@kernel
def _place(state, grid, point, color, removed):
    state.color[point] = color
    plant(state.parent, state.rank, point)
    state.next_stone[point] = point
    _change_counts_around(state, grid, point, -1)
    state.liberties[point] = _empty_neighbours(state, grid, point)
    count = 0
    for k in range(4):
        neighbour = grid.near[point, k]
        found = state.color[neighbour]
        if found == color:
            _join(state, find(state.parent, point), find(state.parent, neighbour))
        elif found == 3 - color and state.liberties[find(state.parent, neighbour)] == 0:
            count = _take_off(state, grid, neighbour, removed, count)
    state.ko = removed[0] if count == 1 and stands_alone_in_atari(state.color, grid, point) else 0
    return count


@kernel
def _empty_neighbours(state, grid, point):
    count = 0
    for k in range(4):
        count += int(state.color[grid.near[point, k]] == EMPTY)
    return count


@kernel
def _join(state, one, two):
    """Join two chains, given by their roots: add the counts, and make one ring of two."""
    if one == two:
        return
    root, other = unite(state.parent, state.rank, one, two)
    state.liberties[root] += state.liberties[other]
    following = state.next_stone[root]
    state.next_stone[root] = state.next_stone[other]
    state.next_stone[other] = following


@kernel
def _take_off(state, grid, start, removed, count):
    """Remove a chain, and add one to the counts of adjacent chains for each adjacent stone."""
    color = state.color[start]
    point = start
    while state.color[point] == color:
        state.color[point] = EMPTY
        removed[count] = point
        count += 1
        for k in range(4):
            neighbour = grid.near[point, k]
            if state.color[neighbour] == 3 - color:
                state.liberties[find(state.parent, neighbour)] += 1
        point = state.next_stone[point]
    return count


@kernel
def _skip(state):
    state.ko = 0


PSEUDO_LIBERTIES = Rung("pseudo_liberties", "n^2", _fields, (_clear, finds_moves_one_by_one, _is_playable, _place, _skip))
