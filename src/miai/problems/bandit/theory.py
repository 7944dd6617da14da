"""What is known of the regret of bandits whose arms pay 0 or 1: what no good rule can go below, and what UCB1 promises."""

from __future__ import annotations

import math
from collections.abc import Sequence


def divergence(p: float, q: float) -> float:
    """Kullback and Leibler's divergence of a coin with probability `p` from one with `q`; infinite where `q` rules out what `p` allows."""
    total = 0.0
    for mine, other in ((p, q), (1 - p, 1 - q)):
        if mine > 0:
            total += mine * math.log(mine / other) if other > 0 else math.inf
    return total


def lai_robbins_constant(payoffs: Sequence[float]) -> float:
    """Regret / ln n that every rule which is good on all bandits exceeds in the long run. Lai and Robbins 1985.

    The sum over the worse arms of gap / divergence from the best arm. It is a law for n without end, not a bound for a given n.
    """
    best = max(payoffs)
    return sum((best - payoff) / divergence(payoff, best) for payoff in payoffs if payoff < best)


def ucb1_bound(payoffs: Sequence[float], simulations: int) -> float:
    """What the regret of UCB1 with c = sqrt 2 is at most. Auer, Cesa-Bianchi and Fischer 2002, theorem 1."""
    best = max(payoffs)
    gaps = [best - payoff for payoff in payoffs if payoff < best]
    return 8 * sum(math.log(simulations) / gap for gap in gaps) + (1 + math.pi**2 / 3) * sum(gaps)
