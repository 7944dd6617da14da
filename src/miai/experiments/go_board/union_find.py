"""The second rung: union-find, and at each root the set of the chain's stones and the set of its liberties.

The size of a set shows whether a chain has liberties. But when chains join, their sets must be united, element by element. A set is a list
with a table of the places of its elements: adding, removing and testing take constant time.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `parent`, `rank` | uint16, cells | union-find of stones, see `forest` |
| `stones` | uint16, cells x points | stones of the chain with this root, `stone_count` of them |
| `liberties` | uint16, cells x points | its liberties, `liberty_count` of them |
| `place_of` | uint16, cells x cells | 1 + the place of a point among the liberties of a root; 0: it is not a liberty |
| `ko` | uint16 | the point that ko forbids to the player to move; 0: none |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_board.forest import find, plant, unite
from miai.experiments.go_board.game import Rung, finds_moves_one_by_one
from miai.experiments.go_board.grid import EMPTY, cell_count, has_empty_neighbour, is_eye, stands_alone_in_atari


def _fields(size):
    cells = cell_count(size)
    by_cell = [(name, np.uint16, cells) for name in ("parent", "rank", "stone_count", "liberty_count")]
    sets = [
        ("stones", np.uint16, (cells, size**2)),
        ("liberties", np.uint16, (cells, size**2)),
        ("place_of", np.uint16, (cells, cells)),
    ]
    return [("color", np.uint8, cells), *by_cell, *sets, ("ko", np.uint16)]


@kernel
def _clear(state, grid):
    for i in range(grid.points.size):
        _forget_liberties(state, grid.points[i])
    state.color[:] = grid.border
    state.ko = 0


@kernel
def _forget_liberties(state, root):
    for i in range(state.liberty_count[root]):
        state.place_of[root, state.liberties[root, i]] = 0
    state.liberty_count[root] = 0


@kernel
def _add_liberty(state, root, point):
    if state.place_of[root, point] == 0:
        state.liberties[root, state.liberty_count[root]] = point
        state.liberty_count[root] += 1
        state.place_of[root, point] = state.liberty_count[root]


@kernel
def _remove_liberty(state, root, point):
    place = state.place_of[root, point]
    if place != 0:
        state.liberty_count[root] -= 1
        last = state.liberties[root, state.liberty_count[root]]
        state.liberties[root, place - 1] = last
        state.place_of[root, last] = place
        state.place_of[root, point] = 0


@kernel
def _is_playable(state, grid, point, color):
    if has_empty_neighbour(state.color, grid, point):
        return True
    if point == state.ko or is_eye(state.color, grid, point, color):
        return False
    for k in range(4):
        neighbour = grid.near[point, k]
        found = state.color[neighbour]
        if found == color and state.liberty_count[find(state.parent, neighbour)] > 1:
            return True
        if found == 3 - color and state.liberty_count[find(state.parent, neighbour)] == 1:
            return True
    return False


@kernel
def _place(state, grid, point, color, removed):
    _start_chain(state, grid, point, color)
    count = 0
    for k in range(4):
        neighbour = grid.near[point, k]
        found = state.color[neighbour]
        if found == color:
            _join(state, find(state.parent, point), find(state.parent, neighbour))
        elif found == 3 - color:
            root = find(state.parent, neighbour)
            _remove_liberty(state, root, point)
            if state.liberty_count[root] == 0:
                count = _take_off(state, grid, root, removed, count)
    _remove_liberty(state, find(state.parent, point), point)
    state.ko = removed[0] if count == 1 and stands_alone_in_atari(state.color, grid, point) else 0
    return count


@kernel
def _start_chain(state, grid, point, color):
    state.color[point] = color
    plant(state.parent, state.rank, point)
    state.stones[point, 0] = point
    state.stone_count[point] = 1
    for k in range(4):
        if state.color[grid.near[point, k]] == EMPTY:
            _add_liberty(state, point, grid.near[point, k])


@kernel
def _join(state, one, two):
    """Join two chains, given by their roots, and unite their sets."""
    if one == two:
        return
    root, other = unite(state.parent, state.rank, one, two)
    for i in range(state.stone_count[other]):
        state.stones[root, state.stone_count[root] + i] = state.stones[other, i]
    state.stone_count[root] += state.stone_count[other]
    for i in range(state.liberty_count[other]):
        _add_liberty(state, root, state.liberties[other, i])
    _forget_liberties(state, other)


@kernel
def _take_off(state, grid, root, removed, count):
    """Remove a chain, and add its points to the liberties of the adjacent chains."""
    color = state.color[root]
    for i in range(state.stone_count[root]):
        state.color[state.stones[root, i]] = EMPTY
    for i in range(state.stone_count[root]):
        point = state.stones[root, i]
        removed[count + i] = point
        for k in range(4):
            neighbour = grid.near[point, k]
            if state.color[neighbour] == 3 - color:
                _add_liberty(state, find(state.parent, neighbour), point)
    return count + int(state.stone_count[root])


@kernel
def _skip(state):
    state.ko = 0


UNION_FIND = Rung("union_find", "n^2 times group size", _fields, (_clear, finds_moves_one_by_one, _is_playable, _place, _skip))
