"""Genotype frequencies: the probability of RR, RA and AA in each category, from counts.

| estimate | probability of genotype g, seen c times in m calls |
|---|---|
| `genotype` | each genotype on its own: no Hardy-Weinberg assumption (section 5.5.2) |
| `hardy-weinberg` | from the frequency of the allele: q², 2pq, p², one parameter a SNP instead of two |

| smoothing | an outcome seen c times in m |
|---|---|
| `half` | (c + 1/2) / (m + outcomes / 2) |
| `floor` | max(c, 1/2) / m, and all outcomes equal where m = 0; the sum may exceed one |

The outcomes are the three genotypes, or the two alleles with Hardy-Weinberg.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import unknown_name

ESTIMATES = ("genotype", "hardy-weinberg")
SMOOTHINGS = ("half", "floor")

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class FrequencyModel:
    """The estimate of probabilities from counts. Raises `UserError` for a name that does not exist."""

    estimate: str = "genotype"
    smoothing: str = "half"

    def __post_init__(self) -> None:
        for word, known in ((self.estimate, ESTIMATES), (self.smoothing, SMOOTHINGS)):
            if word not in known:
                raise unknown_name("frequency model", word, known)

    def probabilities(self, counts: Array) -> Array:
        """Return the probabilities of RR, RA and AA, float64, for counts of them in the last axis."""
        counts = np.asarray(counts, np.float64)
        if self.estimate == "genotype":
            return self._smooth(counts)
        alleles = np.stack([2 * counts[..., 0] + counts[..., 1], counts[..., 1] + 2 * counts[..., 2]], axis=-1)
        share = self._smooth(alleles)
        reference, alternative = share[..., 0], share[..., 1]
        return np.stack([reference**2, 2 * reference * alternative, alternative**2], axis=-1)

    def _smooth(self, counts: Array) -> Array:
        outcomes = counts.shape[-1]
        total = counts.sum(axis=-1, keepdims=True)
        if self.smoothing == "half":
            return np.asarray((counts + 0.5) / (total + outcomes / 2))
        return np.asarray(np.where(total > 0, np.maximum(counts, 0.5) / np.maximum(total, 1.0), 1.0 / outcomes))

    def without_one(self, counts: Array) -> Array:
        """Return the probability of each genotype after one individual with that genotype has left the counts.

        It is what leave-one-out validation gives an individual in its own category. A genotype without individuals gets the
        plain probability, which is never used.
        """
        counts = np.asarray(counts, np.float64)
        left = np.empty_like(counts)
        for genotype in range(3):
            fewer = counts.copy()
            fewer[..., genotype] = np.maximum(fewer[..., genotype] - 1, 0)
            left[..., genotype] = self.probabilities(fewer)[..., genotype]
        return left
