"""CLOP: confident local optimisation for noisy black-box parameter tuning (Coulom 2011).

Games are played with parameters drawn from a density that narrows around the optimum. A quadratic logistic regression is fitted to all
results; places where it is below the mean win rate with confidence get a weight below 1:

    w(x) = min(w(x), exp((q(x) - m) / (H s)))

with the fitted logit q, the logit m of the mean win rate and its standard deviation s, both of the weighted results, and H = 3. Fit and
weights are repeated until the sum of weights falls by less than 1 %. The next place is drawn with a density proportional to w, and the
estimate of the optimum is the weighted mean of the places. The paper describes the method for wins and losses; here a trial has a number
of points out of a number of games, so that draws and pairs of games are the same case.

The paper fits again after each game. Here fits are repeated after each 2 % more trials, and draws in between use the last one: with
10,000 games that is 400 fits instead of 10,000, and the regret is the same (docs/results/tuning.md).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np

from miai.tuning.regression import Array, Fit, Results, constant, fit_logistic, quadratic

CONFIDENCE = 3.0
"""H in the paper: how far below the mean, in standard deviations, a place has the weight 1 / e."""
SMALLEST_FALL = 0.01
MOST_FITS = 200
GRID = 129
"""Points of a line on which one coordinate is drawn."""
SWEEPS = 12
"""Draws of each coordinate before a place is used."""


@dataclass(frozen=True)
class ClopModel:
    """The weights that a loop of fits leaves, at the places of the trials and anywhere else."""

    results: Results
    weights: Array
    """The weight of each trial."""
    fits: list[tuple[Fit, float, float]] = field(default_factory=list)
    """q, m and s of each fit."""

    def log_weight(self, places: Array) -> Array:
        """Return the logarithm of w at each place: at most 0."""
        features, found = quadratic(places), np.zeros(len(places))
        for fit, mean, deviation in self.fits:
            found = np.minimum(found, (fit.logits(features) - mean) / (CONFIDENCE * deviation))
        return found

    def optimum(self) -> Array:
        """Return the weighted mean of the places; the middle without results."""
        shares = self.weights * self.results.counts
        if not shares.sum() > 0:
            return np.zeros(self.results.places.shape[1])
        return np.asarray(shares @ self.results.places / shares.sum())

    def local_fit(self) -> Fit:
        """Return the quadratic fit with the final weights."""
        return fit_logistic(quadratic(self.results.places), self.results, self.weights)

    def draw(self, random: Any) -> Array:
        """Return a place drawn with a density proportional to w, by Gibbs sampling that begins at a trial drawn by its weight."""
        dimensions = self.results.places.shape[1]
        if not self.fits:
            return np.asarray(random.uniform(-1.0, 1.0, dimensions))
        place = self.results.places[random.choice(len(self.weights), p=self.weights / self.weights.sum())].copy()
        for _ in range(SWEEPS if dimensions > 1 else 1):
            for coordinate in range(dimensions):
                place[coordinate] = self._draw_coordinate(place, coordinate, random)
        return np.asarray(place)

    def _draw_coordinate(self, place: Array, coordinate: int, random: Any) -> float:
        width = 2.0 / GRID
        middles = -1 + width * (np.arange(GRID) + 0.5)
        line = np.repeat(place[None, :], GRID, axis=0)
        line[:, coordinate] = middles
        logs = self.log_weight(line)
        weights = np.exp(logs - logs.max())
        chosen = random.choice(GRID, p=weights / weights.sum())
        return float(np.clip(middles[chosen] + width * (random.random() - 0.5), -1.0, 1.0))


def fit_clop(results: Results) -> ClopModel:
    """Return the model for `results`: fits and weights, repeated until the weights hardly change."""
    weights = np.ones(len(results.scores))
    if len(weights) < 2:
        return ClopModel(results, weights)
    features, one = quadratic(results.places), constant(results.places)
    fits: list[tuple[Fit, float, float]] = []
    for _ in range(MOST_FITS):
        surface, level = fit_logistic(features, results, weights), fit_logistic(one, results, weights)
        mean, deviation = float(level.coefficients[0]), float(np.sqrt(level.covariance[0, 0]))
        fits.append((surface, mean, deviation))
        lowered = np.minimum(weights, np.exp((surface.logits(features) - mean) / (CONFIDENCE * deviation)))
        has_settled = results.counts @ lowered > (1 - SMALLEST_FALL) * (results.counts @ weights)
        weights = lowered
        if has_settled:
            break
    return ClopModel(results, weights, fits)


def refit_after(count: int) -> int:
    """Return the number of trials, at most `count`, whose fit is used when `count` are finished: fits are repeated every 2 %."""
    at = min(count, 16)
    while (following := max(at + 1, at + at // 50)) <= count:
        at = following
    return at
