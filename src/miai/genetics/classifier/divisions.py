"""Divisions of the individuals into a learning set and a test set, drawn once and kept, so that a model has one value."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError

Array = np.ndarray[Any, np.dtype[Any]]

PUBLISHED_TEST_SHARE = 400 / 1043
"""The test set of the source: 400 of 1,043 individuals."""


@dataclass(frozen=True)
class Division:
    """Indices of individuals: those that frequencies are learned from, and those that are classified."""

    learning: Array
    test: Array


def draw_divisions(
    categories: Array, count: int = 5, test_size: int | None = None, seed: int = 1, stratified: bool = False
) -> list[Division]:
    """`count` random divisions of the individuals whose category is not -1.

    Every category keeps at least one learning individual: if a draw leaves one without, an individual of that category is exchanged
    for one of the largest category. `test_size` is 400 of 1,043 by default. With `stratified`, each category gives its share to the
    test set. Raise `UserError` where the sizes do not allow it.
    """
    people = np.flatnonzero(categories >= 0)
    kinds = np.unique(categories[people])
    test_size = round(people.size * PUBLISHED_TEST_SHARE) if test_size is None else test_size
    if not 1 <= test_size <= people.size - kinds.size:
        raise UserError(
            f"a test set of {test_size} does not fit {people.size} individuals in {kinds.size} categories; "
            f"it may have 1 to {people.size - kinds.size}"
        )
    source = np.random.default_rng([seed, 0x5EED])
    draw = _stratified_test if stratified else _random_test
    return [_division(people, draw(source, people, categories, test_size)) for _ in range(count)]


def _division(people: Array, test: Array) -> Division:
    test = np.sort(test)
    return Division(np.setdiff1d(people, test), test)


def _random_test(source: np.random.Generator, people: Array, categories: Array, size: int) -> Array:
    order = source.permutation(people)
    test, learning = list(order[:size]), list(order[size:])
    for kind in np.unique(categories[people]):
        if not (categories[learning] == kind).any():
            found = next(place for place, person in enumerate(test) if categories[person] == kind)
            largest = np.bincount(categories[learning]).argmax()
            given = next(place for place, person in enumerate(learning) if categories[person] == largest)
            test[found], learning[given] = learning[given], test[found]
    return np.array(test)


def _stratified_test(source: np.random.Generator, people: Array, categories: Array, size: int) -> Array:
    """Return shares by largest remainders, at least one learning individual per category."""
    kinds, counts = np.unique(categories[people], return_counts=True)
    exact = counts * size / people.size
    taken = np.minimum(np.floor(exact).astype(int), counts - 1)
    for kind in np.argsort(-(exact - taken), kind="stable"):
        taken[kind] += int(taken.sum() < size and taken[kind] < counts[kind] - 1)
    parts = [source.permutation(people[categories[people] == kind])[:some] for kind, some in zip(kinds, taken, strict=True)]
    return np.concatenate(parts)


def stratified_split(groups: Array, test_share: float, seed: int) -> Division:
    """Return one division in which each group gives `test_share` of its individuals, rounded, to the test set; group -1 is left out."""
    source = np.random.default_rng([seed, 0x5917])
    tests = []
    for group in np.unique(groups[groups >= 0]):
        members = source.permutation(np.flatnonzero(groups == group))
        tests.append(members[: round(members.size * test_share)])
    people = np.flatnonzero(groups >= 0)
    return _division(people, np.concatenate(tests) if tests else people[:0])
