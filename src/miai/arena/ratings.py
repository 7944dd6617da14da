"""Ratings of several engines by the Bradley-Terry model (Bradley and Terry, 1952): the Elo numbers of maximum likelihood.

The fit is by choix. A draw is half a win for each side. The mean rating is 0, unless an engine is the anchor. Intervals come from the
curvature of the likelihood at its maximum (Fisher information) and are relative to the mean (or the anchor). If an engine has won or lost
all its games, the likelihood has no maximum: then one drawn game is added to every pairing that was played, and `is_regularised` is set.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from miai.core import extras
from miai.core.statistics import ELO_PER_TENFOLD_ODDS, normal_reach

ELO_PER_NEPER = ELO_PER_TENFOLD_ODDS / math.log(10)


@dataclass(frozen=True)
class Rating:
    """The rating of one engine with its interval, its games and its points."""

    name: str
    elo: float
    low: float
    high: float
    games: int
    points: float


@dataclass(frozen=True)
class Ratings:
    """All ratings, the best first. The table is empty if some engines are not connected by games, since they cannot be compared."""

    table: list[Rating]
    is_regularised: bool


def rate(points: Mapping[tuple[str, str], float], anchor: str | None = None, confidence: float = 0.95) -> Ratings:
    """Rate all engines; `points` maps (first, second) to the points of the first against the second."""
    names = sorted({name for pair in points for name in pair})
    matrix = np.zeros((len(names), len(names)))
    for (first, second), value in points.items():
        matrix[names.index(first), names.index(second)] += value
    if len(names) < 2 or not _is_connected(matrix + matrix.T):
        return Ratings([], False)
    regularised = not _is_connected(matrix, directed=True)
    fitted = matrix + 0.5 * (matrix + matrix.T > 0) if regularised else matrix
    strengths = _fit(fitted)
    errors = _standard_errors(fitted, strengths, None if anchor is None else names.index(anchor))
    zero = strengths.mean() if anchor is None else strengths[names.index(anchor)]
    elo = ELO_PER_NEPER * (strengths - zero)
    return Ratings(sorted(_rows(names, elo, errors, matrix, confidence), key=lambda row: -row.elo), regularised)


def _rows(
    names: list[str], elo: NDArray[np.float64], errors: NDArray[np.float64], matrix: NDArray[np.float64], confidence: float
) -> list[Rating]:
    reach = normal_reach(confidence) * ELO_PER_NEPER * errors
    games, won = (matrix + matrix.T).sum(axis=1), matrix.sum(axis=1)
    return [
        Rating(name, float(elo[i]), float(elo[i] - reach[i]), float(elo[i] + reach[i]), round(games[i]), float(won[i]))
        for i, name in enumerate(names)
    ]


def _is_connected(matrix: NDArray[np.float64], directed: bool = False) -> bool:
    extras.need("experiments", "a table of ratings", "scipy", "choix")
    from scipy.sparse.csgraph import connected_components

    count, _ = connected_components(matrix > 0, directed=directed, connection="strong" if directed else "weak")
    return bool(count == 1)


def _fit(matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the strengths in nepers (natural logarithm of odds)."""
    import choix

    strengths: NDArray[np.float64] = choix.ilsr_pairwise_dense(matrix, max_iter=1000)
    return strengths


def _standard_errors(matrix: NDArray[np.float64], strengths: NDArray[np.float64], anchor: int | None) -> NDArray[np.float64]:
    """Return the standard errors of the strengths relative to their mean, or to the anchor."""
    games = matrix + matrix.T
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))
    weight = games * chance * (1 - chance)
    information = np.diag(weight.sum(axis=1)) - weight
    covariance = np.linalg.pinv(information)
    variance = np.diag(covariance)
    if anchor is not None:
        variance = variance + covariance[anchor, anchor] - 2 * covariance[anchor]
    errors: NDArray[np.float64] = np.sqrt(variance.clip(0))
    return errors
