"""The exact test of Hardy-Weinberg proportions (Wigginton, Cutler and Abecasis, 2005)."""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up

_SAME = 1.0 + 1e-8
"""Probabilities that differ by less than this factor are equal except for rounding."""


@kernel
def middle_of(rare, people):
    """Return the most likely number of heterozygotes, or one beside it, with the parity of `rare` alleles."""
    middle = rare * (2 * people - rare) // (2 * people)
    return middle + 1 if (middle + rare) % 2 else middle


@kernel
def exact_p_value(rr, ra, aa):
    """Return the probability, given the alleles, of numbers of heterozygotes that are at most as likely as `ra`. 1 without people.

    Walks outwards from the most likely number, whose weight is 1, by the ratios of neighbours; needs no factorials.
    """
    people = rr + ra + aa
    rare = 2 * min(rr, aa) + ra
    if people == 0 or rare == 0:
        return 1.0
    middle = middle_of(rare, people)
    seen = 1.0
    weight, count = 1.0, middle  # first walk: only to the number that was seen
    step = 2 if ra > middle else -2
    while count != ra:
        weight *= ratio(count, rare, people) if step > 0 else 1.0 / ratio(count - 2, rare, people)
        count += step
    seen = weight * _SAME
    total = 1.0
    tail = 1.0 if seen >= 1.0 else 0.0
    weight, count = 1.0, middle
    while count + 2 <= rare:
        weight *= ratio(count, rare, people)
        count += 2
        total += weight
        if weight <= seen:
            tail += weight
    weight, count = 1.0, middle
    while count >= 2:
        weight /= ratio(count - 2, rare, people)
        count -= 2
        total += weight
        if weight <= seen:
            tail += weight
    return min(tail / total, 1.0)


@kernel
def ratio(count, rare, people):
    """Return how many times as likely `count` + 2 heterozygotes are as `count`."""
    homozygous = (rare - count) // 2
    other = people - count - homozygous
    return 4.0 * homozygous * other / ((count + 2.0) * (count + 1.0))


@kernel
def fill_lowest(counts, lowest):
    """Write the lowest exact p-value over categories, times the number of categories with calls (Bonferroni), of each SNP."""
    for snp in range(len(counts)):
        least, present = 1.0, 0
        for category in range(counts.shape[1]):
            rr, ra, aa = int(counts[snp, category, 0]), int(counts[snp, category, 1]), int(counts[snp, category, 2])
            if rr + ra + aa > 0:
                least = min(least, exact_p_value(rr, ra, aa))
                present += 1
        lowest[snp] = min(least * max(present, 1), 1.0)


@warms_up("hardy-weinberg")
def _call_each_kernel_once() -> None:
    fill_lowest(np.ones((1, 1, 3), np.int32), np.zeros(1))
