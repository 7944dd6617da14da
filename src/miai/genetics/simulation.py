"""Simulated genotypes with population structure, from one seed.

The model of Balding and Nichols in two steps: an ancestral frequency p of each SNP, uniform in a range; a frequency of each region from
Beta(p (1 - F) / F, (1 - p) (1 - F) / F); a frequency of each population around that of its region in the same way; calls in
Hardy-Weinberg proportions; some calls missing. SNPs are independent: there is no linkage. So the data serve for speed, memory and tests
of methods, not for claims about people.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from miai.core.settings import Checked, number, whole
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import AUTOSOMES, MISSING, Genotypes, PeopleTable, SnpTable, bytes_per_snp, strings

HGDP_COUNTS = {
    "Africa": {"Bantu Kenya": 12, "Bantu South Africa": 8, "Biaka Pygmy": 32, "Mandenka": 24, "Mbuti Pygmy": 15, "San": 6, "Yoruba": 24},
    "Americas": {"Colombian": 13, "Karitiana": 24, "Maya": 25, "Pima": 25, "Surui": 21},
    "E Asia": {
        "Cambodian": 11, "Dai": 10, "Daur": 9, "Han": 34, "Han N China": 10, "Hezhen": 9, "Japanese": 29, "Lahu": 10, "Miao": 10,
        "Mongola": 10, "Naxi": 9, "Oroqen": 10, "She": 10, "Tu": 10, "Tujia": 10, "Xibo": 9, "Yakut": 25, "Yi": 10,
    },
    "CS Asia": {
        "Balochi": 25, "Brahui": 25, "Burusho": 25, "Hazara": 24, "Kalash": 25, "Makrani": 25, "Pathan": 23, "Sindhi": 25, "Uygur": 10,
    },
    "Europe": {
        "Adygei": 17, "Basque": 24, "French": 29, "Italian": 13, "Orcadian": 16, "Russian": 25, "Sardinian": 28, "Tuscan": 8,
    },
    "Middle East": {"Bedouin": 48, "Druze": 47, "Mozabite": 30, "Palestinian": 51},
    "Oceania": {"Melanesian": 19, "Papuan": 17},
}  # fmt: skip
"""The 1,043 people of the Human Genome Diversity Project by region and population."""

BLOCK = 2048
"""SNPs that are drawn at once."""


@dataclass(frozen=True)
class PopulationModel(Checked):
    """A model of populations to draw genotypes from. `counts` is the number of people by region and population."""

    noun = "setting of the simulation:"

    snps: int = whole(5000, 1, 10**8, "number of SNPs")
    region_fst: float = number(0.1, 0, 0.99, "F of regions around the ancestral frequency")
    population_fst: float = number(0.02, 0, 0.99, "F of populations around the frequency of their region")
    lowest: float = number(0.05, 0, 0.5, "ancestral frequencies lie between this and 1 - this")
    missing: float = number(0.005, 0, 0.99, "share of calls that are missing")
    counts: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: HGDP_COUNTS)


def simulate(settings: PopulationModel | None = None, seed: int = 1, progress: Progress | None = None) -> Genotypes:
    """Draw genotypes. The same settings and seed give the same data.

    Parameters
    ----------
    settings
        See `PopulationModel`; 5,000 SNPs of 1,043 people in 53 populations by default.
    seed
        Random seed.
    progress
        Called with the number of SNPs drawn, and of all.
    """
    from miai.genetics.kernels.packing import pack_calls

    chosen = settings or PopulationModel()
    counts = chosen.counts
    families = [name for populations in counts.values() for name, count in populations.items() for _ in range(count)]
    region_of = np.repeat(np.arange(len(counts)), [len(populations) for populations in counts.values()])
    sizes = np.array([count for populations in counts.values() for count in populations.values()])
    packed = np.empty((chosen.snps, bytes_per_snp(len(families))), np.uint8)
    random = np.random.default_rng(seed)
    for first in range(0, chosen.snps, BLOCK):
        rows = min(BLOCK, chosen.snps - first)
        shares = _frequencies(random, chosen, rows, region_of)
        pack_calls(_calls(random, shares, sizes, chosen.missing), packed[first : first + rows])
        if progress is not None:
            progress(first + rows, chosen.snps)
    ids = strings([f"p{number + 1}" for number in range(len(families))])
    people = PeopleTable(ids, strings(families), strings([""] * len(families)))
    return Genotypes(packed, _places(chosen.snps), people)


def _frequencies(
    random: np.random.Generator, chosen: PopulationModel, rows: int, region_of: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return frequencies of the alternative allele, [rows, populations]."""
    ancestral = random.uniform(chosen.lowest, 1 - chosen.lowest, (rows, 1))
    regions = _drift(random, np.repeat(ancestral, region_of.max() + 1, axis=1), chosen.region_fst)
    return _drift(random, regions[:, region_of], chosen.population_fst)


def _drift(random: np.random.Generator, shares: NDArray[np.float64], fst: float) -> NDArray[np.float64]:
    """Return frequencies drawn around `shares` with variance F p (1 - p)."""
    if fst == 0:
        return shares
    strength = (1 - fst) / fst
    inside = np.clip(shares, 1e-9, 1 - 1e-9)
    return random.beta(inside * strength, (1 - inside) * strength)


def _calls(random: np.random.Generator, shares: NDArray[np.float64], sizes: NDArray[np.int64], missing: float) -> NDArray[np.uint8]:
    """Return calls in Hardy-Weinberg proportions, [rows, people]."""
    both = np.repeat((shares**2).astype(np.float32), sizes, axis=1)
    any_alternative = np.repeat((1 - (1 - shares) ** 2).astype(np.float32), sizes, axis=1)
    draws = random.random(both.shape, dtype=np.float32)
    calls = (draws < both).astype(np.uint8) + (draws < any_alternative)
    holes = random.integers(0, calls.size, random.binomial(calls.size, missing))
    calls.reshape(-1)[holes] = MISSING
    return calls


def _places(count: int) -> SnpTable:
    """Return SNPs named rs1, rs2, ... spread evenly over the autosomes."""
    per_chromosome = -(-count // len(AUTOSOMES))
    number = np.arange(count)
    chromosome = strings(AUTOSOMES)[number // per_chromosome]
    position = 10_000 + number % per_chromosome * max(1, 120_000_000 // per_chromosome)
    letters = strings(["A", "C", "G", "T"])
    return SnpTable(
        strings([f"rs{index + 1}" for index in range(count)]),
        chromosome,
        position,
        letters[number % 4],
        letters[(number + 1 + number // 4 % 3) % 4],
    )
