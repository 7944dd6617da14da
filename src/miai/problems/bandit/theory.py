"""Theory of the regret of bandits whose arms pay 0 or 1: the lower bound for all good rules, and the upper bound of UCB1."""

from __future__ import annotations

import math
from collections.abc import Sequence


def divergence(p: float, q: float) -> float:
    """Return the Kullback-Leibler divergence of a coin with probability `p` from one with `q`; infinite if `q` excludes an outcome."""
    total = 0.0
    for mine, other in ((p, q), (1 - p, 1 - q)):
        if mine > 0:
            total += mine * math.log(mine / other) if other > 0 else math.inf
    return total


def lai_robbins_constant(payoffs: Sequence[float]) -> float:
    """Return the limit of regret / ln n that no rule which is good on all bandits can go below: Lai and Robbins (1985), theorem 1.

    It is the sum over the worse arms of gap / divergence from the best arm. It holds as n goes to infinity, not for a given n.
    """
    best = max(payoffs)
    return sum((best - payoff) / divergence(payoff, best) for payoff in payoffs if payoff < best)


def ucb1_bound(payoffs: Sequence[float], simulations: int) -> float:
    """Return the upper bound of the regret of UCB1 with c = sqrt 2: Auer, Cesa-Bianchi and Fischer (2002), theorem 1."""
    best = max(payoffs)
    gaps = [best - payoff for payoff in payoffs if payoff < best]
    return 8 * sum(math.log(simulations) / gap for gap in gaps) + (1 + math.pi**2 / 3) * sum(gaps)
