"""How often does basic UCB find the best of nine arms, and how does that depend on its constant?

Nine arms pay with fixed probabilities. UCB pulls them so many times, and then the arm that was pulled most is taken: is it the best?
Three sets of arms: 0.1, 0.2, ..., 0.9 (table 1 of the paper), the same with the best at 0.81 (table 3), and 0.3, 0.35, ..., 0.7, of which
the paper says only that it lies between. Of the reading that fits the tables: an arm that was not tried has 0.5 for its mean and counts
as tried once; equal scores are broken at random, and an equal number of visits in the end by the order of the arms, the worst first.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scipy import stats

from miai.experiments.bandits.cells import (
    BIASES,
    NOTED,
    PAPER,
    PAYOFFS,
    Z,
    checkpoints_up_to,
    deviation,
    of,
    prepare,
    published_rate,
    rate_cells,
    regret_cells,
)
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Published, Scalar, Table, parameter
from miai.problems.bandit.play import Bandit, play

TABLES = {"nine": "table 1", "hard": "table 3"}
"""Which table of the paper has which arms."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each cell", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: tuple[str, ...] = parameter(("nine", "hard", "narrow"), "sets of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    first_play: float = parameter(0.5, "the mean of an arm that was not tried")


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"payoffs": payoffs, "bias": bias} for payoffs in parameters.payoffs for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    bandit = Bandit(
        PAYOFFS[str(job["payoffs"])],
        exploration=float(job["bias"]),
        first_play=parameters.first_play,
        checkpoints=checkpoints_up_to(parameters.simulations),
    )
    outcome = play(bandit, parameters.trials, seed)
    return rate_cells(outcome, job) + regret_cells(outcome, job)


def published(cell: Cell) -> Published | None:
    return published_rate(cell) if cell.measure == "best arm" else None


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = _tables(cells) if parameters.first_play == 0.5 else []
    if {"nine", "hard", "narrow"} <= set(parameters.payoffs):
        found.append(_narrow_lies_between(cells))
    if "nine" in parameters.payoffs:
        found.append(_best_constants(parameters, cells))
    return found


def _tables(cells: Sequence[Cell]) -> list[Finding]:
    """Cell by cell: outside its own joint interval, and outside that of all cells together."""
    compared = []
    for cell in of(cells, "best arm"):
        source = published(cell)
        if source is not None and not NOTED.items() <= cell.parameters.items():
            compared.append((deviation(cell, source), cell, source))
    if not compared:
        return []
    outside = [each for each in compared if abs(each[0]) > Z]
    limit = float(stats.norm.ppf(1 - (1 - 0.95 ** (1 / len(compared))) / 2))
    worst = max(compared, key=lambda each: abs(each[0]))
    named = "; ".join(_in_words(*each) for each in sorted(outside, key=lambda each: -abs(each[0])))
    return [
        Finding(
            "Tables 1 and 3 come out: no cell is outside the joint 95 % interval of all cells together",
            "holds" if abs(worst[0]) <= limit else "does not hold",
            f"largest deviation {abs(worst[0]):.1f} standard errors of {limit:.1f} allowed for {len(compared)} cells",
        ),
        Finding(
            "each cell is inside its own joint 95 % interval, but for those that chance puts outside",
            "holds" if len(outside) <= stats.binom.ppf(0.975, len(compared), 0.05) else "does not hold",
            f"{len(outside)} of {len(compared)} outside, {0.05 * len(compared):.0f} expected by chance at most: {named or 'none'}",
        ),
        *(
            Finding(
                f"{_table_of(cell)} has a slip at C = 100 and 64 simulations, where it prints 0.000",
                "holds" if cell.low is not None and cell.low > 0.1 else "does not hold",
                f"{cell.value:.3f} here; 64 = 9 x 7 + 1, so that one arm has a visit more than the others and is taken",
            )
            for cell in of(cells, "best arm", **NOTED)
            if cell.parameters["payoffs"] in TABLES
        ),
    ]


def _table_of(cell: Cell) -> str:
    return TABLES[str(cell.parameters["payoffs"])]


def _in_words(deviations: float, cell: Cell, source: Published) -> str:
    where = f"{_table_of(cell)} C={cell.parameters['bias']:g} n={cell.parameters['simulations']}"
    return f"{where}: {cell.value:.3f} for {source.value:.3f} ({deviations:+.1f} s.e.)"


def _narrow_lies_between(cells: Sequence[Cell]) -> Finding:
    """The paper: 0.3 to 0.7 had "overall performance between the other two"; so the verdict is by the mean, with the cells beside it."""
    easy, narrow, hard = (
        [cell.value or 0.0 for cell in of(cells, "best arm", payoffs=name)] for name in ("nine", "narrow", "hard")
    )
    apart = [each for each in zip(hard, narrow, easy, strict=True) if each[2] - each[0] > 0.01]
    between = sum(low <= middle <= high for low, middle, high in apart)
    means = [statistics.fmean(rates) for rates in (easy, narrow, hard)]
    return Finding(
        "with payoffs 0.3 to 0.7 the performance is, over all, between the others",
        "holds" if means[2] <= means[1] <= means[0] else "does not hold",
        f"mean rate over all C and n: {means[0]:.3f} with 0.1 to 0.9, {means[1]:.3f} with 0.3 to 0.7, {means[2]:.3f} with the best at "
        f"0.81; cell by cell in {between} of the {len(apart)} where the others differ by more than a point",
    )


def _best_constants(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    best = {}
    for simulations in checkpoints_up_to(parameters.simulations):
        rates = of(cells, "best arm", payoffs="nine", simulations=simulations)
        best[simulations] = max(rates, key=lambda cell: cell.value or 0.0).parameters["bias"]
    verdict = "holds" if set(best.values()) <= {0.5, 1.0, 2.0} else "does not hold"
    shown = ", ".join(f"{simulations}: {bias:g}" for simulations, bias in best.items())
    return Finding("the best constants are 0.5, with few simulations, and 1.0", verdict, f"best C by simulations: {shown}")


EXPERIMENT = Experiment(
    name="bandit-ucb",
    question="How often does basic UCB find the best of nine arms, and how does that depend on its constant?",
    source=f"{PAPER}, tables 1 and 3 and the end of section 5.2",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 50, "simulations": 64, "biases": (0.0, 0.5, 100.0)},
        "quick": {"trials": 1000},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    published=published,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Table 1: the best arm is taken, payoffs 0.1 to 0.9", "best arm", "bias", "simulations", {"payoffs": "nine"}),
        Table("Table 3: the best arm is taken, best payoff 0.81", "best arm", "bias", "simulations", {"payoffs": "hard"}),
        Table("The best arm is taken, payoffs 0.3 to 0.7", "best arm", "bias", "simulations", {"payoffs": "narrow"}),
        Table("Cumulative regret, payoffs 0.1 to 0.9", "regret", "bias", "simulations", {"payoffs": "nine"}, digits=1),
    ],
    plots=[
        Curve(
            "best-arm",
            "best arm",
            x="simulations",
            line="bias",
            panel="payoffs",
            log_x=True,
            title="How often the best of nine arms is taken",
            y_label="share of trials",
            line_label="C",
        ),
    ],
)
