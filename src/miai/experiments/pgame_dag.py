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

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.pgame_common import (
    SMOKE,
    Contender,
    Scale,
    blocks_of,
    compile_all,
    find,
    in_words,
    measure_block,
    summarise,
)
from miai.experiments.pgame_plots import draw_errors, draw_gains
from miai.experiments.pgame_verdicts import MARGIN, all_of, bounds, is_at_most_zero, is_below, is_near_zero, listed, widened
from miai.search.settings import MODES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"mode": "tree"}


@dataclass(frozen=True)
class Parameters(Scale):
    sizes: tuple[str, ...] = parameter(("2x20", "4x10", "6x8", "10x6"), "breadth x depth of the games")
    combinations: tuple[float, ...] = parameter(
        (0.0, 0.01, 0.05, 0.1, 0.2, 0.3), "shares of places that are combined", low=0, high=0.95
    )
    modes: tuple[str, ...] = parameter(MODES, "how the graph is searched; tree is the base", choices=MODES)

    def kinds(self) -> Iterable[tuple[str, float]]:
        return itertools.product(self.sizes, self.combinations)


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for size, combination in parameters.kinds():
        for block in blocks_of(parameters):
            yield {"size": size, "combination": combination, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    size, combination, block = str(job["size"]), float(job["combination"]), int(job["block"])
    contenders = [Contender({"mode": mode}, {"mode": mode}) for mode in dict.fromkeys(("tree", *parameters.modes))]
    labels: dict[str, Scalar] = {"size": size, "combination": combination}
    return measure_block(parameters, labels, block, seed, size, combination, contenders)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    return summarise(parameters, cells, BASE)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    if "uct-dag" not in parameters.modes:
        return []
    found = [never_worse(parameters, cells)]
    if "2x20" in parameters.sizes:
        found += [better_from_20_percent(cells), no_difference_up_to_10_percent(cells)]
    return found


def never_worse(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    """Looks at the whole curve and at its second half for each size and combination; with all of them together 95 % sure."""
    excesses = [cell for measure in ("excess", "late excess") for cell in find(cells, measure, mode="uct-dag")]
    verdicts, parts = [], []
    for cell in sorted(excesses, key=lambda each: -(each.value or 0.0)):
        low, high = widened(cell, len(excesses), parameters.blocks)
        verdicts.append(is_at_most_zero(low, high, MARGIN * base_error(cells, cell)))
        half = ", second half" if cell.measure == "late excess" else ""
        parts.append(f"{cell.parameters['size']} at {cell.parameters['combination']:.0%}{half}: {low:+.4f} to {high:+.4f}")
    evidence = f"mean error minus that of UCT, the least favourable first, all together 95 % sure: {listed(parts, 4)}"
    return Finding("UCT-DAG is never worse than UCT", all_of(verdicts), evidence)


def better_from_20_percent(cells: Sequence[Cell]) -> Finding:
    """The source's figure shows the relative error, which is early the same; so the second half of the curve decides."""
    chosen = [cell for cell in on_2x20(cells, "late excess") if float(cell.parameters["combination"]) >= 0.2]
    verdict = all_of(is_below(cell.value or 0.0, *bounds(cell)) for cell in chosen)
    claim = "on 2x20 UCT-DAG is better than UCT from 20 % combination on (second half of the checkpoints)"
    return Finding(claim, verdict, told(cells, chosen))


def no_difference_up_to_10_percent(cells: Sequence[Cell]) -> Finding:
    chosen = [cell for cell in on_2x20(cells, "excess") if float(cell.parameters["combination"]) <= 0.1]
    verdict = all_of(is_near_zero(*bounds(cell), MARGIN * base_error(cells, cell)) for cell in chosen)
    claim = f"on 2x20 there is no difference up to 10 % combination (within {MARGIN:.0%} of the error)"
    return Finding(claim, verdict, told(cells, chosen))


def on_2x20(cells: Sequence[Cell], measure: str) -> list[Cell]:
    return find(cells, measure, size="2x20", mode="uct-dag")


def base_error(cells: Sequence[Cell], cell: Cell) -> float:
    """The mean error of the base on the games of `cell`, over the same checkpoints."""
    measure = "late error" if cell.measure == "late excess" else "mean error"
    return find(cells, measure, **{**cell.parameters, **BASE})[0].value or 0.0


def told(cells: Sequence[Cell], chosen: Sequence[Cell]) -> str:
    parts = [f"{cell.parameters['combination']:.0%}: {in_words(cell)}, UCT has {base_error(cells, cell):.4f}" for cell in chosen]
    return f"mean error minus that of UCT: {listed(parts)}"


def error_of_uct_dag(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figure 3.1, for all sizes."""
    return draw_errors(cells, "UCT-DAG", line="combination", panel="size", where={"mode": "uct-dag"})


def error_of_uct(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figure 3.2, for all sizes."""
    return draw_errors(cells, "UCT on the tree of the graph", line="combination", panel="size", where={"mode": "tree"})


def gain_of_uct_dag(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.3, 3.4, C.1 and C.2."""
    return draw_gains(cells, "UCT-DAG beside UCT", line="combination", panel="size", where={"mode": "uct-dag"})


def gain_of_modes(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """All modes where most is combined."""
    most = max(parameters.combinations)
    return draw_gains(cells, f"All modes at {most:.0%} combination", line="mode", panel="size", where={"combination": most})


EXPERIMENT = Experiment(
    name="pgame-dag",
    question="Does UCT find the right move sooner if it knows which positions of an artificial game are the same?",
    source="uct-dag-and-grouping, section 3.1.1, figures 3.1 to 3.4, C.1 and C.2",
    parameters=Parameters,
    presets={
        "smoke": {**SMOKE, "sizes": ("2x20",), "combinations": (0.0, 0.3)},
        "quick": {"games": 200, "repetitions": 1, "combinations": (0.0, 0.1, 0.3), "modes": ("tree", "uct-dag", "graph")},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=compile_all,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("size", "combination"), columns="mode", digits=4),
        Table("Mean error minus that of UCT", "excess", rows=("size", "combination"), columns="mode", digits=4),
        Table(
            "The same over the second half of the checkpoints",
            "late excess",
            rows=("size", "combination"),
            columns="mode",
            digits=4,
        ),
    ],
    plots=[error_of_uct_dag, error_of_uct, gain_of_uct_dag, gain_of_modes],
)
