"""Perfect play: the outcome of every place of a game, computed from the last level up, in one pass."""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.problems.pgame.state import points_of


@kernel
def score_tree(salt, breadth, level_starts, places):
    """Write the score of every place of a tree."""
    places[0].score = 0
    for level in range(level_starts.size - 2):
        sign = 1 if level & 1 == 0 else -1
        for number in range(level_starts[level], level_starts[level + 1]):
            for child in range(number * breadth + 1, number * breadth + breadth + 1):
                places[child].score = int(places[number].score) + sign * points_of(salt, np.uint64(child))


@kernel
def judge_places(breadth, level_starts, places, links):
    """Write the outcome of every place that has a score. `links` is empty for a tree."""
    last = level_starts.size - 2
    for number in range(level_starts[last], level_starts[last + 1]):
        places[number].outcome = sign_of(int(places[number].score))
    for level in range(last - 1, -1, -1):
        sign = 1 if level & 1 == 0 else -1
        for number in range(level_starts[level], level_starts[level + 1]):
            best = -1
            for move in range(breadth):
                child = links[number * breadth + move].place if links.size else number * breadth + 1 + move
                best = max(best, sign * int(places[child].outcome))
            places[number].outcome = sign * best


@kernel
def sign_of(number):
    """Return the sign of a number: 1, 0 or -1."""
    return int(number > 0) - int(number < 0)
