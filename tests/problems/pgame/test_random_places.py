"""Artificial graphs whose combinations join random places of a level, as the pseudo-code of Brodeur and Childs (2008) does."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.streams import new_stream, next_below, next_float
from miai.problems.pgame import make_game
from miai.problems.pgame.combine import join_at_random
from tests.problems.pgame.test_game import play

pytestmark = pytest.mark.plain


def teams_by_sets(stream, share, count):
    """Return the sets of places that become one, each with the place whose score it has, by merging sets."""
    teams = {place: {place} for place in range(count)}
    leader = {place: place for place in range(count)}
    for place in range(count):
        if count > 1 and next_float(stream) < share:
            other = int(next_below(stream, count - 1))
            other += other >= place
            if teams[place] is not teams[other]:
                last = leader[other]
                merged = teams[place] | teams[other]
                for each in merged:
                    teams[each], leader[each] = merged, last
    return leader


@given(st.integers(1, 60), st.sampled_from([0.1, 0.3, 0.8]), st.integers(0, 2**32))
def test_chains_of_combinations_end_at_one_place(count, share, seed):
    leaders = np.empty(count, np.int32)
    joined = join_at_random(new_stream(seed), share, leaders)
    expected = teams_by_sets(new_stream(seed), share, count)
    assert leaders.tolist() == [expected[place] for place in range(count)]
    assert joined == count - len(set(expected.values()))


@given(st.integers(0, 2**32))
def test_the_total_at_a_place_does_not_depend_on_the_path(seed):
    game = make_game(3, 4, 0.4, seed, random_places=True)
    totals = {}
    for moves in itertools.product(range(3), repeat=4):
        for length in range(5):
            here, points = play(game.start(), moves[:length])
            assert totals.setdefault(int(here.number), sum(points)) == sum(points) == int(here.total)


@pytest.mark.parametrize("share", [0.1, 0.3])
def test_the_share_of_combined_places_is_the_requested_one(share):
    game = make_game(6, 5, share, seed=1, random_places=True)
    sizes = np.diff(game.level_starts)
    # slightly fewer: a combination of two places of one chain joins nothing
    assert 1 - sizes[-1] / (sizes[-2] * 6) == pytest.approx(share, abs=0.03)


def test_places_of_any_totals_are_combined():
    near, random = (make_game(4, 8, 0.3, seed=3, random_places=each) for each in (False, True))

    def widest(game):
        scores = game.places.score.astype(int)
        gained = np.abs(scores[game.links.place] - np.repeat(scores[: int(game.level_starts[-2])], 4))
        return int(gained.max())

    assert widest(near) <= 127 < widest(random)
