"""Packs rectangle by rectangle into what is free of the strip, for packings to start from.

Free space is a list of rectangles as large as possible, which overlap (Jylänki 2010, "A thousand ways to pack the bin", MAXRECTS). Each
rectangle of the order goes into the corner of the free one that suits it best by one of `RULES`. Unlike best-fit on a skyline, this fills
holes, and it may leave the lowest place empty: it is better where few rectangles are left to choose from, such as long thin ones.
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new, record

RULES = (
    "lowest upper edge, then leftmost",
    "shortest rest of a side, then of the other",
    "shortest rest of the side with the longer rest",
    "smallest rest of the area",
)
SPACES_PER_RECTANGLE = 8
"""Room for this many free rectangles for each placed one; a packing that needs more is given up."""
_NEVER = 1 << 62


@functools.cache
def spaces_dtype(most: int) -> np.dtype[Any]:
    """Return the dtype of a list of at most `most` free rectangles."""
    sides = [(name, np.int32, most) for name in ("x", "y", "wide", "tall")]
    return record("free_spaces", [*sides, ("count", np.int64), ("most", np.int64)])


def new_spaces(capacity: int) -> Any:
    """Return a list of free rectangles for a packer of `capacity` rectangles."""
    most = SPACES_PER_RECTANGLE * capacity
    spaces = new(spaces_dtype(most))
    spaces.most = most
    return spaces


@kernel
def pack_into_spaces(packer, spaces, rule):
    """Pack by `packer.order` under `packer.target`. Returns whether all rectangles found a place."""
    spaces.count = 1
    spaces.x[0], spaces.y[0], spaces.wide[0], spaces.tall[0] = 0, 0, packer.width, packer.target
    packer.placed = 0
    while packer.placed < packer.count:
        which = packer.order[packer.placed]
        if not put_into_best(packer, spaces, rule, packer.wide[which], packer.tall[which]):
            return False
        if not take_away(spaces, packer, packer.placed - 1):
            return False
    return True


@kernel
def put_into_best(packer, spaces, rule, first_side, second_side):
    """Place a rectangle in the lower left corner of the free one that suits it best. Returns whether there is one."""
    best, best_then, best_space, turned = _NEVER, _NEVER, -1, False
    for turn in range(2 if packer.rotate and first_side != second_side else 1):
        wide, tall = (second_side, first_side) if turn else (first_side, second_side)
        for space in range(spaces.count):
            if wide <= spaces.wide[space] and tall <= spaces.tall[space]:
                worth, then = rest_by_rule(spaces, space, rule, wide, tall)
                if worth < best or (worth == best and then < best_then):
                    best, best_then, best_space, turned = worth, then, space, turn == 1
    if best_space < 0:
        return False
    packer.placed_x[packer.placed] = spaces.x[best_space]
    packer.placed_y[packer.placed] = spaces.y[best_space]
    packer.placed_w[packer.placed] = second_side if turned else first_side
    packer.placed_h[packer.placed] = first_side if turned else second_side
    packer.placed += 1
    return True


@kernel
def rest_by_rule(spaces, space, rule, wide, tall):
    """Return two numbers that order the places for a rectangle by one of `RULES`, the smallest first."""
    if rule == 0:
        return np.int64(spaces.y[space]) + tall, np.int64(spaces.x[space])
    beside, above = np.int64(spaces.wide[space]) - wide, np.int64(spaces.tall[space]) - tall
    if rule == 1:
        return min(beside, above), max(beside, above)
    if rule == 2:
        return max(beside, above), min(beside, above)
    return np.int64(spaces.wide[space]) * np.int64(spaces.tall[space]) - wide * tall, min(beside, above)


@kernel
def take_away(spaces, packer, number):
    """Take a placed rectangle out of the free space. Returns whether the list is long enough for what is left."""
    left, low = packer.placed_x[number], packer.placed_y[number]
    right, high = left + packer.placed_w[number], low + packer.placed_h[number]
    kept, first_new = 0, spaces.count
    for space in range(first_new):
        x, y = np.int64(spaces.x[space]), np.int64(spaces.y[space])
        wide, tall = np.int64(spaces.wide[space]), np.int64(spaces.tall[space])
        if right <= x or x + wide <= left or high <= y or y + tall <= low:
            copy_space(spaces, space, kept)
            kept += 1
            continue
        if spaces.count + 4 > spaces.most:
            return False
        if left > x:
            add_space(spaces, x, y, left - x, tall)
        if right < x + wide:
            add_space(spaces, right, y, x + wide - right, tall)
        if low > y:
            add_space(spaces, x, y, wide, low - y)
        if high < y + tall:
            add_space(spaces, x, high, wide, y + tall - high)
    drop_contained(spaces, kept, first_new)
    return True


@kernel
def drop_contained(spaces, kept, first_new):
    """Keep the first `kept` free rectangles, and those from `first_new` on that lie in no other. No old one lies in a new one."""
    last = spaces.count
    for space in range(first_new, last):
        inside = False
        for other in range(kept):
            inside = inside or lies_in(spaces, space, other)
        for other in range(space + 1, last):
            inside = inside or lies_in(spaces, space, other)
        if not inside:
            copy_space(spaces, space, kept)
            kept += 1
    spaces.count = kept


@kernel(inline=True)
def lies_in(spaces, inner, outer):
    """Return whether one free rectangle lies inside another."""
    return (
        spaces.x[inner] >= spaces.x[outer]
        and spaces.y[inner] >= spaces.y[outer]
        and spaces.x[inner] + spaces.wide[inner] <= spaces.x[outer] + spaces.wide[outer]
        and spaces.y[inner] + spaces.tall[inner] <= spaces.y[outer] + spaces.tall[outer]
    )


@kernel(inline=True)
def add_space(spaces, x, y, wide, tall):
    """Add a free rectangle at the end of the list."""
    spaces.x[spaces.count], spaces.y[spaces.count] = x, y
    spaces.wide[spaces.count], spaces.tall[spaces.count] = wide, tall
    spaces.count += 1


@kernel(inline=True)
def copy_space(spaces, source, target):
    """Copy a free rectangle to an earlier place of the list."""
    spaces.x[target], spaces.y[target] = spaces.x[source], spaces.y[source]
    spaces.wide[target], spaces.tall[target] = spaces.wide[source], spaces.tall[source]
