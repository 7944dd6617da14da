"""What the games of two engines say of their difference in strength, with paired openings taken into account.

The unit is the **pair**: both games of one opening, colours exchanged, as a's points in it: 0, 1/2, 1, 3/2 or 2. An opening that favours
Black gives one win each, whoever is stronger, so that the two games of a pair are not two independent games: taken as such, the interval
would be too wide (and too narrow where the pairs of two engines tend to go one way). The variance is therefore that of pairs.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from miai.core.statistics import elo_from_score

PRIOR_PAIRS = 5
"""So many pairs of two independent games are added to the variance of a's pairs: a few pairs alone tell little about it."""

ELO_PER_DOUBLING = 70.0
"""What twice the playouts are worth: the figure behind the column "equal CPU" of table 4.9 of mcts-using-expert-knowledge."""


@dataclass(frozen=True)
class Score:
    """a's points per game from 0 to 1, and the Elo difference a minus b, both with intervals.

    Elo is infinite where one side has all points. `weight` is the number of independent games without draws that say as much.
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
    """The likelihood that a is the stronger one: 1/2 before the first game."""


def score_of(pairs: Sequence[Sequence[float]], confidence: float = 0.95) -> Score:
    """From a's points in the games of each pair; a pair may have one game only. Raises `ValueError` if there is no game."""
    points = [point for pair in pairs for point in pair]
    if not points:
        raise ValueError("a score needs at least one game")
    score = sum(points) / len(points)
    weight = len(points) / _variance_ratio(pairs, score)
    low, high = _wilson(score, weight, confidence)
    elo, elo_low, elo_high = (elo_from_score(each) for each in (score, low, high))
    return Score(len(points), score, low, high, elo, elo_low, elo_high, weight, superiority(pairs))


def _variance_ratio(pairs: Sequence[Sequence[float]], score: float) -> float:
    """The variance of the score, as a share of what it would be with as many independent games without draws.

    The PRIOR_PAIRS, whose share is 1, are of a side as strong as the score says, but for one won and one lost game: else they would
    weigh nothing beside a side that has won all its games.
    """
    games = sum(len(pair) for pair in pairs)
    spread = sum((sum(pair) - score * len(pair)) ** 2 for pair in pairs)
    expected = (score * games + 1) / (games + 2)
    prior = 2 * PRIOR_PAIRS * expected * (1 - expected)
    return (spread + prior) / (games * score * (1 - score) + prior)


def _wilson(share: float, trials: float, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a number of trials that need not be whole; exact at 0 and 1."""
    from scipy.stats import norm

    z = float(norm.ppf(0.5 + confidence / 2))
    centre = (share + z**2 / (2 * trials)) / (1 + z**2 / trials)
    reach = z / (1 + z**2 / trials) * math.sqrt(share * (1 - share) / trials + z**2 / (4 * trials**2))
    return (0.0 if share == 0 else centre - reach), (1.0 if share == 1 else centre + reach)


def superiority(pairs: Sequence[Sequence[float]]) -> float:
    """The likelihood that a is stronger than b: Phi(surplus / sqrt(sum of squared surpluses)) over pairs.

    With games that are pairs of their own this is the usual Phi((wins - losses) / sqrt(wins + losses)).
    """
    surpluses = [sum(pair) - len(pair) / 2 for pair in pairs]
    squares = sum(surplus**2 for surplus in surpluses)
    return 0.5 * (1 + math.erf(sum(surpluses) / math.sqrt(2 * squares))) if squares else 0.5


def elo_at_equal_time(elo: float, time_ratio: float, per_doubling: float = ELO_PER_DOUBLING) -> float:
    """What would be left of `elo` if b had as much time as a: b's gain from `time_ratio` times the playouts is taken off."""
    return elo - per_doubling * math.log2(time_ratio)
