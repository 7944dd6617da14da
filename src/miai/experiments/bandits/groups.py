"""Does UCB gain by choosing a group of arms first, and which groups help?

There are 280 ways to put nine arms into three groups of three. Each grouping is played with each constant C and compared with basic UCB:
at the same C (table 2 of the paper), and at the C that is best for basic UCB (the counts in its text).

The share of groupings that beat basic UCB is sensitive to noise: where many groupings do about as well as basic UCB, the noise of the
trials moves dozens of them across the line at once. So the interval of such a share comes from a parametric bootstrap: rates are drawn
from their posterior given our trials, the whole experiment is repeated with these rates, and the middle 95 % of the repetitions is the
interval in which a run of the same size should lie, the paper's run included.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.statistics import wilson
from miai.experiments.bandits.arms import (
    BASIC,
    BIASES,
    EXAMPLE,
    PAPER_TRIALS,
    PAYOFFS,
    play_groupings,
    prepare,
)
from miai.experiments.bandits.cells import cells_of, rate_cells, regret_cells
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, decided_by, difference, is_above
from miai.experiments.published import VAN_EYCK_MUELLER, published_rows
from miai.problems.bandit.groupings import group_with, grouping_from_text, is_split

MARKS = (32, 512)
"""Simulations at which the paper counts the groupings that are better than the best basic UCB."""
REPETITIONS = 2000
ALWAYS = 0.1
"""Pseudo-count of misses for a rate of 100 % in all trials: a repetition may have a slightly lower rate."""
LISTED = 20
"""The best pairs that the claim about the structure of good groupings looks at."""
TABLE_ROUNDING = 0.01
"""Table 2 prints two digits, and the last one is rounded up."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each grouping and constant", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: tuple[str, ...] = parameter(("nine", "hard"), "sets of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C, for both choices", low=0)
    groupings: int = parameter(280, "number of the 280 groupings, evenly spread", low=1, high=280)
    first_play: float = parameter(0.5, "mean of an untried arm or group")


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"payoffs": payoffs, "bias": bias} for payoffs in parameters.payoffs for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    cells = []
    scale = (parameters.groupings, parameters.trials, parameters.simulations)
    for name, results in play_groupings(str(job["payoffs"]), float(job["bias"]), *scale, seed, parameters.first_play):
        where = {**job, "grouping": name}
        cells += rate_cells(results, where)
        cells += [cell for cell in regret_cells(results, where) if cell.measure == "regret"]
    return cells + _not_worse(job, cells_of(cells, "best arm"), seed)


def _not_worse(job: Mapping[str, Scalar], rates: Sequence[Cell], seed: int) -> list[Cell]:
    """Return the percentage of groupings that do as well as basic UCB or better: one cell for each number of simulations."""
    random = np.random.default_rng(seed)
    cells = []
    for simulations in sorted({int(cell.parameters["simulations"]) for cell in rates}):
        here = cells_of(rates, "best arm", simulations=simulations)
        basic, *groups = _hits(here)
        trials = here[0].count
        again = _repeat(np.array([[basic, *groups]]), trials, random)
        low, high = np.percentile(100 * (again[:, 0, 1:] >= again[:, 0, :1]).mean(axis=1), [2.5, 97.5])
        share = 100 * float(np.mean(np.array(groups) >= basic))
        cells.append(
            Cell({**job, "simulations": simulations}, "groupings not worse", share, min(low, share), max(high, share), trials)
        )
    return cells


def _hits(rates: Sequence[Cell]) -> list[int]:
    """Return the number of trials that took the best arm, basic UCB first."""
    ordered = sorted(rates, key=lambda cell: cell.parameters["grouping"] != BASIC)
    return [round((cell.value or 0.0) * cell.count) for cell in ordered]


