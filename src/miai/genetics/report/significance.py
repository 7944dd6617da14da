"""Tests of single SNPs for a report: chi-squared tests with correction for the number of SNPs, and the power of such a test."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from miai.core import extras

GENOME_WIDE = 5e-8
"""The usual genome-wide threshold of association studies."""


def allele_tests(counts: NDArray[np.int32], tested: int) -> list[dict[str, float]]:
    """Chi-squared tests of allele against category for SNPs with genotype counts [snps, categories, 3].

    Returns
    -------
    A dict for each SNP: `chi_squared`, `degrees`, `p`, and `p_corrected`, which is `p` times the number of SNPs that were `tested`
    (Bonferroni).
    """
    extras.need("genetics", "a p-value", "scipy")
    from scipy.stats import chi2

    rows = []
    for row in counts.astype(np.float64):
        alleles = np.stack([2 * row[:, 0] + row[:, 1], 2 * row[:, 2] + row[:, 1]], axis=1)
        alleles = alleles[alleles.sum(axis=1) > 0]
        expected = alleles.sum(axis=1, keepdims=True) * alleles.sum(axis=0) / max(alleles.sum(), 1.0)
        parts = np.divide((alleles - expected) ** 2, expected, out=np.zeros_like(expected), where=expected > 0)
        value, degrees = float(parts.sum()), max(len(alleles) - 1, 1)
        p = float(chi2.sf(value, degrees))
        rows.append({"chi_squared": value, "degrees": degrees, "p": p, "p_corrected": min(1.0, p * tested)})
    return rows


def detectable_effect(people: int, categories: int, level: float, power: float = 0.8) -> float:
    """Cohen's w that a chi-squared test of alleles against categories detects with the given power at a level.

    w is the root of the sum over cells of (p - q)^2 / q, with p the true and q the expected share of the cell if there is no effect; 0.1
    is called small, 0.3 medium, 0.5 large (Cohen, 1988).
    """
    extras.need("genetics", "the power of a test", "scipy")
    from scipy.optimize import brentq
    from scipy.stats import chi2, ncx2

    degrees = categories - 1
    threshold = chi2.isf(level, degrees)
    alleles = 2 * people

    def missing_power(w: float) -> float:
        return float(ncx2.sf(threshold, degrees, max(w * w * alleles, 1e-12))) - power

    return float(brentq(missing_power, 1e-6, 10.0)) if missing_power(10.0) > 0 else float("nan")


def detectable_effects(people: int, categories: int, tested: int) -> dict[str, Any]:
    """Return the detectable effect at the 5 % level, and after correction for the number of SNPs tested."""
    return {
        "people": people,
        "power": 0.8,
        "w_single_test": detectable_effect(people, categories, 0.05),
        "w_corrected": detectable_effect(people, categories, 0.05 / max(tested, 1)),
        "level_corrected": 0.05 / max(tested, 1),
    }
