"""Curves of error against iterations that were measured in blocks of games, and what can be said of them with an interval.

Repeated searches of one game are not independent of each other, games are. So games are divided into blocks, and intervals come from how
much the blocks differ: the jackknife, which leaves out one block at a time, works alike for means, differences and ratios, and for
curves that were measured on the same games it sees that they were.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

Curve = np.ndarray[Any, np.dtype[np.float64]]
"""The mean error at each checkpoint."""

Estimate = tuple[float, float, float]
"""A value and the bounds of its 95 % interval; not a number where there is none."""

CONFIDENCE = 0.95
NOTHING_SEEN = 3.0
"""Where nothing was seen in n games, a rate of 3 / n or more would have shown something with 95 % probability."""


@dataclass(frozen=True)
class Blocks:
    """The errors of one kind of search, a line for each block and a column for each checkpoint, and the games of each block."""

    errors: Curve
    games: Curve

    def curve(self, left_out: int | None = None) -> Curve:
        """The mean error at each checkpoint over all games, or over all but those of one block."""
        games = self.games.copy()
        if left_out is not None:
            games[left_out] = 0
        return np.asarray(games @ self.errors / games.sum(), np.float64)


def jackknife(statistic: Callable[..., float], *measured: Blocks) -> Estimate:
    """`statistic` of the curves of `measured`, which all have the same blocks of games, with its interval."""
    from scipy import stats

    value = statistic(*(each.curve() for each in measured))
    count = measured[0].games.size
    parts = np.array([statistic(*(each.curve(block) for each in measured)) for block in range(count)])
    if not math.isfinite(value) or not np.isfinite(parts).all():
        return value, math.nan, math.nan
    error = math.sqrt((count - 1) / count * float(((parts - parts.mean()) ** 2).sum()))
    reach = float(stats.t.ppf(0.5 + CONFIDENCE / 2, count - 1)) * error
    return value, value - reach, value + reach


def error_at(place: int, measured: Blocks) -> Estimate:
    """The error at a checkpoint. Where none was seen, the upper bound is what so many games can say."""
    value, low, high = jackknife(lambda curve: float(curve[place]), measured)
    return value, max(0.0, low), min(1.0, high if value > 0 else NOTHING_SEEN / float(measured.games.sum()))


def gain_at(place: int, base: Blocks, measured: Blocks) -> Estimate:
    """Base error over error at a checkpoint; on a scale of ratios, so that the interval stays above 0."""

    def log_ratio(before: Curve, after: Curve) -> float:
        return math.log(before[place] / after[place]) if before[place] > 0 and after[place] > 0 else math.nan

    return _exp(jackknife(log_ratio, base, measured))


def mean_error(measured: Blocks, first: int = 0) -> Estimate:
    """The error, averaged over the checkpoints from place `first` on: one number for a whole curve."""
    value, low, high = jackknife(lambda curve: float(curve[first:].mean()), measured)
    return value, max(0.0, low), high


def excess(base: Blocks, measured: Blocks, first: int = 0) -> Estimate:
    """By how much the mean error is above that of the base; below 0 is better. Where no error was seen, so many games tell no more."""
    if not base.errors[:, first:].any() and not measured.errors[:, first:].any():
        reach = NOTHING_SEEN / float(measured.games.sum())
        return 0.0, -reach, reach
    return jackknife(lambda before, after: float((after - before)[first:].mean()), base, measured)


def speed_up(checkpoints: Sequence[int], target: float, base: Blocks, measured: Blocks) -> Estimate:
    """How many times as many iterations the base needs until its error falls to `target`; not a number if one never does."""

    def log_ratio(before: Curve, after: Curve) -> float:
        return math.log(iterations_until(checkpoints, before, target)) - math.log(iterations_until(checkpoints, after, target))

    return _exp(jackknife(log_ratio, base, measured))


def iterations_until(checkpoints: Sequence[int], curve: Curve, target: float) -> float:
    """Where the curve falls to `target` for good, between two checkpoints on a line over log(iterations); not a number if it does not."""
    above = np.flatnonzero(curve > target)
    if above.size == 0 or above[-1] == len(checkpoints) - 1:
        return math.nan
    last = int(above[-1])
    share = (curve[last] - target) / (curve[last] - curve[last + 1])
    return math.exp(math.log(checkpoints[last]) + share * (math.log(checkpoints[last + 1]) - math.log(checkpoints[last])))


def _exp(estimate: Estimate) -> Estimate:
    value, low, high = (math.exp(min(each, 700.0)) if not math.isnan(each) else math.nan for each in estimate)
    return value, low, high
