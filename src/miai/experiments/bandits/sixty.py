"""Do move groups help with many arms?

Sixty arms are put into ten groups of six: random groupings, the arms in order (the best six together), and the arms distributed (the best
ten in ten groups). The paper drew the payoffs at random and reports three of them: the lowest 0.007, the best 0.922, the second best
0.884. This experiment takes these three and draws the others between them, with the parameter `arms_seed`. So findings can be compared
with the paper, single numbers cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from miai.core.statistics import mean_with_interval, wilson
from miai.core.streams import new_stream, next_float
from miai.experiments.bandits.arms import BASIC, BIASES, checkpoints_up_to, prepare
from miai.experiments.bandits.cells import cell_of, cells_of, rate_cells, regret_cells
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import HOLDS, OPEN, decided_by, difference, is_above, is_best, is_not_above_zero, most_of
from miai.experiments.published import VAN_EYCK_MUELLER
from miai.problems.bandit.groupings import Grouping, at_random, distributed, in_order
from miai.problems.bandit.play import Bandit, play

ARMS, GROUPS = 60, 10
LOWEST, SECOND, BEST = 0.007, 0.884, 0.922
IN_ORDER, DISTRIBUTED, RANDOM = "in order", "distributed", "random"
FEW = 0.1
"""The share of cells that counts as a few."""


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each grouping and constant", low=2)
    simulations: int = parameter(65536, "simulations of a trial", low=16)
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    random_groupings: int = parameter(20, "number of random groupings", low=1)
    arms_seed: int = parameter(1, "random seed of the payoffs and the random groupings")


def payoffs_from(seed: int) -> tuple[float, ...]:
    """Return sixty payoffs, worst first: the paper's three, the others uniform between the lowest and the second best."""
    stream = new_stream(seed)
    drawn = sorted(LOWEST + (SECOND - LOWEST) * float(next_float(stream)) for _ in range(ARMS - 3))
    return (LOWEST, *drawn, SECOND, BEST)


def grouping_called(name: str, payoffs: Sequence[float], seed: int) -> Grouping:
    """Return the groups with that name; no groups for basic UCB."""
    if name == BASIC:
        return ()
    if name == IN_ORDER:
        return in_order(payoffs, GROUPS)
    if name == DISTRIBUTED:
        return distributed(payoffs, GROUPS)
    return at_random(ARMS, GROUPS, seed * 1000 + int(name.removeprefix(RANDOM)))


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    names = [BASIC, IN_ORDER, DISTRIBUTED, *(f"{RANDOM} {number + 1}" for number in range(parameters.random_groupings))]
    return [{"grouping": name, "bias": bias} for name in names for bias in parameters.biases]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    payoffs = payoffs_from(parameters.arms_seed)
    bandit = Bandit(
        payoffs,
        groups=grouping_called(str(job["grouping"]), payoffs, parameters.arms_seed),
        exploration=float(job["bias"]),
        checkpoints=checkpoints_up_to(parameters.simulations),
    )
    results = play(bandit, parameters.trials, seed)
    return rate_cells(results, job) + [cell for cell in regret_cells(results, job) if cell.measure == "regret"]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Return the rate of each kind of grouping with its best constant, at each number of simulations; of random ones, mean and best."""
    made = []
    for simulations in checkpoints_up_to(parameters.simulations):
        here = cells_of(cells, "best arm", simulations=simulations)
        for name in (BASIC, IN_ORDER, DISTRIBUTED):
            best = _best(cell for cell in here if cell.parameters["grouping"] == name)
            made.append(_at_best("at its best C", name, best))
        randoms = [cell for cell in here if str(cell.parameters["grouping"]).startswith(RANDOM)]
        made.append(_at_best("at its best C", "best random", _best(randoms)))
        where: dict[str, Scalar] = {"kind": "mean random", "simulations": simulations}
        mean = sum(_at_best_constant(parameters, randoms)) / parameters.random_groupings
        made.append(Cell(where, "at its best C", mean, count=parameters.trials * len(randoms)))
    return made


def _at_best_constant(parameters: Parameters, randoms: Sequence[Cell]) -> list[float]:
    """Return the rates of all random groupings, with the constant that has the highest mean rate."""
    by_constant = ([cell.value or 0.0 for cell in cells_of(randoms, "best arm", bias=bias)] for bias in parameters.biases)
    return max(by_constant, key=lambda rates: sum(rates) / len(rates))


def _best(cells: Iterable[Cell]) -> Cell:
    return max(cells, key=lambda cell: cell.value or 0.0)


def _at_best(measure: str, kind: str, cell: Cell) -> Cell:
    where: dict[str, Any] = {"kind": kind, "simulations": cell.parameters["simulations"]}
    return Cell(where, measure, cell.value, cell.low, cell.high, cell.count)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    checkpoints = checkpoints_up_to(parameters.simulations)
    return [
        _constants(checkpoints, cells),
        _worse_than_basic("distributed groups do worse than basic UCB in all but a few cases", DISTRIBUTED, cells),
        _worse_than_basic("ours: groups in order do worse than basic UCB in all but a few cases", IN_ORDER, cells),
        _random_beside_basic(parameters, cells),
    ]


def _constants(checkpoints: Sequence[int], cells: Sequence[Cell]) -> Finding:
    """Judge the paper's best constants: 0.2 below 1,024 simulations and 0.5 above; with groups 0.2 and 0.5, later 1.0 and 2.0."""
    basic, grouped, verdicts = {}, {}, []
    for n in checkpoints:
        here = cells_of(cells, "best arm", simulations=n)
        without = [cell for cell in here if cell.parameters["grouping"] == BASIC]
        basic[n] = float(_best(without).parameters["bias"])
        grouped[n] = float(_best(cell for cell in here if cell.parameters["grouping"] != BASIC).parameters["bias"])
        claimed = [cell for cell in without if cell.parameters["bias"] == (0.2 if n < 1024 else 0.5)]
        verdicts += [is_best(cell, [other for other in without if other is not cell]) for cell in claimed]
    shown = "; ".join(
        f"{name} " + ", ".join(f"{n}: {bias:g}" for n, bias in best.items())
        for name, best in (("basic", basic), ("groups", grouped))
    )
    claim = "the best C of basic UCB is 0.2 below 1,024 simulations and 0.5 above, at most checkpoints"
    test = decided_by("95 % Wilson intervals do not overlap", len(verdicts))
    return Finding(claim, most_of(verdicts), f"{shown} (the constants of groups are shown, not tested)", test)


