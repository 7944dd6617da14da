"""Choose a panel: list candidates, search, and value the best models."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.settings import parse
from miai.genetics.candidates import CandidateList, list_candidates
from miai.genetics.classifier.evaluator import Array
from miai.genetics.filters import SnpFilter
from miai.genetics.genotypes import Genotypes
from miai.genetics.methods.interface import Budget, PanelTask
from miai.genetics.methods.registry import find_method
from miai.genetics.panels.checkpoint import Checkpoint
from miai.genetics.panels.parallel import Progress, SearchOutcome, search_in_threads
from miai.genetics.panels.settings import PRESETS, PanelSettings

DEFAULT_EVALUATIONS = 200_000
ENDS_BY_ITSELF = ("greedy", "topn")
"""Methods that need no budget."""
NO_LIMITS = Budget()
DEFAULT_FILTER = SnpFilter()


class NoPanelFound(UserError):
    """The budget of a search ended before a complete panel was evaluated."""


@dataclass(frozen=True)
class SelectionRequest:
    """The wish for a panel of `size` SNPs: method, budget, seed and settings."""

    size: int
    method: str = "mcts"
    budget: Budget = NO_LIMITS
    seed: int = 1
    settings: PanelSettings = PRESETS["default"]
    method_settings: Mapping[str, str] = field(default_factory=dict)
    snp_filter: SnpFilter = DEFAULT_FILTER
    threads: int = 1

    def __post_init__(self) -> None:
        parse(find_method(self.method).Settings(), self.method_settings)
        if self.size < 1:
            raise UserError(f"a panel has at least one SNP, not {self.size}")

    @property
    def limits(self) -> Budget:
        """The budget, with a default number of evaluations for a method that does not end by itself."""
        if self.budget.seconds is None and self.budget.evaluations is None and self.method not in ENDS_BY_ITSELF:
            return Budget(None, DEFAULT_EVALUATIONS)
        return self.budget

    def as_facts(self) -> dict[str, Any]:
        """Return settings, settings of the method and filters, which reports name and panels keep."""
        return {
            "settings": self.settings.as_dict(),
            "method_settings": dict(self.method_settings),
            "filters": asdict(self.snp_filter),
        }


@dataclass(frozen=True)
class SelectedModel:
    """A model of the list of the best.

    | field | meaning |
    |---|---|
    | `snps` | indices of SNPs in the genotypes, in the order of their rank |
    | `objective_value` | what the search maximised |
    | `value` | mean number right over the divisions |
    | `by_division` | number right in each division |
    | `evaluation`, `seconds` | when the search found it |
    """

    snps: tuple[int, ...]
    objective_value: float
    value: float
    by_division: tuple[float, ...]
    evaluation: int
    seconds: float


@dataclass(frozen=True)
class Selection:
    """The result of a search: its best models, the best first, and how they were found."""

    models: tuple[SelectedModel, ...]
    classified: float
    candidates: CandidateList
    outcome: SearchOutcome

    @property
    def best(self) -> SelectedModel:
        return self.models[0]

    @property
    def percent(self) -> float:
        """The value of the best model in per cent of the people that a division classifies."""
        return 100 * self.best.value / self.classified


def select_panel(
    genotypes: Genotypes,
    categories: Array,
    k: int,
    request: SelectionRequest,
    people: Array | None = None,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
    search: Callable[..., SearchOutcome] = search_in_threads,
    names: Sequence[str] = (),
) -> Selection:
    """Choose a panel for the people with the indices `people` (all by default); nobody else's genotypes are read.

    `search` runs the searches: on threads of this process, or elsewhere. Raise `UserError` where there are fewer candidates than SNPs
    asked for, or a category has too few people; `names` are those of the categories, for the message.
    """
    chosen = np.flatnonzero(categories >= 0) if people is None else people[categories[people] >= 0]
    groups = categories[chosen].astype(np.int32)
    check_categories(groups, k, names)
    listed = list_candidates(
        genotypes, categories, k, people=chosen, snp_filter=request.snp_filter, limit=request.settings.candidates
    )
    task = make_task(genotypes, listed, chosen, groups, k, request)
    outcome = search(task, request, progress, checkpoint)
    if not outcome.found:
        raise NoPanelFound("the search ended before it had evaluated a panel; give it more time or evaluations")
    return _value_models(genotypes, listed, chosen, groups, k, request, outcome)


def check_categories(groups: Array, k: int, names: Sequence[str] = (), when: str = "has") -> None:
    """Raise `UserError` unless every category has at least two people: one to learn from, one to classify.

    The message names the category if `names` are given; `when` is its verb.
    """
    counts = np.bincount(groups, minlength=k)
    if counts.min() < 2:
        place = int(counts.argmin())
        few, name = int(counts.min()), repr(names[place]) if names else str(place)
        people = "person" if few == 1 else "people"
        raise UserError(
            f"category {name} {when} {few} {people} to learn from; each category needs 2 or more: "
            "leave it out or join it with another in a grouping"
        )


def make_task(
    genotypes: Genotypes, listed: CandidateList, people: Array, groups: Array, k: int, request: SelectionRequest
) -> PanelTask:
    """Return the search problem of a candidate list."""
    if request.size > len(listed):
        raise UserError(f"a panel of {request.size} SNPs cannot be chosen from {len(listed)} candidates; choose 1 to {len(listed)}")
    codes = genotypes.calls(listed.indices, people)
    evaluator = request.settings.search_evaluator(codes, groups, k, request.seed)
    statistics = {"informativeness": listed.informativeness, "delta": listed.delta, "theta": listed.theta}
    return PanelTask(evaluator, request.size, listed.prior / (listed.prior.max() or 1.0), statistics, listed.indices)


def _value_models(
    genotypes: Genotypes,
    listed: CandidateList,
    people: Array,
    groups: Array,
    k: int,
    request: SelectionRequest,
    outcome: SearchOutcome,
) -> Selection:
    """Value the best models by the mean number right over the divisions."""
    places = np.unique(np.concatenate([found.snps for found in outcome.found]))
    codes = genotypes.calls(listed.indices[places], people)
    judge = request.settings.division_evaluator(codes, groups, k, request.seed)
    models = []
    for found, seconds in zip(outcome.found, outcome.found_seconds, strict=True):
        by_division = judge.values_by_division(np.searchsorted(places, found.snps))
        snps = tuple(int(snp) for snp in listed.indices[list(found.snps)])
        models.append(SelectedModel(snps, found.value, float(np.mean(by_division)), tuple(by_division), found.evaluation, seconds))
    return Selection(tuple(models), judge.classified, listed, outcome)


def selection_facts(
    selection: Selection, genotypes: Genotypes, names: tuple[str, ...], request: SelectionRequest
) -> dict[str, Any]:
    """Return a selection as data for reports."""
    outcome, best = selection.outcome, selection.best
    return {
        "snps": [str(genotypes.snps.ids[snp]) for snp in best.snps],
        "value": best.value,
        "percent": selection.percent,
        "evaluations": outcome.evaluations,
        "seconds": outcome.seconds,
        "classified": selection.classified,
        "by_division": list(best.by_division),
        "objective": request.settings.objective,
        "objective_value": best.objective_value,
        "found_at_evaluation": best.evaluation,
        "found_at_seconds": best.seconds,
        "repeated_evaluations": outcome.repeated,
        "was_interrupted": outcome.was_interrupted,
        "method": request.method,
        "notes": outcome.notes,
        "seed": request.seed,
        "threads": request.threads,
        "candidates": len(selection.candidates),
        "removed": {report.name: report.removed for report in selection.candidates.reports if report.removed},
        "categories": list(names),
        **request.as_facts(),
        "models": [
            {
                "snps": [str(genotypes.snps.ids[snp]) for snp in model.snps],
                "value": model.value,
                "by_division": list(model.by_division),
                "objective_value": model.objective_value,
                "found_at_evaluation": model.evaluation,
                "found_at_seconds": model.seconds,
            }
            for model in selection.models
        ],
    }
