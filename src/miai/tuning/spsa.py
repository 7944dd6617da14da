"""SPSA: simultaneous perturbation stochastic approximation (Spall 1992, 1998).

Step k plays with two places, theta + c_k delta and theta - c_k delta, where each coordinate of delta is -1 or 1 at random, and moves

    theta += a_k (y_plus - y_minus) / (2 c_k) delta,    a_k = a / (A + k + 1)^0.602,    c_k = c / (k + 1)^0.101

with y the share of points. The exponents and A (a tenth of the planned steps) are those of Spall (1998). theta stays in the box.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from miai.tuning.regression import Array

GAIN_POWER, WIDTH_POWER = 0.602, 0.101


@dataclass(frozen=True)
class Gains:
    """The constants of the steps: `gain` is a, `width` is c, `stability` is A."""

    gain: float = 1.0
    width: float = 0.3
    stability: float = 50.0

    def of_step(self, step: int) -> float:
        return float(self.gain / (self.stability + step + 1) ** GAIN_POWER)

    def width_of_step(self, step: int) -> float:
        return float(self.width / (step + 1) ** WIDTH_POWER)


def directions(dimensions: int, seed: int, step: int) -> Array:
    """Return delta of a step: -1 or 1 for each coordinate."""
    return np.asarray(np.random.default_rng([seed, step]).choice([-1.0, 1.0], dimensions))


def trial_place(theta: Array, step: int, is_plus: bool, seed: int, gains: Gains) -> Array:
    """Return the place of one of the two trials of a step, in the box."""
    sign = 1.0 if is_plus else -1.0
    return np.asarray(np.clip(theta + sign * gains.width_of_step(step) * directions(len(theta), seed, step), -1.0, 1.0))


def walk(dimensions: int, shares: list[tuple[int, float, float]], seed: int, gains: Gains) -> Array:
    """Return theta after the finished steps, each given as its number and the shares of points of both trials."""
    theta = np.zeros(dimensions)
    for step, plus, minus in shares:
        slope = (plus - minus) / (2 * gains.width_of_step(step))
        theta = np.clip(theta + gains.of_step(step) * slope * directions(dimensions, seed, step), -1.0, 1.0)
    return np.asarray(theta)
