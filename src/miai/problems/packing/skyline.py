"""The skyline of a strip: what lies above the placed rectangles, as horizontal segments from left to right.

          ____
         |    |__ wall          segments 1 to `count`, walls at 0 and `count` + 1
    wall |    |  |
     |___|    |  |__|

| field | dtype, shape | meaning |
|---|---|---|
| `count` | int64 | number of segments |
| `x` | int32, capacity + 12 | left end of each segment; the next one begins where it ends, the right wall at the width of the strip |
| `y` | int32, capacity + 12 | height of each segment; `WALL` at 0 and from `count` + 1 on |

Neighbouring segments differ in height. Rectangles are placed on the lowest segment, of several on the leftmost. A segment that is
given up is raised to the lower of its neighbours; the space below is lost.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import record

# An unsigned index needs no test for places counted from the end.
_ONE, _TWO, _THREE, _FOUR = (np.uint64(number) for number in (1, 2, 3, 4))

_PLACE_BITS, _PLACES = 20, (1 << 20) - 1

WALL = 1 << 30
"""Height of the sides of the strip: above all rectangles."""

BLOCK = 8
"""Segments are read and moved in blocks, also beyond the last one: fewer branches make a playout a fifth faster (`miai bench packing`)."""
_BLOCK = np.uint64(BLOCK)

CAPACITIES = (32, 64, 256, 1024, 4096, 10_240)
"""Sizes that kernels are compiled for; an instance uses the smallest that is large enough."""


def capacity_for(count: int) -> int:
    """Return the smallest capacity for `count` rectangles or segments."""
    return next(each for each in CAPACITIES if each >= count)


@functools.cache
def skyline_dtype(capacity: int) -> np.dtype[Any]:
    """Return the dtype of a skyline with at most `capacity` + 1 segments."""
    ends = capacity + 3 + BLOCK + 1
    return record("skyline", [("x", np.int32, ends), ("y", np.int32, ends), ("count", np.int64)])


@kernel
def clear_skyline(skyline, width):
    """Make `skyline` that of an empty strip."""
    skyline.count = 1
    skyline.x[0], skyline.x[1], skyline.x[2] = 0, 0, width
    skyline.y[:] = WALL
    skyline.y[1] = 0


@kernel(inline=True)
def length_of(skyline, place):
    """Return the length of the segment at `place`."""
    return np.int64(skyline.x[place + 1]) - np.int64(skyline.x[place])


@kernel
def lowest_segment(skyline):
    """Return the place of the lowest segment, of several the leftmost. Looks at eight places at a time, which needs few branches."""
    lowest = np.int64(WALL) << _PLACE_BITS
    for place in range(_ONE, np.uint64(skyline.count) + _ONE, _BLOCK):
        lowest = min(lowest, lowest_of_four(skyline, place), lowest_of_four(skyline, place + _FOUR))
    return lowest & _PLACES


@kernel(inline=True)
def lowest_of_four(skyline, place):
    """Return the smallest `height_and_place` of four segments."""
    left = min(height_and_place(skyline, place), height_and_place(skyline, place + _ONE))
    right = min(height_and_place(skyline, place + _TWO), height_and_place(skyline, place + _THREE))
    return min(left, right)


@kernel(inline=True)
def height_and_place(skyline, place):
    """Return one number that orders segments by height, then from left to right."""
    return np.int64(skyline.y[place]) << _PLACE_BITS | np.int64(place)


@kernel
def top_of(skyline):
    """Return the height of the highest segment: the height that is used."""
    top = np.int64(skyline.y[1])
    for place in range(2, skyline.count + 1):
        top = max(top, np.int64(skyline.y[place]))
    return top


@kernel
def lift_left_part(skyline, place, width, height):
    """Raise the left `width` units of a segment by `height`: a rectangle is placed at its left end.

    Returns the place of what is left of the segment, or 0 if nothing is. What is left of the lowest segment is the lowest again.
    """
    top = np.int64(skyline.y[place]) + height
    if width == length_of(skyline, place):
        skyline.y[place] = np.int32(top)
        merge_right(skyline, place)
        merge_right(skyline, place - 1)
        return np.int64(0)
    if top == skyline.y[place - 1]:  # the left neighbour grows
        skyline.x[place] += np.int32(width)
        return np.int64(place)
    make_room_after(skyline, place)
    skyline.x[place + 1] = skyline.x[place] + np.int32(width)
    skyline.y[place] = np.int32(top)
    return np.int64(place) + 1


@kernel
def lift_right_part(skyline, place, width, height):
    """Raise the right `width` units of a segment, which is longer than that, by `height`."""
    top = np.int64(skyline.y[place]) + height
    if top == skyline.y[place + 1]:  # the right neighbour grows
        skyline.x[place + 1] -= np.int32(width)
    else:
        make_room_after(skyline, place)
        skyline.x[place + 1] = skyline.x[place + 2] - np.int32(width)
        skyline.y[place + 1] = np.int32(top)


@kernel
def give_up_segment(skyline, place):
    """Raise a segment to the lower of its neighbours, one of which is no wall."""
    skyline.y[place] = min(skyline.y[place - 1], skyline.y[place + 1])
    merge_right(skyline, place)
    merge_right(skyline, place - 1)


@kernel
def make_room_after(skyline, place):
    """Split the segment at `place` in two of the same height: move all from it on, and the wall, one place on."""
    first = np.uint64(place)
    blocks = (np.uint64(skyline.count) + _TWO - first) >> _THREE
    for block in range(blocks + _ONE):
        start = first + ((blocks - block) << _THREE)
        move_eight(skyline.x, start, start + _ONE)
        move_eight(skyline.y, start, start + _ONE)
    skyline.count += 1


@kernel
def merge_right(skyline, place):
    """Join the segment at `place` with the next one if they have the same height."""
    if skyline.y[place + 1] == skyline.y[place]:
        for start in range(np.uint64(place + 1), np.uint64(skyline.count + 1), _BLOCK):
            move_eight(skyline.x, start + _ONE, start)
            move_eight(skyline.y, start + _ONE, start)
        skyline.count -= 1


@kernel(inline=True)
def move_eight(values, source, target):
    """Copy eight values from `source` on to `target` on; the ranges may overlap.

    All are read before the first is written, so that the compiler makes two instructions of it.
    """
    a, b, c, d = values[source], values[source + _ONE], values[source + _TWO], values[source + _THREE]
    source += _FOUR
    e, f, g, h = values[source], values[source + _ONE], values[source + _TWO], values[source + _THREE]
    values[target], values[target + _ONE], values[target + _TWO], values[target + _THREE] = a, b, c, d
    target += _FOUR
    values[target], values[target + _ONE], values[target + _TWO], values[target + _THREE] = e, f, g, h
