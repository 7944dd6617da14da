"""Simulated genotypes: the seed, the sizes, and the structure that was asked for."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.genetics.groupings import grouping_named
from miai.genetics.simulation import PopulationModel, simulate
from miai.genetics.statistics import compute_statistics


def test_the_default_has_the_published_people() -> None:
    genotypes = simulate(PopulationModel(snps=30))
    assert genotypes.shape == (30, 1043)
    for name, people in (("world3", 899), ("world5", 1043), ("world7", 1043)):
        assert (grouping_named(name).categories(genotypes.people)[0] >= 0).sum() == people


def test_the_seed_decides() -> None:
    one, same, other = (simulate(PopulationModel(snps=50), seed).packed for seed in (1, 1, 2))
    assert np.array_equal(one, same) and not np.array_equal(one, other)


def test_theta_and_missing_calls_are_as_requested() -> None:
    model = PopulationModel(
        snps=2000, region_fst=0.15, population_fst=0.0, missing=0.03, counts={str(n): {str(n): 50} for n in range(6)}
    )
    genotypes = simulate(model, seed=5)
    categories, names = grouping_named("populations").categories(genotypes.people)
    found = compute_statistics(genotypes, categories, len(names))
    assert 1 - found.call_rate.mean() == pytest.approx(0.03, abs=0.002)
    polymorphic = found.minor_allele_frequency > 0.05
    assert found.theta_full[polymorphic].mean() == pytest.approx(0.15, abs=0.02)


def test_settings_out_of_range_are_refused() -> None:
    with pytest.raises(UserError, match=r"setting of the simulation: missing must be a number from 0 to 0.99"):
        PopulationModel(missing=1)
