"""Best-fit packing: builds one packing under a target height from an order of the rectangles.

At each step the lowest segment of the skyline gets the rectangle that fits it best; the order decides between equals. How well a
rectangle fits is one of nine grades, after the rules of Leung, Zhang and Sim (2011) and of Yang, Han and Ye (2013): does it fill the
segment, and does it end level with the higher or the lower neighbour? Two things are added: the target is a ceiling, which counts as
the height of the strip's walls, and a rectangle that leaves a gap too narrow for any other is taken last.

| field of a packer | dtype, shape | meaning |
|---|---|---|
| `wide`, `tall` | int64, capacity | sides of each rectangle, as given |
| `order` | int32, capacity | the rectangles, the one to prefer first |
| `next` | int32, capacity + 1 | linked list through `order` of what is not placed yet: places are counted from 1, 0 is the head |
| `placed_x`, `placed_y`, `placed_w`, `placed_h` | int64, capacity | the placements of the last packing |
| `placed` | int64 | how many these are |
| `skyline` | skyline_dtype | of the last packing |
| `grades` | int64, 10 | worth of each grade (`GRADES`) |
| `width`, `target` | int64 | width of the strip, ceiling |
| `count` | int64 | number of rectangles |
| `narrowest` | int64 | the shortest side of all rectangles |
| `area` | int64 | of all rectangles |
| `rotate` | uint8 | whether rectangles may be turned |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.streams import stream_t
from miai.problems.packing.instance import Instance
from miai.problems.packing.skyline import (
    WALL,
    capacity_for,
    clear_skyline,
    give_up_segment,
    length_of,
    lift_left_part,
    lift_right_part,
    lowest_segment,
    skyline_dtype,
)

GRADES = (
    "fills the segment, level with the higher neighbour",
    "fills it, level with the lower",
    "fills it, above both",
    "fills it, between both",
    "fills it, below both",
    "leaves a gap, level with the higher",
    "leaves a gap, level with the lower",
    "leaves a gap, below the higher",
    "leaves a gap, above both",
    "is subtracted where the gap is too narrow for any rectangle",
)
TOO_MUCH = 1 << 60
"""More than any area."""
DEFAULT_GRADES = (9, 8, 7, 6, 5, 4, 3, 2, 1, 10)


@functools.cache
def packer_dtype(capacity: int) -> np.dtype[Any]:
    """Return the dtype of a packer for at most `capacity` rectangles."""
    return record(
        "packer",
        [
            ("wide", np.int64, capacity),
            ("tall", np.int64, capacity),
            ("order", np.int32, capacity),
            ("best_order", np.int32, capacity),
            ("next", np.int32, capacity + 1),
            ("placed_x", np.int64, capacity),
            ("placed_y", np.int64, capacity),
            ("placed_w", np.int64, capacity),
            ("placed_h", np.int64, capacity),
            ("placed", np.int64),
            ("skyline", skyline_dtype(capacity)),
            ("grades", np.int64, len(GRADES)),
            ("width", np.int64),
            ("target", np.int64),
            ("count", np.int64),
            ("narrowest", np.int64),
            ("area", np.int64),
            ("rotate", np.uint8),
            ("stream", stream_t),
            ("step", np.int64),
            ("steps", np.int64),
            ("hot", np.float64),
            ("cold", np.float64),
            ("current", np.int64),
            ("best", np.int64),
        ],
    )


def new_packer(instance: Instance) -> Any:
    """Return a packer for `instance`, the rectangles in their given order."""
    packer = new(packer_dtype(capacity_for(instance.count)))
    sides = [(each.width, each.height) for each in instance.rectangles for _ in range(each.count)]
    count = len(sides)
    packer.wide[:count], packer.tall[:count] = np.array(sides, np.int64).T
    packer.order[:count] = np.arange(count)
    packer.count, packer.width, packer.area = count, instance.width, instance.area
    packer.narrowest = min(min(side) for side in sides) if instance.rotate else min(side[0] for side in sides)
    packer.rotate = instance.rotate
    packer.grades[:] = DEFAULT_GRADES
    return packer


@kernel
def pack_under_target(packer, most_waste):
    """Pack by `packer.order` under `packer.target`. Returns the area of the rectangles that found no place: 0 if all did.

    Stops as soon as more than `most_waste` is lost in the strip below the target, and then returns `TOO_MUCH`.
    """
    skyline = packer.skyline
    clear_skyline(skyline, packer.width)
    packer.placed = 0
    for place in range(packer.count + 1):
        packer.next[place] = place + 1
    waste = 0
    while packer.placed < packer.count:
        place = lowest_segment(skyline)
        room = packer.target - np.int64(skyline.y[place])
        if room <= 0:
            break
        if not place_best(packer, place, room):
            height = min(room, rise(skyline, place, place - 1), rise(skyline, place, place + 1))
            waste += height * length_of(skyline, place)
            if waste > most_waste:
                return TOO_MUCH
            if skyline.count == 1:
                break
            give_up_segment(skyline, place)
    return area_left(packer)


@kernel
def place_best(packer, place, room):
    """Place the rectangle that fits the segment at `place` best, below `room`. Returns whether there is one."""
    skyline = packer.skyline
    length = length_of(skyline, place)
    left = min(room, rise(skyline, place, place - 1))
    right = min(room, rise(skyline, place, place + 1))
    higher, lower = max(left, right), min(left, right)
    best_grade, best_before, best_width, best_height = -WALL, -1, 0, 0
    before, last_wide, last_tall = 0, 0, 0
    at = packer.next[0]
    while at <= packer.count:
        wide, tall = packer.wide[packer.order[at - 1]], packer.tall[packer.order[at - 1]]
        if wide != last_wide or tall != last_tall:  # of equal rectangles in a row only the first can be better
            last_wide, last_tall = wide, tall
            if wide <= length and tall <= room:
                grade = grade_fit(packer, length, higher, lower, wide, tall)
                if grade > best_grade:
                    best_grade, best_before, best_width, best_height = grade, before, wide, tall
            if packer.rotate and wide != tall and tall <= length and wide <= room:
                grade = grade_fit(packer, length, higher, lower, tall, wide)
                if grade > best_grade:
                    best_grade, best_before, best_width, best_height = grade, before, tall, wide
            if best_grade == packer.grades[0]:
                break
        before = at
        at = packer.next[at]
    if best_before < 0:
        return False
    packer.next[best_before] = packer.next[packer.next[best_before]]
    at_left = best_width == length or best_height == left or (left >= right and best_height != right)
    put_down(packer, place, best_width, best_height, at_left)
    return True


@kernel(inline=True)
def rise(skyline, place, neighbour):
    """Return how far `neighbour` is above the segment at `place`."""
    return np.int64(skyline.y[neighbour]) - np.int64(skyline.y[place])


@kernel(inline=True)
def grade_fit(packer, length, higher, lower, wide, tall):
    """Return the worth of placing `wide` x `tall` on a segment between neighbours that are `higher` and `lower` above it."""
    if wide == length:
        if tall == higher:
            return packer.grades[0]
        if tall == lower:
            return packer.grades[1]
        return packer.grades[2] if tall > higher else packer.grades[3] if tall > lower else packer.grades[4]
    narrow = packer.grades[9] if length - wide < packer.narrowest else 0
    if tall == higher:
        return packer.grades[5] - narrow
    if tall == lower:
        return packer.grades[6] - narrow
    return (packer.grades[7] if tall < higher else packer.grades[8]) - narrow


@kernel(inline=True)
def put_down(packer, place, wide, tall, at_left):
    """Place `wide` x `tall` at the left or right end of a segment, and note where."""
    skyline = packer.skyline
    end = skyline.x[place] if at_left else skyline.x[place + 1] - wide
    packer.placed_x[packer.placed] = end
    packer.placed_y[packer.placed] = skyline.y[place]
    packer.placed_w[packer.placed] = wide
    packer.placed_h[packer.placed] = tall
    packer.placed += 1
    if at_left:
        lift_left_part(skyline, place, wide, tall)
    else:
        lift_right_part(skyline, place, wide, tall)


@kernel
def area_left(packer):
    """Return the area of the rectangles that are not placed."""
    area = 0
    at = packer.next[0]
    while at <= packer.count:
        area += packer.wide[packer.order[at - 1]] * packer.tall[packer.order[at - 1]]
        at = packer.next[at]
    return area
