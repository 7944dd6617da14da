"""The report of a tuning run: the optimum with its interval, how flat it is, and how many games a claim about it needs.

The estimates come from CLOP's local quadratic fit, whatever sampler drew the trials. Intervals are drawn from the posterior of the fit:
each draw of the coefficients has its own optimum in the box.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from miai.tuning.clop import ClopModel, fit_clop
from miai.tuning.parameters import Parameter, Value
from miai.tuning.regression import Array, Fit, Results, fit_logistic, quadratic, sigmoid
from miai.tuning.study import Plan, Trial

DRAWS = 1000
CANDIDATES = 2000
FLAT = 0.01
"""Win rates that differ by less than this count as equal when the width of an optimum is reported."""
POWER = 0.8
"""Probability with which a claim is shown by the number of games that is reported."""


@dataclass(frozen=True)
class ParameterReport:
    """One parameter at the optimum."""

    name: str
    optimum: Value
    low: Value
    high: Value
    """The 95 % interval of the optimum."""
    flat_low: Value
    flat_high: Value
    """The range in which the fitted win rate is within `FLAT` of its best, the other parameters being at the optimum."""
    default: Value | None


@dataclass(frozen=True)
class TuningReport:
    """The report of a run as plain data."""

    name: str
    sampler: str
    judge: str
    seed: int
    trials: int
    games: int
    mean_score: float
    parameters: list[ParameterReport]
    score_at_optimum: float
    score_low: float
    score_high: float
    score_at_default: float | None
    """Fitted score at the defaults; `None` where a parameter has none in its range."""
    games_for_claim: int | None
    """Games with each of both values that show the difference between optimum and defaults; `None` where there is none."""
    weight: float
    """Sum of the weights of the trials: how many count for the local fit."""

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def results_of_trials(parameters: Sequence[Parameter], trials: Sequence[Trial]) -> Results:
    """Return the places and points of trials."""
    if not trials:
        return Results.empty(len(parameters))
    places = [[parameter.place(trial.values[parameter.name]) for parameter in parameters] for trial in trials]
    return Results(
        np.array(places), np.array([trial.score for trial in trials]), np.array([float(trial.count) for trial in trials])
    )


def make_report(plan: Plan, trials: Sequence[Trial], defaults: Mapping[str, Value] | None = None) -> TuningReport:
    """Return the report of the finished trials. `defaults` are the values that an engine has without tuning."""
    results = results_of_trials(plan.parameters, trials)
    model = fit_clop(results)
    fit = model.local_fit()
    optimum = model.optimum()
    low, high = optimum_interval(model, fit, plan.seed)
    rate, rate_low, rate_high = rate_with_interval(fit, optimum)
    default_places = _default_places(plan.parameters, defaults or {})
    default_rate = None
    if default_places is not None:
        default_rate = float(sigmoid(_whole_fit(results).logits(quadratic(default_places[None, :])))[0])
    return TuningReport(
        plan.name,
        plan.sampler,
        plan.judge.kind,
        plan.seed,
        len(trials),
        int(results.counts.sum()),
        float(results.scores.sum() / max(results.counts.sum(), 1.0)),
        [
            _parameter_report(parameter, number, fit, optimum, (low, high), defaults or {})
            for number, parameter in enumerate(plan.parameters)
        ],
        rate,
        rate_low,
        rate_high,
        default_rate,
        games_needed(rate, default_rate),
        float(model.weights.sum()),
    )


def _whole_fit(results: Results) -> Fit:
    """Return the fit to all trials alike: far from the optimum the local fit says nothing."""
    return fit_logistic(quadratic(results.places), results, np.ones(len(results.scores)))


def _default_places(parameters: Sequence[Parameter], defaults: Mapping[str, Value]) -> Array | None:
    """Return the place of the defaults; `None` if one of them is unknown or outside of its range."""
    found = []
    for parameter in parameters:
        value = defaults.get(parameter.name)
        if value is None or (parameter.choices and value not in parameter.choices):
            return None
        place = parameter.place(value) if not parameter.is_log or float(value) > 0 else -math.inf
        if not -1 <= place <= 1:
            return None
        found.append(place)
    return np.array(found)


def _parameter_report(
    parameter: Parameter, number: int, fit: Fit, optimum: Array, interval: tuple[Array, Array], defaults: Mapping[str, Value]
) -> ParameterReport:
    line = np.repeat(optimum[None, :], 401, axis=0)
    line[:, number] = np.linspace(-1, 1, 401)
    rates = curve(fit, line)[0]
    flat = line[rates >= rates.max() - FLAT, number]
    return ParameterReport(
        parameter.name,
        parameter.value(float(optimum[number])),
        parameter.value(float(interval[0][number])),
        parameter.value(float(interval[1][number])),
        parameter.value(float(flat.min())),
        parameter.value(float(flat.max())),
        defaults.get(parameter.name),
    )


def curve(fit: Fit, places: Array) -> tuple[Array, Array, Array]:
    """Return the fitted win rate at each place, and the bounds of its 95 % interval."""
    features = quadratic(places)
    logits, deviations = fit.logits(features), fit.deviations(features)
    z = NormalDist().inv_cdf(0.975)
    return sigmoid(logits), sigmoid(logits - z * deviations), sigmoid(logits + z * deviations)


def rate_with_interval(fit: Fit, place: Array) -> tuple[float, float, float]:
    """Return the fitted win rate at a place with its 95 % interval."""
    rate, low, high = (float(each[0]) for each in curve(fit, place[None, :]))
    return rate, low, high


def optimum_interval(model: ClopModel, fit: Fit, seed: int) -> tuple[Array, Array]:
    """Return the 2.5 % and 97.5 % quantiles of each coordinate of the optimum, over draws from the posterior of the fit."""
    random = np.random.default_rng([seed, 0])
    dimensions = model.results.places.shape[1]
    candidates = np.vstack([random.uniform(-1, 1, (CANDIDATES, dimensions)), model.results.places, model.optimum()[None, :]])
    drawn = random.multivariate_normal(fit.coefficients, fit.covariance, DRAWS, method="eigh")
    best = candidates[np.argmax(quadratic(candidates) @ drawn.T, axis=0)]
    return np.quantile(best, 0.025, axis=0), np.quantile(best, 0.975, axis=0)


def games_needed(rate: float, other: float | None, confidence: float = 0.95) -> int | None:
    """Return how many games each of two engines must play, against the same opponent, to show that their win rates differ.

    The usual number for two shares: (z_confidence + z_power)^2 (p (1 - p) + q (1 - q)) / (p - q)^2. `None` if they do not differ.
    """
    if other is None or abs(rate - other) < 1e-6:
        return None
    z = NormalDist().inv_cdf(0.5 + confidence / 2) + NormalDist().inv_cdf(POWER)
    return math.ceil(z**2 * (rate * (1 - rate) + other * (1 - other)) / (rate - other) ** 2)
