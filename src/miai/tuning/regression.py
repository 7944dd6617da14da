"""Logistic regression of a win rate on places, with weights: the fits that CLOP and the reports are made of.

The logit of the win rate is a quadratic polynomial of the place, with a Gaussian prior on its coefficients. The fit is the mode of the
posterior, found by Newton's method, and the inverse of its curvature is the covariance (Laplace's approximation).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

PRIOR_VARIANCE = 100.0
"""Variance of the prior of each coefficient (Coulom 2011)."""
_STEPS, _TOLERANCE = 60, 1e-9

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Results:
    """The results of trials: the place of each trial, the points it scored, and of how many."""

    places: Array
    """float64, trials x parameters."""
    scores: Array
    """float64, trials: points, from 0 to `counts`."""
    counts: Array
    """float64, trials: games, or positions judged."""

    @staticmethod
    def empty(dimensions: int) -> Results:
        return Results(np.zeros((0, dimensions)), np.zeros(0), np.zeros(0))

    def first(self, count: int) -> Results:
        return Results(self.places[:count], self.scores[:count], self.counts[:count])


@dataclass(frozen=True)
class Fit:
    """Coefficients in the order of the features, and their covariance."""

    coefficients: Array
    covariance: Array

    def logits(self, features: Array) -> Array:
        return np.asarray(features @ self.coefficients)

    def deviations(self, features: Array) -> Array:
        """Return the standard deviation of each logit."""
        return np.asarray(np.sqrt(np.einsum("ij,jk,ik->i", features, self.covariance, features)))


def quadratic(places: Array) -> Array:
    """Return 1, each coordinate, each square and each product: the features of a quadratic polynomial."""
    rows, columns = np.triu_indices(places.shape[1])
    return np.column_stack([np.ones(len(places)), places, places[:, rows] * places[:, columns]])


def constant(places: Array) -> Array:
    """Return 1 for each place: the features of one win rate for all."""
    return np.ones((len(places), 1))


def fit_logistic(features: Array, results: Results, weights: Array) -> Fit:
    """Return the fit of the logit of the win rate to `features`, each trial counting by its weight."""
    games, points = weights * results.counts, weights * results.scores
    precision = np.eye(features.shape[1]) / PRIOR_VARIANCE
    coefficients = np.zeros(features.shape[1])
    best = _log_posterior(features, games, points, coefficients)
    for _ in range(_STEPS):
        rates = sigmoid(features @ coefficients)
        gradient = features.T @ (points - games * rates) - coefficients / PRIOR_VARIANCE
        curvature = (features.T * (games * rates * (1 - rates))) @ features + precision
        step = np.linalg.solve(curvature, gradient)
        coefficients, found = _damped(features, games, points, coefficients, step, best)
        if found - best < _TOLERANCE:
            break
        best = found
    rates = sigmoid(features @ coefficients)
    curvature = (features.T * (games * rates * (1 - rates))) @ features + precision
    return Fit(coefficients, np.linalg.inv(curvature))


def _damped(features: Array, games: Array, points: Array, start: Array, step: Array, best: float) -> tuple[Array, float]:
    """Return the coefficients after the longest of the steps 1, 1/2, 1/4, ... that does not lower the posterior, and its logarithm."""
    for halvings in range(30):
        tried = start + step / 2**halvings
        found = _log_posterior(features, games, points, tried)
        if found >= best:
            return tried, found
    return start, best


def _log_posterior(features: Array, games: Array, points: Array, coefficients: Array) -> float:
    logits = features @ coefficients
    likelihood = points @ logits - games @ np.logaddexp(0.0, logits)
    return float(likelihood - coefficients @ coefficients / (2 * PRIOR_VARIANCE))


def sigmoid(logits: Array) -> Array:
    """Return the win rates of logits."""
    return np.asarray(0.5 * (1 + np.tanh(0.5 * np.asarray(logits, np.float64))))
