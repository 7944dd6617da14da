"""The difference in strength of two engines from their games, with paired openings taken into account.

The unit is the **pair**: both games of one opening, with colours exchanged. a scores 0, 1/2, 1, 3/2 or 2 points in a pair. If an opening
favours Black, each engine wins once, whoever is stronger, so the two games of a pair are not independent. With the variance of single
games the interval would be too wide (or too narrow if pairs tend to go one way), so the variance of pairs is used.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from miai.core.statistics import elo_from_score, normal_reach

PRIOR_PAIRS = 5
"""Number of prior pairs of two independent games in the estimate of the variance: a few real pairs alone are unreliable."""

ELO_PER_DOUBLING = 70.0
"""Elo gained by doubling the playouts, from the column "equal CPU" of table 4.9 of Basaldúa Lemarchand (2013)."""


@dataclass(frozen=True)
class Score:
    """a's points per game from 0 to 1, and the Elo difference a minus b, both with intervals.

    Elo is infinite if one side has all points. `weight` is the equivalent number of independent games without draws.
    """

    games: int
    score: float
    low: float
    high: float
    elo: float
    elo_low: float
    elo_high: float
    weight: float
    superiority: float
    """Likelihood of superiority: the probability that a is stronger; 1/2 before the first game."""


def score_of(pairs: Sequence[Sequence[float]], confidence: float = 0.95) -> Score:
    """Return the score from a's points in the games of each pair; a pair may have one game. Raise `ValueError` without games."""
    points = [point for pair in pairs for point in pair]
    if not points:
        raise ValueError("a score needs at least one game")
    score = sum(points) / len(points)
    weight = len(points) / _variance_ratio(pairs, score)
    low, high = _wilson(score, weight, confidence)
    elo, elo_low, elo_high = (elo_from_score(each) for each in (score, low, high))
    return Score(len(points), score, low, high, elo, elo_low, elo_high, weight, superiority(pairs))


def _variance_ratio(pairs: Sequence[Sequence[float]], score: float) -> float:
    """Return the variance of the score, relative to that of as many independent games without draws.

    The PRIOR_PAIRS have a ratio of 1. Their expected score includes one more win and one more loss, because with a score of 0 or 1 they
    would have no variance and no effect.
    """
    games = sum(len(pair) for pair in pairs)
    spread = sum((sum(pair) - score * len(pair)) ** 2 for pair in pairs)
    expected = (score * games + 1) / (games + 2)
    prior = 2 * PRIOR_PAIRS * expected * (1 - expected)
    return (spread + prior) / (games * score * (1 - score) + prior)


def _wilson(share: float, trials: float, confidence: float) -> tuple[float, float]:
    """Return Wilson's interval for a number of trials that need not be an integer; exact at 0 and 1."""
    z = normal_reach(confidence)
    centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    reach = z / (1 + z**2 / trials) * math.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return (0.0 if share == 0 else centre - reach), (1.0 if share == 1 else centre + reach)


def superiority(pairs: Sequence[Sequence[float]]) -> float:
    """Return the likelihood of superiority of a over b: Phi(surplus / sqrt(sum of squared surpluses)) over pairs.

    For single games this is the usual Phi((wins - losses) / sqrt(wins + losses)).
    """
    surpluses = [sum(pair) - len(pair) / 2 for pair in pairs]
    squares = sum(surplus**2 for surplus in surpluses)
    return 0.5 * (1 + math.erf(sum(surpluses) / math.sqrt(2 * squares))) if squares else 0.5


def elo_at_equal_time(elo: float, time_ratio: float, per_doubling: float = ELO_PER_DOUBLING) -> float:
    """Return the estimated Elo if b had as much time as a: `elo` less b's gain from `time_ratio` times the playouts."""
    return elo - per_doubling * math.log2(time_ratio)
