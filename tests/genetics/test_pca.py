"""Principal components against a singular value decomposition, and linkage of chosen SNPs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from miai.genetics.genotypes import Genotypes, strings, unnamed_snps
from miai.genetics.groupings import grouping_named
from miai.genetics.linkage import linkage_matrix, linked_neighbours
from miai.genetics.pca import principal_components
from miai.genetics.simulation import PopulationModel, simulate


@pytest.mark.parametrize("snps, people", [(40, 15), (12, 70)])
def test_components_equal_a_singular_value_decomposition(snps: int, people: int) -> None:
    calls = np.random.default_rng(0).integers(0, 3, (snps, people))
    calls[3] = 1
    calls[4] = 0
    found = principal_components(Genotypes.from_calls(calls), components=3)
    share = calls.mean(axis=1) / 2
    varies = (share > 0) & (share < 1)
    matrix = ((calls - 2 * share[:, None])[varies] / np.sqrt(2 * share * (1 - share))[varies, None]).T / np.sqrt(varies.sum())
    left, values, _ = np.linalg.svd(matrix, full_matrices=False)
    assert found.snps == varies.sum()
    assert np.abs(found.coordinates) == pytest.approx(np.abs(left[:, :3] * values[:3]), abs=1e-4)
    assert found.shares == pytest.approx(values[:3] ** 2 / (values**2).sum(), abs=1e-4)


def test_components_separate_simulated_regions() -> None:
    counts = {"a": {"a": 20}, "b": {"b": 20}, "c": {"c": 20}}
    genotypes = simulate(PopulationModel(snps=600, counts=counts), seed=1)
    found = principal_components(genotypes, components=2).coordinates
    centres = np.array([found[start : start + 20].mean(axis=0) for start in (0, 20, 40)])
    spread = max(np.linalg.norm(found[20 * n : 20 * n + 20] - centres[n], axis=1).max() for n in range(3))
    nearest = min(np.linalg.norm(centres[i] - centres[j]) for i in range(3) for j in range(i))
    assert nearest > spread


def test_many_people_are_handled_with_fewer_snps(monkeypatch: pytest.MonkeyPatch) -> None:
    genotypes = simulate(PopulationModel(snps=300, counts={"a": {"a": 40}, "b": {"b": 40}}, region_fst=0.2), seed=2)
    monkeypatch.setattr("miai.genetics.pca.MOST_PEOPLE", 10)
    monkeypatch.setattr("miai.genetics.pca.MOST_CELLS", 80 * 60)
    found = principal_components(genotypes, components=1)
    assert found.snps <= 60
    assert (found.coordinates[:40, 0] > 0).mean() in (pytest.approx(1, abs=0.1), pytest.approx(0, abs=0.1))


def test_data_without_variation_have_no_components() -> None:
    found = principal_components(Genotypes.from_calls(np.zeros((3, 4))), components=2)
    assert not found.coordinates.any() and found.snps == 0
    assert principal_components(Genotypes.from_calls([[0, 2]]), components=4).coordinates.shape == (2, 4)


def test_linkage_of_chosen_snps_and_their_neighbours() -> None:
    genotypes = simulate(PopulationModel(snps=30, missing=0), seed=4)
    categories, names = grouping_named("populations").categories(genotypes.people)
    calls = genotypes.calls()
    calls[7] = calls[3]
    calls[8] = np.where(np.arange(1043) % 9 == 0, 0, calls[3])
    snps = replace(unnamed_snps(30), chromosome=strings(["5"] * 30), position=np.arange(1, 31) * 1000)
    doubled = Genotypes.from_calls(calls, snps, genotypes.people)
    matrix = linkage_matrix(doubled, [3, 7, 20], categories, len(names))
    assert matrix[0, 1] == pytest.approx(1) and matrix[0, 2] < 0.05 and np.array_equal(matrix, matrix.T)
    near = linked_neighbours(doubled, 3, categories, len(names), least=0.3)
    assert [(each.index, each.distance) for each in near] == [(7, 4000), (8, 5000)]
    assert linked_neighbours(doubled, 3, categories, len(names), window=4000, least=0.3)[-1].index == 7
    assert linked_neighbours(genotypes.select(snps=[0]), 0, categories, len(names)) == []
