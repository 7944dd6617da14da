"""Boundaries that nobody has closed: regions of dame in which one colour has territory whoever moves next.

Dame that are left open are filled on paper (`miai.go.rules.seki`): nobody gets a point there. That is fair where nobody has a point there.
Where the opponent's stones are three steps away from a point, its owner can close the boundary between them even if the opponent moves
first, so the point is **sure**. A region in which one colour has more sure points than the other is an **open boundary**. The players
passed too early, and article 8 of the Japanese rules (1989) holds by the letter: living stones that possess dame are in seki. So the
groups beside it have no territory.
"""

from __future__ import annotations

from collections.abc import Iterable, Set

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, neighbours, other
from miai.go.notation.position import Position
from miai.go.rules.plain import border, chain_at, regions_without
from miai.go.rules.seki import MOST_DAME

SURE_STEPS = 3
"""Steps of the opponent to a point that is sure: he takes the first, its owner answers on the second."""


def sure_points(position: Position, region: Set[Point], color: int) -> set[Point]:
    """Return the empty points of `region` that are three steps or more away from the stones of the other colour."""
    left, reached = set(region), set(position.stones(other(color)))
    for _ in range(SURE_STEPS - 1):
        reached = {point for point in left if not reached.isdisjoint(neighbours(point, position.size))}
        left -= reached
    return left


def groups_beside_open_boundaries(position: Position, dead: Iterable[Point] = ()) -> frozenset[Point]:
    """Return the living stones of all groups beside an open boundary. A group is made of chains of a colour around common territory."""
    alive = position.put(EMPTY, dead)
    empty = regions_without(alive, {BLACK, WHITE})
    around = {region: border(alive, region) for region in empty}
    dame = [region for region in empty if len({alive.color_at(near) for near in around[region]}) == 2]
    if sum(map(len, dame)) > MOST_DAME * position.size**2:
        return frozenset()
    territory = [region for region in empty if region not in dame]
    waiting = [
        near
        for region in dame
        if len(sure_points(alive, region, BLACK)) != len(sure_points(alive, region, WHITE))
        for near in around[region]
    ]
    found: set[Point] = set()
    while waiting:
        if (point := waiting.pop()) not in found:
            stones = chain_at(alive, point).stones
            found |= stones
            waiting += [near for region in territory if around[region] & stones for near in around[region]]
    return frozenset(found)
