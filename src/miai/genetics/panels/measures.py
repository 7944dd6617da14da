"""Figures of a classification: confusion, recall with intervals; and how alike panels are that were chosen from different people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from miai.core.statistics import wilson
from miai.genetics.classifier.evaluator import Array


def confusion(true: Array, assigned: Array, k: int) -> Array:
    """People by true category (rows) and assigned category (columns)."""
    table = np.zeros((k, k), np.int64)
    np.add.at(table, (true, assigned), 1)
    return table


def recall_by(groups: Sequence[str], is_right: Array) -> dict[str, dict[str, Any]]:
    """Return the share right of each group with Wilson's interval, in per cent, in the order of the names."""
    found = {}
    names = np.asarray(groups, object)
    for name in sorted(set(groups)):
        of_group = is_right[names == name]
        share = wilson(int(of_group.sum()), int(of_group.size))
        found[str(name)] = {
            "people": share.trials,
            "right": share.successes,
            "percent": 100 * share.share,
            "low": 100 * share.low,
            "high": 100 * share.high,
        }
    return found


def jaccard(first: Sequence[Any], second: Sequence[Any]) -> float:
    """Return the share of the SNPs of two panels that is in both."""
    a, b = set(first), set(second)
    return len(a & b) / len(a | b) if a | b else 1.0


def stability(panels: Sequence[Sequence[Any]], candidates: int) -> dict[str, Any]:
    """Return measures of the similarity of panels.

    `index` is the measure of Nogueira, Sechidis and Brown (2018): 1 for equal panels, about 0 for panels drawn at random from the
    candidates. `jaccard` is the mean over pairs. Raise `ValueError` for fewer than two panels.
    """
    if len(panels) < 2:
        raise ValueError("the stability of panels needs at least two of them")
    times: dict[Any, int] = {}
    for panel in panels:
        for snp in panel:
            times[snp] = times.get(snp, 0) + 1
    count = len(panels)
    size = sum(map(len, panels)) / count
    variance = sum(count / (count - 1) * (n / count) * (1 - n / count) for n in times.values()) / candidates
    by_chance = size / candidates * (1 - size / candidates)
    often = sorted(times, key=lambda snp: (-times[snp], str(snp)))
    return {
        "index": 1 - variance / by_chance if by_chance else 1.0,
        "jaccard": float(np.mean([jaccard(a, b) for a, b in combinations(panels, 2)])),
        "panels": count,
        "in_most_panels": {str(snp): times[snp] for snp in often if times[snp] > 1},
    }
