"""Strip packing as a game for one player: the state, and how to make one.

The player fills the lowest segment of the skyline, of several the leftmost: an action places a rectangle at its left end, upright or
turned, or gives the segment up (`pass`), which raises it to its lower neighbour. Equal rectangles are one action. The game ends when
all are placed; the height that is used is to be small.

Action 2 k is the kind k as given, 2 k + 1 is the same turned, and the last action is the pass. `items` are these placements sorted by
the length they need, so that those that fit a segment come first. A bit for each of them says whether it is left, so that counting them and
choosing one at random takes a few instructions for 64 of them.

| field | dtype, shape | meaning |
|---|---|---|
| `wide`, `tall` | int32, capacity | sides of each kind; constant |
| `left` | int32, capacity | rectangles of each kind that are not placed yet |
| `rectangles_left` | int64 | sum of these |
| `skyline` | skyline_dtype | what is placed, seen from above |
| `items` | int32, 2 capacity | the placements (actions without pass), the narrowest first; constant |
| `needs` | int32, 2 capacity | the length that each of `items` needs; constant |
| `rank` | int32, 2 capacity | the place of each action in `items`, or -1; constant |
| `open` | uint64, 2 capacity / 64 + 1 | a bit for each of `items`: 1 where the kind is left |
| `open_counts` | int64, 2 capacity / 512 + 1 | how many of 512 items are left |
| `fits` | int16, TABLE capacity | for each length the number of `items` that need at most that; used for narrow strips; constant |
| `item_count`, `kinds` | int64 | how many there are; constant |
| `width`, `bound` | int64 | of the strip; lower bound of the height; constant |
| `stride` | int64 | the smallest power of two from `item_count` on; constant |
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

TABLE = 4
"""Length of the table `fits` for each kind of rectangle: the table makes small playouts faster by a third (`miai bench packing`)."""

_ONE, _THREE, _SIX, _NINE, _LAST_BIT = (np.uint64(number) for number in (1, 3, 6, 9, 63))
_PAIRS, _FOURS = np.uint64(0x5555555555555555), np.uint64(0x3333333333333333)
_BYTES, _EACH_BYTE = np.uint64(0x0F0F0F0F0F0F0F0F), np.uint64(0x0101010101010101)
_HIGH_BITS, _BYTE = np.uint64(0x8080808080808080), np.uint64(0xFF)


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
            ("open", np.uint64, 2 * capacity // 64 + 1),
            ("open_counts", np.int64, 2 * capacity // 512 + 1),
            ("fits", np.int16, TABLE * capacity),
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
    mark_items(state)
    return state


def _sort_items(state: Any, instance: Instance) -> None:
    placements = []
    for kind, each in enumerate(instance.rectangles):
        placements += [(width, 2 * kind + int(width != each.width)) for width, _ in instance.shapes(each)]
    placements.sort()
    state.rank[:] = -1
    state.item_count = len(placements)
    state.stride = 1 << (len(placements) - 1).bit_length()
    for place, (width, action) in enumerate(placements):
        state.items[place], state.needs[place], state.rank[action] = action, width, place
    if instance.width < len(state.fits):
        lengths = np.arange(instance.width + 1)
        state.fits[: instance.width + 1] = np.searchsorted([width for width, _ in placements], lengths, side="right")


@kernel
def mark_items(state):
    """Mark all items whose kind is left, and count them."""
    state.open[:] = 0
    state.open_counts[:] = 0
    for place in range(state.item_count):
        if state.left[state.items[place] >> 1] > 0:
            state.open[place >> 6] |= _ONE << np.uint64(place & 63)
            state.open_counts[place >> 9] += 1


@kernel(inline=True)
def drop_item(state, place):
    """Mark one item as used up."""
    state.open[np.uint64(place) >> _SIX] &= ~(_ONE << (np.uint64(place) & _LAST_BIT))
    state.open_counts[np.uint64(place) >> _NINE] -= 1


@kernel(inline=True)
def narrow_items(state, length):
    """Return how many of `items` need at most `length`, whether they are left or not."""
    if state.width < state.fits.size:
        return np.int64(state.fits[np.uint64(length)])
    return search_items(state, length)


@kernel
def search_items(state, length):
    """Return what `narrow_items` returns, where the strip is too wide for a table: a binary search without branches."""
    low = np.int64(0)
    step = state.stride
    while step > 0:
        middle = min(low + step, state.item_count)
        low = middle if state.needs[np.uint64(middle) - _ONE] <= length else low
        step >>= 1
    return low


@kernel(inline=True)
def bits_in_bytes(word):
    """Return the number of bits that are set in each byte: sums of 2, 4 and 8 bits side by side."""
    word = word - ((word >> _ONE) & _PAIRS)
    word = (word & _FOURS) + ((word >> np.uint64(2)) & _FOURS)
    return (word + (word >> np.uint64(4))) & _BYTES


@kernel(inline=True)
def count_bits(word):
    """Return the number of bits that are set; the compiler turns this into one instruction."""
    return np.int64((bits_in_bytes(word) * _EACH_BYTE) >> np.uint64(56))


@kernel(inline=True)
def items_left(state, end):
    """Return how many of the first `end` items are left."""
    last = np.uint64(end) >> _SIX
    block = np.uint64(end) >> _NINE
    total = np.int64(0)
    for place in range(block):
        total += state.open_counts[place]
    for place in range(block << _THREE, last):
        total += count_bits(state.open[place])
    return total + count_bits(state.open[last] & ((_ONE << (np.uint64(end) & _LAST_BIT)) - _ONE))


@kernel(inline=True)
def item_number(state, number):
    """Return the action that is number `number`, from 0, among the items that are left."""
    wanted = np.int64(number)
    block = np.uint64(0)
    while wanted >= state.open_counts[block]:
        wanted -= state.open_counts[block]
        block += _ONE
    place = block << _THREE
    count = count_bits(state.open[place])
    while wanted >= count:
        wanted -= count
        place += _ONE
        count = count_bits(state.open[place])
    return state.items[(place << _SIX) + bit_number(state.open[place], wanted)]


def _places_in_bytes() -> Any:
    """Return, for a number of a bit and a byte, its place among the bits that are set; 0 where there is none."""
    table = np.zeros((8, 256), np.uint8)
    for byte in range(256):
        places = [place for place in range(8) if byte >> place & 1]
        table[: len(places), byte] = places
    return table.ravel()


PLACES_IN_BYTES = _places_in_bytes()


@kernel(inline=True)
def bit_number(word, number):
    """Return the place of the bit that is number `number`, from 0, among those that are set.

    The bytes before the one that contains it are counted side by side, and a table has the place inside the byte. That is a third faster
    than a search by halves (`miai bench packing`).
    """
    sums = bits_in_bytes(word) * _EACH_BYTE  # byte i: the bits of bytes 0 to i
    wanted = np.uint64(number)
    below = (((wanted * _EACH_BYTE) | _HIGH_BITS) - sums) & _HIGH_BITS  # a high bit for each byte whose sum is at most `wanted`
    start = ((below >> np.uint64(7)) * _EACH_BYTE >> np.uint64(56)) << _THREE
    inside = wanted - (((sums << np.uint64(8)) >> start) & _BYTE)
    return start + np.uint64(PLACES_IN_BYTES[inside << np.uint64(8) | ((word >> start) & _BYTE)])
