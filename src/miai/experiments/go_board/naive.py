"""The first rung: an array of colours.

Before every move all legal moves are found: for each empty point the board is copied, the stone is placed on the copy, chains are explored
by flood fill, and the copy is compared with the board before the opponent's move (ko). That is n^2 points times n^2 cells for each of
about n^2 moves.

| field | dtype, shape | meaning |
|---|---|---|
| `color` | uint8, cells | EMPTY, BLACK, WHITE or EDGE |
| `before` | uint8, cells | `color` before the last move |
| `trial` | uint8, cells | the copy on which a move is tried |
| `playable` | uint8, cells | 1 where the player to move may play |
| `stack` | uint16, cells | stones of a chain that are not explored yet |
| `seen` | uint32, cells | the number of the last exploration that reached this cell |
| `exploration` | uint32 | number of explorations so far |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.experiments.go_board.game import Rung
from miai.experiments.go_board.grid import EMPTY, cell_count, is_eye


def _fields(size):
    cells = cell_count(size)
    boards = [(name, np.uint8, cells) for name in ("color", "before", "trial", "playable")]
    return [*boards, ("stack", np.uint16, cells), ("seen", np.uint32, cells), ("exploration", np.uint32)]


@kernel
def _clear(state, grid):
    state.color[:] = grid.border
    state.before[:] = grid.border
    state.exploration = 0
    state.seen[:] = 0


@kernel
def _find_all_moves(state, grid, color):
    for i in range(grid.points.size):
        point = grid.points[i]
        state.playable[point] = state.color[point] == EMPTY and _may_play(state, grid, point, color)


@kernel
def _may_play(state, grid, point, color):
    """Return whether a move is playable, by trying it on a copy of the board."""
    if is_eye(state.color, grid, point, color):
        return False
    state.trial[:] = state.color
    state.trial[point] = color
    for k in range(4):
        neighbour = grid.near[point, k]
        if state.trial[neighbour] == 3 - color and not _has_liberty(state, grid, state.trial, neighbour):
            _take_off(state, grid, state.trial, neighbour, state.stack, 0)
    return _has_liberty(state, grid, state.trial, point) and not _is_same(state.trial, state.before)


@kernel
def _is_same(one, two):
    """Return whether two boards are equal. Compares every cell, as in the source."""
    different = 0
    for i in range(one.size):
        different += int(one[i] != two[i])
    return different == 0


@kernel
def _has_liberty(state, grid, colors, start):
    """Return whether the chain at `start` has a liberty. Explores the chain until an empty neighbour is found."""
    state.exploration += 1
    state.seen[start] = state.exploration
    state.stack[0] = start
    waiting = 1
    while waiting > 0:
        waiting -= 1
        point = state.stack[waiting]
        for k in range(4):
            neighbour = grid.near[point, k]
            if colors[neighbour] == EMPTY:
                return True
            if colors[neighbour] == colors[start] and state.seen[neighbour] != state.exploration:
                state.seen[neighbour] = state.exploration
                state.stack[waiting] = neighbour
                waiting += 1
    return False


@kernel
def _take_off(state, grid, colors, start, removed, count):
    """Remove the chain at `start`, append its stones to the `count` stones in `removed`, and return the new count."""
    color = colors[start]
    colors[start] = EMPTY
    removed[count] = start
    explored, count = count, count + 1
    while explored < count:
        point = removed[explored]
        explored += 1
        for k in range(4):
            neighbour = grid.near[point, k]
            if colors[neighbour] == color:
                colors[neighbour] = EMPTY
                removed[count] = neighbour
                count += 1
    return count


@kernel
def _is_playable(state, grid, point, color):
    return state.playable[point] != 0


@kernel
def _place(state, grid, point, color, removed):
    state.before[:] = state.color
    state.color[point] = color
    count = 0
    for k in range(4):
        neighbour = grid.near[point, k]
        if state.color[neighbour] == 3 - color and not _has_liberty(state, grid, state.color, neighbour):
            count = _take_off(state, grid, state.color, neighbour, removed, count)
    return count


@kernel
def _skip(state):
    state.before[:] = state.color


NAIVE = Rung("naive", "n^6", _fields, (_clear, _find_all_moves, _is_playable, _place, _skip))
