"""Simulated genotypes of the published size: 650,000 linked SNPs of the 1,043 people of the Human Genome Diversity Project.

    python -m tests.genetics.published_size OUT.bed --snps 650000 --seed 1

A coalescent with recombination (msprime) of seven regions whose populations split as those of the world did, in pieces of one million base
pairs. As on a chip, 650 SNPs of each piece are typed, among those with a rarer allele of 1 % or more. The people of a region are drawn from
one population and are given the names of its populations by their counts. The data serve for speed, memory and tests of methods, not for
claims about people.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from miai.genetics.formats.plink import write_bed
from miai.genetics.genotypes import Genotypes, PeopleTable, SnpTable, strings
from miai.genetics.simulation import HGDP_COUNTS

SIZES = {
    "Africa": 14_000, "Americas": 1_500, "E Asia": 6_000, "CS Asia": 6_000, "Europe": 6_000, "Middle East": 6_000, "Oceania": 2_000
}  # fmt: skip
"""Effective number of people of each region."""
SPLITS = (
    (450, ("Europe", "Middle East"), "West", 5_000),
    (550, ("West", "CS Asia"), "West Eurasia", 5_000),
    (650, ("E Asia", "Americas"), "East", 3_000),
    (1_300, ("West Eurasia", "East"), "Eurasia", 3_000),
    (1_600, ("Eurasia", "Oceania"), "Out of Africa", 1_800),
    (2_400, ("Africa", "Out of Africa"), "Origin", 12_000),
)
"""Generations ago, derived populations, their ancestor and its effective size."""
NEIGHBOURS = (
    ("Europe", "Middle East", 4e-4),
    ("Middle East", "CS Asia", 2e-4),
    ("CS Asia", "E Asia", 1e-4),
    ("Africa", "Middle East", 5e-5),
)
"""Regions that exchange people, with the share each generation."""
PIECE = 1_000_000
TYPED = 650
"""SNPs of a piece."""
CHROMOSOMES = 22
RAREST = 0.01


def published_size(snps: int, seed: int) -> Genotypes:
    """Return `snps` SNPs of as many pieces as they need. A prefix of the pieces does not depend on their number."""
    demography = _demography()
    families = [name for populations in HGDP_COUNTS.values() for name, count in populations.items() for _ in range(count)]
    count = len(families)
    people = PeopleTable(strings([f"p{number + 1}" for number in range(count)]), strings(families), strings([""] * count))
    packed, positions = [], []
    for piece in range(-(-snps // TYPED)):
        calls, places = _piece(demography, seed * 100_003 + piece, min(TYPED, snps - piece * TYPED))
        packed.append(Genotypes.from_calls(calls, _table(np.full(len(places), piece), places), people).packed)
        positions.append(places)
        print(f"\r{(piece + 1) * TYPED:,} SNPs", end="", flush=True)
    print()
    table = _table(np.repeat(np.arange(len(positions)), [len(places) for places in positions]), np.concatenate(positions))
    order = np.lexsort((table.position, [int(name) for name in table.chromosome]))
    return Genotypes(np.concatenate(packed)[order], table.take(order), people)


def _demography() -> Any:
    import msprime

    made = msprime.Demography()
    for name, size in SIZES.items():
        made.add_population(name=_word(name), initial_size=size)
    for time, derived, ancestor, size in SPLITS:
        made.add_population(name=_word(ancestor), initial_size=size)
        made.add_population_split(time=time, derived=[_word(name) for name in derived], ancestral=_word(ancestor))
    for one, other, share in NEIGHBOURS:
        made.set_symmetric_migration_rate([_word(one), _word(other)], share)
    made.sort_events()
    return made


def _word(name: str) -> str:
    return name.replace(" ", "_")


def _piece(demography: Any, seed: int, typed: int) -> tuple[Any, Any]:
    """Return calls (copies of the derived allele) and positions of `typed` of the common SNPs of one piece, drawn at random."""
    import msprime

    samples = {_word(region): sum(populations.values()) for region, populations in HGDP_COUNTS.items()}
    trees = msprime.sim_ancestry(samples, sequence_length=PIECE, recombination_rate=1.2e-8, demography=demography, random_seed=seed)
    mutated = msprime.sim_mutations(trees, rate=1.4e-8, random_seed=seed, model=msprime.BinaryMutationModel())
    haplotypes = mutated.genotype_matrix()
    calls = (haplotypes[:, 0::2] + haplotypes[:, 1::2]).astype(np.uint8)
    shares = calls.mean(axis=1) / 2
    common = np.flatnonzero((shares >= RAREST) & (shares <= 1 - RAREST))
    kept = np.sort(np.random.default_rng(seed).permutation(common)[:typed])
    return calls[kept], (mutated.tables.sites.position[kept] + 1).astype(np.int64)


def _table(pieces: Any, places: Any) -> SnpTable:
    """SNPs with a name by piece and position; pieces are dealt to chromosomes in turn."""
    names = [f"rs{piece}_{place}" for piece, place in zip(pieces.tolist(), places.tolist(), strict=True)]
    chromosomes = strings([str(piece % CHROMOSOMES + 1) for piece in pieces.tolist()])
    position = pieces // CHROMOSOMES * PIECE + places
    return SnpTable(strings(names), chromosomes, position, strings(["A"] * len(names)), strings(["G"] * len(names)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--snps", type=int, default=650_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    write_bed(published_size(chosen.snps, chosen.seed), chosen.out)


if __name__ == "__main__":
    main()
