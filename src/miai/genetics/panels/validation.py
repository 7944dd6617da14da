"""Nested validation: ranks, filters, the choice of SNPs and frequencies are all made without the people that are classified in the end.

People are split several times, a third of each population held out. For each split a panel is chosen and learned from the others, and
the held-out people are classified. The figure is the percentage right of the most confident 95 %, its interval that of the mean over
splits (Student's t). The splits share people, so that the interval is an approximation.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.statistics import mean_with_interval, wilson
from miai.genetics.classifier.divisions import Division, stratified_split
from miai.genetics.classifier.evaluator import Array, counts_of
from miai.genetics.classifier.scores import Classification, classify_codes
from miai.genetics.genotypes import Genotypes
from miai.genetics.panels.measures import confusion, recall_by, stability
from miai.genetics.panels.parallel import Progress
from miai.genetics.panels.saved_validation import SavedValidation
from miai.genetics.panels.selection import Selection, SelectionRequest, check_categories, select_panel
from miai.genetics.panels.settings import PanelSettings

TEST_SHARE = 1 / 3
SPLIT_SEED_STEP = 7919

Watch = Callable[[int, float, str], None]
"""Called with the number of the split, the share of its search that is done, and words."""


@dataclass(frozen=True)
class ChosenPanel:
    """The panel of a split and its cost: SNPs as indices, the value in per cent on the people it was chosen from, candidates searched."""

    snps: tuple[int, ...]
    percent: float
    candidates: int
    evaluations: int
    seconds: float

    @classmethod
    def of(cls, selection: Selection) -> ChosenPanel:
        outcome = selection.outcome
        return cls(selection.best.snps, selection.percent, len(selection.candidates), outcome.evaluations, outcome.seconds)


@dataclass(frozen=True)
class SplitResult:
    """One split: the panel, and the held-out people with their categories."""

    chosen: ChosenPanel
    people: Array
    categories: Array
    found: Classification

    @property
    def kept(self) -> Array:
        return self.found.most_confident()

    @property
    def right(self) -> int:
        return int((self.found.best == self.categories)[self.kept].sum())

    @property
    def percent(self) -> float:
        return 100 * self.right / int(self.kept.sum())


def split_people(
    genotypes: Genotypes, categories: Array, splits: int, seed: int, share: float = TEST_SHARE, names: Sequence[str] = ()
) -> list[Division]:
    """Return splits with `share` of each population held out. Raise `UserError` if a category would have no one to learn from."""
    labels = [f"{int(category)} {family}" for category, family in zip(categories, genotypes.people.family, strict=True)]
    _, groups = np.unique(labels, return_inverse=True)
    groups = np.where(categories >= 0, groups, -1)
    made = [stratified_split(groups, share, seed * SPLIT_SEED_STEP + number) for number in range(splits)]
    for each in made:
        if not each.test.size:
            raise UserError("no one would be held out: every population has too few people")
        check_categories(categories[each.learning], int(categories.max()) + 1, names, "would have")
    return made


def fit_and_classify(
    genotypes: Genotypes, categories: Array, k: int, snps: Sequence[int], split: Division, settings: PanelSettings
) -> Classification:
    """Learn the frequencies of a panel from the learning people of a split, and classify the others."""
    codes = genotypes.calls(np.asarray(snps), split.learning)
    counts = counts_of(codes, categories[split.learning].astype(np.int32), k)
    log_probabilities = np.log(settings.frequency_model.probabilities(counts))
    log_prior = np.log(settings.prior_of(categories[split.learning], k))
    return classify_codes(genotypes.calls(np.asarray(snps), split.test), log_probabilities, log_prior)


def validate(
    genotypes: Genotypes,
    categories: Array,
    k: int,
    request: SelectionRequest,
    splits: int = 5,
    share: float = TEST_SHARE,
    watch: Watch | None = None,
    saved: SavedValidation | None = None,
    name: str = "split",
    names: Sequence[str] = (),
) -> list[SplitResult]:
    """Nested validation of a request, split by split. After Ctrl-C the splits that are done are returned, if there are any.

    Finished splits are kept in `saved`, under `name` and their number, and are not repeated. `names` are those of the
    categories, for messages.
    """
    results: list[SplitResult] = []
    for number, split in enumerate(split_people(genotypes, categories, splits, request.seed, share, names)):
        own = dataclasses.replace(request, seed=request.seed * SPLIT_SEED_STEP + number)
        progress = None if watch is None else (lambda done, words, number=number: watch(number, done, words))
        chosen = _choose(genotypes, categories, k, own, split, progress, saved, f"{name} {number}")
        if chosen is None:
            break
        found = fit_and_classify(genotypes, categories, k, chosen.snps, split, request.settings)
        results.append(SplitResult(chosen, split.test, categories[split.test].astype(np.int64), found))
    if not results:
        raise KeyboardInterrupt
    return results


def _choose(
    genotypes: Genotypes,
    categories: Array,
    k: int,
    request: SelectionRequest,
    split: Division,
    progress: Progress | None,
    saved: SavedValidation | None,
    name: str,
) -> ChosenPanel | None:
    """Return the panel of a split, from the file if it is there; `None` after Ctrl-C."""
    if saved is not None and name in saved.parts:
        found = saved.parts[name]
        return ChosenPanel(**{**found, "snps": tuple(found["snps"])})
    checkpoint = None if saved is None else saved.checkpoint(name)
    selection = select_panel(genotypes, categories, k, request, people=split.learning, progress=progress, checkpoint=checkpoint)
    if selection.outcome.was_interrupted:
        return None
    chosen = ChosenPanel.of(selection)
    if saved is not None:
        saved.keep(name, dataclasses.asdict(chosen))
    return chosen


def held_out(results: Sequence[SplitResult]) -> dict[str, float]:
    """Return the held-out percentage with its interval: over splits, or Wilson's for a single split."""
    percents = [result.percent for result in results]
    if len(percents) == 1:
        share = wilson(results[0].right, int(results[0].kept.sum()))
        low, high = share.low, share.high
        return {"held_out_percent": percents[0], "low": 100 * low, "high": 100 * high}
    if np.ptp(percents) == 0:
        return {"held_out_percent": percents[0], "low": percents[0], "high": percents[0]}
    mean = mean_with_interval(percents)
    return {"held_out_percent": mean.mean, "low": max(0.0, mean.low), "high": min(100.0, mean.high)}


