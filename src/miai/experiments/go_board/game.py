"""The interface of a representation, and the random game that is played on all of them.

The order in which moves are tried is kept outside the representations, in the record of a chooser, so that the same random stream gives the
same game on each. A move is drawn uniformly from the playable points: legal, and not an eye of the player to move.

| field of a chooser | dtype, shape | meaning |
|---|---|---|
| `empties` | uint16, points | the `count` empty points, in an order that depends only on the moves so far |
| `slot` | uint16, cells | the place of an empty point in `empties` |
| `removed` | uint16, points | the stones that the last move captured |
| `moves` | uint16, 3 x points | the moves of the game; PASS for a pass |
| `count` | int64 | number of empty points |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.kernels import generic, kernel
from miai.core.records import new, record
from miai.core.streams import next_below
from miai.experiments.go_board.grid import BLACK, PASS, cell_count, is_won_by_black

KOMI = 7.5


@generic
def clear(state, grid):
    """Clear the board."""


@generic
def look_ahead(state, grid, color):
    """Prepare for a move of `color`. Called before each move, for a representation that finds all moves at once."""


@generic
def is_playable(state, grid, point, color):
    """Return whether `color` may play on the empty `point`: simple ko, no suicide, not its own eye. May reorganise `state`."""


@generic
def place(state, grid, point, color, removed):
    """Place a stone, remove the stones that it captures, write them into `removed`, and return their number."""


@generic
def skip(state):
    """Record a pass."""


@dataclass(frozen=True)
class Rung:
    """A representation of the board: the fields of its record for a size, and its implementation of each generic above."""

    name: str
    claim: str
    """The growth of the cost of a game with the size n that the source claims."""
    fields: Callable[[int], Sequence[tuple[Any, ...]]]
    kernels: tuple[Callable[..., Any], ...]
    """`clear`, `look_ahead`, `is_playable`, `place` and `skip`."""

    def new_state(self, size: int) -> Any:
        """Return a board of `size`. It must be cleared before use."""
        return new(_registered_dtype(self, size))


@functools.cache
def _registered_dtype(rung: Rung, size: int) -> np.dtype[Any]:
    """Return the dtype of a rung and size, registered with the generics."""
    dtype = record(f"ladder_{rung.name}_{size}", rung.fields(size))
    register(dtype, rung.kernels)
    return dtype


def register(dtype: np.dtype[Any], kernels: tuple[Callable[..., Any], ...]) -> None:
    """Register `kernels` as the implementation of the generics for boards of `dtype`."""
    for each, implementation in zip((clear, look_ahead, is_playable, place, skip), kernels, strict=True):
        each.implement(dtype)(implementation)


@kernel
def finds_moves_one_by_one(state, grid, color):
    """`look_ahead` of a representation that tests moves one by one: does nothing."""


@functools.cache
def chooser_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of a chooser."""
    points = size**2
    lists = [("empties", np.uint16, points), ("slot", np.uint16, cell_count(size)), ("removed", np.uint16, points)]
    return record(f"ladder_chooser_{size}", [*lists, ("moves", np.uint16, 3 * points), ("count", np.int64)])


def new_chooser(size: int) -> Any:
    """Return a chooser for boards of `size`."""
    return new(chooser_dtype(size))


@kernel
def play_games(state, grid, chooser, stream, count):
    """Play `count` games from the empty board. Return the number of all moves and the number of games that Black won."""
    moves, won = 0, 0
    for _ in range(count):
        moves += play_game(state, grid, chooser, stream)
        won += int(is_won_by_black(state.color, grid, KOMI))
    return moves, won


@kernel
def play_game(state, grid, chooser, stream):
    """Play one game, until two consecutive passes or three moves per point. Return the number of moves."""
    clear(state, grid)
    _clear_chooser(chooser, grid)
    color, passes, made = BLACK, 0, 0
    while passes < 2 and made < chooser.moves.size:
        look_ahead(state, grid, color)
        point = _draw(state, grid, chooser, stream, color)
        chooser.moves[made] = point
        made += 1
        if point == PASS:
            passes += 1
            skip(state)
        else:
            passes = 0
            count = place(state, grid, point, color, chooser.removed)
            _update_chooser(chooser, point, count)
        color = 3 - color
    return made


@kernel
def _clear_chooser(chooser, grid):
    for i in range(grid.points.size):
        chooser.empties[i] = grid.points[i]
        chooser.slot[grid.points[i]] = i
    chooser.count = grid.points.size


@kernel
def _draw(state, grid, chooser, stream, color):
    """Return a playable point, all equally likely; PASS if there is none. Moves points that are not playable behind the others."""
    left = chooser.count
    while left > 0:
        index = next_below(stream, left)
        point = chooser.empties[index]
        if is_playable(state, grid, point, color):
            return point
        left -= 1
        _swap(chooser, index, left)
    return np.uint16(PASS)


@kernel
def _swap(chooser, one, two):
    first, second = chooser.empties[one], chooser.empties[two]
    chooser.empties[one], chooser.empties[two] = second, first
    chooser.slot[first], chooser.slot[second] = two, one


@kernel
def _update_chooser(chooser, point, count):
    """Remove `point` from the empty points and add the `count` points in `removed`, sorted, since representations differ in order."""
    last = chooser.count - 1
    _swap(chooser, chooser.slot[point], last)
    _sort(chooser.removed, count)
    for i in range(count):
        chooser.empties[last + i] = chooser.removed[i]
        chooser.slot[chooser.removed[i]] = last + i
    chooser.count = last + count


@kernel
def _sort(items, count):
    """Sort the first `count` items by Shell sort."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            item, j = items[i], i
            while j >= gap and items[j - gap] > item:
                items[j] = items[j - gap]
                j -= gap
            items[j] = item
        gap //= 2
