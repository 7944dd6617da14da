"""How soon does a state follow when what it measures changes?

A win/loss state that has long measured a generator that wins one time in four is given one that wins three times in four: after how many
updates does it say so, within 0.025? The thesis finds, from 25 measurements of each scale, that this grows linearly with the end of scale.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.wls.states import QUARTILE, WinLossStates
from miai.wls.trials import settling_times

BEFORE, AFTER, ACCURACY = 0.25, 0.75, 0.025


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(1000, "measurements of each end of scale", low=2)
    ends: tuple[int, ...] = parameter(tuple(range(25, 1001, 25)), "ends of scale", low=10, high=2000)
    jump: float = parameter(1.3, "K, the length of the jump", low=0, high=1.9)
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
    slope, constant = np.polyfit(ends, times, 1)
    left = ((times - slope * ends - constant) ** 2).sum() / ((times - times.mean()) ** 2).sum()
    adjusted = 1 - left * (len(ends) - 1) / (len(ends) - 2)
    return [
        Finding(
            "The settling time is a linear function of the end of scale: R² above 0.999",
            "holds" if adjusted > 0.999 else "does not hold",
            f"{slope:.3f} updates for each step of the scale, adjusted R² {adjusted:.5f}; published 0.99968",
        )
    ]


EXPERIMENT = Experiment(
    name="wls-settling",
    question="How soon does a state follow when what it measures changes?",
    source="expert knowledge in Monte-Carlo tree search (the thesis), figure 4.11",
    parameters=Parameters,
    presets={"smoke": {"ends": (25, 50, 75), "trials": 25}, "quick": {"ends": tuple(range(50, 1001, 50))}, "paper": {}},
    jobs=jobs,
    measure=measure,
    findings=findings,
    cost=lambda parameters, job: int(job["end"]) ** 2,
    tables=[Table("Updates until a state has followed", measure="updates", rows="end")],
    plots=[Curve("settling-time", measure="updates", x="end", x_label="end of scale", y_label="updates until it has followed")],
)
