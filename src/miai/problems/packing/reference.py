"""Strip packing as plain Python, from the definition: the slow twin of the kernels, and the yardstick of their speed.

The strip is a list of segments [x, y, length]; the rectangles left are a list of [width, height, count].
"""

from __future__ import annotations

import random
from typing import NamedTuple

from miai.problems.packing.instance import Instance


class Move(NamedTuple):
    """Place a rectangle of kind `kind`, which is `width` x `height` as placed; kind -1 is the pass."""

    kind: int
    width: int
    height: int


PASS = Move(-1, 0, 0)


class Strip:
    """A strip while it is packed."""

    def __init__(self, instance: Instance) -> None:
        self.rotate = instance.rotate
        self.segments = [[0, 0, instance.width]]
        self.rectangles = [[each.width, each.height, each.count] for each in instance.rectangles]
        self.placements: list[tuple[int, int, int, int]] = []
        self.left = instance.count

    def lowest(self) -> int:
        """Return the place of the lowest segment, of several the leftmost."""
        heights = [segment[1] for segment in self.segments]
        return heights.index(min(heights))

    def fitting(self, place: int) -> list[Move]:
        """Return the placements that fit the segment at `place`."""
        length = self.segments[place][2]
        moves = []
        for kind, (wide, tall, count) in enumerate(self.rectangles):
            if count:
                if wide <= length:
                    moves.append(Move(kind, wide, tall))
                if self.rotate and wide != tall and tall <= length:
                    moves.append(Move(kind, tall, wide))
        return moves

    def moves(self) -> list[Move]:
        """Return all moves: the placements that fit, and the pass unless the skyline is level."""
        return self.fitting(self.lowest()) + ([PASS] if len(self.segments) > 1 else [])

    def play(self, move: Move, place: int) -> None:
        """Play `move` on the segment at `place`, which is the lowest."""
        x, y, length = self.segments[place]
        if move == PASS:
            around = [self.segments[other][1] for other in (place - 1, place + 1) if 0 <= other < len(self.segments)]
            self.segments[place][1] = min(around)
        else:
            self.rectangles[move.kind][2] -= 1
            self.left -= 1
            self.placements.append((x, y, move.width, move.height))
            rest = [[x + move.width, y, length - move.width]] if move.width < length else []
            self.segments[place : place + 1] = [[x, y + move.height, move.width], *rest]
        self._merge()

    def _merge(self) -> None:
        merged = [self.segments[0]]
        for segment in self.segments[1:]:
            if segment[1] == merged[-1][1]:
                merged[-1][2] += segment[2]
            else:
                merged.append(segment)
        self.segments = merged

    def height(self) -> int:
        """Return the height that is used."""
        return max(segment[1] for segment in self.segments)


def play_at_random(strip: Strip, chance: random.Random) -> int:
    """Play at random to the end: each placement that fits is equally likely, pass where none does. Returns the height."""
    while strip.left:
        place = strip.lowest()
        fitting = strip.fitting(place)
        strip.play(chance.choice(fitting) if fitting else PASS, place)
    return strip.height()


def best_height(instance: Instance) -> int:
    """Return the lowest height that the game can reach, by trying everything: for a few rectangles."""
    best = sum(max(each.width, each.height) * each.count for each in instance.rectangles)
    seen: set[tuple[object, ...]] = set()

    def explore(strip: Strip) -> None:
        nonlocal best
        if strip.height() >= best:
            return
        if not strip.left:
            best = strip.height()
            return
        key = (tuple(map(tuple, strip.segments)), tuple(count for _, _, count in strip.rectangles))
        if key in seen:
            return
        seen.add(key)
        for move in strip.moves():
            after = Strip(instance)
            after.segments = [list(segment) for segment in strip.segments]
            after.rectangles = [list(each) for each in strip.rectangles]
            after.left = strip.left
            after.play(move, after.lowest())
            explore(after)

    explore(Strip(instance))
    return best
