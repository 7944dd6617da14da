"""The solver: valid packings, proven optima, repeatable results."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings

from miai.core.cache import CHECKED
from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems.packing import Packer, cut_instance, faults_of, height_of, lower_bound, make_instance, pack
from miai.problems.packing.reference import best_height
from tests.problems.packing.instances import published, small_instances

pytestmark = pytest.mark.plain


@given(small_instances(most=20))
@settings(max_examples=50 if COMPILING else 10)
def test_packings_are_valid_and_not_below_the_bound(instance):
    result = pack(instance, simulations=50)
    assert faults_of(instance, result.placements) == []
    assert result.height == height_of(result.placements) >= result.lower_bound == lower_bound(instance)
    assert result.proven == (result.height == result.lower_bound)


def random_instance(chance):
    """Return a random instance of at most five rectangles."""
    width, rotate = chance.randint(3, 10), chance.random() < 0.5
    sides = [(chance.randint(1, width), chance.randint(1, width if rotate else 10)) for _ in range(chance.randint(1, 5))]
    return make_instance(width, sides, rotate=rotate)


def test_small_instances_are_packed_as_low_as_by_trying_everything():
    chance, count = random.Random(1), 90 if COMPILING and not CHECKED else 5
    instances = [random_instance(chance) for _ in range(count)]
    higher = [pack(each, simulations=5_000 if COMPILING else 2_000).height - best_height(each) for each in instances]
    assert higher == [0] * count


@pytest.mark.skipif(not COMPILING or CHECKED, reason="thousands of packings")
@pytest.mark.parametrize(
    "name", ["C1_1", "C1_2", "C1_3", "C2_1", "C2_2", "C2_3", "C3_1", "C3_2", "C3_3", "C4_1", "N5", "N9", "N12"]
)
def test_published_instances_are_packed_optimally(name):
    instance = published(name)
    result = pack(instance, simulations=200_000)
    assert (result.height, result.proven) == (instance.optimal_height, True)
    assert faults_of(instance, result.placements) == []


def test_one_seed_gives_one_result():
    first, second = (pack(cut_instance(30, 50, 50), simulations=300 if COMPILING else 30, seed=4) for _ in range(2))
    assert first.placements == second.placements and first.simulations == second.simulations


def test_a_continued_run_never_gets_worse():
    packer = Packer(cut_instance(40, 60, 60, seed=2))
    heights = [packer.run(simulations=40).height for _ in range(4)]
    assert heights == sorted(heights, reverse=True)


def test_a_target_ends_the_search():
    heights = []
    pack(published("C7_1"), simulations=20, target=260, listener=lambda result: heights.append(result.height))
    assert heights[-1] <= 260 and all(height > 260 for height in heights[:-1])


def test_orientations_are_kept_where_rotation_is_not_allowed():
    instance = make_instance(10, [(3, 7), (7, 3), (4, 2)], rotate=False)
    assert sorted(each[2:] for each in pack(instance, simulations=20).placements) == [(3, 7), (4, 2), (7, 3)]


def test_bounds_by_hand():
    assert lower_bound(make_instance(10, [(5, 4, 4)])) == 8  # area
    assert lower_bound(make_instance(10, [(2, 12)])) == 12  # too long to lie
    assert lower_bound(make_instance(10, [(6, 7), (6, 6), (8, 9)])) == 6 + 6 + 8  # none fits beside another


def test_lower_bound_counts_only_widths_and_heights_that_add_up():
    upright = make_instance(100, [(13, 7, 150)], rotate=False)
    assert lower_bound(upright) == 154  # 7 x 13 = 91 in a row, so at least 13,650 / 91 = 150; the next multiple of 7 is 154
    assert lower_bound(make_instance(6, [(5, 4, 2), (5, 3)])) == 11  # 3, 4 or 5 of 6 are covered: 55 / 5 = 11 = 4 + 4 + 3
    assert lower_bound(make_instance(100, [(13, 7, 150)])) == 137  # 5 x 13 + 5 x 7 = 100, and 3 x 13 + 14 x 7 = 137: area alone


def test_lower_bound_is_never_above_the_optimum():
    chance = random.Random(2)
    for _ in range(60 if COMPILING and not CHECKED else 10):
        instance = random_instance(chance)
        assert lower_bound(instance) <= best_height(instance), instance


@pytest.mark.parametrize("limits", [{"seconds": -1}, {"simulations": -1}, {"target": 0}])
def test_bad_limits_are_refused(limits):
    with pytest.raises(UserError, match=next(iter(limits))):
        pack(cut_instance(4), **limits)
