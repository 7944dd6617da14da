"""The knapsack."""

import pytest

from miai.problems import load
from miai.problems.exact import solve_exactly
from tests.problems.positions import after, legal_texts

pytestmark = pytest.mark.plain


def best_worth(weights, worths, room):
    """Return the best worth for every room by dynamic programming, as in textbooks."""
    best = [0] * (room + 1)
    for weight, worth in zip(weights, worths, strict=True):
        for carried in range(room, weight - 1, -1):
            best[carried] = max(best[carried], best[carried - weight] + worth)
    return best[room]


@pytest.mark.parametrize("seed", range(5))
def test_the_exact_value_equals_dynamic_programming(seed):
    state = load("knapsack").start(things=7, percent=50, seed=seed)
    weights, worths = ([int(x) for x in field[:7]] for field in (state.weight, state.worth))
    best = 100 * best_worth(weights, worths, int(state.room)) / sum(worths)
    assert solve_exactly(state).value == pytest.approx((best,))


def test_packed_and_too_heavy_things_are_not_listed():
    state = after("knapsack", "a", "things=6")
    weights = [int(weight) for weight in state.weight[:6]]
    fitting = [thing for thing in range(1, 6) if weights[thing] <= int(state.room)]
    assert legal_texts(state) == ["abcdef"[thing] for thing in fitting]


def test_things_follow_from_the_seed():
    first, again, other = (load("knapsack").start(seed=seed) for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()
