"""Classify people by a table of log-probabilities, in NumPy: for panels, estimators and reports, where speed does not matter."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from miai.genetics.classifier.evaluator import MISSING, Array, dropped_of


@dataclass(frozen=True)
class Classification:
    """The categories of some people.

    | field | shape | meaning |
    |---|---|---|
    | `best`, `second` | people | the categories with the highest and second highest likelihood; of equal ones the lower number |
    | `ratio` | people | natural logarithm of the likelihood ratio of the two: the confidence |
    | `probabilities` | people, categories | posterior probabilities |
    | `calls` | people | SNPs with a call |
    """

    best: Array
    second: Array
    ratio: Array
    probabilities: Array
    calls: Array

    def most_confident(self, dropped: int | None = None) -> Array:
        """Return a mask without the `dropped` people (5 % by default) of the lowest ratio; of equal ones the first are dropped."""
        number = dropped_of(self.best.size) if dropped is None else dropped
        mask = np.ones(self.best.size, np.bool_)
        mask[np.argsort(self.ratio, kind="stable")[:number]] = False
        return mask


def classify_codes(codes: Array, log_probabilities: Array, log_prior: Array | None = None) -> Classification:
    """Classify people by their codes [SNPs, people] and natural log-probabilities [SNPs, categories, 3]; missing calls are left out."""
    k = log_probabilities.shape[1]
    sums = np.zeros((codes.shape[1], k)) + (0.0 if log_prior is None else log_prior)
    for snp in range(codes.shape[0]):
        has_call = codes[snp] < MISSING
        sums[has_call] += log_probabilities[snp][:, codes[snp][has_call]].T
    order = np.argsort(-sums, axis=1, kind="stable")
    people = np.arange(sums.shape[0])
    best, second = order[:, 0], order[:, min(1, k - 1)]
    relative = np.exp(sums - sums[people, best][:, None])
    calls = (codes < MISSING).sum(axis=0)
    ratio = sums[people, best] - sums[people, second]
    return Classification(best, second, ratio, relative / relative.sum(axis=1, keepdims=True), calls)
