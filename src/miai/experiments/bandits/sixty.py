"""Do move groups help where there are many arms?

Sixty arms in ten groups of six: random groupings, the arms in order (the best six together), and the arms distributed (the best ten in ten
groups). The paper drew the payoffs at random and gives three of them: the lowest 0.007, the best 0.922, the second best 0.884. Here those
three are taken and the others are drawn between, from the seed of the run's parameters; so single numbers are not comparable, findings are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.core.streams import new_stream, next_float
from miai.experiments.bandits.cells import BIASES, PAPER, checkpoints_up_to, of, prepare, rate_cells, regret_cells
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.problems.bandit.groupings import Grouping, at_random, distributed, in_order
from miai.problems.bandit.play import Bandit, play

ARMS, GROUPS = 60, 10
LOWEST, SECOND, BEST = 0.007, 0.884, 0.922
BASIC, IN_ORDER, DISTRIBUTED, RANDOM = "none", "in order", "distributed", "random"


@dataclass(frozen=True)
class Parameters:
    trials: int = parameter(5000, "trials of each grouping and constant", low=2)
    simulations: int = parameter(65536, "simulations of a trial", low=16)
    biases: tuple[float, ...] = parameter(BIASES, "values of the constant C", low=0)
    random_groupings: int = parameter(20, "how many random groupings", low=1)
    arms_seed: int = parameter(1, "the random numbers that make the payoffs and the random groupings")


def payoffs_from(seed: int) -> tuple[float, ...]:
    """Sixty payoffs, worst first; the paper's three, the others even between the lowest and the second best."""
    stream = new_stream(seed)
    drawn = sorted(LOWEST + (SECOND - LOWEST) * float(next_float(stream)) for _ in range(ARMS - 3))
    return (LOWEST, *drawn, SECOND, BEST)


def grouping_called(name: str, payoffs: Sequence[float], seed: int) -> Grouping:
    """The groups of that name; none for basic UCB."""
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
    outcome = play(bandit, parameters.trials, seed)
    return rate_cells(outcome, job) + [cell for cell in regret_cells(outcome, job) if cell.measure == "regret"]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """For each kind of grouping its best constant, at each number of simulations; of the random ones, the mean and the best."""
    made = []
    for simulations in checkpoints_up_to(parameters.simulations):
        here = of(cells, "best arm", simulations=simulations)
        for name in (BASIC, IN_ORDER, DISTRIBUTED):
            best = _best(cell for cell in here if cell.parameters["grouping"] == name)
            made.append(_at_best("at its best C", name, best))
        randoms = [cell for cell in here if str(cell.parameters["grouping"]).startswith(RANDOM)]
        made.append(_at_best("at its best C", "best random", _best(randoms)))
        by_constant = {}
        for bias in parameters.biases:
            with_it = of(randoms, "best arm", bias=bias)
            by_constant[bias] = sum(cell.value or 0.0 for cell in with_it) / len(with_it)
        where: dict[str, Scalar] = {"kind": "mean random", "simulations": simulations}
        made.append(Cell(where, "at its best C", max(by_constant.values()), count=parameters.trials * len(randoms)))
    return made


def _best(cells: Iterable[Cell]) -> Cell:
    return max(cells, key=lambda cell: cell.value or 0.0)


def _at_best(measure: str, kind: str, cell: Cell) -> Cell:
    where: dict[str, Any] = {"kind": kind, "simulations": cell.parameters["simulations"]}
    return Cell(where, measure, cell.value, cell.low, cell.high, cell.count)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    checkpoints = checkpoints_up_to(parameters.simulations)
    return [
        _constants(checkpoints, cells),
        _worse_than_basic("distributed groups do worse than basic UCB in all but a few cases", DISTRIBUTED, parameters, cells),
        _worse_than_basic("ours: groups in order do worse than basic UCB in all but a few cases", IN_ORDER, parameters, cells),
        _random_beside_basic(checkpoints, cells),
    ]


def _constants(checkpoints: Sequence[int], cells: Sequence[Cell]) -> Finding:
    """The paper: 0.2 below 1,024 simulations and 0.5 above; with groups 0.2 and 0.5, later 1.0 and 2.0."""
    basic, grouped = {}, {}
    for n in checkpoints:
        here = of(cells, "best arm", simulations=n)
        basic[n] = float(_best(cell for cell in here if cell.parameters["grouping"] == BASIC).parameters["bias"])
        grouped[n] = float(_best(cell for cell in here if cell.parameters["grouping"] != BASIC).parameters["bias"])
    fits = sum(bias == (0.2 if n < 1024 else 0.5) for n, bias in basic.items())
    shown = "; ".join(
        f"{name} " + ", ".join(f"{n}: {bias:g}" for n, bias in best.items())
        for name, best in (("basic", basic), ("groups", grouped))
    )
    verdict = "holds" if fits > len(basic) / 2 else "does not hold"
    return Finding(
        "the best C of basic UCB is 0.2 below 1,024 simulations and 0.5 above; that of groups is larger later", verdict, shown
    )


def _worse_than_basic(claim: str, name: str, parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    better, worse = [], 0
    for cell in of(cells, "best arm", grouping=name):
        (basic,) = of(cells, "best arm", **{**cell.parameters, "grouping": BASIC})
        if (cell.low or 0.0) > (basic.high or 0.0):
            better.append(f"C={cell.parameters['bias']:g} n={cell.parameters['simulations']}")
        worse += (cell.high or 0.0) < (basic.low or 0.0)
    total = len(of(cells, "best arm", grouping=name))
    verdict = "holds" if len(better) <= 0.1 * total and worse > len(better) else "does not hold"
    return Finding(
        claim, verdict, f"better beyond the intervals in {len(better)} of {total} cells, worse in {worse}; better: {_few(better)}"
    )


def _few(words: Sequence[str]) -> str:
    return ", ".join(words[:12]) + (f" and {len(words) - 12} more" if len(words) > 12 else "") or "none"


def _random_beside_basic(checkpoints: Sequence[int], cells: Sequence[Cell]) -> Finding:
    """Ours: is a random grouping worth having, if only its constant is chosen?"""
    rows = []
    wins = 0
    for n in checkpoints:
        here = {cell.parameters["kind"]: cell.value or 0.0 for cell in of(cells, "at its best C", simulations=n)}
        wins += here["mean random"] > here[BASIC]
        rows.append(f"{n}: {here['mean random']:.2f} against {here[BASIC]:.2f}")
    verdict = "holds" if wins <= len(rows) / 4 else "does not hold"
    return Finding("random groups do not make better use of simulations than none, each with its best C", verdict, "; ".join(rows))


EXPERIMENT = Experiment(
    name="bandit-sixty",
    question="Do move groups help where there are many arms?",
    source=f"{PAPER}, section 5.3",
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
        Table("The best of sixty arms is taken, each kind with its best C", "at its best C", "kind", "simulations"),
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
            title="The best of sixty arms is taken",
            y_label="share of trials, with the best C",
            line_label="groups",
        ),
    ],
)
