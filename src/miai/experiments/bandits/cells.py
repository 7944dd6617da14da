"""What the experiments on bandits share: the arms and constants of the paper, and cells made from what trials came to."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from miai.core.hashing import combine64
from miai.core.statistics import wilson
from miai.experiments.frame import Cell, Published, Scalar
from miai.experiments.published import published_rows
from miai.problems.bandit.play import CHECKPOINTS, NINE, Bandit, Outcome, play

PAPER = "Van Eyck and Müller 2011, Revisiting move groups in Monte-Carlo tree search"
PAYOFFS: dict[str, tuple[float, ...]] = {
    "nine": NINE,
    "hard": (*NINE[:-1], 0.81),
    "narrow": tuple(round(0.3 + 0.05 * arm, 2) for arm in range(9)),
}
"""The arms of the paper by name: 0.1 to 0.9; the same with the best at 0.81; 0.3 to 0.7."""
BIASES = (0.0, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 100.0)
"""The constants C of the paper, which calls them bias terms."""
PAPER_TRIALS = 5000
NOTED = {"bias": 100.0, "simulations": 64}
"""The one cell of tables 1 and 3 that cannot be right: both print 0.000, and with that table 2 would have 100 % here, not 44.29 %."""
Z = 1.959963984540054
"""Half the width of a 95 % interval, in standard errors."""


def prepare(parameters: object) -> None:
    """Compile before the workers begin: for all experiments on bandits."""
    play(Bandit(checkpoints=(1,)), 1, seed=1)


def mean_cell(measure: str, where: Mapping[str, Scalar], mean: float, error: float, trials: int) -> Cell:
    """A mean that is never below 0, with the interval of its standard error."""
    return Cell(where, measure, mean, max(0.0, mean - Z * error), mean + Z * error, trials)


def rate_cells(outcome: Outcome, parameters: Mapping[str, Scalar]) -> list[Cell]:
    """How often the best arm would be taken, at each checkpoint."""
    cells = []
    for row, simulations in enumerate(outcome.checkpoints):
        rate = wilson(int(outcome.hits[row]), outcome.trials)
        cells.append(Cell({**parameters, "simulations": simulations}, "best arm", rate.share, rate.low, rate.high, outcome.trials))
    return cells


def regret_cells(outcome: Outcome, parameters: Mapping[str, Scalar]) -> list[Cell]:
    """Cumulative and simple regret, at each checkpoint."""
    cells = []
    for measure, means, errors in (
        ("regret", outcome.regret, outcome.regret_error),
        ("simple regret", outcome.simple_regret, outcome.simple_regret_error),
    ):
        for row, simulations in enumerate(outcome.checkpoints):
            mean, reach = float(means[row]), Z * float(errors[row])
            cells.append(
                Cell(
                    {**parameters, "simulations": simulations}, measure, mean, max(0.0, mean - reach), mean + reach, outcome.trials
                )
            )
    return cells


def checkpoints_up_to(simulations: int) -> tuple[int, ...]:
    """The paper's checkpoints, as far as `simulations`, which is the last."""
    doubled = [16]
    while doubled[-1] * 2 < simulations:
        doubled.append(doubled[-1] * 2)
    return (*(each for each in doubled if each < simulations), simulations)


def seed_of(seed: int, number: int) -> int:
    """The seed of part `number` of a job."""
    return int(combine64(np.uint64(seed % 2**64), np.uint64(number)))


def published_rate(cell: Cell) -> Published | None:
    """The number of table 1 or 3 for a cell of basic UCB, with the interval of its trials and its rounding."""
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


ROUNDING = 0.0005
"""The tables print three digits."""


def deviation(cell: Cell, published: Published) -> float:
    """How far our rate is from the published one, in standard errors of their difference, both having their trials."""
    assert cell.value is not None
    difference = cell.value - published.value
    beyond_rounding = math.copysign(max(0.0, abs(difference) - ROUNDING), difference)
    pooled = (cell.value * cell.count + published.value * PAPER_TRIALS) / (cell.count + PAPER_TRIALS)
    variance = pooled * (1 - pooled) * (1 / cell.count + 1 / PAPER_TRIALS)
    return beyond_rounding / math.sqrt(variance) if beyond_rounding else 0.0


def names_of(cells: Sequence[Cell], parameter: str) -> list[Scalar]:
    """The values that `parameter` takes in the cells, each once, in the order in which they come."""
    return list(dict.fromkeys(cell.parameters[parameter] for cell in cells if parameter in cell.parameters))


def of(cells: Sequence[Cell], measure: str, **parameters: Scalar) -> list[Cell]:
    """The cells of `measure` that have these parameters."""
    wanted = parameters.items()
    return [cell for cell in cells if cell.measure == measure and wanted <= cell.parameters.items()]


def value_of(cells: Sequence[Cell], measure: str, **parameters: Scalar) -> float:
    """The value of the one such cell. Raises `LookupError` where there is not one."""
    found = of(cells, measure, **parameters)
    if len(found) != 1 or found[0].value is None:
        raise LookupError(f"there are {len(found)} cells {measure!r} with {parameters}")
    return found[0].value


__all__ = [
    "BIASES",
    "CHECKPOINTS",
    "NOTED",
    "PAPER",
    "PAPER_TRIALS",
    "PAYOFFS",
    "Z",
    "checkpoints_up_to",
    "deviation",
    "mean_cell",
    "names_of",
    "of",
    "prepare",
    "published_rate",
    "rate_cells",
    "regret_cells",
    "seed_of",
    "value_of",
]
