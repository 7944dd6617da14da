"""The genotypes of an experiment: a file, or people simulated in the numbers of the Human Genome Diversity Project."""

from __future__ import annotations

import functools
from typing import Any

from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import grouping_named
from miai.genetics.methods.warmups import compile_method
from miai.genetics.reading import read_genotypes
from miai.genetics.simulation import PopulationModel, simulate

SIMULATED = "simulated"
SIMULATION_SEED = 1


@functools.lru_cache(maxsize=1)
def genotypes_of(data: str, snps: int) -> Genotypes:
    """Return the genotypes of the file or prefix `data`; simulated ones with `snps` SNPs for the word `simulated`."""
    if data == SIMULATED:
        return simulate(PopulationModel(snps=snps, region_fst=0.05), SIMULATION_SEED)
    return read_genotypes(data)


def problem_of(data: str, snps: int, grouping: str) -> tuple[Genotypes, Any, tuple[str, ...]]:
    """Return genotypes, the category of each person, and the names of categories."""
    genotypes = genotypes_of(data, snps)
    categories, names = grouping_named(grouping).categories(genotypes.people)
    return genotypes, categories, names


def prepare(parameters: Any) -> None:
    """Read the data once, so that a missing file is an error before any job, and compile what all workers need."""
    genotypes_of(parameters.data, parameters.snps)
    for method in ("mcts", "greedy", "grqs", "topn", "mcts-published"):
        compile_method(method)
