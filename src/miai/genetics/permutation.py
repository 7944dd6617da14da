"""p-values of statistics of single SNPs, by permuting the categories of people.

The null hypothesis is that genotype and category are independent. A p-value is (1 + b) / (1 + B): of B permutations, b gave the SNP a value
at least as high as the observed one. The family-wise p-value compares with the highest value over all SNPs instead, which corrects for
the number of SNPs and accounts for their correlation (Westfall and Young, 1993, the maxT method in one step).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from miai.core.streams import new_stream, shuffle
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import Genotypes
from miai.genetics.statistics import STATISTICS, Floats, compute_statistics

_SAME = 1.0 - 1e-12
"""Values that differ by less than this factor are equal except for rounding."""


@dataclass(frozen=True)
class PermutationTest:
    """The p-values of a permutation test.

    | field | shape | meaning |
    |---|---|---|
    | `count` | int | number of permutations |
    | `p_values` | [snps, 4] | p-value of each SNP for each of `STATISTICS` |
    | `family_wise` | [snps, 4] | the same, corrected for the number of SNPs |
    """

    count: int
    p_values: Floats
    family_wise: Floats


def permutation_test(
    genotypes: Genotypes, categories: ArrayLike, k: int, count: int, seed: int = 1, progress: Progress | None = None
) -> PermutationTest:
    """Permute the categories among the people who have one, `count` times.

    Parameters
    ----------
    genotypes, categories, k
        As for `compute_statistics`.
    count
        Number of permutations; the lowest p-value is 1 / (count + 1).
    seed
        Random seed.
    progress
        Called after each permutation.
    """
    groups = np.asarray(categories).astype(np.int64)
    members = np.flatnonzero(groups >= 0)
    observed = _values(genotypes, groups, k)
    reached = observed * _SAME
    higher = np.zeros(observed.shape, np.int64)
    highest = np.empty((count, len(STATISTICS)))
    stream = new_stream(seed)
    order = members.copy()
    for turn in range(count):
        shuffle(stream, order, len(order))
        permuted = groups.copy()
        permuted[members] = groups[order]
        values = _values(genotypes, permuted, k)
        higher += values >= reached
        highest[turn] = values.max(axis=0, initial=0.0)
        if progress is not None:
            progress(turn + 1, count)
    highest.sort(axis=0)
    at_least = [count - np.searchsorted(highest[:, place], reached[:, place]) for place in range(len(STATISTICS))]
    return PermutationTest(count, (1 + higher) / (1 + count), (1 + np.stack(at_least, axis=1)) / (1 + count))


def _values(genotypes: Genotypes, groups: ArrayLike, k: int) -> Floats:
    found = compute_statistics(genotypes, groups, k)
    return np.stack([getattr(found, name) for name in STATISTICS], axis=1)
