"""Cells from the trials of bandits, their published numbers, and the lookup of cells; shared by the experiments on bandits."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from miai.core.statistics import wilson
from miai.experiments.bandits.arms import PAPER_TRIALS
from miai.experiments.frame import Cell, Published, Scalar
from miai.experiments.frame.verdicts import Interval
from miai.experiments.published import published_rows
from miai.problems.bandit.play import TrialResults

MISPRINT = {"bias": 100.0, "simulations": 64}
"""The cell of tables 1 and 3 that must be a misprint: both have 0.000 there, and then table 2 would have 100 %, not 44.29 %."""
Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""
ROUNDING = 0.0005
"""The tables print three digits."""


def mean_cell(measure: str, where: Mapping[str, Scalar], mean: float, error: float, trials: int) -> Cell:
    """Return the cell of a mean that cannot be negative, with the interval from its standard error."""
    return Cell(where, measure, mean, max(0.0, mean - Z * error), mean + Z * error, trials)


def rate_cells(results: TrialResults, parameters: Mapping[str, Scalar]) -> list[Cell]:
    """Return the share of trials that take the best arm, at each checkpoint."""
    cells = []
    for row, simulations in enumerate(results.checkpoints):
        rate = wilson(int(results.hits[row]), results.trials)
        cells.append(Cell({**parameters, "simulations": simulations}, "best arm", rate.share, rate.low, rate.high, results.trials))
    return cells


def regret_cells(results: TrialResults, parameters: Mapping[str, Scalar]) -> list[Cell]:
    """Return the cumulative and the simple regret at each checkpoint."""
    cells = []
    for measure, means, errors in (
        ("regret", results.regret, results.regret_error),
        ("simple regret", results.simple_regret, results.simple_regret_error),
    ):
        for row, simulations in enumerate(results.checkpoints):
            where = {**parameters, "simulations": simulations}
            cells.append(mean_cell(measure, where, float(means[row]), float(errors[row]), results.trials))
    return cells


def published_rate(cell: Cell) -> Published | None:
    """Return the number of table 1 or 3 for a cell of basic UCB, with the interval of its trials and its rounding."""
    wanted = cell.parameters
    for row in published_rows("bandit_best_arm"):
        if (row["payoffs"], float(row["bias"]), int(row["simulations"])) == (
            wanted.get("payoffs"),
            wanted.get("bias"),
            wanted.get("simulations"),
        ):
            rate = float(row["rate"])
            interval = wilson(round(rate * PAPER_TRIALS), PAPER_TRIALS)
            return Published(rate, max(0.0, interval.low - ROUNDING), min(1.0, interval.high + ROUNDING))
    return None


def deviation(cell: Cell, published: Published) -> float:
    """Return the distance of our rate from the published one beyond rounding, in standard errors of their difference."""
    assert cell.value is not None
    difference = cell.value - published.value
    beyond_rounding = math.copysign(max(0.0, abs(difference) - ROUNDING), difference)
    pooled = (cell.value * cell.count + published.value * PAPER_TRIALS) / (cell.count + PAPER_TRIALS)
    variance = pooled * (1 - pooled) * (1 / cell.count + 1 / PAPER_TRIALS)
    return beyond_rounding / math.sqrt(variance) if beyond_rounding else 0.0


def names_of(cells: Sequence[Cell], parameter: str) -> list[Scalar]:
    """Return the values of `parameter` in the cells, each once, in the order of first appearance."""
    return list(dict.fromkeys(cell.parameters[parameter] for cell in cells if parameter in cell.parameters))


def cells_of(cells: Sequence[Cell], measure: str, **parameters: Scalar) -> list[Cell]:
    """Return the cells of `measure` that have these parameters."""
    wanted = parameters.items()
    return [cell for cell in cells if cell.measure == measure and wanted <= cell.parameters.items()]


def cell_of(cells: Sequence[Cell], measure: str, **parameters: Scalar) -> Cell:
    """Return the one cell of `measure` that has these parameters. Raise `LookupError` if there is not exactly one."""
    found = cells_of(cells, measure, **parameters)
    if len(found) != 1:
        raise LookupError(f"there are {len(found)} cells {measure!r} with {parameters}")
    return found[0]


def value_of(cells: Sequence[Cell], measure: str, **parameters: Scalar) -> float:
    """Return the value of the one cell of `measure` with these parameters. Raise `LookupError` if it has none."""
    value = cell_of(cells, measure, **parameters).value
    if value is None:
        raise LookupError(f"the cell {measure!r} with {parameters} has no value")
    return value


def mean_interval(intervals: Sequence[Interval]) -> Interval:
    """Return an interval for the mean of numbers that have these intervals, at least one; it is rather too wide.

    Numbers of one trial at several checkpoints depend on each other, so that errors do not cancel out: the bounds are averaged.
    """
    low, high = (sum(bound) / len(intervals) for bound in zip(*intervals, strict=True))
    return low, high
