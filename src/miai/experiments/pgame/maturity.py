"""How many visits should a node have before it is expanded?

Brodeur and Childs (2008), section 4.2.5, ask for it: their artificial games were searched to the end in the tree (threshold 0), their Go
program expanded a node after some playouts from it. This experiment compares thresholds on the same games. The parameter is called
`maturity`. A higher threshold also keeps the graph small: `nodes` is the mean number of nodes after the last iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, bounds, is_above, is_below
from miai.experiments.pgame.comparisons import jointly, listed, tested
from miai.experiments.pgame.declaring import comparison_tables, declare
from miai.experiments.pgame.plots import draw_errors
from miai.experiments.pgame.scale import Contender, GraphScale, Labels
from miai.experiments.pgame.summary import NODES, find, in_words, mean_nodes
from miai.experiments.published import BRODEUR_CHILDS

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"maturity": 0}


@dataclass(frozen=True)
class Parameters(GraphScale):
    repetitions: int = parameter(20, "searches of each game with each threshold", low=1)
    sizes: tuple[str, ...] = parameter(("2x20", "10x6"), "breadth x depth of the games")
    combinations: tuple[float, ...] = parameter((0.0, 0.2), "shares of places that are combined", low=0, high=0.95)
    maturities: tuple[int, ...] = parameter((1, 2, 5, 10, 30), "expansion thresholds, besides 0", low=1)

    def contenders(self, labels: Labels) -> list[Contender]:
        levels = dict.fromkeys((0, *self.maturities))
        return [Contender({"maturity": each}, {"mode": "uct-dag", "expand_threshold": each}) for each in levels]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    return [compared_with_none(parameters, cells, maturity) for maturity in dict.fromkeys(parameters.maturities)]


def compared_with_none(parameters: Parameters, cells: Sequence[Cell], maturity: int) -> Finding:
    excesses = find(cells, "excess", maturity=maturity)
    joint = [jointly(cell, len(excesses), parameters.blocks) for cell in excesses]
    worse, better = any(is_above(bounds(cell)) == HOLDS for cell in joint), any(is_below(bounds(cell)) == HOLDS for cell in joint)
    verdict = FAILS if worse else HOLDS if better else OPEN
    parts = [f"{cell.parameters['size']} at {float(cell.parameters['combination']):.0%}: {in_words(cell)}" for cell in joint]
    claim = f"an expansion threshold of {maturity} is better than 0 somewhere and worse nowhere"
    return Finding(claim, verdict, f"mean error minus that of threshold 0: {listed(parts)}", tested(len(excesses)))


def error(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw error against iterations, at the lowest combination."""
    least = min(parameters.combinations)
    title = f"Expansion threshold, at {least:.0%} combination"
    return draw_errors(cells, title, line="maturity", panel="size", where={"combination": least})


EXPERIMENT = declare(
    name="pgame-maturity",
    question="How many visits should a node have before it is expanded?",
    source=f"suggested by {BRODEUR_CHILDS}, section 4.2.5",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("3x5",), "combinations": (0.2,), "maturities": (1, 5)},
        "quick": {"games": 100, "repetitions": 1},
    },
    base=BASE,
    more=lambda parameters, cells: mean_nodes(cells),
    findings=findings,
    tables=[
        *comparison_tables(("size", "combination"), "maturity", "threshold 0", late=False),
        Table("Nodes after the last iteration", NODES, rows=("size", "combination"), columns="maturity", digits=0),
    ],
    plots=[error],
)
