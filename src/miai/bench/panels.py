"""`miai bench panels`: values of panels per second, beside the same in NumPy.

As in the source: 12 SNPs, seven categories, five divisions with 400 people in the test set. Measured are whole models, and one SNP more
on a set whose sums are known. NumPy values whole models.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.bench.frame import contest, machine, rounds_for, timed
from miai.genetics.classifier.divisions import Division, draw_divisions
from miai.genetics.classifier.evaluator import Evaluator, evaluate_on_divisions
from miai.genetics.classifier.frequencies import FrequencyModel
from miai.genetics.genotypes import Genotypes
from miai.genetics.groupings import grouping_named
from miai.genetics.kernels import values
from miai.genetics.simulation import PopulationModel, simulate

SNPS, SIZE, TEST_SIZE, CATEGORIES = 2000, 12, 400, 7
MODELS = 4000
BY_NUMPY = 20
"""Models that NumPy gets in a round."""
ROUND_SECONDS = 0.3


def measure_panels(seconds: float = 3.0, seed: int = 1) -> dict[str, Any]:
    """Return models per second, extensions by one SNP per second, and the ratio of models to NumPy's."""
    genotypes = simulate(PopulationModel(snps=SNPS), seed)
    categories = grouping_named("world7").categories(genotypes.people)[0].astype(np.int32)
    divisions = draw_divisions(categories, 5, TEST_SIZE, seed)
    codes = genotypes.calls()
    evaluator = evaluate_on_divisions(codes, categories, CATEGORIES, divisions, FrequencyModel())
    models = draw_models(seed)
    found = np.zeros(MODELS)
    sums = evaluator.sums(models[0])
    snps = np.arange(SNPS)

    def whole() -> int:
        values.values_of_models(evaluator.cases, models, evaluator.code, evaluator.scratch, evaluator.by_division, found)
        return MODELS

    def extended() -> int:
        evaluator.values_with(sums, snps)
        return SNPS

    numpy = NumPyPanels(genotypes, categories, divisions)

    def by_numpy() -> int:
        for model in models[:BY_NUMPY]:
            numpy.value(model)
        return BY_NUMPY

    for run in (whole, extended, by_numpy):
        run()
    check_equal(evaluator, numpy, models[:BY_NUMPY])
    contenders = {"models": timed(whole), "extensions": timed(extended), "NumPy": timed(by_numpy)}
    best = contest(contenders, rounds_for(seconds, 3 * ROUND_SECONDS))
    return {
        "snps_of_a_panel": SIZE,
        "divisions": len(divisions),
        "people_in_a_test_set": TEST_SIZE,
        "categories": CATEGORIES,
        "models_per_second": best["models"],
        "one_snp_more_per_second": best["extensions"],
        "yardstick": "the same models in NumPy",
        "yardstick_per_second": best["NumPy"],
        "ratio": best["models"] / best["NumPy"],
        "seed": seed,
        "machine": machine(),
    }


def draw_models(seed: int) -> Any:
    """Random models, int32 [models, SNPs]."""
    source = np.random.default_rng(seed)
    return np.stack([source.choice(SNPS, SIZE, replace=False) for _ in range(MODELS)]).astype(np.int32)


class NumPyPanels:
    """The classifier by whole arrays: tables of log-probabilities are made before, as ours are."""

    def __init__(self, genotypes: Genotypes, categories: Any, divisions: list[Division]) -> None:
        self.codes = genotypes.calls()
        self.categories = categories
        self.tests = [division.test for division in divisions]
        self.tables = [self._table(division.learning) for division in divisions]

    def _table(self, learning: Any) -> Any:
        """Logarithms of genotype frequencies, float64 [SNPs, 4, categories]; 0 for missing calls."""
        calls, groups = self.codes[:, learning], self.categories[learning]
        counts = np.stack([[(calls[:, groups == c] == g).sum(axis=1) for g in range(3)] for c in range(CATEGORIES)])
        shares = (counts + 0.5) / (counts.sum(axis=1, keepdims=True) + 1.5)
        table = np.zeros((len(self.codes), 4, CATEGORIES))
        table[:, :3] = np.log(shares).transpose(2, 1, 0)
        return table

    def value(self, model: Any) -> float:
        """The mean number right of the most confident 95 %."""
        counts = []
        for test, table in zip(self.tests, self.tables, strict=True):
            calls = self.codes[np.ix_(model, test)]
            sums = np.take_along_axis(table[model], calls[:, :, None], axis=1).sum(axis=0)
            highest = np.partition(sums, -2, axis=1)
            order = np.argsort(highest[:, -1] - highest[:, -2], kind="stable")
            kept = order[len(test) // 20 :]
            counts.append(int((sums[kept].argmax(axis=1) == self.categories[test][kept]).sum()))
        return sum(counts) / len(counts)


def check_equal(evaluator: Evaluator, numpy: NumPyPanels, models: Any) -> None:
    """Raise `AssertionError` unless both sides give the models the same values, apart from ties that rounding breaks."""
    ours = [evaluator.value(model) for model in models]
    theirs = [numpy.value(model) for model in models]
    assert np.allclose(ours, theirs, atol=0.61), (ours, theirs)