def _repeat(hits: Any, trials: int, random: np.random.Generator) -> Any:
    """Return the hits of repetitions of the same trials, (repetitions, ...): a rate is drawn from its posterior, then the hits."""
    misses = trials - hits
    rates = random.beta(hits + 0.5, np.where(misses > 0, misses + 0.5, ALWAYS), size=(REPETITIONS, *hits.shape))
    rates = np.where(hits == 0, 0.0, rates)  # no hits in any trial: with few simulations the last arm cannot win at all
    return random.binomial(trials, rates)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Return the number of pairs of grouping and C, and the number of groupings, that are better than the best basic UCB."""
    made = []
    for payoffs in parameters.payoffs:
        for mark in MARKS:
            here = cells_of(cells, "best arm", payoffs=payoffs, simulations=mark)
            if here:
                made += _count_better({"payoffs": payoffs, "simulations": mark}, here, parameters)
    return made


def _count_better(where: Mapping[str, Scalar], rates: Sequence[Cell], parameters: Parameters) -> list[Cell]:
    hits = np.array([_hits(cells_of(rates, "best arm", bias=bias)) for bias in parameters.biases])
    again = _repeat(hits, parameters.trials, np.random.default_rng(1))
    cells = []
    for measure, count in (("pairs better", _pairs_better), ("groupings better", _groupings_better)):
        low, high = np.percentile(count(again), [2.5, 97.5])
        value = int(count(hits))
        cells.append(Cell(where, measure, value, min(low, value), max(high, value), parameters.trials))
    return cells


def _pairs_better(hits: Any) -> Any:
    """Return the number of pairs that beat basic UCB at its best C, from hits of shape (..., C, basic and groupings)."""
    best = hits[..., :1].max(axis=-2, keepdims=True)
    return (hits[..., 1:] > best).sum(axis=(-1, -2))


def _groupings_better(hits: Any) -> Any:
    """Return the number of groupings that beat basic UCB at its best C, with any C."""
    best = hits[..., :1].max(axis=-2, keepdims=True)
    return (hits[..., 1:] > best).any(axis=-2).sum(axis=-1)


def published(cell: Cell) -> Published | None:
    """Return the number of table 2 or of the text. It has no interval: our interval, that of a repetition, contains its noise."""
    where = cell.parameters
    if cell.measure == "groupings not worse":
        for row in published_rows("bandit_groups_not_worse"):
            if (row["payoffs"], float(row["bias"]), int(row["simulations"])) == (
                where["payoffs"],
                where["bias"],
                where["simulations"],
            ):
                return Published(float(row["percent"]))
    for row in published_rows("bandit_groups_better"):
        if (row["payoffs"], int(row["simulations"]), row["measure"]) == (where["payoffs"], where["simulations"], cell.measure):
            return Published(float(row["count"]))
    return None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    if parameters.groupings == 280 and parameters.first_play == 0.5:
        found.append(_tables_fit(parameters, cells))
    for payoffs in parameters.payoffs:
        for mark in MARKS:
            here = cells_of(cells, "best arm", payoffs=payoffs, simulations=mark)
            if here:
                found.append(_structure(payoffs, mark, here))
    return found + _example(cells)


def _tables_fit(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    compared, outside = 0, []
    for cell in cells:
        source = published(cell)
        if source is None or cell.value is None or cell.low is None or cell.high is None:
            continue
        compared += 1
        if not cell.low - TABLE_ROUNDING <= source.value <= cell.high + TABLE_ROUNDING:
            where = " ".join(f"{name}={value}" for name, value in cell.parameters.items())
            outside.append(f"{cell.measure} {where}: {cell.value:.4g} [{cell.low:.4g}, {cell.high:.4g}] for {source.value:g}")
    claim = "Table 2 and the counts in the text are reproduced, within the noise of their trials"
    if parameters.trials != PAPER_TRIALS:
        return Finding(claim, OPEN, f"{parameters.trials} trials instead of the paper's {PAPER_TRIALS}: the shares of ties differ")
    verdict = HOLDS if len(outside) <= 0.1 * compared else FAILS
    shown = f"{len(outside)} of {compared} outside the interval of a repetition: {'; '.join(outside) or 'none'}"
    return Finding(claim, verdict, shown, decided_by("95 % intervals, of which a tenth may miss the number", compared))


def _structure(payoffs: str, mark: int, rates: Sequence[Cell]) -> Finding:
    """Judge the structure of the pairs that beat the best basic UCB: the three best arms apart, or the best with the second or third.

    The verdict is decided by the Wilson interval of the share among the best pairs that beat basic UCB beyond the intervals.
    """
    basic = max((cell for cell in rates if cell.parameters["grouping"] == BASIC), key=lambda cell: cell.value or 0.0)
    better = sorted(
        (cell for cell in rates if cell.parameters["grouping"] != BASIC and (cell.value or 0.0) > (basic.value or 0.0)),
        key=lambda cell: -(cell.value or 0.0),
    )
    clearly = [cell for cell in better if is_above(difference(cell, basic)) == HOLDS][:LISTED]
    groupings = [grouping_from_text(str(cell.parameters["grouping"])) for cell in better]
    apart = [is_split(grouping, (6, 7, 8)) for grouping in groupings]
    beside = [bool({6, 7} & set(group_with(grouping, 8))) for grouping in groupings]
    top = min(LISTED, len(better))
    biases = Counter(float(cell.parameters["bias"]) for cell in better)
    shown = ", ".join(f"{bias:g}: {count}" for bias, count in sorted(biases.items()))
    share = wilson(sum(apart[: len(clearly)]), len(clearly)) if clearly else None
    return Finding(
        f"payoffs {payoffs}, {mark} simulations: most of the best pairs that beat the best basic UCB have the three best arms apart",
        is_above((share.low, share.high), 0.5) if share else OPEN,
        f"{sum(apart)} of {len(better)} pairs apart ({sum(apart[:top])} of the best {top}; {len(clearly)} of these beat it clearly), "
        f"{sum(beside)} with the best arm beside the second or third; by C: {shown or 'none'}",
        decided_by("95 % Wilson interval of the share among the best pairs"),
    )


def _example(cells: Sequence[Cell]) -> list[Finding]:
    """Judge the paper's example: 62.24 % at 32 simulations against 54.22 % of basic UCB; 100 % at 512 against 99.66 %."""
    found = []
    for mark, theirs, basic in ((32, 62.24, 54.22), (512, 100.0, 99.66)):
        here = cells_of(cells, "best arm", payoffs="nine", simulations=mark)
        if not here:
            continue
        ours, ours_basic = (
            max((cell for cell in here if cell.parameters["grouping"] == name), key=lambda cell: cell.value or 0.0)
            for name in (EXAMPLE, BASIC)
        )
        better = (ours.low or 0.0) > (ours_basic.high or 0.0)
        found.append(
            Finding(
                f"the grouping {EXAMPLE} beats basic UCB at {mark} simulations",
                HOLDS if better else OPEN if (ours.high or 0.0) >= (ours_basic.low or 0.0) else FAILS,
                f"{100 * (ours.value or 0.0):.2f} % (C={ours.parameters['bias']:g}) against {100 * (ours_basic.value or 0.0):.2f} % "
                f"(C={ours_basic.parameters['bias']:g}); published {theirs} against {basic}",
                decided_by("95 % Wilson intervals of both do not overlap"),
            )
        )
    return found


