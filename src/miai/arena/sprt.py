"""The sequential probability ratio test (SPRT): stop as soon as the games decide between two differences in strength.

The hypotheses are that the Elo difference a minus b is `elo0`, or `elo1`. After each pair of games the log-likelihood ratio (LLR) of the
two is computed. At log(beta / (1 - alpha)) or below, `elo0` is accepted; at log((1 - beta) / alpha) or above, `elo1`. If the difference is
elo0, `elo1` is accepted with a probability of about `alpha`; if it is elo1, `elo0` is accepted with about `beta`.

The frequencies of the five results of a pair are unknown. They are estimated under each hypothesis by maximum likelihood from the results
so far: the generalised SPRT, as used for chess engines (M. Van den Bergh, *A practical introduction to the GSPRT*). With the observed
frequencies p_i of the scores s_i, the most likely frequencies with mean s are p_i / (1 + x (s_i - s)), where x makes their sum 1.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from miai.core.errors import UserError
from miai.core.statistics import score_from_elo

UNSEEN = 1e-3
"""Pairs that are added for each result that has not occurred, so that its frequency is not zero."""

PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
GAME_SCORES = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class Bounds:
    """The two hypotheses and the error rates."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise UserError(f"sprt: elo0 must be below elo1, not {self.elo0:g} and {self.elo1:g}")
        for name in ("alpha", "beta"):
            if not 0 < getattr(self, name) < 0.5:
                raise UserError(f"sprt: {name} must be between 0 and 0.5, not {getattr(self, name):g}")

    @property
    def lower(self) -> float:
        return math.log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        return math.log((1 - self.beta) / self.alpha)


@dataclass(frozen=True)
class Sprt:
    """The state of the test after a number of `pairs`; `decision` is "elo0", "elo1" or `None`."""

    llr: float
    pairs: int
    decision: str | None
    bounds: Bounds


def parse_bounds(text: str) -> Bounds:
    """Return the bounds in `text`: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA. Raise `UserError` for another form."""
    try:
        numbers = [float(word) for word in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) not in (2, 4):
        raise UserError(f"--sprt {text!r}: write ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, such as 0,50 or 0,50,0.05,0.05")
    return Bounds(*numbers)


def sequential_test(pairs: Sequence[Sequence[float]], bounds: Bounds) -> Sprt:
    """Return the state of the test after `pairs` (a's points in both games), up to the first pair that decides."""
    counts: Counter[float] = Counter()
    llr = 0.0
    for number, pair in enumerate(pairs, 1):
        counts[sum(pair) / len(pair)] += 1
        llr = log_likelihood_ratio([counts[score] for score in PAIR_SCORES], bounds.elo0, bounds.elo1)
        decision = "elo1" if llr >= bounds.upper else "elo0" if llr <= bounds.lower else None
        if decision:
            return Sprt(llr, number, decision, bounds)
    return Sprt(llr, len(pairs), None, bounds)


def log_likelihood_ratio(counts: Sequence[float], elo0: float, elo1: float) -> float:
    """Return the LLR of elo1 against elo0 from the counts of each result: five for pairs (0 to 2 points), three for games."""
    scores = PAIR_SCORES if len(counts) == len(PAIR_SCORES) else GAME_SCORES
    seen = [count or UNSEEN for count in counts]
    total = sum(seen)
    shares = [count / total for count in seen]
    s0, s1 = score_from_elo(elo0), score_from_elo(elo1)
    x0, x1 = tilt(scores, shares, s0), tilt(scores, shares, s1)
    return total * sum(
        share * (math.log1p(x0 * (score - s0)) - math.log1p(x1 * (score - s1))) for score, share in zip(scores, shares, strict=True)
    )


def tilt(scores: Sequence[float], shares: Sequence[float], mean: float) -> float:
    """Return the x for which share / (1 + x (score - mean)) has the mean `mean`, by bisection of a decreasing function."""
    low, high = -1 / (max(scores) - mean), 1 / (mean - min(scores))
    for _ in range(60):
        middle = (low + high) / 2
        pull = sum(share * (score - mean) / (1 + middle * (score - mean)) for score, share in zip(scores, shares, strict=True))
        low, high = (middle, high) if pull > 0 else (low, middle)
    return (low + high) / 2
