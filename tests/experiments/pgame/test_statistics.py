"""Intervals of curves measured in blocks of games."""

import math

import numpy as np
import pytest

from miai.core.statistics import mean_with_interval
from miai.experiments.pgame.statistics import (
    Blocks,
    error_at,
    excess,
    gain_at,
    iterations_until,
    jackknife,
    mean_error,
    speed_up,
)

pytestmark = pytest.mark.plain

ERRORS = np.array([[0.5, 0.1], [0.4, 0.2], [0.6, 0.0], [0.7, 0.1]])
EQUAL = np.full(4, 10.0)


def test_with_equal_blocks_the_error_has_the_t_interval_of_the_blocks():
    expected = mean_with_interval(ERRORS[:, 0])
    assert error_at(0, Blocks(ERRORS, EQUAL)) == pytest.approx((expected.mean, expected.low, expected.high))


def test_blocks_are_weighted_by_their_games():
    measured = Blocks(ERRORS, np.array([30.0, 10.0, 10.0, 10.0]))
    assert measured.curve()[0] == pytest.approx((3 * 0.5 + 0.4 + 0.6 + 0.7) / 6)
    assert measured.curve(left_out=0)[0] == pytest.approx((0.4 + 0.6 + 0.7) / 3)


def test_the_upper_bound_without_errors_is_three_over_the_games():
    assert error_at(0, Blocks(np.zeros((4, 1)), EQUAL)) == (0.0, 0.0, 3 / 40)


def test_the_same_curve_twice_has_a_gain_of_exactly_1_and_no_excess():
    measured = Blocks(ERRORS, EQUAL)
    assert gain_at(0, measured, measured) == (1.0, 1.0, 1.0)
    assert excess(measured, measured) == (0.0, 0.0, 0.0)


def test_the_difference_of_two_curves_without_errors_has_an_interval():
    never = Blocks(np.zeros((4, 2)), EQUAL)
    assert excess(never, never) == (0.0, -3 / 40, 3 / 40)


def test_variation_common_to_both_curves_does_not_widen_a_difference():
    base, better = Blocks(ERRORS, EQUAL), Blocks(ERRORS - 0.05 * (ERRORS > 0), EQUAL)
    value, low, high = excess(base, better)
    assert low <= value <= high < 0
    assert high - low < mean_error(base)[2] - mean_error(base)[1]


def test_a_gain_over_an_error_of_0_is_nan():
    assert math.isnan(gain_at(0, Blocks(ERRORS, EQUAL), Blocks(np.zeros((4, 2)), EQUAL))[0])


def test_the_jackknife_covers_the_truth_in_95_percent():
    source = np.random.default_rng(1)
    inside = 0
    for _ in range(400):
        _, low, high = jackknife(lambda curve: float(curve[0]), Blocks(source.normal(1.0, 1.0, (10, 1)), np.ones(10)))
        inside += low <= 1.0 <= high
    assert inside / 400 == pytest.approx(0.95, abs=0.035)


def test_iterations_are_interpolated_where_the_curve_last_falls_to_the_target():
    curve = np.array([0.5, 0.1, 0.3, 0.1, 0.0])
    assert iterations_until((10, 20, 40, 80, 160), curve, 0.2) == pytest.approx(math.sqrt(40 * 80))
    assert math.isnan(iterations_until((10, 20), np.array([0.5, 0.4]), 0.2))
    assert math.isnan(iterations_until((10, 20), np.array([0.1, 0.05]), 0.2))


def test_a_curve_that_falls_ten_times_earlier_has_a_speed_up_of_ten():
    checkpoints = (10, 100, 1000, 10000)
    slow, fast = np.array([[0.5, 0.5, 0.5, 0.1]] * 3), np.array([[0.5, 0.5, 0.1, 0.1]] * 3)
    value, low, high = speed_up(checkpoints, 0.3, Blocks(slow, np.ones(3)), Blocks(fast, np.ones(3)))
    assert (value, low, high) == pytest.approx((10, 10, 10))