EXPERIMENT = Experiment(
    name="bandit-groups",
    question="Does UCB gain by choosing a group of arms first, and which groups help?",
    source=f"{VAN_EYCK_MUELLER}, table 2 and the counts in sections 5.1 and 5.2",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 20, "simulations": 64, "biases": (0.0, 0.5, 5.0), "groupings": 10},
        "quick": {"trials": 100, "simulations": 1024, "payoffs": ("nine",)},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    published=published,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table(
            "Table 2: percentage of groupings that do as well as basic UCB with the same C, or better",
            "groupings not worse",
            "bias",
            "simulations",
            {"payoffs": "nine"},
            digits=2,
        ),
        Table("The same with the best payoff 0.81", "groupings not worse", "bias", "simulations", {"payoffs": "hard"}, digits=2),
        Table(
            "Number of pairs and of groupings that are better than the best basic UCB",
            ("pairs better", "groupings better"),
            ("payoffs", "simulations"),
            digits=0,
        ),
    ],
    plots=[
        Curve(
            "not-worse",
            "groupings not worse",
            x="simulations",
            line="bias",
            panel="payoffs",
            log_x=True,
            title="Groupings that do as well as basic UCB with the same C",
            y_label="percentage of the groupings",
            line_label="C",
        ),
    ],
)
