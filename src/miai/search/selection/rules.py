"""The selection rules, one small kernel each.

Throughout, `value` is the mean result of the edge as the player to act sees it (0 to 1), `count` the tries of the edge (at least 1),
`total` the tries of all edges of the node, and `c` the setting `exploration`.

Auer, Cesa-Bianchi and Fischer (2002) is *Finite-time analysis of the multiarmed bandit problem*, Machine Learning 47.

To add a rule, write its kernel here, its name in `settings.RULES`, and its line in `choose._apply_rule`; CONTRIBUTING.md has
the whole list.
"""

from __future__ import annotations

import math

from miai.core.kernels import kernel
from miai.core.streams import next_beta


@kernel(inline=True)
def ucb1(value, spread, root_log, c):
    """Return value + c sqrt(ln total / count). Auer et al. (2002), figure 1, with c = sqrt 2; Kocsis and Szepesvári (2006) for trees.

    Computed as c `root_log` `spread`, with root_log = sqrt(ln total) and spread = 1 / sqrt(count), because both are in tables.
    """
    return value + c * root_log * spread


@kernel
def ucb1_tuned(value, variance, count, total, c):
    """Return value + c sqrt(ln total / count . min(1/4, variance + sqrt(2 ln total / count))). Auer et al. (2002), section 4.

    `variance` is that of the results alone; `value` may be blended from other sources.
    """
    ratio = math.log(total) / count
    return value + c * math.sqrt(ratio * min(0.25, variance + math.sqrt(2.0 * ratio)))


@kernel
def ucb2_epoch(count, alpha):
    """Return the complete epochs of UCB2 of an edge with `count` tries: the largest r with tau(r) <= count."""
    epoch = math.floor(math.log(count) / math.log1p(alpha))
    while ucb2_tau(epoch + 1, alpha) <= count:  # the logarithm may be off by one either way
        epoch += 1
    while epoch > 0 and ucb2_tau(epoch, alpha) > count:
        epoch -= 1
    return epoch


@kernel
def ucb2_tau(epoch, alpha):
    """Return the tries after `epoch` epochs: ceil((1 + alpha) ** epoch). Auer et al. (2002), figure 2."""
    return math.ceil(math.pow(1.0 + alpha, float(epoch)))


@kernel
def ucb2(value, count, total, alpha, c):
    """Return value + c sqrt((1 + alpha) ln(e total / tau) / (2 tau)), tau the tries of complete epochs. Auer et al. (2002), figure 2."""
    tau = ucb2_tau(ucb2_epoch(count, alpha), alpha)
    return value + c * math.sqrt((1.0 + alpha) * max(0.0, 1.0 + math.log(total / tau)) / (2.0 * tau))


@kernel
def ucb2_is_in_epoch(count, alpha):
    """Return whether the present epoch of UCB2 is not complete: then the edge is tried again."""
    return count > 0 and ucb2_tau(ucb2_epoch(count, alpha), alpha) != count


@kernel
def bast_confidence(count, total, failure, c):
    """Return c sqrt(ln(total count (count + 1) / failure) / count). Coquelin and Munos (2007), *Bandit algorithms for tree search*."""
    return c * math.sqrt(math.log(max(1.0, total * count * (count + 1.0) / failure)) / count)


@kernel
def urgency(value, deviation, best_value):
    """Return erfc((best - value) / (sqrt 2 deviation)), the urgency of objective Monte Carlo. Chaslot et al. (2006).

    `deviation` is that of the results, not of their mean: the urgency of a worse edge does not vanish as its tries grow.
    """
    return math.erfc((best_value - value) / (math.sqrt(2.0) * deviation))


@kernel
def fairness(urgency_of_edge, count, total, sum_of_urgencies):
    """Return total urgency / (count . sum of urgencies); above 1, the edge has fewer tries than its urgency asks for."""
    return total * urgency_of_edge / (count * sum_of_urgencies)


@kernel
def puct(value, probability, tries, total, c):
    """Return value + c P sqrt(total) / (1 + tries); `tries` may be 0. Rosin (2011), in the form of Silver et al. (2017), Methods."""
    return value + c * probability * math.sqrt(total) / (1.0 + tries)


@kernel
def thompson(value, count, stream):
    """Return a draw from the beta distribution of the edge's wins and losses so far, each plus one. Thompson (1933)."""
    return next_beta(stream, 1.0 + value * count, 1.0 + (1.0 - value) * count)


@kernel
def epsilon_now(epsilon, decay, total):
    """Return the probability of a random edge: `epsilon`, or min(epsilon, decay / total) with decay. Auer et al. (2002), figure 3."""
    if decay > 0.0 and total > 0.0:
        return min(epsilon, decay / total)
    return epsilon
