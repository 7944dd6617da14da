"""Does UCT find the right move sooner if it recognises transpositions?

In these artificial games a share of the places of each level is combined with others. They are searched as if they were trees (`tree`:
plain UCT, which treats a combined place as new on every path) and as graphs. Brodeur and Childs (2008) describe UCT-DAG in two ways that
differ. By the equation of section 2.2.1 a node's value is the mean of its children's values, weighted by the counts of its own edges
(`uct-dag`). By the text ("update the nodes on the path", section 2.2) it is the mean of the results that came through the node
(`path-mean`). Further modes are `shared` (counts and values at the place, the second example of section 2.2), `multipath` (the equation,
kept true in all ancestors) and `table` (the form of section 2.3.2: counts of paths, values of places).

Brodeur and Childs searched with UCT and UCT-DAG, 200 games and 200 repetitions each, and printed curves, not numbers. They report: the
worst case is no difference; on 2x20 there is a significant improvement from 20 % combination on and none up to 10 %; with more breadth
the effect is smaller and comes later. Their search descends to the end in the tree, without playouts (`maturity` 0), and plays the move
with the best value. They combine random places and do not say how scores stay consistent; `miai.problems.pgame.combine` has two ways, and
`random_places` chooses theirs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, Table, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, is_not_above_zero, is_within
from miai.experiments.pgame.comparisons import SAME, alone, listed, same_within, tested, widened
from miai.experiments.pgame.declaring import comparison_tables, declare, errors_plot, gains_plot, old_names
from miai.experiments.pgame.plots import draw_gains
from miai.experiments.pgame.scale import Contender, GraphScale, Labels, by_mode, checkpoints
from miai.experiments.pgame.statistics import excess
from miai.experiments.pgame.summary import blocks_by_contender, find, in_words, labelled
from miai.experiments.published import BRODEUR_CHILDS
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "tree"}
READINGS = {"uct-dag": "UCT-DAG by its equation", "path-mean": "UCT-DAG by its text"}
A_GAIN = 0.25
"""The smallest gain that counts, as a share of the error of UCT. A gain that is clearly smaller counts as none."""
BETWEEN = {"excess": "excess of the equation", "late excess": "late excess of the equation"}
"""Measures of `uct-dag` minus `path-mean`, by the measure over the same checkpoints."""


@dataclass(frozen=True)
class Parameters(GraphScale):
    combinations: tuple[float, ...] = parameter(
        (0.0, 0.01, 0.05, 0.1, 0.2, 0.3), "shares of places that are combined", low=0, high=0.95
    )
    modes: tuple[str, ...] = parameter(MODES, "modes of the graph; tree is the base", choices=MODES)

    def contenders(self, labels: Labels) -> list[Contender]:
        return by_mode(self.modes)


def difference_of_readings(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Return the mean error of `uct-dag` minus that of `path-mean` on the same games, for each kind of game."""
    found = blocks_by_contender(parameters, cells)
    late = len(checkpoints(parameters)) // 2
    made = []
    for labels in parameters.kinds() if set(READINGS) <= set(parameters.modes) else ():
        equation, text = (found[labelled({**labels, "mode": mode})] for mode in READINGS)
        for measure, first in (("excess", 0), ("late excess", late)):
            made.append(Cell(labels, BETWEEN[measure], *excess(text, equation, first), count=int(equation.games.sum())))
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    for mode in (each for each in READINGS if each in parameters.modes):
        found += [somewhere_better(parameters, cells, mode), never_worse(parameters, cells, mode)]
        if "2x20" in parameters.sizes:
            shares = sorted(parameters.combinations)
            found += [better_on_2x20(parameters, cells, mode, share) for share in shares if share >= 0.2]
            found += [no_difference_on_2x20(parameters, cells, mode, share) for share in shares if 0 < share <= 0.1]
    return [*found, *which_reading(parameters, cells)]


def excesses_of(cells: Sequence[Cell], mode: str) -> list[Cell]:
    """Return the excess of a mode on graphs, over all checkpoints and over their second half."""
    found = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode=mode)]
    return [cell for cell in found if float(cell.parameters["combination"]) > 0]


def somewhere_better(parameters: Parameters, cells: Sequence[Cell], mode: str) -> Finding:
    """Judge whether a reading beats UCT on at least one kind of game, with joint 95 % intervals."""
    excesses = excesses_of(cells, mode)
    joint = [(cell, widened(cell, len(excesses), parameters.blocks)) for cell in excesses]
    better = [f"{where(cell)} {interval_in_words(cell, bounds)}" for cell, bounds in joint if bounds[1] < 0]
    verdict = HOLDS if better else FAILS if joint and all(low > 0 for _, (low, _) in joint) else OPEN
    evidence = f"mean error minus that of UCT below 0: {listed(better, 6) or 'nowhere'}"
    return Finding(f"{READINGS[mode]} is better than UCT on some of these games", verdict, evidence, tested(len(joint)))


