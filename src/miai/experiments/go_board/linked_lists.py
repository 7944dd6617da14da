"""The third rung: linked lists of stones and of adjacent points, which are joined in constant time.

A chain keeps the four points adjacent to each of its stones as links of one list. A point in the list may be empty, an opponent's stone,
or by now a stone of the chain itself. To find a liberty, the list is traversed: stones of the chain are dropped from it, and the empty
point that was found moves to the front, where the next traversal finds it first.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `parent`, `rank` | uint16, cells | union-find of stones, see `forest` |
| `next_stone` | uint16, cells | the next stone of the chain; 0: the last |
| `last_stone` | uint16, cells | at a root: the last stone of the list that begins with it |
| `next_link` | uint16, 4 x cells | the next link; link 4 p + k is the neighbour k of the stone p; 0: the last |
| `first_link`, `last_link` | uint16, cells | at a root: the ends of its list; 0: the list is empty |
| `ko` | uint16 | the point that ko forbids to the player to move; 0: none |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_board.forest import find, plant, unite
from miai.experiments.go_board.game import Rung, finds_moves_one_by_one
from miai.experiments.go_board.grid import EDGE, EMPTY, PASS, cell_count, has_empty_neighbour, is_eye, stands_alone_in_atari


def _fields(size):
    cells = cell_count(size)
    names = ("parent", "rank", "next_stone", "last_stone", "first_link", "last_link")
    return [
        ("color", np.uint8, cells),
        *((name, np.uint16, cells) for name in names),
        ("next_link", np.uint16, 4 * cells),
        ("ko", np.uint16),
    ]


@kernel
def _clear(state, grid):
    state.color[:] = grid.border
    state.ko = 0


@kernel
def _has_liberty_besides(state, grid, root, except_point):
    """Return whether the chain with this root has a liberty other than `except_point` (PASS for none). Cleans up its list."""
    color = state.color[root]
    before, link = 0, state.first_link[root]
    while link != 0:
        following = state.next_link[link]
        point = grid.near[link >> 2, link & 3]
        if state.color[point] == color:
            _unlink(state, root, before, link)
        elif state.color[point] == EMPTY and point != except_point:
            if before != 0:
                _unlink(state, root, before, link)
                state.next_link[link] = state.first_link[root]
                state.first_link[root] = link
            return True
        else:
            before = link
        link = following
    return False


@kernel
def _unlink(state, root, before, link):
    """Drop `link`, which follows `before` (0: which is the first), from the list of a root."""
    following = state.next_link[link]
    if before == 0:
        state.first_link[root] = following
    else:
        state.next_link[before] = following
    if following == 0:
        state.last_link[root] = before


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
        # With a friend that has another liberty, or an enemy that has none, the new stone has a liberty.
        if _has_liberty_besides(state, grid, find(state.parent, neighbour), point) == (found == color):
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
            if not _has_liberty_besides(state, grid, root, PASS):
                count = _take_off(state, root, removed, count)
    state.ko = removed[0] if count == 1 and stands_alone_in_atari(state.color, grid, point) else 0
    return count


@kernel
def _start_chain(state, grid, point, color):
    state.color[point] = color
    plant(state.parent, state.rank, point)
    state.next_stone[point] = 0
    state.last_stone[point] = point
    state.first_link[point] = state.last_link[point] = 0
    for k in range(4):
        if state.color[grid.near[point, k]] != EDGE:
            link = 4 * int(point) + k
            state.next_link[link] = state.first_link[point]
            if state.first_link[point] == 0:
                state.last_link[point] = link
            state.first_link[point] = link


@kernel
def _join(state, one, two):
    """Join two chains, given by their roots: append the lists of one to those of the other."""
    if one == two:
        return
    root, other = unite(state.parent, state.rank, one, two)
    state.next_stone[state.last_stone[root]] = other
    state.last_stone[root] = state.last_stone[other]
    if state.first_link[other] == 0:
        return
    if state.first_link[root] == 0:
        state.first_link[root] = state.first_link[other]
    else:
        state.next_link[state.last_link[root]] = state.first_link[other]
    state.last_link[root] = state.last_link[other]


@kernel
def _take_off(state, root, removed, count):
    """Remove a chain. Its points are still in the lists of the adjacent chains, so nothing else changes."""
    point = root
    while point != 0:
        state.color[point] = EMPTY
        removed[count] = point
        count += 1
        point = state.next_stone[point]
    return count


@kernel
def _skip(state):
    state.ko = 0


LINKED_LISTS = Rung("linked_lists", "n^2 without captures", _fields, (_clear, finds_moves_one_by_one, _is_playable, _place, _skip))
