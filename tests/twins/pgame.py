"""The slow twin: the games of this package from their definition, with sets and recursion. For tests.

It takes the same random numbers as the fast way. Nothing else is shared: places are combined as sets that are searched through, where
`combine.py` goes through a sorted array once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np

from miai.core.hashing import combine64
from miai.core.streams import new_stream, next_float, shuffle

MOST_POINTS = 127


@dataclass(eq=False)
class Place:
    """A place: the total there, and the places after each move."""

    score: int
    level: int
    children: list[Place] = field(default_factory=list)

    def outcome(self) -> int:
        """Return the sign of the total at the end if both play perfectly, by looking at every play."""
        if not self.children:
            return (self.score > 0) - (self.score < 0)
        outcomes = [child.outcome() for child in self.children]
        return min(outcomes) if self.level % 2 else max(outcomes)


def points(salt: int, number: int) -> int:
    """Return the worth of the move to place `number` of the tree: seven bits of a hash."""
    return int(combine64(np.uint64(salt), np.uint64(number))) // 2**57


def grow(breadth: int, depth: int, combination: float, salt: int) -> list[list[Place]]:
    """Return the levels of the game, the root first."""
    stream = new_stream(salt)
    levels = [[Place(0, 0)]]
    for level in range(depth):
        sign = 1 if level % 2 == 0 else -1
        first = sum(breadth**each for each in range(level + 1))
        above = [parent for parent in levels[-1] for _ in range(breadth)]
        scores = [parent.score + sign * points(salt, first + i) for i, parent in enumerate(above)]
        teams = _teams(stream, combination, sign, above, scores) if combination else [[i] for i in range(len(above))]
        levels.append(_settle(level + 1, above, scores, teams))
    return levels


def _teams(stream: Any, share: float, sign: int, above: Sequence[Place], scores: Sequence[int]) -> list[list[int]]:
    """Which of the new places become one. The first of a team gives it its score."""
    order = np.arange(len(scores), dtype=np.int32)
    shuffle(stream, order, len(scores))
    ranked = sorted(order.tolist(), key=lambda i: -sign * scores[i])
    teams = [[ranked[0]]]
    for before, i in pairwise(ranked):
        wants = next_float(stream) < share
        team = next(each for each in teams if before in each)
        gained = sign * (scores[team[0]] - above[i].score)
        if wants and 0 <= gained <= MOST_POINTS and all(above[other] is not above[i] for other in team):
            team.append(i)
        else:
            teams.append([i])
    return teams


def _settle(level: int, above: Sequence[Place], scores: Sequence[int], teams: Sequence[list[int]]) -> list[Place]:
    """Make the places of a level and link the moves from above to them, both in the order of the teams' first."""
    place_of = {team[0]: Place(scores[team[0]], level) for team in teams}
    for i, parent in enumerate(above):
        parent.children.append(place_of[next(team[0] for team in teams if i in team)])
    return [place_of[first] for first in sorted(place_of)]
