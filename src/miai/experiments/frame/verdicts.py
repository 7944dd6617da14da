"""Verdicts on claims: "holds", "does not hold" or "undecided", decided by an interval and never by a point estimate alone."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from miai.experiments.frame.agreement import compare
from miai.experiments.frame.declaration import VERDICTS, Cell, Published

Interval = tuple[float, float]
"""The bounds of a 95 % interval, infinite where a bound is unknown. A bound that is not a number leaves every claim undecided."""

HOLDS, FAILS, OPEN = VERDICTS


def decided_by(interval: str, comparisons: int = 1, joint: str = "") -> str:
    """Return the test behind a verdict in words: the kind of interval, and how many were compared. `joint` names the correction."""
    if comparisons == 1:
        return f"{interval}, 1 comparison"
    return f"{interval}, {comparisons} comparisons, {joint or 'each by itself'}"


def bounds(cell: Cell) -> Interval:
    """Return the interval of a cell; from minus to plus infinity where it has none."""
    return (-math.inf if cell.low is None else cell.low, math.inf if cell.high is None else cell.high)


def difference(first: Cell | Published, second: Cell | Published) -> Interval:
    """Return the interval of `first` minus `second`, infinite where neither has one."""
    compared = compare(first, second)
    return (-math.inf if compared.low is None else compared.low, math.inf if compared.high is None else compared.high)


def is_above(interval: Interval, threshold: float = 0.0) -> str:
    """Return the verdict on the claim that a number is above `threshold`."""
    low, high = interval
    return HOLDS if low > threshold else FAILS if high < threshold else OPEN


def is_below(interval: Interval, threshold: float = 0.0) -> str:
    """Return the verdict on the claim that a number is below `threshold`."""
    low, high = interval
    return HOLDS if high < threshold else FAILS if low > threshold else OPEN


def is_within(interval: Interval, least: float, most: float) -> str:
    """Return the verdict on the claim that a number lies between `least` and `most`."""
    low, high = interval
    if least < low and high < most:
        return HOLDS
    return FAILS if low > most or high < least else OPEN


def is_not_above_zero(interval: Interval, margin: float) -> str:
    """Return the verdict on the claim that a number is not above 0; up to `margin` above 0 counts as 0."""
    low, high = interval
    return HOLDS if high < margin else FAILS if low > 0 else OPEN


def all_of(verdicts: Iterable[str]) -> str:
    """Return the verdict on a claim that needs all of `verdicts` to hold; "undecided" if there are none."""
    found = list(verdicts)
    return FAILS if FAILS in found else OPEN if OPEN in found or not found else HOLDS


def most_of(verdicts: Sequence[str], share: float = 0.5) -> str:
    """Return "holds" if more than `share` of `verdicts` hold, "does not hold" if more than 1 - `share` of them do not."""
    if verdicts.count(HOLDS) > share * len(verdicts):
        return HOLDS
    return FAILS if verdicts.count(FAILS) > (1 - share) * len(verdicts) else OPEN


def is_best(cell: Cell, others: Iterable[Cell]) -> str:
    """Return the verdict on the claim that `cell` has the highest value: its interval lies above, or below one of, the others'."""
    low, high = bounds(cell)
    rivals = [bounds(other) for other in others]
    if any(high < rival[0] for rival in rivals):
        return FAILS
    return HOLDS if all(low > rival[1] for rival in rivals) else OPEN
