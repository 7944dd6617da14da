"""Linkage, pruning and Hardy-Weinberg proportions on genotypes of a coalescent, where the truth is known."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from miai.genetics.candidates import list_candidates
from miai.genetics.filters import LOOSEST, SnpFilter, filter_snps, hardy_weinberg
from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import grouping_named
from miai.genetics.linkage import linkage_matrix
from tests.genetics.coalescent import coalescent_genotypes


@pytest.fixture(scope="module")
def genotypes() -> Genotypes:
    return coalescent_genotypes()


def test_linkage_falls_with_distance_and_is_absent_between_chromosomes(genotypes: Genotypes) -> None:
    categories, names = grouping_named("populations").categories(genotypes.people)
    matrix = linkage_matrix(genotypes, slice(None), categories, len(names))
    chromosome, position = genotypes.snps.chromosome, genotypes.snps.position
    same = chromosome[:, None] == chromosome[None, :]
    distance = np.abs(position[:, None] - position[None, :])
    upper = np.triu(np.ones(matrix.shape, bool), 1)
    near, far = matrix[upper & same & (distance < 5_000)].mean(), matrix[upper & same & (distance > 100_000)].mean()
    apart = matrix[upper & ~same].mean()
    assert near > 2 * far and far >= apart
    assert apart < 0.02  # about 1 / people by chance


def test_pruning_leaves_no_linked_pair_in_a_window(genotypes: Genotypes) -> None:
    categories, names = grouping_named("populations").categories(genotypes.people)
    kept, reports = filter_snps(genotypes, replace(LOOSEST, linkage=0.2, window=50_000), categories)
    assert 0 < reports[0].removed < len(genotypes.snps)
    matrix = linkage_matrix(genotypes, kept, categories, len(names))
    for one in range(len(kept)):
        for other in range(one):
            is_near = abs(genotypes.snps.position[kept[one]] - genotypes.snps.position[kept[other]]) <= 50_000
            if is_near and genotypes.snps.chromosome[kept[one]] == genotypes.snps.chromosome[kept[other]]:
                assert matrix[one, other] <= 0.2


def test_candidates_keep_their_distance(genotypes: Genotypes) -> None:
    categories, names = grouping_named("populations").categories(genotypes.people)
    listed = list_candidates(genotypes, categories, len(names), snp_filter=SnpFilter(distance=20_000))
    places = sorted((genotypes.snps.chromosome[snp], genotypes.snps.position[snp]) for snp in listed.indices)
    assert all(b - a >= 20_000 for (one, a), (other, b) in pairwise(places) if one == other)
    best = list_candidates(genotypes, categories, len(names))
    assert listed.indices[0] == best.indices[0]


def test_random_mating_passes_hardy_weinberg(genotypes: Genotypes) -> None:
    assert (hardy_weinberg(genotypes) < 0.001).mean() < 0.01
