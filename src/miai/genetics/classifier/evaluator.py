"""Values of sets of SNPs: the door from Python to the kernels of the classifier."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import unknown_name
from miai.genetics.classifier.divisions import Division
from miai.genetics.classifier.frequencies import FrequencyModel
from miai.genetics.kernels import values as kernels
from miai.genetics.kernels.values import Cases, Scratch

Array = np.ndarray[Any, np.dtype[Any]]

OBJECTIVES = {"counts": kernels.COUNTS, "log-loss": kernels.LOG_LOSS, "expected": kernels.EXPECTED}
MISSING = 3
DROPPED_SHARE = 0.05


def counts_of(codes: Array, categories: Array, k: int, people: Array | None = None) -> Array:
    """Genotype counts, int32 [SNPs, k, 3], of all people or of those with the indices `people`."""
    groups = np.full(codes.shape[1], -1, np.int32)
    chosen = np.arange(codes.shape[1]) if people is None else people
    groups[chosen] = categories[chosen]
    counts = np.zeros((codes.shape[0], k, 3), np.int32)
    kernels.count_genotypes(codes, groups, counts)
    return counts


def log_units(probabilities: Array) -> Array:
    """Base-2 logarithms in the integer units of the kernels."""
    units: Array = np.rint(np.log2(probabilities) * kernels.LOG_UNIT).astype(np.int32)
    return units


def with_missing(units: Array) -> Array:
    """Return tables [..., 3] with a fourth column of zeros, for missing calls."""
    return np.concatenate([units, np.zeros((*units.shape[:-1], 1), np.int32)], axis=-1)


@dataclass
class Evaluator:
    """Evaluates sets of SNPs, given by row numbers of the genotypes it was made from, by one objective.

    `classified` is the mean number of individuals that a division classifies: the scale of the objective `counts`.
    """

    cases: Cases
    objective: str
    people: Array

    def __post_init__(self) -> None:
        if self.objective not in OBJECTIVES:
            raise unknown_name("objective", self.objective, OBJECTIVES)
        self.code = OBJECTIVES[self.objective]
        self.scratch = self.new_scratch()
        self.by_division = np.zeros(self.divisions)

    @property
    def snps(self) -> int:
        return int(self.cases.codes.shape[0])

    @property
    def divisions(self) -> int:
        return int(self.cases.drops.size)

    @property
    def classified(self) -> float:
        return float((np.diff(self.cases.division_starts) - self.cases.drops).mean())

    def new_scratch(self) -> Scratch:
        """Return scratch space for another thread."""
        k, cases, drops = self.cases.priors.size, self.cases.categories.size, int(self.cases.drops.max(initial=0))
        return Scratch(
            np.zeros((k, cases), np.int32),
            np.zeros((k, cases), np.int32),
            np.zeros(cases, np.int32),
            np.zeros(cases, np.int32),
            np.zeros(cases, np.int32),
            np.zeros(drops + 1, np.int32),
            np.zeros(drops + 1, np.uint8),
            np.zeros(cases, np.float32),
        )

    def with_own_scratch(self) -> Evaluator:
        """Return an evaluator of the same cases for another thread."""
        return Evaluator(self.cases, self.objective, self.people)

    def value(self, model: Sequence[int] | Array, objective: str | None = None) -> float:
        """Return the value of a set of SNPs, by the evaluator's objective or another one."""
        snps = np.asarray(model, np.int32)
        code = self.code if objective is None else OBJECTIVES[objective]
        return float(kernels.value_of_model(self.cases, snps, snps.size, code, self.scratch, self.by_division))

    def values_by_division(self, model: Sequence[int] | Array, objective: str | None = None) -> list[float]:
        """Return the values of a set of SNPs in the divisions, whose mean is `value`."""
        self.value(model, objective)
        return [float(value) for value in self.by_division]

    def sums(self, model: Sequence[int] | Array) -> Array:
        """Return the sums of a set of SNPs, for `values_with`."""
        snps = np.asarray(model, np.int32)
        sums: Array = np.zeros_like(self.scratch.sums)
        kernels.set_model(self.cases, snps, snps.size, sums)
        return sums

    def values_with(self, sums: Array, snps: Array) -> Array:
        """Return the values of the model of `sums` with each of `snps` added."""
        values = np.zeros(snps.size)
        kernels.values_with_each(self.cases, snps.astype(np.int32), sums, self.code, self.scratch, self.by_division, values)
        return values


def evaluate_on_divisions(
    codes: Array,
    categories: Array,
    k: int,
    divisions: Sequence[Division],
    model: FrequencyModel,
    objective: str = "counts",
    priors: Array | None = None,
) -> Evaluator:
    """Return an evaluator that learns frequencies from the learning set of each division and classifies its test set.

    `codes` is uint8 [SNPs, people], `categories` has the category of each individual or -1.
    """
    tables = [with_missing(log_units(model.probabilities(counts_of(codes, categories, k, each.learning)))) for each in divisions]
    people = np.concatenate([each.test for each in divisions])
    starts = np.concatenate([[0], np.cumsum([each.test.size for each in divisions])]).astype(np.int64)
    return _evaluator(codes, categories, k, people, np.stack(tables, axis=1), starts, starts, objective, priors)


def evaluate_leaving_one_out(
    codes: Array, categories: Array, k: int, model: FrequencyModel, objective: str = "log-loss", priors: Array | None = None
) -> Evaluator:
    """Return an evaluator that classifies every individual by the frequencies of all others: one division of all people."""
    counts = counts_of(codes, categories, k)
    plain, own = log_units(model.probabilities(counts)), log_units(model.without_one(counts))
    order = np.argsort(categories, kind="stable")
    people = order[categories[order] >= 0]
    tables = np.repeat(with_missing(plain)[:, None], k, axis=1)
    for category in range(k):
        tables[:, category, category, :3] = own[:, category]
    blocks = np.searchsorted(categories[people], np.arange(k + 1)).astype(np.int64)
    return _evaluator(codes, categories, k, people, tables, blocks, np.array([0, people.size], np.int64), objective, priors)


def _evaluator(
    codes: Array,
    categories: Array,
    k: int,
    people: Array,
    tables: Array,
    blocks: Array,
    divisions: Array,
    objective: str,
    priors: Array | None,
) -> Evaluator:
    sizes = np.diff(divisions)
    cases = Cases(
        np.ascontiguousarray(codes[:, people]),
        np.ascontiguousarray(tables),
        blocks,
        divisions,
        np.array([dropped_of(int(size)) for size in sizes], np.int64),
        categories[people].astype(np.int32),
        np.zeros(k, np.int32) if priors is None else log_units(priors),
    )
    return Evaluator(cases, objective, people)


def dropped_of(size: int) -> int:
    """Return the number of individuals that are not classified: 5 %, rounded (half up)."""
    return int(np.floor(DROPPED_SHARE * size + 0.5))
