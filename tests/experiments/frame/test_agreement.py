"""Comparison of numbers with intervals: the interval of a difference, and its error rate."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.statistics import wilson
from miai.experiments.frame import Cell, Published
from miai.experiments.frame.agreement import agreement_of, compare

pytestmark = pytest.mark.plain

numbers = st.floats(-100, 100)
reaches = st.floats(0, 10)


def cell(value, low=None, high=None):
    return Cell({}, "m", value, low, high)


def test_the_difference_of_two_shares_equals_newcombes_example():
    """56 of 70 against 48 of 80: 0.0524 to 0.3339 by method 10 (Newcombe, Statistics in Medicine 17, 1998, table II a)."""
    one, two = wilson(56, 70), wilson(48, 80)
    found = compare(cell(one.share, one.low, one.high), cell(two.share, two.low, two.high))
    assert (round(found.difference, 4), round(found.low, 4), round(found.high, 4)) == (0.2, 0.0524, 0.3339)
    assert found.differs


@given(numbers, reaches, numbers, reaches)
def test_symmetric_intervals_follow_the_usual_rule(one, reach, two, other_reach):
    found = compare(cell(one, one - reach, one + reach), Published(two, two - other_reach, two + other_reach))
    if not math.isclose(abs(one - two), math.hypot(reach, other_reach), rel_tol=1e-6, abs_tol=1e-9):
        assert found.differs == (abs(one - two) > math.hypot(reach, other_reach))


@given(numbers, reaches, reaches, numbers, reaches, reaches)
def test_the_comparison_is_antisymmetric(one, down, up, two, other_down, other_up):
    first, second = cell(one, one - down, one + up), cell(two, two - other_down, two + other_up)
    there, back = compare(first, second), compare(second, first)
    assert there.differs == back.differs
    assert (there.difference, there.low, there.high) == (-back.difference, -back.high, -back.low)


def test_equal_truths_differ_in_one_case_of_twenty():
    source = np.random.default_rng(1)
    trials = 400
    verdicts = []
    for _ in range(1000):
        one, two = (wilson(int(source.binomial(trials, 0.3)), trials) for _ in range(2))
        verdicts.append(compare(cell(one.share, one.low, one.high), cell(two.share, two.low, two.high)))
    agreement = agreement_of(verdicts)
    assert agreement.expected == pytest.approx(50)
    assert 30 < agreement.differing < 70


def test_cells_without_a_comparison_are_not_counted():
    assert compare(cell(None), cell(1, 0, 2)).differs is None
    assert compare(cell(1), cell(2)).differs is None
    assert compare(cell(1), cell(3, 2, 4)).differs is True
    found = agreement_of([None, compare(cell(1), cell(2)), compare(cell(1, 0, 2), cell(1.5)), compare(cell(1), cell(3, 2, 4))])
    assert (found.compared, found.differing) == (2, 1)
    assert found.in_words("the paper") == (
        "1 of 2 cells differs from the paper by more than the joint 95 % interval; by chance alone about 0.1 would."
    )