def never_worse(parameters: Parameters, cells: Sequence[Cell], mode: str) -> Finding:
    """Judge the whole curve and its second half, for each size and combination, with joint 95 % intervals."""
    excesses = excesses_of(cells, mode)
    verdicts, parts = [], []
    for cell in sorted(excesses, key=lambda each: -(each.value or 0.0)):
        joint = widened(cell, len(excesses), parameters.blocks)
        base = base_error(cells, cell)
        verdicts.append(is_not_above_zero(joint, same_within(base)))
        parts.append(f"{where(cell)} {interval_in_words(cell, joint)}, UCT has {base:.4f}")
    evidence = f"mean error minus that of UCT, the least favourable first: {listed(parts, 4)}"
    return Finding(f"{READINGS[mode]} is never worse than UCT ({SAME})", all_of(verdicts), evidence, tested(len(excesses)))


def better_on_2x20(parameters: Parameters, cells: Sequence[Cell], mode: str, combination: float) -> Finding:
    """Judge the second half of the curve: in the first half the relative errors of the source's figure are equal."""
    cell = on_2x20(cells, "late excess", mode, combination)
    low, high = bounds(cell)
    verdict = HOLDS if high < 0 else FAILS if low > -A_GAIN * base_error(cells, cell) else OPEN
    claim = f"on 2x20 at {combination:.0%} combination {READINGS[mode]} is better than UCT (second half of the checkpoints)"
    return Finding(claim, verdict, excess_in_words(cells, cell), alone(parameters))


def no_difference_on_2x20(parameters: Parameters, cells: Sequence[Cell], mode: str, combination: float) -> Finding:
    cell = on_2x20(cells, "excess", mode, combination)
    margin = same_within(base_error(cells, cell))
    claim = f"on 2x20 at {combination:.0%} combination {READINGS[mode]} does not differ from UCT ({SAME})"
    return Finding(claim, is_within(bounds(cell), -margin, margin), excess_in_words(cells, cell), alone(parameters))


def which_reading(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Judge whether the equation is better than the text on each kind of game, with joint 95 % intervals."""
    compared = [cell for measure in BETWEEN.values() for cell in find(cells, measure)]
    compared = [cell for cell in compared if float(cell.parameters["combination"]) > 0]
    if not compared:
        return []
    joint = [(cell, widened(cell, len(compared), parameters.blocks)) for cell in compared]
    better = [f"{where(cell)} {interval_in_words(cell, each)}" for cell, each in joint if each[1] < 0]
    worse = [f"{where(cell)} {interval_in_words(cell, each)}" for cell, each in joint if each[0] > 0]
    verdict = FAILS if worse else HOLDS if better else OPEN
    evidence = "mean error of `uct-dag` minus that of `path-mean`: "
    evidence += f"below 0: {listed(better, 6) or 'nowhere'}; above 0: {listed(worse, 6) or 'nowhere'}"
    return [Finding("the equation is better than the text somewhere and worse nowhere", verdict, evidence, tested(len(joint)))]


def where(cell: Cell) -> str:
    half = ", second half" if cell.measure.startswith("late") else ""
    return f"{cell.parameters['size']} at {float(cell.parameters['combination']):.0%}{half}:"


def interval_in_words(cell: Cell, interval: tuple[float, float]) -> str:
    return f"{cell.value or 0.0:+.4f} ({interval[0]:+.4f} to {interval[1]:+.4f})"


def on_2x20(cells: Sequence[Cell], measure: str, mode: str, combination: float) -> Cell:
    return find(cells, measure, size="2x20", mode=mode, combination=combination)[0]


def base_error(cells: Sequence[Cell], cell: Cell) -> float:
    """Return the mean error of the base on the games of `cell`, over the same checkpoints."""
    measure = "late error" if cell.measure == "late excess" else "mean error"
    return find(cells, measure, **{**cell.parameters, **BASE})[0].value or 0.0


def excess_in_words(cells: Sequence[Cell], cell: Cell) -> str:
    return f"mean error minus that of UCT: {in_words(cell)}, UCT has {base_error(cells, cell):.4f}"


def gain_of_modes(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """Draw all modes at the highest combination."""
    most = max(parameters.combinations)
    return draw_gains(cells, f"All modes at {most:.0%} combination", line="mode", panel="size", where={"combination": most})


EXPERIMENT = declare(
    name="pgame-dag",
    question="Does UCT find the right move of an artificial game sooner if it recognises transpositions?",
    source=f"{BRODEUR_CHILDS}, section 3.1.1, figures 3.1 to 3.4, C.1 and C.2",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("2x20",), "combinations": (0.0, 0.3)},
        "quick": {"games": 200, "repetitions": 1, "combinations": (0.0, 0.1, 0.3), "modes": ("tree", "uct-dag", "path-mean")},
    },
    base=BASE,
    more=difference_of_readings,
    outdated=old_names,
    findings=findings,
    tables=[
        *comparison_tables(("size", "combination"), "mode", "UCT"),
        Table("Mean error of `uct-dag` minus that of `path-mean`", tuple(BETWEEN.values()), ("size", "combination"), digits=4),
    ],
    plots=[
        errors_plot("error_of_uct_dag", "UCT-DAG (equation)", "combination", "size", mode="uct-dag"),  # figure 3.1, for all sizes
        errors_plot(
            "error_of_uct", "UCT on the tree of the graph", "combination", "size", mode="tree"
        ),  # figure 3.2, for all sizes
        gains_plot(
            "gain_of_uct_dag", "UCT-DAG (equation) compared with UCT", "combination", "size", mode="uct-dag"
        ),  # figures 3.3, 3.4, C.1, C.2
        gain_of_modes,
    ],
)
