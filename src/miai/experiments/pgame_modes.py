"""Which way of searching a graph is best where?

Beyond the source, which knew UCT on the tree, shared counts and UCT-DAG: all five modes on artificial games from thin and deep to broad and
flat, with up to most of the places combined. Each is compared with UCT-DAG on the same games. Iterations of the modes do not cost the
same; `miai bench pgame --set mode=MODE` has their speeds.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.pgame_common import SMOKE, Contender, Scale, blocks_of, compile_all, find, measure_block, summarise
from miai.experiments.pgame_plots import draw_gains
from miai.experiments.pgame_verdicts import FAILS, HOLDS, OPEN, listed, widened
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "uct-dag"}


@dataclass(frozen=True)
class Parameters(Scale):
    repetitions: int = parameter(20, "searches of each game by each mode", low=1)
    sizes: tuple[str, ...] = parameter(("2x20", "4x10", "6x8", "10x6"), "breadth x depth of the games")
    combinations: tuple[float, ...] = parameter((0.1, 0.3, 0.5), "shares of places that are combined", low=0, high=0.95)

    def kinds(self) -> Iterable[tuple[str, float]]:
        return itertools.product(self.sizes, self.combinations)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for size, combination in parameters.kinds():
        for block in blocks_of(parameters):
            yield {"size": size, "combination": combination, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    size, combination = str(job["size"]), float(job["combination"])
    contenders = [Contender({"mode": mode}, {"mode": mode}) for mode in MODES]
    labels: dict[str, Scalar] = {"size": size, "combination": combination}
    return measure_block(parameters, labels, int(job["block"]), seed, size, combination, contenders)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    return summarise(parameters, cells, BASE)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    return [compared_with_uct_dag(parameters, cells, mode) for mode in MODES if mode != "uct-dag"]


def compared_with_uct_dag(parameters: Parameters, cells: Sequence[Cell], mode: str) -> Finding:
    """A claim about one mode: that it is better than UCT-DAG somewhere and worse nowhere."""
    excesses = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode=mode)]
    better, worse = [], []
    for cell in excesses:
        low, high = widened(cell, len(excesses), parameters.blocks)
        half = " (second half)" if cell.measure == "late excess" else ""
        where = f"{cell.parameters['size']} at {float(cell.parameters['combination']):.0%}{half} {cell.value:+.4f}"
        better += [where] if high < 0 else []
        worse += [where] if low > 0 else []
    verdict = FAILS if worse else HOLDS if better else OPEN
    evidence = f"mean error minus that of UCT-DAG; better: {listed(better) or 'nowhere'}; worse: {listed(worse) or 'nowhere'}"
    return Finding(f"`{mode}` is better than UCT-DAG somewhere and worse nowhere", verdict, f"{evidence} (all together 95 % sure)")


def gain_by_mode(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Error of UCT-DAG over that of each mode, where most is combined."""
    most = max(parameters.combinations)
    return draw_gains(cells, f"Beside UCT-DAG, at {most:.0%} combination", line="mode", panel="size", where={"combination": most})


EXPERIMENT = Experiment(
    name="pgame-modes",
    question="Which way of searching a graph is best on which artificial games?",
    source="beyond uct-dag-and-grouping; its sections 2.2 and 4.2.1 ask for it",
    parameters=Parameters,
    presets={
        "smoke": {**SMOKE, "sizes": ("3x5",), "combinations": (0.3,)},
        "quick": {"games": 80, "repetitions": 1, "combinations": (0.3,)},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=compile_all,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("size", "combination"), columns="mode", digits=4),
        Table("Mean error minus that of UCT-DAG", "excess", rows=("size", "combination"), columns="mode", digits=4),
        Table(
            "The same over the second half of the checkpoints",
            "late excess",
            rows=("size", "combination"),
            columns="mode",
            digits=4,
        ),
    ],
    plots=[gain_by_mode],
)
