"""Strip packing as a game for one player: the state, and how to make one.

The player fills the lowest segment of the skyline, of several the leftmost: an action places a rectangle at its left end, upright or
turned, or gives the segment up (`pass`), which raises it to its lower neighbour. Equal rectangles are one action. The game ends when
all are placed; the height that is used is to be small.

Action 2 k is the kind k as given, 2 k + 1 is the same turned, and the last action is the pass. `items` are these placements sorted by
the length they need, so that those that fit a segment come first; a binary indexed tree (Fenwick, 1994) counts what is left of them,
which makes a random choice among them take logarithmic time.

| field | dtype, shape | meaning |
|---|---|---|
| `wide`, `tall` | int32, capacity | sides of each kind; constant |
| `left` | int32, capacity | rectangles of each kind that are not placed yet |
| `rectangles_left` | int64 | sum of these |
| `skyline` | skyline_dtype | what is placed, seen from above |
| `items` | int32, 2 capacity | the placements (actions without pass), the narrowest first; constant |
| `needs` | int32, 2 capacity | the length that each of `items` needs; constant |
| `rank` | int32, 2 capacity | the place of each action in `items`, or -1; constant |
| `tree` | int32, 2 capacity + 1 | binary indexed tree over `items`: 1 where the kind is left |
| `item_count`, `kinds` | int64 | how many there are; constant |
| `width`, `bound` | int64 | of the strip; lower bound of the height; constant |
| `stride` | int64 | the largest power of two up to `item_count`; constant |
| `salt` | uint64 | hash of the instance; constant |
| `rotate` | uint8 | whether rectangles may be turned; constant |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.hashing import combine64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.problems.packing.instance import Instance, lower_bound
from miai.problems.packing.skyline import capacity_for, clear_skyline, skyline_dtype


@functools.cache
def state_dtype(capacity: int) -> np.dtype[Any]:
    """Return the dtype of states with at most `capacity` kinds and segments."""
    return record(
        f"packing{capacity}",
        [
            ("wide", np.int32, capacity),
            ("tall", np.int32, capacity),
            ("left", np.int32, capacity),
            ("rectangles_left", np.int64),
            ("skyline", skyline_dtype(capacity)),
            ("items", np.int32, 2 * capacity),
            ("needs", np.int32, 2 * capacity),
            ("rank", np.int32, 2 * capacity),
            ("tree", np.int32, 2 * capacity + 1),
            ("item_count", np.int64),
            ("kinds", np.int64),
            ("width", np.int64),
            ("bound", np.int64),
            ("stride", np.int64),
            ("salt", np.uint64),
            ("rotate", np.uint8),
        ],
    )


def capacity_of(instance: Instance) -> int:
    """Return the capacity that the states of `instance` need: for its kinds, and for the segments of its skyline."""
    return capacity_for(max(len(instance.rectangles), min(instance.count, instance.width)))


def state_of(instance: Instance) -> Any:
    """Return the state of an empty strip."""
    state = new(state_dtype(capacity_of(instance)))
    kinds = len(instance.rectangles)
    state.kinds, state.width, state.rotate = kinds, instance.width, instance.rotate
    state.bound = lower_bound(instance)
    salt = combine64(np.uint64(instance.width), np.uint64(instance.rotate))
    for kind, each in enumerate(instance.rectangles):
        state.wide[kind], state.tall[kind], state.left[kind] = each.width, each.height, each.count
        salt = combine64(np.uint64(salt), np.uint64((each.width << 20) + each.height))
    state.salt = salt
    state.rectangles_left = instance.count
    clear_skyline(state.skyline, np.int64(instance.width))
    _sort_items(state, instance)
    fill_tree(state)
    return state


def _sort_items(state: Any, instance: Instance) -> None:
    placements = []
    for kind, each in enumerate(instance.rectangles):
        placements += [(width, 2 * kind + int(width != each.width)) for width, _ in instance.shapes(each)]
    placements.sort()
    state.rank[:] = -1
    state.item_count = len(placements)
    state.stride = 1 << (len(placements).bit_length() - 1)
    for place, (width, action) in enumerate(placements):
        state.items[place], state.needs[place], state.rank[action] = action, width, place


@kernel
def fill_tree(state):
    """Count all items whose kind is left."""
    for place in range(state.item_count + 1):
        state.tree[place] = 0
    for place in range(state.item_count):
        if state.left[state.items[place] >> 1] > 0:
            at = place + 1
            while at <= state.item_count:
                state.tree[at] += 1
                at += at & -at


@kernel
def drop_item(state, place):
    """Remove one item from the tree."""
    at = np.int64(place) + 1
    while at <= state.item_count:
        state.tree[at] -= 1
        at += at & -at


@kernel
def narrow_items(state, length):
    """Return how many of `items` need at most `length`, whether they are left or not."""
    low, high = np.int64(0), np.int64(state.item_count)
    while low < high:
        middle = (low + high) >> 1
        if state.needs[middle] <= length:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def items_left(state, end):
    """Return how many of the first `end` items are left."""
    total = np.int64(0)
    at = np.int64(end)
    while at > 0:
        total += state.tree[at]
        at -= at & -at
    return total


@kernel
def item_number(state, number):
    """Return the action that is number `number`, from 0, among the items that are left."""
    place = np.int64(0)
    step = state.stride
    wanted = np.int64(number)
    while step > 0:
        if place + step <= state.item_count and state.tree[place + step] <= wanted:
            place += step
            wanted -= state.tree[place]
        step >>= 1
    return state.items[place]
