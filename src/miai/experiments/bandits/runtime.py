"""How much time do move groups save?

A choice among nine arms compares nine scores; three groups of three turn it into two choices among three. The paper found runs with groups
about 25 % faster. This experiment measures it twice: with the kernels for bandits, which look up roots and logarithms in tables, and with
the general search, where a group is a node. Processor times with and without groups are taken in turn in one process. They depend on the
machine and its load, so that two runs with the same seed differ a little.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from miai.core.statistics import mean_with_interval
from miai.experiments.bandits.arms import prepare
from miai.experiments.bandits.cells import cells_of
from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, decided_by
from miai.experiments.published import VAN_EYCK_MUELLER
from miai.problems.bandit.groupings import distributed, grouping_text
from miai.problems.bandit.play import Bandit, play

GROUPS = {9: 3, 60: 10}
KERNEL, SEARCH = "kernel", "search"


@dataclass(frozen=True)
class Parameters:
    rounds: int = parameter(20, "measurements of each, in turn", low=2)
    simulations: int = parameter(8192, "simulations of a trial", low=16)
    trials: int = parameter(100, "trials of the kernel in a round; the search runs a tenth of them", low=10)
    arms: tuple[int, ...] = parameter((9, 60), "numbers of arms", choices=tuple(GROUPS))
    biases: tuple[float, ...] = parameter((0.5, 5.0), "values of the constant C", low=0)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [
        {"way": way, "arms": arms, "bias": bias}
        for way in (KERNEL, SEARCH)
        for arms in parameters.arms
        for bias in parameters.biases
    ]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    arms, bias = int(job["arms"]), float(job["bias"])
    payoffs = tuple(round((arm + 1) / (arms + 1), 6) for arm in range(arms))
    runs = _kernel_runs if job["way"] == KERNEL else _search_runs
    free, grouped = runs(parameters, payoffs, bias, seed)
    free(), grouped()  # compile, and warm up the caches
    times = [(_seconds(free), _seconds(grouped)) for _ in range(parameters.rounds)]
    trials = parameters.trials if job["way"] == KERNEL else parameters.trials // 10
    cells = []
    for measure, values in (
        ("ns free", [1e9 * each[0] / trials / parameters.simulations for each in times]),
        ("ns with groups", [1e9 * each[1] / trials / parameters.simulations for each in times]),
        ("ratio", [each[1] / each[0] for each in times]),
    ):
        mean = mean_with_interval(values)
        cells.append(Cell(job, measure, mean.mean, mean.low, mean.high, parameters.rounds))
    return cells


Run = Callable[[], Any]


def _seconds(run: Run) -> float:
    began = time.process_time()
    run()
    return time.process_time() - began


def _kernel_runs(parameters: Parameters, payoffs: Sequence[float], bias: float, seed: int) -> tuple[Run, Run]:
    def runs(groups: Sequence[Sequence[int]]) -> Run:
        bandit = Bandit(payoffs, groups, exploration=bias, checkpoints=(parameters.simulations,))
        return lambda: play(bandit, parameters.trials, seed)

    return runs(()), runs(distributed(payoffs, GROUPS[len(payoffs)]))


def _search_runs(parameters: Parameters, payoffs: Sequence[float], bias: float, seed: int) -> tuple[Run, Run]:
    from miai.problems.bandit.game import start
    from miai.search.driver import Search
    from miai.search.settings import Settings

    groups = grouping_text(distributed(payoffs, GROUPS[len(payoffs)]))
    state = start(",".join(map(str, payoffs)), groups.replace(" ", ","))

    def runs(grouping: str) -> Run:
        settings = Settings(
            mode="tree", solver=False, expand_threshold=0, fpu="value-explored", exploration=bias, grouping=grouping
        )

        def run() -> None:
            for trial in range(parameters.trials // 10):
                Search(state, settings, seed=seed + trial, memory=1.0).run(parameters.simulations)

        return run

    return runs("off"), runs("given")


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    for arms in parameters.arms:
        ratios = {f"{cell.parameters['way']} C={cell.parameters['bias']:g}": cell for cell in cells_of(cells, "ratio", arms=arms)}
        shown = ", ".join(f"{name} {cell.value:.2f}" for name, cell in ratios.items())
        faster = all((cell.high or 0.0) < 1 for cell in ratios.values())
        slower = all((cell.low or 0.0) > 1 for cell in ratios.values())
        verdict = HOLDS if faster else FAILS if slower else OPEN
        found.append(
            Finding(
                f"{arms} arms: groups take less time for the same simulations",
                verdict,
                f"time with groups over time without: {shown}",
                decided_by("95 % interval of the ratio", len(ratios)),
            )
        )
    return found


EXPERIMENT = Experiment(
    name="bandit-runtime",
    question="How much time do move groups save?",
    source=f"{VAN_EYCK_MUELLER}, section 5.5: about 25 % with nine arms",
    parameters=Parameters,
    presets={
        "smoke": {"rounds": 2, "trials": 10, "simulations": 64, "arms": (9,), "biases": (0.5,)},
        "quick": {"rounds": 5, "trials": 50},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    prepare=prepare,
    tables=[
        Table("Time with groups over time without", "ratio", ("way", "bias"), "arms", digits=2),
        Table("Nanoseconds per simulation without groups", "ns free", ("way", "bias"), "arms", digits=0),
        Table("Nanoseconds per simulation with groups", "ns with groups", ("way", "bias"), "arms", digits=0),
    ],
)
