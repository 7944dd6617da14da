"""Which way of searching a graph is best where?

Beyond the source, which knew UCT on the tree, shared counts and UCT-DAG: all five modes on artificial games from thin and deep to broad and
flat, with up to most of the places combined. Each is compared with UCT-DAG on the same games. Iterations of the modes do not cost the
same; `miai bench pgame --set mode=MODE` has their speeds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, parameter
from miai.experiments.pgame.declaring import comparison_tables, declare
from miai.experiments.pgame.plots import draw_gains
from miai.experiments.pgame.scale import Contender, GraphScale, Labels, by_mode
from miai.experiments.pgame.summary import find
from miai.experiments.pgame.verdicts import FAILS, HOLDS, OPEN, listed, widened
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "uct-dag"}


@dataclass(frozen=True)
class Parameters(GraphScale):
    repetitions: int = parameter(20, "searches of each game by each mode", low=1)
    combinations: tuple[float, ...] = parameter((0.1, 0.3, 0.5), "shares of places that are combined", low=0, high=0.95)

    def contenders(self, labels: Labels) -> list[Contender]:
        return by_mode(MODES)


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


def gain_by_mode(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Error of UCT-DAG over that of each mode, where most is combined."""
    most = max(parameters.combinations)
    return draw_gains(cells, f"Beside UCT-DAG, at {most:.0%} combination", line="mode", panel="size", where={"combination": most})


EXPERIMENT = declare(
    name="pgame-modes",
    question="Which way of searching a graph is best on which artificial games?",
    source="beyond UCT on directed acyclic graphs and grouping; its sections 2.2 and 4.2.1 ask for it",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("3x5",), "combinations": (0.3,)},
        "quick": {"games": 80, "repetitions": 1, "combinations": (0.3,)},
    },
    base=BASE,
    findings=findings,
    tables=comparison_tables(("size", "combination"), "mode", "UCT-DAG"),
    plots=[gain_by_mode],
)
