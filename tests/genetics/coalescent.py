"""Genotypes from a coalescent with recombination (msprime): linked SNPs, three regions, known positions."""

from __future__ import annotations

import numpy as np
import pytest

from miai.genetics.genotypes import Genotypes, PeopleTable, SnpTable, strings

REGIONS = ("Africa", "Europe", "Asia")
LENGTH = 200_000
"""Base pairs of a piece of chromosome."""


def coalescent_genotypes(people: int = 30, pieces: int = 3, seed: int = 1) -> Genotypes:
    """`people` of each region at all common SNPs of some independent pieces, one for each chromosome. Needs msprime."""
    msprime = pytest.importorskip("msprime")
    demography = msprime.Demography()
    for name in (*REGIONS, "Out", "Origin"):
        demography.add_population(name=name, initial_size=5000)
    demography.add_population_split(time=1000, derived=["Europe", "Asia"], ancestral="Out")
    demography.add_population_split(time=3000, derived=["Africa", "Out"], ancestral="Origin")
    calls, chromosomes, positions = [], [], []
    for piece in range(pieces):
        trees = msprime.sim_ancestry(
            dict.fromkeys(REGIONS, people),
            sequence_length=LENGTH,
            recombination_rate=1e-8,
            demography=demography,
            random_seed=seed + piece,
        )
        mutated = msprime.sim_mutations(trees, rate=1.5e-8, random_seed=seed + piece, model=msprime.BinaryMutationModel())
        for variant in mutated.variants():
            counts = variant.genotypes.reshape(-1, 2).sum(axis=1)
            if 0.05 <= counts.mean() / 2 <= 0.95:
                calls.append(counts)
                chromosomes.append(str(piece + 1))
                positions.append(int(variant.site.position) + 1)
    size = len(calls)
    snps = SnpTable(
        strings([f"v{number}" for number in range(size)]),
        strings(chromosomes),
        np.array(positions),
        strings(["A"] * size),
        strings(["G"] * size),
    )
    names = [name for name in REGIONS for _ in range(people)]
    persons = PeopleTable(strings([f"p{number}" for number in range(len(names))]), strings(names), strings([""] * len(names)))
    return Genotypes.from_calls(np.array(calls, np.uint8), snps, persons)
