"""Duplicated and related people, by the KING-robust estimate of kinship."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core.errors import UserError
from miai.genetics.genotypes import Genotypes, Indices, as_indices, as_words

DUPLICATE, FIRST_DEGREE, SECOND_DEGREE = 0.354, 0.177, 0.0884
"""Least kinship of duplicates, of siblings or parent and child, and of half siblings (Manichaikul and others, 2010)."""

KINSHIP_SNPS = 20_000
"""SNPs that kinship is computed from, spread evenly over the data; more hardly change it."""


def related_pairs(
    genotypes: Genotypes, least: float, people: ArrayLike | None = None, most: int = 1_000_000
) -> tuple[Indices, NDArray[np.float64]]:
    """Return the pairs of people whose KING-robust kinship is at least `least`.

    Returns
    -------
    int64 [pairs, 2] with indices of people, and the kinship of each pair. Raise `UserError` where there are more than `most`.
    """
    from miai.genetics.kernels.pairs import find_kin

    chosen = as_indices(people, len(genotypes.people))
    step = max(1, len(genotypes.snps) // KINSHIP_SNPS)
    calls = genotypes.calls(slice(None, None, step), chosen)
    by_person = Genotypes.from_calls(np.ascontiguousarray(calls.T))
    packed = by_person.packed
    if calls.shape[0] % 4:
        packed[:, -1] |= np.uint8(0xFF << (2 * (calls.shape[0] % 4)) & 0xFF)
    pairs, values = np.empty((most, 2), np.int64), np.empty(most)
    found = find_kin(as_words(packed, fill=0xFF), least, pairs, values)
    if found == most:
        raise UserError(f"more than {most:,} pairs of people have a kinship of {least:g} or more; raise the threshold")
    return chosen[pairs[:found]], values[:found].copy()


def fewest_to_remove(pairs: Indices, call_rates: NDArray[np.float64]) -> list[int]:
    """People whose removal separates all pairs: again and again the one with most pairs, of equals the one with fewest calls."""
    relatives: dict[int, set[int]] = {}
    for one, other in pairs.tolist():
        relatives.setdefault(one, set()).add(other)
        relatives.setdefault(other, set()).add(one)
    removed = []
    while any(relatives.values()):
        worst = max(relatives, key=lambda person: (len(relatives[person]), -call_rates[person], person))
        for other in relatives.pop(worst):
            relatives[other].discard(worst)
        removed.append(worst)
    return removed
