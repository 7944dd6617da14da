"""A strip packing instance: a strip of fixed width, and rectangles that have to be placed on it.

The strip is `width` units wide and has no upper end. Rectangles are placed parallel to its sides without overlap; if `rotate` is
true, each may be turned by 90 degrees. The height used is to be as small as possible. All sizes are whole numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from miai.core.errors import UserError
from miai.core.streams import new_stream, next_below

MOST_RECTANGLES = 10_000
"""Largest number of rectangles in one instance."""
LONGEST_SIDE = 1_000_000
"""Largest side of a rectangle and largest width of a strip."""
HIGHEST = 1 << 29
"""The rectangles of an instance, each upright and one on the other, are not higher than this: heights are kept in 32 bits."""


@dataclass(frozen=True)
class Rectangle:
    """A kind of rectangle, and how often it occurs."""

    width: int
    height: int
    count: int = 1


@dataclass(frozen=True)
class Instance:
    """A strip and the rectangles to place on it. `make_instance` checks the sizes; this class does not."""

    width: int
    rectangles: tuple[Rectangle, ...]
    name: str = ""
    rotate: bool = True
    optimal_height: int | None = None
    """Known optimum, for reports; never used by a search."""

    @property
    def count(self) -> int:
        """Number of rectangles."""
        return sum(each.count for each in self.rectangles)

    @property
    def area(self) -> int:
        """Sum of the areas of all rectangles."""
        return sum(each.width * each.height * each.count for each in self.rectangles)

    def shapes(self, rectangle: Rectangle) -> list[tuple[int, int]]:
        """(width, height) of each orientation in which `rectangle` fits between the sides of the strip."""
        shapes = [(rectangle.width, rectangle.height)]
        if self.rotate and rectangle.width != rectangle.height:
            shapes.append((rectangle.height, rectangle.width))
        return [shape for shape in shapes if shape[0] <= self.width]


def make_instance(
    width: int,
    sizes: Iterable[tuple[int, int] | tuple[int, int, int]],
    *,
    name: str = "",
    rotate: bool = True,
    optimal_height: int | None = None,
) -> Instance:
    """Return the instance with these (width, height) or (width, height, count); equal rectangles are counted together.

    Raises `UserError` for sizes that make no instance.
    """
    check_strip_width(width)
    kinds: Counter[tuple[int, int]] = Counter()
    for number, size in enumerate(sizes, start=1):
        wide, high, count = size if len(size) == 3 else (*size, 1)
        try:
            check_rectangle(wide, high, count, width, rotate)
        except UserError as error:
            raise UserError(f"rectangle {number}: {error}") from None
        kinds[same_when_turned(wide, high, rotate)] += count
    instance = Instance(width, tuple(Rectangle(*kind, count) for kind, count in kinds.items()), name, rotate, optimal_height)
    check_count(instance.count)
    check_total(sum(max(each.width, each.height) * each.count for each in instance.rectangles))
    return instance


def same_when_turned(width: int, height: int, rotate: bool) -> tuple[int, int]:
    """Return (width, height), the longer side first if the rectangle may be turned: then both orientations are one kind."""
    return (height, width) if rotate and height > width else (width, height)


def check_strip_width(width: int) -> None:
    """Raise `UserError` for a width that no strip may have."""
    if not 1 <= width <= LONGEST_SIDE:
        raise UserError(f"the strip width is {width:,}; it must be from 1 to {LONGEST_SIDE:,}")


def check_rectangle(width: int, height: int, count: int, strip_width: int, rotate: bool) -> None:
    """Raise `UserError` for a rectangle that cannot be placed on the strip."""
    for name, value in (("width", width), ("height", height)):
        if not 1 <= value <= LONGEST_SIDE:
            raise UserError(f"{name} is {value:,}; it must be from 1 to {LONGEST_SIDE:,}")
    if count < 1:
        raise UserError(f"count is {count:,}; it must be at least 1")
    check_count(count)
    if width > strip_width and not (rotate and height <= strip_width):
        both = " in either orientation" if rotate else " (rectangles may not be turned here)"
        raise UserError(f"a rectangle of {width:,} x {height:,} does not fit on a strip of width {strip_width:,}{both}")


def check_count(count: int) -> None:
    """Raise `UserError` if an instance has no rectangles, or too many."""
    if count < 1:
        raise UserError("there are no rectangles")
    if count > MOST_RECTANGLES:
        raise UserError(f"there are at least {count:,} rectangles; at most {MOST_RECTANGLES:,} are accepted")


def check_total(total: int) -> None:
    """Raise `UserError` if the longer sides of all rectangles add up to more than heights are computed with."""
    if total > HIGHEST:
        raise UserError(f"the longer sides of all rectangles add up to {total:,}; at most {HIGHEST:,} are accepted")


def lower_bound(instance: Instance) -> int:
    """Return a height that no packing can be below: the largest of three bounds, rounded up to a sum of sides.

    1. The total area divided by the largest sum of widths that the strip has room for: no line across it covers more.
    2. The height of the highest rectangle, each turned to be as low as the strip allows.
    3. Rectangles wider than half the strip in every orientation cannot lie side by side: the sum of their heights.

    In a packing from which no rectangle can be moved down, each stands on the floor or on another one. So its height is a sum of
    heights, and the bound is the smallest such sum that is not below the three.
    """
    shapes = [(instance.shapes(each), each.count) for each in instance.rectangles]
    widths = [(sorted({wide for wide, _ in each}), count) for each, count in shapes]
    heights = [(sorted({high for _, high in each}), count) for each, count in shapes]
    covered = _largest_sum(widths, instance.width)
    by_area = -(-instance.area // covered)
    highest = max(each[0] for each, _ in heights)
    stacked = sum(high[0] * count for (high, count), (wide, _) in zip(heights, widths, strict=True) if 2 * wide[0] > instance.width)
    return _smallest_sum(heights, max(by_area, highest, stacked))


Sides = list[tuple[list[int], int]]
"""For each kind of rectangle the sides of its orientations, and how many there are of it."""


def _largest_sum(sides: Sides, most: int) -> int:
    """Return the largest sum up to `most` of one side each of some rectangles."""
    return _sums(sides, most, most).bit_length() - 1


def _smallest_sum(sides: Sides, least: int) -> int:
    """Return the smallest sum from `least` on of one side each of some rectangles; `least` where there are too many to look at."""
    if least > LONGEST_SIDE:
        return least
    from_least = _sums(sides, least + max(each[-1] for each, _ in sides), least) >> least
    return least + (from_least & -from_least).bit_length() - 1


def _sums(sides: Sides, most: int, wanted: int) -> int:
    """Return the sums up to `most` as bits of a number. Stops as soon as `wanted` is among them, since there is no better one."""
    sums, room = 1, (1 << (most + 1)) - 1
    for each, count in sides:
        for _ in range(min(count, most // each[0])):
            longer = sums
            for side in each:
                longer |= sums << side
            sums = longer & room
            if sums >> wanted & 1:
                return sums
    return sums


def cut_instance(pieces: int, width: int = 40, height: int = 40, seed: int = 0) -> Instance:
    """Return an instance without waste: a `width` x `height` rectangle cut at random by guillotine cuts into `pieces`.

    Its optimum is `height` if `height` >= the lower bound, which the area guarantees. Raises `UserError` if it cannot be cut so often.
    """
    check_strip_width(width)
    if not 1 <= pieces <= min(MOST_RECTANGLES, width * height):
        raise UserError(f"a rectangle of {width} x {height} cannot be cut into {pieces} pieces")
    stream = new_stream(seed, pieces)
    parts = [(width, height)]
    while len(parts) < pieces:
        parts.sort(key=lambda part: part[0] * part[1])
        large = max(1, len(parts) // 2)  # cut one of the larger half, so that sizes stay comparable
        wide, high = parts.pop(len(parts) - 1 - int(next_below(stream, large)))
        parts += _cut(wide, high, stream) if wide * high > 1 else [(wide, high)]
    return make_instance(width, parts, name=f"cut{pieces}", optimal_height=height)


def _cut(wide: int, high: int, stream: object) -> list[tuple[int, int]]:
    """Return the two parts of one cut across the longer side, or across either if both are alike."""
    if wide > high or (wide == high and int(next_below(stream, 2))):
        at = 1 + int(next_below(stream, wide - 1))
        return [(at, high), (wide - at, high)]
    at = 1 + int(next_below(stream, high - 1))
    return [(wide, at), (wide, high - at)]
