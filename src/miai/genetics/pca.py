"""Principal components of people, from standardised genotypes.

A call g at a SNP with allele frequency p becomes (g - 2p) / sqrt(2p (1 - p)), a missing call 0 (Patterson, Price and Reich, 2006). The
components are eigenvectors of the matrix of products between people.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core import extras
from miai.genetics.genotypes import MISSING, Genotypes, Indices, as_indices

MOST_SNPS = 20_000
"""SNPs that are used at most, spread evenly over those given."""

MOST_PEOPLE = 4000
"""People up to which the products between people are computed: 128 MB."""

MOST_CELLS = 1 << 26
"""Standardised calls that are held at once for more people; fewer SNPs are then used."""

BLOCK = 2048
"""SNPs that are standardised at once."""


@dataclass(frozen=True)
class PrincipalComponents:
    """Coordinates of people.

    | field | shape | meaning |
    |---|---|---|
    | `coordinates` | [people, components] | eigenvectors times the roots of their eigenvalues; the sign has no meaning |
    | `shares` | [components] | share of the whole variance |
    | `snps` | int | SNPs that were used: those with two alleles among the people |
    """

    coordinates: NDArray[np.float64]
    shares: NDArray[np.float64]
    snps: int


def principal_components(
    genotypes: Genotypes, snps: ArrayLike | None = None, people: ArrayLike | None = None, components: int = 4
) -> PrincipalComponents:
    """Compute principal components of people.

    Parameters
    ----------
    genotypes
        The data.
    snps, people
        Indices or masks; all by default. Of many SNPs `MOST_SNPS` are taken, spread evenly.
    components
        Number of components; those beyond the rank of the data are zero.
    """
    persons = as_indices(people, len(genotypes.people))
    chosen = as_indices(snps, len(genotypes.snps))
    most = MOST_SNPS if len(persons) <= MOST_PEOPLE else max(MOST_CELLS // len(persons), components)
    chosen = chosen[:: max(1, -(-len(chosen) // most))]
    if len(chosen) <= len(persons):
        return _from_snps(_standardised(genotypes, chosen, persons), components)
    products = np.zeros((len(persons), len(persons)))
    used = 0
    for first in range(0, len(chosen), BLOCK):
        block = _standardised(genotypes, chosen[first : first + BLOCK], persons)
        products += block.T @ block
        used += len(block)
    return _from_products(products, components, used)


def _from_products(products: NDArray[np.float64], components: int, used: int) -> PrincipalComponents:
    """Return the components from the products between people."""
    coordinates, shares = np.zeros((len(products), components)), np.zeros(components)
    if not used:
        return PrincipalComponents(coordinates, shares, 0)
    values, vectors = _largest(products / used, min(components, len(products)))
    coordinates[:, : len(values)] = _with_fixed_signs(vectors * np.sqrt(values))
    shares[: len(values)] = values / max(np.trace(products) / used, 1e-300)
    return PrincipalComponents(coordinates, shares, used)


def _from_snps(standardised: NDArray[np.float32], components: int) -> PrincipalComponents:
    """Return the same components from the products between SNPs, for more people than SNPs."""
    used, people = standardised.shape
    coordinates, shares = np.zeros((people, components)), np.zeros(components)
    if not used:
        return PrincipalComponents(coordinates, shares, 0)
    products = (standardised @ standardised.T).astype(np.float64) / used
    values, vectors = _largest(products, min(components, used))
    coordinates[:, : len(values)] = _with_fixed_signs(standardised.T.astype(np.float64) @ vectors / np.sqrt(used))
    shares[: len(values)] = values / max(np.trace(products), 1e-300)
    return PrincipalComponents(coordinates, shares, used)


def _with_fixed_signs(coordinates: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the coordinates with signs that make the strongest of each component positive, so that pictures do not flip."""
    strongest = np.argmax(np.abs(coordinates), axis=0)
    signs = np.sign(coordinates[strongest, np.arange(coordinates.shape[1])])
    return coordinates * np.where(signs == 0, 1.0, signs)


def _standardised(genotypes: Genotypes, snps: Indices, people: Indices) -> NDArray[np.float32]:
    """Standardised calls [snps, people], without SNPs that have one allele."""
    calls = genotypes.calls(snps, people)
    known = calls < MISSING
    values = np.where(known, calls, 0).astype(np.float32)
    count = np.maximum(known.sum(axis=1), 1)
    share = values.sum(axis=1) / (2 * count)
    spread = 2 * share * (1 - share)
    varies = spread > 0
    centred = np.where(known, values - 2 * share[:, None], 0)[varies]
    scaled: NDArray[np.float32] = (centred / np.sqrt(spread[varies])[:, None]).astype(np.float32)
    return scaled


def _largest(matrix: NDArray[np.float64], count: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the largest eigenvalues, falling, and their vectors."""
    extras.need("genetics", "principal components", "scipy")
    from scipy.linalg import eigh

    size = len(matrix)
    values, vectors = eigh(matrix, subset_by_index=(size - count, size - 1))
    return np.maximum(values[::-1], 0.0), vectors[:, ::-1]