def validation_facts(
    results: Sequence[SplitResult], genotypes: Genotypes, names: Sequence[str], request: SelectionRequest
) -> dict[str, Any]:
    """Return a validation as data for reports."""
    true = np.concatenate([result.categories[result.kept] for result in results])
    assigned = np.concatenate([result.found.best[result.kept] for result in results])
    people = np.concatenate([result.people[result.kept] for result in results])
    right = true == assigned
    panels = [[str(genotypes.snps.ids[snp]) for snp in result.chosen.snps] for result in results]
    recall = recall_by([names[category] for category in true], right)
    facts: dict[str, Any] = {
        **held_out(results),
        "balanced_percent": float(np.mean([each["percent"] for each in recall.values()])),
        "selection_percent": float(np.mean([result.chosen.percent for result in results])),
        "splits": [
            {
                "held_out_percent": result.percent,
                "right": result.right,
                "classified": int(result.kept.sum()),
                "selection_percent": result.chosen.percent,
                "snps": panel,
                "evaluations": result.chosen.evaluations,
                "seconds": result.chosen.seconds,
            }
            for result, panel in zip(results, panels, strict=True)
        ],
        "categories": list(names),
        "confusion": confusion(true, assigned, len(names)).tolist(),
        "recall": recall,
        "recall_by_population": recall_by([str(genotypes.people.family[person]) for person in people], right),
        "method": request.method,
        "seed": request.seed,
        **request.as_facts(),
    }
    if len(results) > 1:
        facts["stability"] = stability(panels, max(result.chosen.candidates for result in results))
    return facts


def permutation_test(
    genotypes: Genotypes,
    categories: Array,
    k: int,
    request: SelectionRequest,
    observed: float,
    permutations: int,
    splits: int = 1,
    watch: Watch | None = None,
    saved: SavedValidation | None = None,
) -> dict[str, Any]:
    """Repeat the whole procedure on permuted categories and count how often it is as good as `observed`, the held-out percentage.

    Categories are permuted among the people who have one. Returns the percentages and p = (1 + as good) / (1 + permutations).
    """
    source = np.random.default_rng([request.seed, 0x9E12])
    people = np.flatnonzero(categories >= 0)
    percents = []
    for number in range(permutations):
        shuffled = categories.copy()
        shuffled[people] = source.permutation(categories[people])
        progress = None if watch is None else (lambda split, done, words, number=number: watch(number, done, words))
        own = dataclasses.replace(request, seed=request.seed + 1 + number)
        results = validate(genotypes, shuffled, k, own, splits, watch=progress, saved=saved, name=f"permutation {number}, split")
        if len(results) < splits:
            raise KeyboardInterrupt
        percents.append(held_out(results)["held_out_percent"])
    as_good = sum(percent >= observed for percent in percents)
    return {"percents": percents, "permutations": permutations, "splits": splits, "p": (1 + as_good) / (1 + permutations)}
