"""Held-out accuracy against the number of SNPs.

For each split, SNPs are ranked and chosen from the learning people alone: one by one, each the one that helps most (`greedy`), or the best
by informativeness (`ranked`). The held-out people are classified with the first n of them, for growing n.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.genetics.candidates import CandidateList, list_candidates
from miai.genetics.classifier.divisions import Division
from miai.genetics.classifier.evaluator import Array
from miai.genetics.filters import SnpFilter
from miai.genetics.formats.common import Progress
from miai.genetics.genotypes import Genotypes
from miai.genetics.panels.settings import PanelSettings
from miai.genetics.panels.validation import fit_and_classify

CANDIDATES = 1000
"""SNPs that greedy construction chooses from: the best by their prior."""


def sizes_up_to(most: int) -> list[int]:
    """Return the numbers of SNPs of the curve: all up to 10, then with growing gaps."""
    steps = [*range(1, 11), *range(12, 21, 2), *range(25, 51, 5), *range(60, 101, 10), *range(125, 1001, 25)]
    return [size for size in steps if size < most] + [most]


def accuracy_curve(
    genotypes: Genotypes,
    categories: Array,
    k: int,
    splits: Sequence[Division],
    settings: PanelSettings,
    snp_filter: SnpFilter,
    most: int,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Return the held-out percentage right of the most confident 95 %, by number of SNPs: mean and 95 % interval over splits.

    Returns
    -------
    A dict with `sizes`, and for `greedy` and `ranked` a list of dicts with `percent`, `low` and `high`. Sizes end at the smallest number
    of candidates over the splits.
    """
    lists = [
        list_candidates(genotypes, categories, k, people=split.learning, snp_filter=snp_filter, limit=CANDIDATES)
        for split in splits
    ]
    sizes = sizes_up_to(min([most, *map(len, lists)]))
    percents: dict[str, list[list[float]]] = {"greedy": [], "ranked": []}
    for number, (split, listed) in enumerate(zip(splits, lists, strict=True)):
        orders = {
            "greedy": _greedy_order(genotypes, categories, k, split, listed, settings, sizes[-1]),
            "ranked": listed.indices[listed.top("informativeness", sizes[-1])],
        }
        for name, order in orders.items():
            percents[name].append([_percent(genotypes, categories, k, order[:size], split, settings) for size in sizes])
        if progress is not None:
            progress(number + 1, len(splits))
    return {"sizes": sizes, "splits": len(splits)} | {name: _summaries(rows) for name, rows in percents.items()}


def _greedy_order(
    genotypes: Genotypes, categories: Array, k: int, split: Division, listed: CandidateList, settings: PanelSettings, most: int
) -> Array:
    """Return SNPs in the order in which greedy construction adds them."""
    codes = genotypes.calls(listed.indices, split.learning)
    evaluator = settings.search_evaluator(codes, categories[split.learning].astype(np.int32), k, 1)
    chosen: list[int] = []
    left = np.arange(len(listed))
    for _ in range(most):
        values = evaluator.values_with(evaluator.sums(chosen), left)
        best = int(np.argmax(values))
        chosen.append(int(left[best]))
        left = np.delete(left, best)
    order: Array = listed.indices[chosen]
    return order


def _percent(genotypes: Genotypes, categories: Array, k: int, snps: Array, split: Division, settings: PanelSettings) -> float:
    found = fit_and_classify(genotypes, categories, k, snps.tolist(), split, settings)
    kept = found.most_confident()
    return 100.0 * float((found.best == categories[split.test])[kept].mean())


def _summaries(rows: list[list[float]]) -> list[dict[str, float]]:
    """Mean and interval over splits of each size."""
    summaries = []
    for values in zip(*rows, strict=True):
        if len(values) < 2 or np.ptp(values) == 0:
            summaries.append({"percent": float(np.mean(values)), "low": min(values), "high": max(values)})
            continue
        mean = mean_with_interval(list(values))
        summaries.append({"percent": mean.mean, "low": max(mean.low, 0.0), "high": min(mean.high, 100.0)})
    return summaries
