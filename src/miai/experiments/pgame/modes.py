"""Which mode of the graph is best on which artificial games?

Brodeur and Childs (2008) compared UCT on the tree, shared counts and UCT-DAG. This experiment compares all modes on artificial games
from narrow and deep to broad and flat, with up to half of the places combined. Each mode is compared with UCT-DAG on the same games. The
modes differ in time per iteration; `miai bench pgame --set mode=MODE` measures it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN
from miai.experiments.pgame.comparisons import listed, tested, widened
from miai.experiments.pgame.declaring import comparison_tables, declare, old_names
from miai.experiments.pgame.plots import draw_gains
from miai.experiments.pgame.scale import Contender, GraphScale, Labels, by_mode
from miai.experiments.pgame.summary import find
from miai.experiments.published import BRODEUR_CHILDS
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
    """Judge the claim that a mode is better than UCT-DAG somewhere and worse nowhere."""
    excesses = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode=mode)]
    better, worse = [], []
    for cell in excesses:
        low, high = widened(cell, len(excesses), parameters.blocks)
        half = " (second half)" if cell.measure == "late excess" else ""
        where = f"{cell.parameters['size']} at {float(cell.parameters['combination']):.0%}{half} {cell.value:+.4f}"
        better += [where] if high < 0 else []
        worse += [where] if low > 0 else []
    verdict = FAILS if worse else HOLDS if better else OPEN
    evidence = "mean error minus that of UCT-DAG; "
    evidence += f"better: {listed(better) or 'nowhere'}; worse: {listed(worse) or 'nowhere'}"
    return Finding(f"`{mode}` is better than UCT-DAG somewhere and worse nowhere", verdict, evidence, tested(len(excesses)))


def gain_by_mode(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw the error of UCT-DAG over that of each mode, at the highest combination."""
    most = max(parameters.combinations)
    title = f"Compared with UCT-DAG, at {most:.0%} combination"
    return draw_gains(cells, title, line="mode", panel="size", where={"combination": most})


EXPERIMENT = declare(
    name="pgame-modes",
    question="Which mode of the graph is best on which artificial games?",
    source=f"suggested by {BRODEUR_CHILDS}, sections 2.2 and 4.2.1",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("3x5",), "combinations": (0.3,)},
        "quick": {"games": 80, "repetitions": 1, "combinations": (0.3,)},
    },
    base=BASE,
    outdated=old_names,
    findings=findings,
    tables=comparison_tables(("size", "combination"), "mode", "UCT-DAG"),
    plots=[gain_by_mode],
)
