"""Statistics of results, with viewpoint and units in their names.

Everything is two-sided, with `confidence` 0.95 by default: in repeated experiments about that share of the intervals contains the
truth. Nothing is rounded. Impossible input (no trials, a sample of one) raises `ValueError` with the reason.

Tests and intervals that need Student's distribution use scipy, which comes with the extra `experiments`. Shares, Elo and rank
correlations need the normal distribution only, so that the engine and matches work without it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from miai.core import extras

ROUNDING = 1e-12
ELO_PER_TENFOLD_ODDS = 400.0
"""The scale of Elo's ratings: this number of points more multiplies the odds of winning by ten."""

Sample = Sequence[float] | np.ndarray[Any, Any]


@dataclass(frozen=True)
class Proportion:
    """A share of successes, from 0 to 1, with its interval."""

    successes: int
    trials: int
    share: float
    low: float
    high: float
    confidence: float


@dataclass(frozen=True)
class EloDifference:
    """The result of a match, from the first player's viewpoint: positive Elo means that the first is stronger.

    Elo is infinite where one side won every game: `elo_of_first_minus_second` and the bound on that side. The other bound stays
    finite and is all that such a match shows. `score_of_first` is points per game, from 0 to 1, a draw being half a point.
    """

    wins_of_first: int
    draws: int
    losses_of_first: int
    score_of_first: float
    score_low: float
    score_high: float
    elo_of_first_minus_second: float
    elo_low: float
    elo_high: float
    confidence: float


@dataclass(frozen=True)
class Mean:
    """The mean of a sample, in its own units, with its interval and its standard error."""

    count: int
    mean: float
    low: float
    high: float
    standard_error: float
    confidence: float


@dataclass(frozen=True)
class MeanDifference:
    """Welch's t-test of two samples, in their own units: does the mean of the first differ from that of the second?"""

    mean_of_first_minus_second: float
    low: float
    high: float
    t: float
    degrees_of_freedom: float
    p_two_sided: float
    confidence: float


@dataclass(frozen=True)
class Correlation:
    """Spearman's rank correlation, from -1 to 1, with its interval. `p_two_sided` is for the hypothesis that there is none."""

    count: int
    rank_correlation: float
    low: float
    high: float
    p_two_sided: float
    confidence: float


def wilson(successes: int, trials: int, confidence: float = 0.95) -> Proportion:
    """Return Wilson's interval for a share, the one to use. It never leaves [0, 1], and is not empty at 0 and 100 %."""
    return _proportion(successes, trials, confidence, "wilson")


def agresti_coull(successes: int, trials: int, confidence: float = 0.95) -> Proportion:
    """Return the interval of Agresti and Coull: around Wilson's centre, never narrower than Wilson's. Cut off at 0 and 1."""
    return _proportion(successes, trials, confidence, "agresti_coull")


def elo_difference(wins_of_first: int, draws: int, losses_of_first: int, confidence: float = 0.95) -> EloDifference:
    """Return how much stronger the first player is, on Elo's logistic scale.

    The interval is Wilson's for the score, carried over to Elo. Draws make the score vary less from game to game than wins and
    losses alone would, so the games count for more: n games of variance v are as good as n s (1 - s) / v games without draws.
    """
    games = _whole("wins", wins_of_first) + _whole("draws", draws) + _whole("losses", losses_of_first)
    if games < 1:
        raise ValueError("an Elo difference needs at least one game")
    score = (wins_of_first + draws / 2) / games
    weight = games / _variance_left_by_draws(wins_of_first, draws, losses_of_first)
    low, high = _confint(score * weight, weight, confidence, "wilson")
    elo, elo_low, elo_high = (elo_from_score(each) for each in (score, low, high))
    return EloDifference(wins_of_first, draws, losses_of_first, score, low, high, elo, elo_low, elo_high, confidence)


def _variance_left_by_draws(wins: int, draws: int, losses: int) -> float:
    """Return the variance of a game's score, as a share of what it would be with the same score and no draws: from 0 to 1.

    One win and one loss are added: a match of draws alone does not prove that there are only draws.
    """
    if not draws:
        return 1.0
    wins, losses = wins + 1, losses + 1
    games = wins + draws + losses
    score = (wins + draws / 2) / games
    variance = (wins * (1 - score) ** 2 + draws * (0.5 - score) ** 2 + losses * score**2) / games
    return variance / (score * (1 - score))


def elo_from_score(score_of_first: float) -> float:
    """Return the Elo difference, first minus second, at which the first expects this score per game; infinite at 0 and 1."""
    if not 0 <= score_of_first <= 1:
        raise ValueError(f"a score per game must be from 0 to 1, not {score_of_first}")
    if score_of_first in (0, 1):
        return math.inf if score_of_first else -math.inf
    return ELO_PER_TENFOLD_ODDS * math.log10(score_of_first / (1 - score_of_first))


def score_from_elo(elo_of_first_minus_second: float) -> float:
    """Return the score per game, from 0 to 1, that the first expects at this Elo difference. The inverse of `elo_from_score`."""
    if elo_of_first_minus_second < 0:
        return 1 - score_from_elo(-elo_of_first_minus_second)  # 10 ** x overflows on this side
    return 1 / (1 + 10 ** (-elo_of_first_minus_second / ELO_PER_TENFOLD_ODDS))


