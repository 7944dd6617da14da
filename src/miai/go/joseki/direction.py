"""L', the direction in which both components count, learned during a game. Basaldúa (2013), section 3.4.7."""

from __future__ import annotations

import math
from collections.abc import Sequence

Direction = tuple[float, float]

LEAD = 2
"""Points by which another direction must be better than the present one."""


def unit(first: float, second: float) -> Direction:
    """Return the direction of a vector, of length 1."""
    length = math.hypot(first, second)
    return first / length, second / length


def better_direction(present: Direction, components: Sequence[Direction], rates: Sequence[float], step: float) -> Direction:
    """Return the direction that orders moves best by the win rates that the search found, or the present one.

    Three directions compete: the present one, and those with a little more of either component. Each orders the moves by falling value. At
    every place of the three lists the direction whose move there has a higher win rate than both others has a point.
    """
    directions = (present, unit(present[0] + step, present[1]), unit(present[0], present[1] + step))
    orders = [
        sorted(range(len(rates)), key=lambda move, each=each: (-_value(components[move], each), move))  # type: ignore[misc]
        for each in directions
    ]
    points = [0, 0, 0]
    for place in zip(*orders, strict=True):
        found = [rates[move] for move in place]
        for index in range(3):
            points[index] += all(found[index] > found[other] for other in range(3) if other != index)
    best = max(range(3), key=lambda index: points[index])
    return directions[best] if points[best] >= points[0] + LEAD else present


def _value(components: Direction, direction: Direction) -> float:
    return components[0] * direction[0] + components[1] * direction[1]
