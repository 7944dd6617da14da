"""The fourth rung: of its liberties a chain keeps only their number, and counts one that touches several stones several times.

Such a count is zero exactly when there is no liberty. A stone takes one off each neighbour's count; chains that join add theirs.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `parent`, `rank` | uint16, cells | union-find of stones, see `forest` |
| `liberties` | int16, cells | at a root: pairs of a stone of the chain and an empty point beside it |
| `next_stone` | uint16, cells | the next stone of the chain, in a ring |
| `ko` | uint16 | where the player to move may not play; 0: nowhere |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_ladder.forest import find, plant, unite
from miai.experiments.go_ladder.game import Rung, finds_moves_one_by_one
from miai.experiments.go_ladder.grid import EDGE, EMPTY, cell_count, has_empty_neighbour, is_eye, stands_alone_in_atari


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
    for k in range(4):
        neighbour = grid.near[point, k]
        found = state.color[neighbour]
        if found == EDGE:
            continue
        root = find(state.parent, neighbour)
        left = state.liberties[root] - _touching(state, grid, point, root)
        if (left > 0) == (found == color):  # a friend with another liberty, or an enemy without one
            return True
    return False


@kernel
def _touching(state, grid, point, root):
    """How many stones of the chain with this root are beside `point`."""
    count = 0
    for k in range(4):
        neighbour = grid.near[point, k]
        if state.color[neighbour] == state.color[root] and find(state.parent, neighbour) == root:
            count += 1
    return count


@kernel
def _place(state, grid, point, color, removed):
    state.color[point] = color
    plant(state.parent, state.rank, point)
    state.next_stone[point] = point
    state.liberties[point] = 0
    _count_liberties(state, grid, point)
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
def _count_liberties(state, grid, point):
    """Count the liberties of the new stone on `point`, and take one off each chain beside it."""
    for k in range(4):
        neighbour = grid.near[point, k]
        found = state.color[neighbour]
        if found == EMPTY:
            state.liberties[point] += 1
        elif found != EDGE:
            state.liberties[find(state.parent, neighbour)] -= 1


@kernel
def _join(state, one, two):
    """Unite two chains, given by their roots: add the counts, make one ring of two."""
    if one == two:
        return
    root, other = unite(state.parent, state.rank, one, two)
    state.liberties[root] += state.liberties[other]
    following = state.next_stone[root]
    state.next_stone[root] = state.next_stone[other]
    state.next_stone[other] = following


@kernel
def _take_off(state, grid, start, removed, count):
    """Empty all points of a chain and add one to the count of each stone beside them."""
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
