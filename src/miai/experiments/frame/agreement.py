"""Comparison of numbers with intervals: do two of them differ by more than chance explains?

The interval of a difference is built from both intervals as by Newcombe (1998), method 10, and Zou and Donner (2008): the distance of each
bound from the difference is the root of the sum of squares of the two distances that matter there. Asymmetric intervals stay asymmetric,
and for normal means the result is the usual interval. Two numbers differ where the interval does not contain 0. For equal truths that
happens in 5 % of cells.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from miai.experiments.frame.declaration import Cell, Published

CHANCE = 0.05
"""Share of cells that differ by chance alone where all intervals are 95 % intervals."""


@dataclass(frozen=True)
class Comparison:
    """The first number minus the second, with its interval.

    `differs` is `None` where that is unknown: a number, or both intervals, are missing.
    """

    difference: float | None
    low: float | None
    high: float | None
    differs: bool | None


@dataclass(frozen=True)
class Agreement:
    """Counts of cells that were compared and that differ; `expected` is the number that would differ by chance alone."""

    compared: int
    differing: int
    expected: float

    def in_words(self, other: str) -> str:
        """Return one sentence; `other` names the numbers that the cells are compared with."""
        if not self.compared:
            return f"No cell can be compared with {other}."
        differ = "differs" if self.differing == 1 else "differ"
        return (
            f"{self.differing} of {self.compared} cells {differ} from {other} by more than the joint 95 % interval; "
            f"by chance alone about {self.expected:.1f} would."
        )


def compare(first: Cell | Published, second: Cell | Published) -> Comparison:
    """Return the comparison of `first` with `second`. A missing bound counts as equal to its number."""
    if first.value is None or second.value is None:
        return Comparison(None, None, None, None)
    difference = first.value - second.value
    if all(bound is None for bound in (first.low, first.high, second.low, second.high)):
        return Comparison(difference, None, None, None)
    low = difference - math.hypot(_down(first), _up(second))
    high = difference + math.hypot(_up(first), _down(second))
    return Comparison(difference, low, high, not low <= 0 <= high)


def _down(number: Cell | Published) -> float:
    return 0.0 if number.low is None or number.value is None else number.value - number.low


def _up(number: Cell | Published) -> float:
    return 0.0 if number.high is None or number.value is None else number.high - number.value


def agreement_of(comparisons: Iterable[Comparison | None]) -> Agreement:
    """Return the counts of the comparisons that have an answer."""
    verdicts = [each.differs for each in comparisons if each is not None and each.differs is not None]
    return Agreement(len(verdicts), sum(verdicts), CHANCE * len(verdicts))
