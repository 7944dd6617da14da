"""CLOP and its regression, against hand-worked numbers and problems with known optima."""

from __future__ import annotations

import math

import numpy as np
import pytest

from miai.tuning.clop import CONFIDENCE, fit_clop, refit_after
from miai.tuning.regression import PRIOR_VARIANCE, Results, constant, fit_logistic, quadratic, sigmoid
from miai.tuning.spsa import Gains, directions, trial_place, walk


def played(places, wins, games=None) -> Results:
    places = np.array(places, np.float64)
    return Results(places, np.array(wins, np.float64), np.ones(len(places)) if games is None else np.array(games, np.float64))


def test_the_features_of_a_quadratic_polynomial():
    assert quadratic(np.array([[2.0, 3.0]])).tolist() == [[1, 2, 3, 4, 6, 9]]


def test_one_win_rate_for_all_is_the_share_of_wins():
    results = played([[0.0]] * 2, [30, 45], [100, 100])
    fit = fit_logistic(constant(results.places), results, np.ones(2))
    # 75 of 200: logit log(75 / 125) = -0.5108, drawn a little towards 0 by the prior; its deviation is 1 / sqrt(200 * 0.375 * 0.625)
    assert fit.coefficients[0] == pytest.approx(-0.5108, abs=2e-4)
    assert math.sqrt(fit.covariance[0, 0]) == pytest.approx(0.14605, abs=2e-4)


def test_the_fit_is_where_the_posterior_is_level():
    random = np.random.default_rng(1)
    places = random.uniform(-1, 1, (60, 2))
    results = played(places, random.random(60) < 0.4)
    weights = random.random(60)
    features = quadratic(places)
    fit = fit_logistic(features, results, weights)
    errors = weights * (results.scores - sigmoid(features @ fit.coefficients))
    assert features.T @ errors - fit.coefficients / PRIOR_VARIANCE == pytest.approx(np.zeros(6), abs=1e-6)


def test_weights_follow_the_formula_of_the_paper():
    random = np.random.default_rng(2)
    places = random.uniform(-1, 1, (200, 1))
    results = played(places, random.random(200) < sigmoid(1 - 4 * places[:, 0] ** 2))
    model = fit_clop(results)
    weights, features = np.ones(200), quadratic(places)
    for fit, mean, deviation in model.fits:
        again = fit_logistic(features, results, weights)
        assert again.coefficients == pytest.approx(fit.coefficients)
        weights = np.minimum(weights, np.exp((features @ fit.coefficients - mean) / (CONFIDENCE * deviation)))
    assert weights == pytest.approx(model.weights)
    assert np.exp(model.log_weight(places)) == pytest.approx(model.weights)
    assert model.optimum() == pytest.approx(weights @ places / weights.sum())
    assert len(model.fits) > 1 and model.weights.min() < 0.1 < model.weights.max() <= 1


def test_draws_have_the_density_of_the_weights():
    random = np.random.default_rng(3)
    places = random.uniform(-1, 1, (300, 1))
    model = fit_clop(played(places, random.random(300) < sigmoid(2 - 6 * (places[:, 0] - 0.4) ** 2)))
    draws = np.array([model.draw(random)[0] for _ in range(2000)])
    line = np.linspace(-1, 1, 2001)
    density = np.exp(model.log_weight(line[:, None]))
    expected = (density * line).sum() / density.sum()
    spread = math.sqrt((density * (line - expected) ** 2).sum() / density.sum())
    assert draws.mean() == pytest.approx(expected, abs=4 * spread / math.sqrt(2000))
    assert draws.std() == pytest.approx(spread, rel=0.1)


@pytest.mark.parametrize("dimensions, most", [(1, 0.012), (2, 0.03)])
def test_the_optimum_of_a_known_problem_is_found(dimensions, most):
    best = np.full(dimensions, 0.3)
    regrets = []
    for seed in range(3):
        random, places, wins, model, used = np.random.default_rng(seed), [], [], None, -1
        for number in range(400):
            if refit_after(number) != used:
                used = refit_after(number)
                model = fit_clop(played(np.array(places[:used]).reshape(used, dimensions), wins[:used]))
            place = model.draw(random)
            places.append(place)
            wins.append(random.random() < sigmoid(1 - 3 * np.sum((place - best) ** 2)))
        found = fit_clop(played(places, wins)).optimum()
        regrets.append(float(sigmoid(1.0) - sigmoid(1 - 3 * np.sum((found - best) ** 2))))
    assert np.mean(regrets) < most


def test_fits_are_repeated_after_two_percent_more():
    assert [refit_after(count) for count in (0, 5, 16, 17, 60)] == [0, 5, 16, 17, 60]
    assert refit_after(1000) >= 980
    assert len({refit_after(count) for count in range(10_001)}) < 450


def test_a_step_of_spsa_is_that_of_the_formula():
    gains = Gains(gain=1.0, width=0.2, stability=9.0)
    delta = directions(3, seed=7, step=0)
    assert set(np.abs(delta)) == {1.0}
    plus, minus = (trial_place(np.zeros(3), 0, is_plus, 7, gains) for is_plus in (True, False))
    assert plus == pytest.approx(0.2 * delta) and minus == pytest.approx(-0.2 * delta)
    # a_0 = 1 / 10^0.602 = 0.25003; the slope is (0.75 - 0.25) / 0.4 = 1.25
    assert walk(3, [(0, 0.75, 0.25)], 7, gains) == pytest.approx(0.31254 * delta, abs=1e-4)


def test_spsa_climbs_a_known_problem():
    gains, theta, shares = Gains(stability=10.0), np.zeros(2), []
    for step in range(300):
        both = [trial_place(theta, step, is_plus, 1, gains) for is_plus in (True, False)]
        shares.append((step, *(float(sigmoid(1 - 3 * np.sum((place - 0.4) ** 2))) for place in both)))
        theta = walk(2, shares, 1, gains)
    assert theta == pytest.approx([0.4, 0.4], abs=0.05)
