"""How often does basic UCB find the best of nine arms, and how does that depend on its constant?

Nine arms pay with fixed probabilities. UCB pulls them a given number of times, and then the arm with the most pulls is taken: is it the
best? There are three sets of arms: 0.1, 0.2, ..., 0.9 (table 1 of the paper), the same with the best at 0.81 (table 3), and 0.3, 0.35,
..., 0.7, of which the paper says only that its results lie between the others. The paper leaves some rules open; these fit its tables: an
untried arm has a mean of 0.5 and counts as tried once; ties of scores are broken at random, ties of visits at the end by the order of the
arms, the worst first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from scipy import stats

from miai.experiments.bandits.arms import BIASES, PAYOFFS, checkpoints_up_to, prepare
from miai.experiments.bandits.cells import (
    MISPRINT,
    Z,
    cells_of,
    deviation,
    mean_interval,
    published_rate,
    rate_cells,
    regret_cells,
)
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Published, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, decided_by, difference, is_above, is_best
from miai.experiments.published import VAN_EYCK_MUELLER
from miai.problems.bandit.play import Bandit, play

TABLES = {"nine": "table 1", "hard": "table 3"}
"""The table of the paper for each set of arms."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each cell", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    payoffs: tuple[str, ...] = parameter(("nine", "hard", "narrow"), "sets of arms", choices=tuple(PAYOFFS))
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    first_play: float = parameter(0.5, "mean of an untried arm")


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [{"payoffs": payoffs, "bias": bias} for payoffs in parameters.payoffs for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    bandit = Bandit(
        PAYOFFS[str(job["payoffs"])],
        exploration=float(job["bias"]),
        first_play=parameters.first_play,
        checkpoints=checkpoints_up_to(parameters.simulations),
    )
    results = play(bandit, parameters.trials, seed)
    return rate_cells(results, job) + regret_cells(results, job)


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
    """Compare each cell with its own joint interval, and with the joint interval of all cells together."""
    compared = []
    for cell in cells_of(cells, "best arm"):
        source = published(cell)
        if source is not None and not MISPRINT.items() <= cell.parameters.items():
            compared.append((deviation(cell, source), cell, source))
    if not compared:
        return []
    outside = [each for each in compared if abs(each[0]) > Z]
    limit = float(stats.norm.ppf(1 - (1 - 0.95 ** (1 / len(compared))) / 2))
    worst = max(compared, key=lambda each: abs(each[0]))
    named = "; ".join(_in_words(*each) for each in sorted(outside, key=lambda each: -abs(each[0])))
    return [
        Finding(
            "Tables 1 and 3 are reproduced: no cell is outside the joint 95 % interval of all cells together",
            HOLDS if abs(worst[0]) <= limit else FAILS,
            f"the largest deviation is {abs(worst[0]):.1f} standard errors; {limit:.1f} are allowed for {len(compared)} cells",
            decided_by("normal test of two rates", len(compared), "joint by Sidak's correction"),
        ),
        Finding(
            "each cell is inside its own joint 95 % interval, except for as many as chance puts outside",
            HOLDS if len(outside) <= stats.binom.ppf(0.975, len(compared), 0.05) else FAILS,
            f"{len(outside)} of {len(compared)} outside, {0.05 * len(compared):.0f} expected by chance at most: {named or 'none'}",
            decided_by("binomial test of the number of cells outside"),
        ),
        *(
            Finding(
                f"{_table_of(cell)} has a misprint at C = 100 and 64 simulations, where it prints 0.000",
                is_above(bounds(cell), 0.1),
                f"{cell.value:.3f} here; 64 = 9 x 7 + 1, so that one arm has one visit more than the others and is taken",
                decided_by("95 % Wilson interval"),
            )
            for cell in cells_of(cells, "best arm", **MISPRINT)
            if cell.parameters["payoffs"] in TABLES
        ),
    ]


def _table_of(cell: Cell) -> str:
    return TABLES[str(cell.parameters["payoffs"])]


def _in_words(deviations: float, cell: Cell, source: Published) -> str:
    where = f"{_table_of(cell)} C={cell.parameters['bias']:g} n={cell.parameters['simulations']}"
    return f"{where}: {cell.value:.3f} for {source.value:.3f} ({deviations:+.1f} s.e.)"


def _narrow_lies_between(cells: Sequence[Cell]) -> Finding:
    """Judge "overall performance between the other two" (0.3 to 0.7) by the mean over all cells; the evidence counts single cells too."""
    easy, narrow, hard = (cells_of(cells, "best arm", payoffs=name) for name in ("nine", "narrow", "hard"))
    rates = [[cell.value or 0.0 for cell in each] for each in (hard, narrow, easy)]
    apart = [each for each in zip(*rates, strict=True) if each[2] - each[0] > 0.01]
    between = sum(low <= middle <= high for low, middle, high in apart)
    means = [sum(each) / len(each) for each in rates]
    gaps = ([difference(*pair) for pair in zip(upper, lower, strict=True)] for upper, lower in ((narrow, hard), (easy, narrow)))
    return Finding(
        "with payoffs 0.3 to 0.7 the mean performance is between the others",
        all_of(is_above(mean_interval(each)) for each in gaps),
        f"mean rate over all C and n: {means[2]:.3f} with 0.1 to 0.9, {means[1]:.3f} with 0.3 to 0.7, {means[0]:.3f} with the best at "
        f"0.81; also in {between} of the {len(apart)} single cells where the others differ by more than 0.01",
        decided_by("95 % interval of the mean difference", 2),
    )


def _best_constants(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Judge the best constants: it holds if no other constant looks better anywhere and 0.5, 1 or 2 is clearly the best somewhere."""
    best, verdicts = {}, []
    for simulations in checkpoints_up_to(parameters.simulations):
        rates = cells_of(cells, "best arm", payoffs="nine", simulations=simulations)
        claimed = [cell for cell in rates if cell.parameters["bias"] in (0.5, 1.0, 2.0)]
        others = [cell for cell in rates if cell not in claimed]
        best[simulations] = max(rates, key=lambda cell: cell.value or 0.0).parameters["bias"]
        verdicts.append(is_best(max(claimed, key=lambda cell: cell.value or 0.0), others) if claimed else OPEN)
    looks_right = set(best.values()) <= {0.5, 1.0, 2.0}
    verdict = FAILS if FAILS in verdicts else HOLDS if looks_right and HOLDS in verdicts else OPEN
    shown = ", ".join(f"{simulations}: {bias:g}" for simulations, bias in best.items())
    test = decided_by("95 % Wilson intervals do not overlap", len(verdicts))
    return Finding("the best constants are 0.5, with few simulations, and 1.0", verdict, f"best C by simulations: {shown}", test)


EXPERIMENT = Experiment(
    name="bandit-ucb",
    question="How often does basic UCB find the best of nine arms, and how does that depend on its constant?",
    source=f"{VAN_EYCK_MUELLER}, tables 1 and 3 and the end of section 5.2",
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
        Table(
            "Table 1: share of trials that take the best arm, payoffs 0.1 to 0.9",
            "best arm",
            "bias",
            "simulations",
            {"payoffs": "nine"},
        ),
        Table("Table 3: the same, best payoff 0.81", "best arm", "bias", "simulations", {"payoffs": "hard"}),
        Table("The same, payoffs 0.3 to 0.7", "best arm", "bias", "simulations", {"payoffs": "narrow"}),
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
            title="Share of trials that take the best of nine arms",
            y_label="share of trials",
            line_label="C",
        ),
    ],
)
