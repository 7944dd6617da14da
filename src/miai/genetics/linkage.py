"""Linkage disequilibrium between SNPs: r^2 within categories, all pairs of a few SNPs, or the neighbours of some."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.genetics.genotypes import UNKNOWN, Genotypes, Stretches, as_indices, as_words


@dataclass(frozen=True)
class LinkedSnp:
    """A SNP near another one: its index, the distance in base pairs, and r^2 within categories."""

    index: int
    distance: int
    r_squared: float


def linkage_matrix(genotypes: Genotypes, snps: ArrayLike, categories: ArrayLike, k: int) -> NDArray[np.float64]:
    """r^2 within categories of all pairs of SNPs, [snps, snps], with 1 on the diagonal.

    The means of each category are subtracted, so that differences between categories do not count as linkage.
    """
    from miai.genetics.kernels.pairs import correlate_all

    stretches = Stretches.of(categories, k)
    rows = as_words(genotypes.packed[as_indices(snps, len(genotypes.snps))])
    matrix = np.empty((len(rows), len(rows)))
    correlate_all(rows, stretches.words, stretches.masks, stretches.categories, np.zeros((k, 6)), matrix)
    return matrix


def linked_neighbours(
    genotypes: Genotypes, snp: int, categories: ArrayLike, k: int, *, window: int = 500_000, least: float = 0.5, most: int = 10
) -> list[LinkedSnp]:
    """Return SNPs within `window` base pairs whose r^2 with `snp` is at least `least`: the strongest first, `most` at most.

    Empty where the place of the SNP is unknown.
    """
    table = genotypes.snps
    if table.position[snp] <= 0 or table.chromosome[snp] == UNKNOWN:
        return []
    distance = np.abs(table.position - table.position[snp])
    near = np.flatnonzero((table.chromosome == table.chromosome[snp]) & (table.position > 0) & (distance <= window))
    near = near[near != snp]
    if not len(near):
        return []
    values = _with_one(genotypes, snp, near, categories, k)
    order = [place for place in np.argsort(-values, kind="stable")[:most] if values[place] >= least]
    return [LinkedSnp(int(near[place]), int(distance[near[place]]), float(values[place])) for place in order]


def _with_one(genotypes: Genotypes, snp: int, others: NDArray[np.int64], categories: ArrayLike, k: int) -> NDArray[np.float64]:
    """r^2 within categories of one SNP with each of the others."""
    from miai.genetics.kernels.pairs import correlate_one

    stretches = Stretches.of(categories, k)
    rows = as_words(genotypes.packed[others])
    values = np.empty(len(others))
    one = as_words(genotypes.packed[snp : snp + 1])[0]
    correlate_one(one, rows, stretches.words, stretches.masks, stretches.categories, np.zeros((k, 6)), values)
    return values
