"""Settings of a selection: how models are valued. Each has one sentence and a default; `published` are those of the source."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from miai.core.errors import UserError, did_you_mean
from miai.genetics.candidates import LIMIT
from miai.genetics.classifier.divisions import draw_divisions
from miai.genetics.classifier.evaluator import (
    OBJECTIVES,
    Array,
    Evaluator,
    evaluate_leaving_one_out,
    evaluate_on_divisions,
)
from miai.genetics.classifier.frequencies import ESTIMATES, SMOOTHINGS, FrequencyModel

VALIDATIONS = ("leave-one-out", "divisions")
PRIORS = ("observed", "uniform")
CHOICES: dict[str, Sequence[str]] = {
    "estimate": ESTIMATES,
    "smoothing": SMOOTHINGS,
    "validation": VALIDATIONS,
    "objective": tuple(OBJECTIVES),
    "prior": PRIORS,
}


@dataclass(frozen=True)
class PanelSettings:
    """How models are valued.

    | field | meaning |
    |---|---|
    | `estimate` | frequencies of genotypes, or of alleles with Hardy-Weinberg proportions |
    | `smoothing` | treatment of genotypes that were not seen |
    | `validation` | how the search classifies people: each by all others, or in random divisions |
    | `objective` | what the search maximises: number right, log-loss, expected share right |
    | `prior` | probability of categories before any SNP is seen: their share of the people, or equal |
    | `divisions` | number of random divisions; the value of a panel is always their mean number right |
    | `test_size` | people in the test set of a division; 400 of 1,043 by default |
    | `stratified` | whether each category gives its share to the test sets |
    | `candidates` | SNPs that are searched, the best by their statistics |
    """

    estimate: str = "hardy-weinberg"
    smoothing: str = "half"
    validation: str = "leave-one-out"
    objective: str = "expected"
    prior: str = "observed"
    divisions: int = 5
    test_size: int | None = None
    stratified: bool = False
    candidates: int = LIMIT

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if value not in choices:
                raise UserError(f"unknown {name} {value!r}{did_you_mean(value, choices)}; known: {', '.join(choices)}")

    @property
    def frequency_model(self) -> FrequencyModel:
        return FrequencyModel(self.estimate, self.smoothing)

    def prior_of(self, categories: Array, k: int) -> Array:
        """The probability of each category before any SNP is seen."""
        if self.prior == "uniform":
            return np.full(k, 1 / k)
        counts = np.bincount(categories[categories >= 0], minlength=k)
        return np.asarray((counts + 0.5) / (counts.sum() + k / 2))

    def search_evaluator(self, codes: Array, categories: Array, k: int, seed: int) -> Evaluator:
        """The evaluator that a search uses."""
        if self.validation == "divisions":
            return self.division_evaluator(codes, categories, k, seed, self.objective)
        return evaluate_leaving_one_out(codes, categories, k, self.frequency_model, self.objective, self._log_prior(categories, k))

    def division_evaluator(self, codes: Array, categories: Array, k: int, seed: int, objective: str = "counts") -> Evaluator:
        """The evaluator on random divisions, whose mean number right is the value of a panel."""
        drawn = draw_divisions(categories, self.divisions, self.test_size, seed, self.stratified)
        prior = self._log_prior(categories, k)
        return evaluate_on_divisions(codes, categories, k, drawn, self.frequency_model, objective, prior)

    def _log_prior(self, categories: Array, k: int) -> Array | None:
        return None if self.prior == "uniform" else self.prior_of(categories, k)

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


PRESETS = {
    "default": PanelSettings(),
    "published": PanelSettings(estimate="genotype", validation="divisions", objective="counts", prior="uniform"),
}
"""Settings by name."""


def preset_named(name: str) -> PanelSettings:
    """The settings of this name. Raises `UserError` where there are none."""
    if name not in PRESETS:
        raise UserError(f"unknown preset {name!r}{did_you_mean(name, PRESETS)}; known presets: {', '.join(PRESETS)}")
    return PRESETS[name]


def settings_from(data: dict[str, Any]) -> PanelSettings:
    """Settings from a file; unknown names are ignored."""
    known = {each.name for each in fields(PanelSettings)}
    return PanelSettings(**{name: value for name, value in data.items() if name in known})
