"""Statistics of single SNPs: how well each separates categories.

| statistic | meaning |
|---|---|
| `informativeness` | Rosenberg's informativeness of assignment I_n, in nats |
| `theta` | theta_ST of Weir and Cockerham for large samples |
| `theta_full` | theta of Weir and Cockerham (1984) with all corrections |
| `delta` | mean absolute difference of allele frequencies over pairs of categories |
| `trend` | Cochran-Armitage trend test of two categories, in three models |

I_n, theta and delta order SNPs and have no p-values of their own; `permutation.py` computes some by permuting the categories.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core import extras
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import Genotypes, Stretches, count_block

STATISTICS = ("informativeness", "theta", "theta_full", "delta")
TREND_MODELS = ("dominant", "additive", "recessive")
"""Models of the trend test, named by the part of the reference allele R: weights (1, 1, 0), (0, 1, 2) and (1, 0, 0) for RR, RA, AA."""

BLOCK = 8192
"""SNPs that are counted at once, so that their counts stay in the processor's cache."""

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class SnpStatistics:
    """The statistics of all SNPs of a data set.

    | field | shape | meaning |
    |---|---|---|
    | `counts` | int32 [snps, 3] | RR, RA and AA over all categories |
    | `people` | int | people who belong to a category |
    | `frequencies` | [snps, k] | frequency of the alternative allele in each category; NaN without a call |
    | `informativeness`, `theta`, `theta_full`, `delta` | [snps] | see the module |
    | `trend` | [snps, 3] or `None` | trend statistic of each model, normal under the null hypothesis; two categories only |
    """

    counts: NDArray[np.int32]
    people: int
    frequencies: Floats
    informativeness: Floats
    theta: Floats
    theta_full: Floats
    delta: Floats
    trend: Floats | None = None

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def call_rate(self) -> Floats:
        """The share of people with a call at each SNP."""
        rates: Floats = self.counts.sum(axis=1) / max(self.people, 1)
        return rates

    @property
    def minor_allele_frequency(self) -> Floats:
        """The frequency of the rarer allele at each SNP, over all people; 0 without a call."""
        alternative = self.counts[:, 2] + self.counts[:, 1] / 2
        share = alternative / np.maximum(self.counts.sum(axis=1), 1)
        rarer: Floats = np.minimum(share, 1 - share)
        return rarer

    def trend_p_values(self) -> Floats:
        """Return two-sided p-values of the trend tests, [snps, 3]. Raise `ValueError` if there are more than two categories."""
        extras.need("genetics", "a p-value", "scipy")
        from scipy.special import ndtr

        if self.trend is None:
            raise ValueError("the trend test is defined for two categories")
        p_values: Floats = 2.0 * ndtr(-np.abs(self.trend))
        return p_values


def compute_statistics(genotypes: Genotypes, categories: ArrayLike, k: int, *, progress: Progress | None = None) -> SnpStatistics:
    """Compute the statistics of all SNPs, block by block.

    Parameters
    ----------
    genotypes
        The data.
    categories
        A category from 0 to `k` - 1 for each person, or -1 for a person to leave out.
    k
        The number of categories.
    progress
        Called with the number of SNPs that are done, and of all.
    """
    from miai.genetics.kernels.statistics import fill_statistics, fill_trends

    total = len(genotypes.snps)
    stretches = Stretches.of(categories, k)
    counts = np.empty((total, 3), np.int32)
    frequencies, values = np.empty((total, k)), np.empty((total, len(STATISTICS)))
    trends = np.empty((total, len(TREND_MODELS))) if k == 2 else None
    calls_buffer = np.empty(k, np.int64)
    for first in range(0, total, BLOCK):
        block = slice(first, first + BLOCK)
        by_category = count_block(genotypes.packed[block], stretches)
        counts[block] = by_category.sum(axis=1)
        fill_statistics(by_category, calls_buffer, frequencies[block], values[block])
        if trends is not None:
            fill_trends(by_category, trends[block])
        if progress is not None:
            progress(min(first + BLOCK, total), total)
    people = int((np.asarray(categories) >= 0).sum())
    columns = {name: values[:, place].copy() for place, name in enumerate(STATISTICS)}
    return SnpStatistics(counts, people, frequencies, trend=trends, **columns)


def ranks(values: Floats) -> NDArray[np.int64]:
    """Return the rank of each value, 1 for the highest. Equal values are ranked in their order."""
    order = np.argsort(-values, kind="stable")
    places = np.empty(len(values), np.int64)
    places[order] = np.arange(1, len(values) + 1)
    return places
