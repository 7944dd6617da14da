"""Small random problems for the tests of panels."""

from __future__ import annotations

import numpy as np

from miai.genetics.genotypes import Genotypes, PeopleTable, strings


def random_codes(snps: int, categories: np.ndarray, seed: int, missing: float = 0.1, spread: float = 0.8) -> np.ndarray:
    """Genotypes whose allele frequencies differ between categories, with missing calls."""
    source = np.random.default_rng(seed)
    shares = np.clip(0.5 + spread * (source.random((snps, int(categories.max()) + 1)) - 0.5), 0, 1)
    codes = source.binomial(2, shares[:, np.maximum(categories, 0)]).astype(np.uint8)
    codes[source.random(codes.shape) < missing] = 3
    return codes


def random_genotypes(
    snps: int = 40, people: int = 90, k: int = 3, seed: int = 1, missing: float = 0.02
) -> tuple[Genotypes, np.ndarray]:
    """Genotypes of `k` populations A, B, C, ... and the category of each person."""
    categories = (np.arange(people) % k).astype(np.int8)
    codes = random_codes(snps, categories, seed, missing)
    names = strings([f"p{n}" for n in range(people)])
    families = strings([chr(ord("A") + int(category)) for category in categories])
    return Genotypes.from_calls(codes, people=PeopleTable(names, families, strings([""] * people))), categories