def mean_with_interval(values: Sample, confidence: float = 0.95) -> Mean:
    """Return the mean with Student's t interval: for means of roughly normal values, or of many values."""
    sample = _sample("a mean with an interval", values, at_least=2)
    mean, error = float(sample.mean()), float(sample.std(ddof=1)) / math.sqrt(sample.size)
    reach = float(scipy_stats().t.ppf(0.5 + _share("confidence", confidence) / 2, sample.size - 1)) * error
    return Mean(sample.size, mean, mean - reach, mean + reach, error, confidence)


def welch_t_test(first: Sample, second: Sample, confidence: float = 0.95) -> MeanDifference:
    """Compare the means of two independent samples, whose variances may differ. Raises `ValueError` if neither varies at all."""
    a = _sample("Welch's test", first, at_least=2)
    b = _sample("Welch's test", second, at_least=2)
    if np.ptp(a) == 0 and np.ptp(b) == 0:
        raise ValueError("Welch's test needs values that vary; both samples are constant")
    result = scipy_stats().ttest_ind(a, b, equal_var=False)
    low, high = result.confidence_interval(confidence_level=_share("confidence", confidence))
    difference = float(a.mean() - b.mean())
    return MeanDifference(
        difference, float(low), float(high), float(result.statistic), float(result.df), float(result.pvalue), confidence
    )


def spearman(first: Sample, second: Sample, confidence: float = 0.95) -> Correlation:
    """Return the rank correlation of pairs, with the interval of Bonett and Wright (2000). Raise `ValueError` for constant values."""
    correlation, low, high = rank_correlation(first, second, confidence)
    p_value = float(scipy_stats().spearmanr(first, second).pvalue)
    return Correlation(len(first), correlation, low, high, p_value, confidence)


def rank_correlation(first: Sample, second: Sample, confidence: float = 0.95) -> tuple[float, float, float]:
    """Return Spearman's correlation of pairs and both bounds of the interval of Bonett and Wright (2000), without a p-value.

    Raise `ValueError` for constant values.
    """
    a = _sample("a rank correlation", first, at_least=4)
    b = _sample("a rank correlation", second, at_least=4)
    if a.size != b.size:
        raise ValueError(f"a rank correlation needs pairs; there are {a.size} and {b.size} values")
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        raise ValueError("a rank correlation needs values that vary")
    correlation = min(1.0, max(-1.0, float(np.corrcoef(_ranks(a), _ranks(b))[0, 1])))
    if 1 - abs(correlation) < ROUNDING:
        correlation = round(correlation)
    reach = normal_reach(confidence) * math.sqrt((1 + correlation**2 / 2) / (a.size - 3))
    centre = math.atanh(correlation) if abs(correlation) < 1 else math.copysign(math.inf, correlation)
    return float(correlation), math.tanh(centre - reach), math.tanh(centre + reach)


def _ranks(values: np.ndarray[Any, np.dtype[np.float64]]) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return the rank of each value; equal values share the mean of their ranks."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    ranks: np.ndarray[Any, np.dtype[np.float64]] = ((2 * last - count + 1) / 2)[place]
    return ranks


def normal_reach(confidence: float) -> float:
    """Return half the width of the two-sided interval of the standard normal distribution: 1.96 for 0.95."""
    return NormalDist().inv_cdf(0.5 + _share("confidence", confidence) / 2)


def scipy_stats() -> Any:
    """Return `scipy.stats`. Raise `UserError` where it is not installed."""
    extras.need("experiments", "this statistic", "scipy")
    from scipy import stats

    return stats


def _proportion(successes: int, trials: int, confidence: float, method: str) -> Proportion:
    if _whole("trials", trials) < 1:
        raise ValueError("a share needs at least one trial")
    if _whole("successes", successes) > trials:
        raise ValueError(f"there cannot be {successes} successes in {trials} trials")
    low, high = _confint(successes, trials, confidence, method)
    return Proportion(successes, trials, successes / trials, low, high, confidence)


def _confint(successes: float, trials: float, confidence: float, method: str) -> tuple[float, float]:
    """Return both bounds, within [0, 1] and exact at 0 and 100 %, where rounding errors would remain."""
    z, share = normal_reach(confidence), successes / trials
    centre = (successes + z**2 / 2) / (trials + z**2)
    if method == "wilson":
        reach = z / (trials + z**2) * math.sqrt(trials * share * (1 - share) + z**2 / 4)
    else:  # Agresti and Coull: the plain interval around the centre, as if there were z^2 trials more
        reach = z * math.sqrt(centre * (1 - centre) / (trials + z**2))
    return (0.0 if successes == 0 else max(0.0, centre - reach)), (1.0 if successes == trials else min(1.0, centre + reach))


def _sample(purpose: str, values: Sample, at_least: int) -> np.ndarray[Any, np.dtype[np.float64]]:
    sample = np.asarray(values, np.float64).ravel()
    if sample.size < at_least:
        raise ValueError(f"{purpose} needs at least {at_least} values, not {sample.size}")
    if not np.isfinite(sample).all():
        raise ValueError(f"{purpose} needs finite values")
    return sample


def _whole(name: str, number: int) -> int:
    if number != int(number) or number < 0:
        raise ValueError(f"{name} are counted: a whole number from 0, not {number}")
    return int(number)


def _share(name: str, value: float) -> float:
    if not 0 < value < 1:
        raise ValueError(f"{name} is a share between 0 and 1, such as 0.95, not {value}")
    return value
