"""The benchmark of SNP statistics: both sides compute the same numbers."""

from __future__ import annotations

import numpy as np
import pytest

from miai.bench.snps import measure_snps, statistics_by_numpy
from miai.genetics.groupings import grouping_named
from miai.genetics.simulation import PopulationModel, simulate
from miai.genetics.statistics import STATISTICS, compute_statistics


def test_the_yardstick_computes_the_same_statistics() -> None:
    genotypes = simulate(PopulationModel(snps=200), seed=2)
    categories, names = grouping_named("world7").categories(genotypes.people)
    ours = compute_statistics(genotypes, categories, len(names))
    theirs = statistics_by_numpy(genotypes, categories, len(names))
    for name in STATISTICS:
        assert np.nan_to_num(theirs[name]) == pytest.approx(getattr(ours, name), abs=1e-9)


def test_the_benchmark_reports_speeds_and_the_time_from_a_file() -> None:
    found = measure_snps(snps=1000, seconds=0.1)
    assert found["snps_per_second"] > 0 and found["ratio"] > 0
    assert found["seconds_from_file_for_650000"] == pytest.approx(650 * found["seconds_from_file"])