def _worse_than_basic(claim: str, name: str, cells: Sequence[Cell]) -> Finding:
    """Judge by constants, because the cells of one constant are checkpoints of the same trials and depend on each other."""
    better: list[str] = []
    worse, balance = 0, dict.fromkeys((cell.parameters["bias"] for cell in cells_of(cells, "best arm", grouping=name)), 0)
    for cell in cells_of(cells, "best arm", grouping=name):
        basic = cell_of(cells, "best arm", **{**cell.parameters, "grouping": BASIC})
        bias = cell.parameters["bias"]
        if (cell.low or 0.0) > (basic.high or 0.0):
            better.append(f"C={bias:g} n={cell.parameters['simulations']}")
            balance[bias] -= 1
        elif (cell.high or 0.0) < (basic.low or 0.0):
            worse += 1
            balance[bias] += 1
    total, differ = len(cells_of(cells, "best arm", grouping=name)), [each for each in balance.values() if each]
    share = wilson(sum(each > 0 for each in differ), len(differ)) if differ else None
    verdict = is_above((share.low, share.high), 0.5) if share else OPEN
    verdict = OPEN if verdict == HOLDS and len(better) > FEW * total else verdict
    shown = f"{worse} of {total} cells are worse beyond the intervals, {len(better)} better: {_few(better)}"
    shown += f"; by constants, {sum(each > 0 for each in differ)} of the {len(differ)} that differ are worse"
    return Finding(claim, verdict, shown, decided_by("95 % Wilson interval of the share of constants", len(differ) or 1))


def _few(words: Sequence[str]) -> str:
    return ", ".join(words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "") or "none"


def _random_beside_basic(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Judge a claim of ours: a random grouping gains nothing, if only its constant is chosen.

    The interval of the mean over random groupings comes from how much the groupings differ.
    """
    rows, verdicts = [], []
    for n in checkpoints_up_to(parameters.simulations):
        here = {cell.parameters["kind"]: cell for cell in cells_of(cells, "at its best C", simulations=n)}
        randoms = [
            cell for cell in cells_of(cells, "best arm", simulations=n) if str(cell.parameters["grouping"]).startswith(RANDOM)
        ]
        if parameters.random_groupings > 1:
            mean = mean_with_interval(_at_best_constant(parameters, randoms))
            random = replace(here["mean random"], low=mean.low, high=mean.high)
            verdicts.append(is_not_above_zero(difference(random, here[BASIC]), margin=0.0))
        rows.append(f"{n}: {here['mean random'].value:.2f} against {here[BASIC].value:.2f}")
    claim = "random groups do not make better use of simulations than none, each with its best C"
    test = decided_by("95 % interval of the difference of two rates, in three quarters of the checkpoints", len(verdicts))
    return Finding(claim, most_of(verdicts, share=0.75), "; ".join(rows), test)


EXPERIMENT = Experiment(
    name="bandit-sixty",
    question="Do move groups help with many arms?",
    source=f"{VAN_EYCK_MUELLER}, section 5.3",
    parameters=Parameters,
    presets={
        "smoke": {"trials": 5, "simulations": 128, "biases": (0.2, 2.0), "random_groupings": 2},
        "quick": {"trials": 100, "simulations": 16384, "random_groupings": 5},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=prepare,
    tables=[
        Table(
            "Share of trials that take the best of sixty arms, each kind with its best C", "at its best C", "kind", "simulations"
        ),
        Table("Basic UCB", "best arm", "bias", "simulations", {"grouping": BASIC}),
        Table("Groups in order", "best arm", "bias", "simulations", {"grouping": IN_ORDER}),
        Table("Groups distributed", "best arm", "bias", "simulations", {"grouping": DISTRIBUTED}),
    ],
    plots=[
        Curve(
            "best-arm",
            "at its best C",
            x="simulations",
            line="kind",
            log_x=True,
            title="Trials that take the best of sixty arms",
            y_label="share of trials, with the best C",
            line_label="groups",
        ),
    ],
)
