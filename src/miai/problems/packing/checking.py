"""An independent check of a packing, from the definition: it shares no code with any search.

A packing is a list of placements (x, y, width, height), x from the left side of the strip and y from its lower end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from miai.problems.packing.instance import Instance


class Placement(NamedTuple):
    """The placement of one rectangle: its lower left corner, and its size in this orientation."""

    x: int
    y: int
    width: int
    height: int


def faults_of(instance: Instance, placements: Iterable[Sequence[int]]) -> list[str]:
    """Return the faults of a packing, one line each: rectangles outside, missing, unknown or overlapping. None: it is valid."""
    placed = [Placement(*map(int, each)) for each in placements]
    return [*_outside(instance, placed), *_miscounted(instance, placed), *_overlapping(placed)]


def height_of(placements: Iterable[Sequence[int]]) -> int:
    """Return the height that a packing uses."""
    return max((int(each[1]) + int(each[3]) for each in placements), default=0)


def _outside(instance: Instance, placed: list[Placement]) -> list[str]:
    return [
        f"{each} is outside of the strip of width {instance.width}"
        for each in placed
        if each.x < 0 or each.y < 0 or each.x + each.width > instance.width
    ]


def _miscounted(instance: Instance, placed: list[Placement]) -> list[str]:
    wanted: Counter[tuple[int, ...]] = Counter()
    for each in instance.rectangles:
        wanted[_kind((each.width, each.height), instance.rotate)] += each.count
    found = Counter(_kind((each.width, each.height), instance.rotate) for each in placed)
    return [
        f"{found[kind]} rectangles of {kind[0]} x {kind[1]} are placed, not {wanted[kind]}"
        for kind in sorted(wanted | found)
        if found[kind] != wanted[kind]
    ]


def _kind(size: tuple[int, int], rotate: bool) -> tuple[int, ...]:
    return tuple(sorted(size)) if rotate else size


def _overlapping(placed: list[Placement]) -> list[str]:
    """A sweep from the lower end upwards: compare each rectangle with those whose upper side is not passed yet."""
    faults, open_ones = [], list[Placement]()
    for new in sorted(placed, key=lambda each: each.y):
        open_ones = [old for old in open_ones if old.y + old.height > new.y]
        faults += [f"{old} and {new} overlap" for old in open_ones if old.x < new.x + new.width and new.x < old.x + old.width]
        open_ones.append(new)
    return faults
