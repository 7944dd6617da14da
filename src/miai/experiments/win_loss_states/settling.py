"""How soon does a win/loss state follow a change of the rate that it measures?

A state has measured a generator that wins one time in four for long. Then the generator wins three times in four: after how many updates
is the state within 0.025 of the new rate? Basaldúa (2013) finds from 25 measurements of each scale that this number grows linearly with
the end of scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import decided_by, is_above
from miai.experiments.published import BASALDUA
from miai.wls.states import QUARTILE, WinLossStates
from miai.wls.trials import settling_times

BEFORE, AFTER, ACCURACY = 0.25, 0.75, 0.025
LINEAR = 0.999
"""The adjusted R² above which we call a function linear."""
REPETITIONS = 1000


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(1000, "measurements of each end of scale", low=2)
    ends: tuple[int, ...] = parameter(tuple(range(25, 1001, 25)), "ends of scale", low=10, high=2000)
    jump: float = parameter(1.3, "length K of the jump", low=0, high=1.9)
    z: float = parameter(QUARTILE, "width of the interval that orders the states", low=0.01, high=5)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"end": end} for end in parameters.ends]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    states = WinLossStates(int(job["end"]), parameters.jump, parameters.z)
    times = settling_times(states, BEFORE, AFTER, ACCURACY, parameters.trials, seed)
    mean = mean_with_interval(times)
    return [Cell(job, "updates", mean.mean, mean.low, mean.high, parameters.trials)]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    ends = np.array([float(cell.parameters["end"]) for cell in cells])
    times = np.array([cell.value or 0.0 for cell in cells])
    if len(ends) < 3:
        return []
    errors = np.array(
        [(cell.high - cell.low) / 3.92 if cell.high is not None and cell.low is not None else np.inf for cell in cells]
    )
    slope, _ = np.polyfit(ends, times, 1)
    adjusted = adjusted_r2(ends, times)
    low, high = r2_interval(ends, times, errors)
    return [
        Finding(
            f"The settling time is a linear function of the end of scale: adjusted R² above {LINEAR:g}",
            is_above((low, high), LINEAR),
            f"{slope:.3f} updates per step of the scale, adjusted R² {adjusted:.5f} ({low:.5f} to {high:.5f}); published 0.99968",
            decided_by("95 % simulated interval of R²"),
        )
    ]


def adjusted_r2(x: Any, y: Any) -> float:
    """Return the adjusted R² of a straight line through the points."""
    slope, constant = np.polyfit(x, y, 1)
    left = ((y - slope * x - constant) ** 2).sum() / ((y - y.mean()) ** 2).sum()
    return float(1 - left * (len(x) - 1) / (len(x) - 2))


def r2_interval(x: Any, y: Any, errors: Any) -> tuple[float, float]:
    """Return the 95 % interval of the adjusted R² that the standard errors of the points leave open.

    The lower bound adds noise of that size to the points. Noise only lowers R², so the upper bound removes what it explains: it is 1 where
    the deviations from the line are no larger than the errors.
    """
    if not np.isfinite(errors).all():
        return -np.inf, np.inf
    from scipy import stats

    random = np.random.default_rng(1)
    low = float(np.percentile([adjusted_r2(x, random.normal(y, errors)) for _ in range(REPETITIONS)], 2.5))
    slope, constant = np.polyfit(x, y, 1)
    misfit = float((((y - slope * x - constant) / errors) ** 2).sum())
    return low, 1.0 if misfit <= stats.chi2.ppf(0.95, len(x) - 2) else adjusted_r2(x, y)


EXPERIMENT = Experiment(
    name="wls-settling",
    question="How soon does a win/loss state follow a change of the rate that it measures?",
    source=f"{BASALDUA}, figure 4.11",
    parameters=Parameters,
    presets={"smoke": {"ends": (25, 50, 75), "trials": 25}, "quick": {"ends": tuple(range(50, 1001, 50))}, "paper": {}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    cost=lambda parameters, job: int(job["end"]) ** 2,
    tables=[Table("Updates until a state follows", measure="updates", rows="end")],
    plots=[Curve("settling-time", measure="updates", x="end", x_label="end of scale", y_label="updates until the state follows")],
)
