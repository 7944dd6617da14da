"""How does first-play urgency change UCB, with and without move groups?

An untried arm or group has the first-play value instead of a mean. The paper takes 0.5. It says that 0.3 made all groups and basic UCB
worse, and that 0.7 had little effect, at most 3 points. This experiment plays the trials of `bandit-groups` with all three values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.statistics import wilson
from miai.experiments.bandits.arms import BIASES, PAYOFFS, checkpoints_up_to, play_groupings, prepare, seed_of
from miai.experiments.bandits.cells import cell_of, cells_of, mean_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, Interval, all_of, decided_by, difference, is_below, is_within
from miai.experiments.published import VAN_EYCK_MUELLER

GOOD = 0.5
"""Smaller constants cannot recover from a bad start, with any first-play value."""
STANDARD = 0.5
"""The first-play value of the paper."""
SMALL_GAIN, LITTLE = 0.02, 0.05
"""A gain that the claim "makes it worse" allows in a single cell, and a change that counts as little."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each grouping, constant and first-play value", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: tuple[str, ...] = parameter(("nine",), "sets of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    first_plays: tuple[float, ...] = parameter((0.3, 0.5, 0.7), "first-play values; they are compared with 0.5")
    groupings: int = parameter(280, "number of the 280 groupings, evenly spread", low=1, high=280)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"payoffs": payoffs, "bias": bias} for payoffs in parameters.payoffs for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    values = dict.fromkeys([STANDARD, *parameters.first_plays])
    hits = {value: _hits(parameters, job, value, seed_of(seed, number)) for number, value in enumerate(values)}
    cells = []
    for value, found in sorted(hits.items()):
        for row, simulations in enumerate(checkpoints_up_to(parameters.simulations)):
            where = {**job, "first play": value, "simulations": simulations}
            cells += _cells(where, found[:, row], hits[STANDARD][:, row], parameters.trials)
    return cells


def _hits(parameters: Parameters, job: Mapping[str, Scalar], first_play: float, seed: int) -> Any:
    """Return the number of trials that take the best arm: (basic UCB and groupings, checkpoints)."""
    scale = (parameters.groupings, parameters.trials, parameters.simulations)
    found = play_groupings(str(job["payoffs"]), float(job["bias"]), *scale, seed, first_play)
    return np.array([results.hits for _, results in found])


def _cells(where: Mapping[str, Scalar], hits: Any, standard: Any, trials: int) -> list[Cell]:
    """Return the rates of basic UCB and of all groupings together, and the percentage of groupings worse than with the standard value."""
    basic, groups = wilson(int(hits[0]), trials), wilson(int(hits[1:].sum()), trials * (len(hits) - 1))
    worse = wilson(int((hits[1:] < standard[1:]).sum()), len(hits) - 1)
    cells = [
        Cell(where, "basic", basic.share, basic.low, basic.high, trials),
        Cell(where, "all groupings", groups.share, groups.low, groups.high, groups.trials),
    ]
    if where["first play"] != STANDARD:
        cells.append(Cell(where, "groupings worse", 100 * worse.share, count=trials))
    return cells


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    for value in parameters.first_plays:
        if value != STANDARD:
            found += [_effect(cells, measure, value) for measure in ("basic", "all groupings")]
    return found


def _effect(cells: Sequence[Cell], measure: str, value: float) -> Finding:
    """Judge the change from the standard value; the evidence has the mean, the lowest and the highest change in points."""
    changes, intervals = {}, []
    for cell in cells_of(cells, measure, **{"first play": value}):
        place = {name: each for name, each in cell.parameters.items() if name != "first play"}
        standard = cell_of(cells, measure, **place, **{"first play": STANDARD})
        changes[f"C={place['bias']:g} n={place['simulations']}"] = (cell.value or 0.0) - (standard.value or 0.0)
        intervals.append(difference(cell, standard))
    lowest, highest = min(changes, key=changes.__getitem__), max(changes, key=changes.__getitem__)
    mean = float(np.mean(list(changes.values())))
    span = f"from {100 * changes[lowest]:+.1f} ({lowest}) to {100 * changes[highest]:+.1f} ({highest})"
    shown = f"{100 * mean:+.1f} points on average, {span}{_with_good_constants(changes)}"
    test = decided_by("95 % interval of the difference of two rates", len(intervals))
    if value < STANDARD:
        verdict = _is_worse(intervals, changes[highest])
        return Finding(f"first-play value {value:g} makes {measure} worse than 0.5", verdict, shown, test)
    verdict = all_of(is_within(each, -LITTLE, LITTLE) for each in intervals)
    return Finding(f"first-play value {value:g} has little effect on {measure}, about 3 points at most", verdict, shown, test)


def _is_worse(intervals: Sequence[Interval], highest: float) -> str:
    """Return the verdict on the claim that the mean change is below 0 and no single change is a gain."""
    if any(low > SMALL_GAIN for low, _ in intervals):
        return FAILS
    on_average = is_below(mean_interval(intervals))
    return OPEN if on_average == HOLDS and highest >= SMALL_GAIN else on_average


def _with_good_constants(changes: Mapping[str, float]) -> str:
    """Return the range of changes for constants of `GOOD` or more and 32 simulations or more, in words."""
    good = []
    for name, change in changes.items():
        bias, simulations = (float(part.partition("=")[2]) for part in name.split())
        if bias >= GOOD and simulations >= 32:
            good.append(100 * change)
    return f"; with C of {GOOD:g} or more, from 32 simulations on: {min(good):+.1f} to {max(good):+.1f}" if good else ""


EXPERIMENT = Experiment(
    name="bandit-fpu",
    question="How does first-play urgency change UCB, with and without move groups?",
    source=f"{VAN_EYCK_MUELLER}, the end of section 5.2",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 20, "simulations": 64, "biases": (0.0, 0.5), "groupings": 4},
        "quick": {"trials": 500, "groupings": 20, "simulations": 2048},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    prepare=prepare,
    tables=[
        Table(
            "Share of trials that take the best arm, basic UCB", "basic", ("bias", "first play"), "simulations", {"payoffs": "nine"}
        ),
        Table("The same, all groupings together", "all groupings", ("bias", "first play"), "simulations", {"payoffs": "nine"}),
        Table(
            "Percentage of groupings that are worse than with 0.5",
            "groupings worse",
            ("bias", "first play"),
            "simulations",
            {"payoffs": "nine"},
            digits=0,
        ),
    ],
    plots=[
        Curve(
            "basic",
            "basic",
            x="simulations",
            line="bias",
            panel="first play",
            where={"payoffs": "nine"},
            log_x=True,
            title="Trials of basic UCB that take the best of nine arms",
            y_label="share of trials",
            line_label="C",
        ),
        Curve(
            "groupings",
            "all groupings",
            x="simulations",
            line="bias",
            panel="first play",
            where={"payoffs": "nine"},
            log_x=True,
            title="Trials with groups that take the best of nine arms, all groupings together",
            y_label="share of trials",
            line_label="C",
        ),
    ],
)
