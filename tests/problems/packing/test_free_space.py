"""Packing into free space: an example by hand, valid packings, and free rectangles that are free and as large as possible."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.core.kernels import COMPILING
from miai.problems.packing import Packer, Placement, cut_instance, faults_of, height_of, make_instance
from miai.problems.packing.best_fit import new_packer
from miai.problems.packing.free_space import RULES, new_spaces, pack_into_spaces
from miai.problems.packing.skyline import capacity_for
from tests.problems.packing.instances import small_instances

pytestmark = pytest.mark.plain


def packed(instance, rule, target):
    """Return whether all found a place, the placements and the free rectangles."""
    packer, spaces = new_packer(instance), new_spaces(capacity_for(instance.count))
    packer.target = target
    done = pack_into_spaces(packer, spaces, rule)
    placed = zip(*(getattr(packer, f"placed_{name}")[: packer.placed].tolist() for name in "xywh"), strict=True)
    free = zip(*(getattr(spaces, name)[: spaces.count].tolist() for name in ("x", "y", "wide", "tall")), strict=True)
    return done, [Placement(*each) for each in placed], [Placement(*each) for each in free]


def overlap(a, b):
    return a.x < b.x + b.width and b.x < a.x + a.width and a.y < b.y + b.height and b.y < a.y + a.height


def contains(outer, inner):
    ends = (inner.x + inner.width <= outer.x + outer.width, inner.y + inner.height <= outer.y + outer.height)
    return outer.x <= inner.x and outer.y <= inner.y and all(ends)


def test_one_rectangle_leaves_the_space_beside_and_above_it():
    done, placed, free = packed(make_instance(10, [(4, 3)], rotate=False), 0, 8)
    assert done and placed == [Placement(0, 0, 4, 3)]
    assert sorted(free) == [Placement(0, 3, 10, 5), Placement(4, 0, 6, 8)]


@pytest.mark.parametrize(
    "third, corners",
    [
        ((2, 6), ["A", "B", "B"]),  # rests in A: 4 and 0, area 24; in B: 2 and 2, area 20
        ((4, 2), ["B", "A", "B"]),  # in A: 2 and 4, area 28; in B: 0 and 6, area 24
    ],
)
def test_rules_choose_by_what_they_leave(third, corners):
    """A wall of 1 x 6 on a strip of width 7, below 8, leaves 6 x 8 beside it and 7 x 2 above it.

    3 x 2 is lowest beside the wall, but leaves less above it. There it leaves A, 6 x 6 at (1, 0), and B, 4 x 8 at (3, 0).
    """
    instance = make_instance(7, [(1, 6), (3, 2), third], rotate=False)
    assert packed(instance, 0, 8)[1][1] == Placement(1, 0, 3, 2)
    for rule, corner in zip((1, 2, 3), corners, strict=True):
        done, placed, _ = packed(instance, rule, 8)
        assert done and placed[1] == Placement(0, 6, 3, 2)
        assert placed[2][:2] == {"A": (1, 0), "B": (3, 0)}[corner]


@given(small_instances(most=9), st.integers(0, len(RULES) - 1))
@settings(max_examples=100 if COMPILING else 20)
def test_packings_are_valid_and_free_space_is_free_and_as_large_as_possible(instance, rule):
    done, placed, free = packed(instance, rule, 1000)
    assert done and faults_of(instance, placed) == []
    assert not any(overlap(each, other) for each in free for other in placed)
    assert not any(contains(each, other) for each in free for other in free if each is not other)
    area = sum(each.width * each.height for each in placed)
    covered = {
        (x, y) for each in free for x in range(each.x, each.x + each.width) for y in range(each.y, min(60, each.y + each.height))
    }
    assert height_of(placed) > 60 or len(covered) == instance.width * 60 - area


def test_a_ceiling_below_the_lowest_place_is_refused():
    instance = cut_instance(8, 12, 12, seed=1)
    height = height_of(packed(instance, 0, 1000)[1])
    assert packed(instance, 0, height)[0] and not packed(instance, 0, height - 1)[0]


def test_the_solver_is_never_above_the_lowest_of_these_packings():
    instance = make_instance(100, [(1 + number % 4, 50 + 13 * number % 97) for number in range(24)], rotate=False)
    lowest = min(height_of(packed(instance, rule, 10_000)[1]) for rule in range(len(RULES)))
    assert Packer(instance).run(simulations=40).height <= lowest
