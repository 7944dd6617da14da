"""Multivariate analysis of variance: do the means of several variables differ between groups? By Wilks' lambda.

Lambda is the determinant of the sums of squares and products within the groups, divided by that of the totals: near 1 if the groups have
the same means. An approximation gives an F (Rao 1951, *An asymptotic expansion of the distribution of Wilks' criterion*); it is exact for
up to three groups, and for one or two variables.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Wilks:
    """The result of a test that all groups have the same means."""

    value: float
    """Wilks' lambda."""
    f: float
    first: float
    """Degrees of freedom of the numerator of F, and of its denominator."""
    second: float
    p: float
    """Probability of an F as large if the means are the same."""


def wilks(groups: Sequence[Array]) -> Wilks:
    """Return the test of groups, each (rows, variables). Raise `ValueError` for one group, or too few or too similar rows."""
    rows, variables, count = sum(len(group) for group in groups), groups[0].shape[1], len(groups)
    if count < 2 or min(len(group) for group in groups) < 1 or rows - count < variables:
        raise ValueError("at least two groups, and more rows than groups and variables together, are needed")
    within = sum(_products(group - group.mean(axis=0)) for group in groups)
    every = np.concatenate(list(groups))
    totals = np.linalg.slogdet(_products(every - every.mean(axis=0)))
    inside = np.linalg.slogdet(within)
    if inside.sign <= 0 or totals.sign <= 0:
        raise ValueError("a variable is constant, or a sum of others")
    value = math.exp(inside.logabsdet - totals.logabsdet)
    return Wilks(value, *_rao(value, rows, variables, count))


def _products(rows: Array) -> Array:
    return np.asarray(rows.T @ rows)


def _rao(value: float, rows: int, variables: int, groups: int) -> tuple[float, float, float, float]:
    """Return F, its degrees of freedom and its probability, by Rao's approximation."""
    from miai.core.statistics import scipy_stats

    between = groups - 1
    divisor = variables**2 + between**2 - 5
    power = math.sqrt((variables**2 * between**2 - 4) / divisor) if divisor > 0 else 1.0
    first = float(variables * between)
    second = power * (rows - 1 - (variables + groups) / 2) - (first - 2) / 2
    root = value ** (1 / power)
    found = (1 - root) / root * second / first
    return found, first, second, float(scipy_stats().f.sf(found, first, second))
