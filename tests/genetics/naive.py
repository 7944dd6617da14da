"""Statistics of one SNP from their definitions, slowly: fractions instead of floats, lists instead of packed rows."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations

Counts = list[list[int]]
"""RR, RA and AA of each category."""


def frequencies(counts: Counts) -> list[Fraction]:
    return [(aa + Fraction(ra, 2)) / (rr + ra + aa) for rr, ra, aa in counts if rr + ra + aa]


def informativeness(counts: Counts) -> float:
    """The mutual information of category and allele, if all categories are equally likely."""
    p = frequencies(counts)
    total = 0.0
    for shares in (p, [1 - share for share in p]):
        mean = sum(shares, Fraction(0)) / len(p)
        total += sum(float(share / len(p)) * math.log(share / mean) for share in shares if share)
    return total


def delta(counts: Counts) -> Fraction:
    pairs = [abs(a - b) for a, b in combinations(frequencies(counts), 2)]
    return sum(pairs, Fraction(0)) / len(pairs) if pairs else Fraction(0)


def theta(counts: Counts) -> Fraction:
    """Equation 5.38 with the mean frequency over all people."""
    p, n = frequencies(counts), [sum(row) for row in counts if sum(row)]
    k, total = len(p), sum(n)
    mean = sum((size * share for size, share in zip(n, p, strict=True)), Fraction(0)) / total
    if mean in (0, 1) or k < 2:
        return Fraction(0)
    between = sum((size * (share - mean) ** 2 for size, share in zip(n, p, strict=True)), Fraction(0))
    return between / ((k - 1) * Fraction(total, k)) / (mean * (1 - mean))


def trend_squared(counts: Counts, weights: tuple[int, int, int]) -> Fraction:
    """N times the squared correlation of weight and category: what the trend statistic is the root of."""
    pairs = [(weights[g], category) for category, row in enumerate(counts) for g, count in enumerate(row) for _ in range(count)]
    n = len(pairs)
    mean_t, mean_c = Fraction(sum(t for t, _ in pairs), n), Fraction(sum(c for _, c in pairs), n)
    covariance = sum(((t - mean_t) * (c - mean_c) for t, c in pairs), Fraction(0))
    spread = sum(((t - mean_t) ** 2 for t, _ in pairs), Fraction(0)) * sum(((c - mean_c) ** 2 for _, c in pairs), Fraction(0))
    return n * covariance**2 / spread if spread else Fraction(0)


def hardy_weinberg(rr: int, ra: int, aa: int) -> float:
    """The exact test: the probability, given the alleles, of a number of heterozygotes that is no more likely than that seen."""
    n, rare = rr + ra + aa, 2 * aa + ra

    def ways(heterozygous: int) -> int:
        homozygous = (rare - heterozygous) // 2
        other = n - heterozygous - homozygous
        return (
            2**heterozygous
            * math.factorial(n)
            // (math.factorial(heterozygous) * math.factorial(homozygous) * math.factorial(other))
        )

    possible = range(rare % 2, min(rare, 2 * n - rare) + 1, 2)
    seen = ways(ra)
    return float(Fraction(sum(ways(h) for h in possible if ways(h) <= seen), sum(ways(h) for h in possible)))
