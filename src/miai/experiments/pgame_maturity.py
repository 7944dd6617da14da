"""When should a node be expanded?

Section 4.2.5 of the source asks for it: its artificial games were searched to the end in the tree (`maturity` 0), its Go program
expands a node after some playouts from there. Here both, and everything between, on the same games. A higher maturity also keeps the
graph small: `nodes` is the mean number of nodes after the last iteration.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.pgame_common import (
    NODES,
    SMOKE,
    Contender,
    Scale,
    blocks_of,
    compile_all,
    find,
    in_words,
    mean_nodes,
    measure_block,
    summarise,
)
from miai.experiments.pgame_plots import draw_errors
from miai.experiments.pgame_verdicts import FAILS, HOLDS, OPEN, listed, widened

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"maturity": 0}


@dataclass(frozen=True)
class Parameters(Scale):
    repetitions: int = parameter(20, "searches of each game with each maturity", low=1)
    sizes: tuple[str, ...] = parameter(("2x20", "10x6"), "breadth x depth of the games")
    combinations: tuple[float, ...] = parameter((0.0, 0.2), "shares of places that are combined", low=0, high=0.95)
    maturities: tuple[int, ...] = parameter((1, 2, 5, 10, 30), "own visits of a node before it is expanded, besides 0", low=1)

    def kinds(self) -> Iterable[tuple[str, float]]:
        return itertools.product(self.sizes, self.combinations)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for size, combination in parameters.kinds():
        for block in blocks_of(parameters):
            yield {"size": size, "combination": combination, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    size, combination = str(job["size"]), float(job["combination"])
    levels = dict.fromkeys((0, *parameters.maturities))
    contenders = [Contender({"maturity": each}, {"mode": "uct-dag", "maturity": each}) for each in levels]
    labels: dict[str, Scalar] = {"size": size, "combination": combination}
    return measure_block(parameters, labels, int(job["block"]), seed, size, combination, contenders)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    return [*summarise(parameters, cells, BASE), *mean_nodes(cells)]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    return [compared_with_none(parameters, cells, maturity) for maturity in dict.fromkeys(parameters.maturities)]


def compared_with_none(parameters: Parameters, cells: Sequence[Cell], maturity: int) -> Finding:
    excesses = find(cells, "excess", maturity=maturity)
    bounds = [widened(cell, len(excesses), parameters.blocks) for cell in excesses]
    worse, better = any(low > 0 for low, _ in bounds), any(high < 0 for _, high in bounds)
    verdict = FAILS if worse else HOLDS if better else OPEN
    parts = [f"{cell.parameters['size']} at {float(cell.parameters['combination']):.0%}: {in_words(cell)}" for cell in excesses]
    claim = f"a maturity of {maturity} is somewhere better than going to the end in the tree, and nowhere worse"
    return Finding(claim, verdict, f"mean error minus that of maturity 0: {listed(parts)}")


def error(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Error against iterations, on trees or where least is combined."""
    least = min(parameters.combinations)
    return draw_errors(cells, f"Maturity, at {least:.0%} combination", line="maturity", panel="size", where={"combination": least})


EXPERIMENT = Experiment(
    name="pgame-maturity",
    question="How many playouts should a node have had before it is expanded?",
    source="beyond uct-dag-and-grouping; its section 4.2.5 asks for it",
    parameters=Parameters,
    presets={
        "smoke": {**SMOKE, "sizes": ("3x5",), "combinations": (0.2,), "maturities": (1, 5)},
        "quick": {"games": 100, "repetitions": 1},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=compile_all,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("size", "combination"), columns="maturity", digits=4),
        Table("Mean error minus that of maturity 0", "excess", rows=("size", "combination"), columns="maturity", digits=4),
        Table("Nodes after the last iteration", NODES, rows=("size", "combination"), columns="maturity", digits=0),
    ],
    plots=[error],
)
