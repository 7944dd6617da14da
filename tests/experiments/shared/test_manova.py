"""Wilks' lambda, by a published example that was worked out by hand, and by the t test that it becomes for two groups and one variable."""

from __future__ import annotations

import numpy as np
import pytest

from miai.experiments.shared.manova import wilks

EXAMPLE = (
    np.array([[9.0, 3.0], [6.0, 2.0], [9.0, 7.0]]),
    np.array([[0.0, 4.0], [2.0, 0.0]]),
    np.array([[3.0, 8.0], [1.0, 9.0], [2.0, 7.0]]),
)
"""Johnson and Wichern, *Applied Multivariate Statistical Analysis*, example 6.9."""


def test_the_example_of_the_book_has_its_lambda_and_its_f():
    # within: [[10, 1], [1, 24]], determinant 239; totals: [[88, -11], [-11, 72]], determinant 6215
    found = wilks(EXAMPLE)
    assert found.value == pytest.approx(239 / 6215)
    root = (239 / 6215) ** 0.5
    assert found.f == pytest.approx((1 - root) / root * (8 - 3 - 1) / (3 - 1))
    assert found.f == pytest.approx(8.20, abs=0.01)
    assert (found.first, found.second) == (4, 8)
    assert 0.005 < found.p < 0.01  # F(4, 8) is 7.01 at one per cent, 8.81 at half a per cent


def test_for_two_groups_and_one_variable_f_is_the_square_of_t():
    first, second = np.array([[1.0], [2.0], [6.0]]), np.array([[4.0], [8.0]])
    # means 3 and 6, squares within 14 + 8 = 22 by 3 degrees of freedom: t^2 = 3^2 / (22 / 3 x (1/3 + 1/2))
    found = wilks((first, second))
    assert found.f == pytest.approx(9 / (22 / 3 * 5 / 6))
    assert (found.first, found.second) == (1, 3)


def test_scale_and_mixture_of_variables_do_not_matter():
    turned = [group @ np.array([[2.0, 1.0], [0.0, -5.0]]) + 3.0 for group in EXAMPLE]
    assert wilks(turned).value == pytest.approx(wilks(EXAMPLE).value)


@pytest.mark.parametrize("groups", [EXAMPLE[:1], [np.ones((4, 2)), np.ones((4, 2))], [np.ones((1, 2)), np.ones((2, 2))]])
def test_what_cannot_be_tested_is_refused(groups):
    with pytest.raises(ValueError, match=r"needed|constant"):
        wilks(groups)
