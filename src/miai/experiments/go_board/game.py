"""What a representation has to offer, and the random game that is played on all of them alike.

The order in which moves are tried is kept here, outside the representations, in a record of its own: so the same random stream
gives the same game on each. A move is drawn uniformly from the playable points: legal, and not an eye of the player to move.

| field of a chooser | dtype, shape | meaning |
|---|---|---|
| `empties` | uint16, points | the `count` empty points, in an order that only the moves made so far decide |
| `slot` | uint16, cells | where an empty point stands in `empties` |
| `removed` | uint16, points | the stones that the last move took off |
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
    """Make the board empty, whatever game was on it."""


@generic
def look_ahead(state, grid, color):
    """Called before each move of `color`: for a representation that finds all its moves at once."""


@generic
def is_playable(state, grid, point, color):
    """Whether `color` may play on the empty `point`: legal by simple ko, no suicide, no eye of its own. May tidy `state` up."""


@generic
def place(state, grid, point, color, removed):
    """Put down a stone and take off what it captures; write the stones taken off into `removed` and return their number."""


@generic
def skip(state):
    """Take note of a pass."""


@dataclass(frozen=True)
class Rung:
    """A representation: the fields of its record, for a size, and its implementation of each generic above."""

    name: str
    claim: str
    """How the cost of a game grows with the size n, by the paper."""
    fields: Callable[[int], Sequence[tuple[Any, ...]]]
    kernels: tuple[Callable[..., Any], ...]
    """`clear`, `look_ahead`, `is_playable`, `place` and `skip`."""

    def new_state(self, size: int) -> Any:
        """A board of `size`, to be cleared before use."""
        return new(_registered_dtype(self, size))


@functools.cache
def _registered_dtype(rung: Rung, size: int) -> np.dtype[Any]:
    """The record of a rung and size, known to the generics."""
    dtype = record(f"ladder_{rung.name}_{size}", rung.fields(size))
    register(dtype, rung.kernels)
    return dtype


def register(dtype: np.dtype[Any], kernels: tuple[Callable[..., Any], ...]) -> None:
    """Make `kernels` the implementation of the generics for boards of `dtype`."""
    for each, implementation in zip((clear, look_ahead, is_playable, place, skip), kernels, strict=True):
        each.implement(dtype)(implementation)


@kernel
def finds_moves_one_by_one(state, grid, color):
    """`look_ahead` of a representation that does not."""


@functools.cache
def chooser_dtype(size: int) -> np.dtype[Any]:
    """The record of a chooser."""
    points = size**2
    lists = [("empties", np.uint16, points), ("slot", np.uint16, cell_count(size)), ("removed", np.uint16, points)]
    return record(f"ladder_chooser_{size}", [*lists, ("moves", np.uint16, 3 * points), ("count", np.int64)])


def new_chooser(size: int) -> Any:
    """A chooser for boards of `size`."""
    return new(chooser_dtype(size))


@kernel
def play_games(state, grid, chooser, stream, count):
    """Play `count` games from the empty board; returns all moves made and the games that Black won."""
    moves, won = 0, 0
    for _ in range(count):
        moves += play_game(state, grid, chooser, stream)
        won += int(is_won_by_black(state.color, grid, KOMI))
    return moves, won


@kernel
def play_game(state, grid, chooser, stream):
    """Play one game, until both pass in turn or three moves a point were made; returns the number of moves."""
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
    """A playable point, each equally likely; PASS if there is none. Points that are not playable go behind the others."""
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
    """`point` is no longer empty; the `count` points in `removed` are. They go in sorted: representations differ in their order."""
    last = chooser.count - 1
    _swap(chooser, chooser.slot[point], last)
    _sort(chooser.removed, count)
    for i in range(count):
        chooser.empties[last + i] = chooser.removed[i]
        chooser.slot[chooser.removed[i]] = last + i
    chooser.count = last + count


@kernel
def _sort(items, count):
    """Shell sort of the first `count` items."""
    gap = count // 2
    while gap > 0:
        for i in range(gap, count):
            item, j = items[i], i
            while j >= gap and items[j - gap] > item:
                items[j] = items[j - gap]
                j -= gap
            items[j] = item
        gap //= 2
