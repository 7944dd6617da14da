"""Combining places takes a number of steps that is linear in the number of places."""

import numpy as np
import pytest

from miai.core.streams import new_stream
from miai.problems.pgame import combine

pytestmark = pytest.mark.plain

SALT = np.uint64(5)


class Counted:
    """An array that counts how often an element was read or written."""

    looks = 0

    def __init__(self, array):
        self.array, self.size = array, array.size

    def __getitem__(self, place):
        Counted.looks += 1
        return self.array[place]

    def __setitem__(self, place, value):
        Counted.looks += 1
        self.array[place] = value


def plain(kernel):
    """Return the Python function of a kernel, which accepts any kind of array."""
    return getattr(kernel, "py_func", kernel)


def looks_for_a_level(parents, breadth, share):
    """Return the number of accesses to array elements while a level below `parents` places is made."""
    Counted.looks = 0
    above = Counted(np.random.default_rng(1).integers(-300, 300, parents))
    gains, ranked, leaders, numbers, links, scores = (Counted(np.zeros(parents * breadth, np.int64)) for _ in range(6))
    plain(combine.offer_places)(SALT, 1, 1, breadth, above, gains)
    most = int(gains.array.max())
    starts = Counted(np.zeros(most - int(gains.array.min()) + 2, np.int64))
    plain(combine.count_scores)(gains, most, starts)
    shuffled = Counted(np.random.default_rng(2).permutation(parents * breadth))
    plain(combine.sort_by_score)(gains, most, starts, shuffled, ranked)
    newest = Counted(np.zeros(parents, np.int64))
    joined = plain(combine.join_neighbours)(new_stream(1), share, 1, breadth, above, gains, ranked, newest, leaders)
    plain(combine.link_moves)(1, 1, gains, leaders, numbers, links, scores)
    assert joined > 0
    return Counted.looks - 3 * starts.size  # the pass over all scores takes the same time on every level


@pytest.mark.parametrize("share", [0.1, 0.9])
def test_twice_as_many_places_take_twice_as_many_steps(share):
    steps = [looks_for_a_level(parents, 4, share) for parents in (500, 1000, 2000)]
    assert steps[1] / steps[0] == pytest.approx(2, rel=0.02)
    assert steps[2] / steps[1] == pytest.approx(2, rel=0.02)


def test_the_accesses_per_place_do_not_depend_on_the_breadth():
    few, many = (looks_for_a_level(2000 // breadth, breadth, 0.3) / 2000 for breadth in (2, 20))
    assert few < 30 and many < 30
