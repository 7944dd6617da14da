"""Does UCT find the right move sooner if it recognises transpositions?

In these artificial games a share of the places of each level is combined with others. They are searched as if they were trees (`tree`:
plain UCT, which treats a combined place as new on every path), with counts and values at the place (`shared`), with counts for each
parent (`uct-dag`), and in two modes that Brodeur and Childs (2008) did not have: values from the children (`graph`), also along all other
paths (`multipath`).

Brodeur and Childs searched with UCT and UCT-DAG, 200 games and 200 repetitions each, and printed curves, not numbers. They report: the
worst case is no difference; on 2x20 there is a significant improvement from 20 % combination on and none up to 10 %; with more breadth
the effect is smaller and comes later. Their search descends to the end in the tree, without playouts (`maturity` 0), and plays the move
with the best value. They do not say how scores stay consistent when places are combined; `miai.problems.pgame.combine` has our way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, parameter
from miai.experiments.frame.verdicts import FAILS, HOLDS, OPEN, all_of, bounds, is_not_above_zero, is_within
from miai.experiments.pgame.comparisons import SAME, listed, same_within, widened
from miai.experiments.pgame.declaring import comparison_tables, declare, errors_plot, gains_plot
from miai.experiments.pgame.plots import draw_gains
from miai.experiments.pgame.scale import Contender, GraphScale, Labels, by_mode
from miai.experiments.pgame.summary import find, in_words
from miai.experiments.published import BRODEUR_CHILDS
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "tree"}
A_GAIN = 0.25
"""The smallest gain that counts, as a share of the error of UCT. A gain that is clearly smaller counts as none."""


@dataclass(frozen=True)
class Parameters(GraphScale):
    combinations: tuple[float, ...] = parameter(
        (0.0, 0.01, 0.05, 0.1, 0.2, 0.3), "shares of places that are combined", low=0, high=0.95
    )
    modes: tuple[str, ...] = parameter(MODES, "modes of the graph; tree is the base", choices=MODES)

    def contenders(self, labels: Labels) -> list[Contender]:
        return by_mode(self.modes)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    if "uct-dag" not in parameters.modes:
        return []
    found = [never_worse(parameters, cells)]
    if "2x20" in parameters.sizes:
        found += [better_on_2x20(cells, share) for share in sorted(parameters.combinations) if share >= 0.2]
        found += [no_difference_on_2x20(cells, share) for share in sorted(parameters.combinations) if 0 < share <= 0.1]
    return found


def never_worse(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Judge the whole curve and its second half, for each size and combination, with joint 95 % intervals."""
    excesses = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode="uct-dag")]
    verdicts, parts = [], []
    for cell in sorted(excesses, key=lambda each: -(each.value or 0.0)):
        low, high = widened(cell, len(excesses), parameters.blocks)
        base = base_error(cells, cell)
        verdicts.append(is_not_above_zero((low, high), same_within(base)))
        half = ", second half" if cell.measure == "late excess" else ""
        where = f"{cell.parameters['size']} at {cell.parameters['combination']:.0%}{half}"
        parts.append(f"{where}: {low:+.4f} to {high:+.4f}, UCT has {base:.4f}")
    evidence = f"mean error minus that of UCT, joint 95 % intervals, the least favourable first: {listed(parts, 4)}"
    return Finding(f"UCT-DAG is never worse than UCT ({SAME})", all_of(verdicts), evidence)


def better_on_2x20(cells: Sequence[Cell], combination: float) -> Finding:
    """Judge the second half of the curve: in the first half the relative errors of the source's figure are equal."""
    cell = on_2x20(cells, "late excess", combination)
    low, high = bounds(cell)
    verdict = HOLDS if high < 0 else FAILS if low > -A_GAIN * base_error(cells, cell) else OPEN
    claim = f"on 2x20 at {combination:.0%} combination UCT-DAG is better than UCT (second half of the checkpoints)"
    return Finding(claim, verdict, excess_in_words(cells, cell))


def no_difference_on_2x20(cells: Sequence[Cell], combination: float) -> Finding:
    cell = on_2x20(cells, "excess", combination)
    margin = same_within(base_error(cells, cell))
    claim = f"on 2x20 at {combination:.0%} combination there is no difference ({SAME})"
    return Finding(claim, is_within(bounds(cell), -margin, margin), excess_in_words(cells, cell))


def on_2x20(cells: Sequence[Cell], measure: str, combination: float) -> Cell:
    return find(cells, measure, size="2x20", mode="uct-dag", combination=combination)[0]


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
        "quick": {"games": 200, "repetitions": 1, "combinations": (0.0, 0.1, 0.3), "modes": ("tree", "uct-dag", "graph")},
    },
    base=BASE,
    findings=findings,
    tables=comparison_tables(("size", "combination"), "mode", "UCT"),
    plots=[
        errors_plot("error_of_uct_dag", "UCT-DAG", "combination", "size", mode="uct-dag"),  # figure 3.1, for all sizes
        errors_plot(
            "error_of_uct", "UCT on the tree of the graph", "combination", "size", mode="tree"
        ),  # figure 3.2, for all sizes
        gains_plot(
            "gain_of_uct_dag", "UCT-DAG compared with UCT", "combination", "size", mode="uct-dag"
        ),  # figures 3.3, 3.4, C.1, C.2
        gain_of_modes,
    ],
)
