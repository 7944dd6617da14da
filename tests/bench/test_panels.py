"""The benchmark of panels: both sides value the same models alike."""

from __future__ import annotations

import numpy as np

from miai.bench.panels import NumPyPanels, measure_panels
from miai.genetics.classifier.divisions import draw_divisions
from miai.genetics.groupings import grouping_named
from miai.genetics.simulation import PopulationModel, simulate
from tests.twins import panels as twin


def test_the_yardstick_values_a_model_by_the_definition() -> None:
    genotypes = simulate(PopulationModel(snps=12), seed=3)
    categories = grouping_named("world7").categories(genotypes.people)[0].astype(np.int32)
    divisions = draw_divisions(categories, 1, 60, seed=1)
    drawn = [(division.learning, division.test) for division in divisions]
    model = [1, 5, 7, 10]
    assert NumPyPanels(genotypes, categories, divisions).value(model) == twin.value(
        genotypes.calls().tolist(), categories, 7, drawn, model
    )


def test_the_benchmark_reports_speeds() -> None:
    found = measure_panels(seconds=0.1)
    assert found["models_per_second"] > 0 and found["one_snp_more_per_second"] > 0 and found["ratio"] > 0
