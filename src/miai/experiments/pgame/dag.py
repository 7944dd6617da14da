"""Does UCT find the right move sooner if it knows which positions are the same?

Artificial games in which a share of the places of each level is combined with others, searched as if they were trees (`tree`: plain UCT,
which meets a combined place anew on every path), with counts and values at the place (`shared`), with counts for each parent
(`uct-dag`), and by the two ways that go beyond the source: values from the children (`graph`), also on all other paths (`multipath`).

The source searched with UCT and UCT-DAG, 200 games and 200 repetitions each, and printed curves, not numbers. What it says of them: the
worst case is no difference; on 2x20 there is a significant improvement from 20 % combination on and none up to 10 %; with more breadth
the effect is smaller and comes later. It descends to the end in the tree, without playouts (`maturity` 0), and plays the move with the
best value. How it keeps scores consistent when places are combined it does not say; see `miai.problems.pgame.combine` for ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Finding, parameter
from miai.experiments.pgame.declaring import comparison_tables, declare, errors_plot, gains_plot
from miai.experiments.pgame.plots import draw_gains
from miai.experiments.pgame.scale import Contender, GraphScale, Labels, by_mode
from miai.experiments.pgame.summary import find, in_words
from miai.experiments.pgame.verdicts import (
    FAILS,
    HOLDS,
    OPEN,
    SAME,
    all_of,
    bounds,
    is_at_most_zero,
    is_near_zero,
    listed,
    same_within,
    widened,
)
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "tree"}
A_GAIN = 0.25
"""The share of the error of UCT that a gain takes away at the least. If it is surely less, there is none to speak of."""


@dataclass(frozen=True)
class Parameters(GraphScale):
    combinations: tuple[float, ...] = parameter(
        (0.0, 0.01, 0.05, 0.1, 0.2, 0.3), "shares of places that are combined", low=0, high=0.95
    )
    modes: tuple[str, ...] = parameter(MODES, "how the graph is searched; tree is the base", choices=MODES)

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
    """Looks at the whole curve and at its second half for each size and combination; with all of them together 95 % sure."""
    excesses = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode="uct-dag")]
    verdicts, parts = [], []
    for cell in sorted(excesses, key=lambda each: -(each.value or 0.0)):
        low, high = widened(cell, len(excesses), parameters.blocks)
        base = base_error(cells, cell)
        verdicts.append(is_at_most_zero(low, high, same_within(base)))
        half = ", second half" if cell.measure == "late excess" else ""
        where = f"{cell.parameters['size']} at {cell.parameters['combination']:.0%}{half}"
        parts.append(f"{where}: {low:+.4f} to {high:+.4f}, UCT has {base:.4f}")
    evidence = f"mean error minus that of UCT, the least favourable first, all together 95 % sure: {listed(parts, 4)}"
    return Finding(f"UCT-DAG is never worse than UCT ({SAME})", all_of(verdicts), evidence)


def better_on_2x20(cells: Sequence[Cell], combination: float) -> Finding:
    """The source's figure shows the relative error, which is early the same; so the second half of the curve decides."""
    cell = on_2x20(cells, "late excess", combination)
    low, high = bounds(cell)
    verdict = HOLDS if high < 0 else FAILS if low > -A_GAIN * base_error(cells, cell) else OPEN
    claim = f"on 2x20 at {combination:.0%} combination UCT-DAG is better than UCT (second half of the checkpoints)"
    return Finding(claim, verdict, told(cells, cell))


def no_difference_on_2x20(cells: Sequence[Cell], combination: float) -> Finding:
    cell = on_2x20(cells, "excess", combination)
    verdict = is_near_zero(*bounds(cell), same_within(base_error(cells, cell)))
    return Finding(f"on 2x20 at {combination:.0%} combination there is no difference ({SAME})", verdict, told(cells, cell))


def on_2x20(cells: Sequence[Cell], measure: str, combination: float) -> Cell:
    return find(cells, measure, size="2x20", mode="uct-dag", combination=combination)[0]


def base_error(cells: Sequence[Cell], cell: Cell) -> float:
    """The mean error of the base on the games of `cell`, over the same checkpoints."""
    measure = "late error" if cell.measure == "late excess" else "mean error"
    return find(cells, measure, **{**cell.parameters, **BASE})[0].value or 0.0


def told(cells: Sequence[Cell], cell: Cell) -> str:
    return f"mean error minus that of UCT: {in_words(cell)}, UCT has {base_error(cells, cell):.4f}"


def gain_of_modes(parameters: Parameters, cells: Sequence[Cell]) -> Figure | None:
    """All modes where most is combined."""
    most = max(parameters.combinations)
    return draw_gains(cells, f"All modes at {most:.0%} combination", line="mode", panel="size", where={"combination": most})


EXPERIMENT = declare(
    name="pgame-dag",
    question="Does UCT find the right move sooner if it knows which positions of an artificial game are the same?",
    source="UCT on directed acyclic graphs and grouping, section 3.1.1, figures 3.1 to 3.4, C.1 and C.2",
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
        gains_plot("gain_of_uct_dag", "UCT-DAG beside UCT", "combination", "size", mode="uct-dag"),  # figures 3.3, 3.4, C.1, C.2
        gain_of_modes,
    ],
)
