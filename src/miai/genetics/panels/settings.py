"""Settings of a selection: how models are valued. Each has one sentence and a default; `published` are those of the source."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np

from miai.core.errors import unknown_name
from miai.core.settings import Checked, choice, switch, whole
from miai.genetics.candidates import LIMIT
from miai.genetics.classifier.divisions import Division, draw_divisions
from miai.genetics.classifier.evaluator import (
    OBJECTIVES,
    Array,
    Evaluator,
    evaluate_leaving_one_out,
    evaluate_on_divisions,
)
from miai.genetics.classifier.frequencies import ESTIMATES, SMOOTHINGS, FrequencyModel

VALIDATIONS = ("leave-one-out", "divisions", "resubstitution")
PRIORS = ("observed", "uniform")
MOST = 2**31 - 1


@dataclass(frozen=True)
class PanelSettings(Checked):
    """Settings of the valuation of models.

    Examples
    --------
    >>> PanelSettings(objective="log-loss").prior
    'observed'
    """

    estimate: str = choice(ESTIMATES, "hardy-weinberg", "frequencies: of genotypes, or of alleles with Hardy-Weinberg proportions")
    smoothing: str = choice(SMOOTHINGS, "half", "treatment of genotypes that were not seen")
    validation: str = choice(VALIDATIONS, "leave-one-out", "people that a search learns from: all others, a division, or all")
    objective: str = choice(tuple(OBJECTIVES), "expected", "maximum sought: number right, log-loss, or expected share right")
    prior: str = choice(PRIORS, "observed", "probability of categories before any SNP is seen: their shares, or equal")
    divisions: int = whole(5, 1, 1000, "random divisions; the value of a panel is their mean number right")
    test_size: int | None = whole(None, 1, MOST, "people in the test set of a division; none for 400 of 1,043")
    stratified: bool = switch(False, "whether each category gives its share to the test sets")
    candidates: int = whole(LIMIT, 1, MOST, "SNPs that are searched, the best by their statistics")

    @property
    def frequency_model(self) -> FrequencyModel:
        return FrequencyModel(self.estimate, self.smoothing)

    def prior_of(self, categories: Array, k: int) -> Array:
        """Return the probability of each category before any SNP is seen."""
        if self.prior == "uniform":
            return np.full(k, 1 / k)
        counts = np.bincount(categories[categories >= 0], minlength=k)
        return np.asarray((counts + 0.5) / (counts.sum() + k / 2))

    def search_evaluator(self, codes: Array, categories: Array, k: int, seed: int) -> Evaluator:
        """Return the evaluator that a search uses."""
        if self.validation == "divisions":
            return self.division_evaluator(codes, categories, k, seed, self.objective)
        if self.validation == "resubstitution":
            everybody = np.flatnonzero(categories >= 0)
            both = [Division(everybody, everybody)]
            prior = self._log_prior(categories, k)
            return evaluate_on_divisions(codes, categories, k, both, self.frequency_model, self.objective, prior)
        return evaluate_leaving_one_out(codes, categories, k, self.frequency_model, self.objective, self._log_prior(categories, k))

    def division_evaluator(self, codes: Array, categories: Array, k: int, seed: int, objective: str = "counts") -> Evaluator:
        """Return the evaluator on random divisions, whose mean number right is the value of a panel."""
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
    """Return the settings of this name. Raise `UserError` where there are none."""
    if name not in PRESETS:
        raise unknown_name("preset", name, PRESETS)
    return PRESETS[name]


def settings_from(data: dict[str, Any]) -> PanelSettings:
    """Return settings from a file; unknown names are ignored."""
    known = {each.name for each in fields(PanelSettings)}
    return PanelSettings(**{name: value for name, value in data.items() if name in known})
