"""Statistics with intervals of curves of error against iterations, measured in blocks of games.

Repeated searches of one game depend on each other, games do not. So games are divided into blocks, and intervals come from the differences
between blocks. The jackknife, which leaves out one block at a time, works for means, differences and ratios alike, and it takes into
account that curves were measured on the same games.
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
"""A value and the bounds of its 95 % interval; NaN where there is none."""

CONFIDENCE = 0.95
NOTHING_SEEN = 3.0
"""The rule of three: if an event never happened in n games, its rate is below 3 / n with 95 % confidence."""


@dataclass(frozen=True)
class Blocks:
    """The errors of one kind of search, a row for each block and a column for each checkpoint, and the games of each block."""

    errors: Curve
    games: Curve

    def curve(self, left_out: int | None = None) -> Curve:
        """Return the mean error at each checkpoint over all games, or over all games except those of one block."""
        games = self.games.copy()
        if left_out is not None:
            games[left_out] = 0
        return np.asarray(games @ self.errors / games.sum(), np.float64)


def jackknife(statistic: Callable[..., float], *measured: Blocks) -> Estimate:
    """Return `statistic` of the curves of `measured` with its interval. All curves must have the same blocks of games."""
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
    """Return the error at a checkpoint. Where there was no error, the upper bound is that of the rule of three."""
    value, low, high = jackknife(lambda curve: float(curve[place]), measured)
    return value, max(0.0, low), min(1.0, high if value > 0 else NOTHING_SEEN / float(measured.games.sum()))


def gain_at(place: int, base: Blocks, measured: Blocks) -> Estimate:
    """Return base error over error at a checkpoint. The interval is computed on a logarithmic scale, so that it stays above 0."""

    def log_ratio(before: Curve, after: Curve) -> float:
        return math.log(before[place] / after[place]) if before[place] > 0 and after[place] > 0 else math.nan

    return _exp(jackknife(log_ratio, base, measured))


def mean_error(measured: Blocks, first: int = 0) -> Estimate:
    """Return the error averaged over the checkpoints from number `first` on: one number for a curve."""
    value, low, high = jackknife(lambda curve: float(curve[first:].mean()), measured)
    return value, max(0.0, low), high


def excess(base: Blocks, measured: Blocks, first: int = 0) -> Estimate:
    """Return the mean error minus that of the base; below 0 is better. Where there was no error, the rule of three gives the interval."""
    if not base.errors[:, first:].any() and not measured.errors[:, first:].any():
        reach = NOTHING_SEEN / float(measured.games.sum())
        return 0.0, -reach, reach
    return jackknife(lambda before, after: float((after - before)[first:].mean()), base, measured)


def speed_up(checkpoints: Sequence[int], target: float, base: Blocks, measured: Blocks) -> Estimate:
    """Return the iterations that the base needs until its error falls to `target`, over those of `measured`; NaN if one never does."""

    def log_ratio(before: Curve, after: Curve) -> float:
        return math.log(iterations_until(checkpoints, before, target)) - math.log(iterations_until(checkpoints, after, target))

    return _exp(jackknife(log_ratio, base, measured))


def iterations_until(checkpoints: Sequence[int], curve: Curve, target: float) -> float:
    """Return the iterations at which the curve falls to `target` and stays below, interpolated over log(iterations); NaN if it does not."""
    above = np.flatnonzero(curve > target)
    if above.size == 0 or above[-1] == len(checkpoints) - 1:
        return math.nan
    last = int(above[-1])
    share = (curve[last] - target) / (curve[last] - curve[last + 1])
    return math.exp(math.log(checkpoints[last]) + share * (math.log(checkpoints[last + 1]) - math.log(checkpoints[last])))


def _exp(estimate: Estimate) -> Estimate:
    value, low, high = (math.exp(min(each, 700.0)) if not math.isnan(each) else math.nan for each in estimate)
    return value, low, high
