"""What are move groups worth, by how well they tell winning moves from losing ones?

Artificial game trees with one complete group: of each move that wins for who makes it, the share `bias` is in the group, and of the
others the share 1 - `bias`. A player first chooses between the group and the rest, then a move. Without overlap the rest are the moves
that are not in the group, with overlap all moves. The root has no groups, because there the move is asked for. All are searched by
UCT-DAG, which on a tree without groups is UCT; that is the base.

The source says: on 10x6 without overlap, groups of bias 0 and 1 are better than the base after 300 iterations and have almost no error
after 600, for which the base needs close to 10,000; what matters is the distance of the bias from 0.5, so that 0 and 1 are alike; at
breadth 2 groups do not help. With overlap only groups of winning moves help, but more, and at breadth 2 too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.pgame_common import (
    SMOKE,
    Contender,
    Scale,
    blocks_by_contender,
    blocks_of,
    checkpoints,
    compile_all,
    find,
    in_words,
    labelled,
    measure_block,
    summarise,
)
from miai.experiments.pgame_plots import NO_GROUPS, draw_errors, draw_gains
from miai.experiments.pgame_statistics import excess, iterations_until, speed_up
from miai.experiments.pgame_verdicts import FAILS, HOLDS, MARGIN, OPEN, all_of, bounds, is_below, is_near_zero

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE = {"bias": NO_GROUPS}
OVERLAPS = ("no", "yes")
A_TENTH = 5.0
"""About a tenth of the iterations: surely less than a fifth."""


@dataclass(frozen=True)
class Parameters(Scale):
    sizes: tuple[str, ...] = parameter(("2x20", "6x8", "10x6"), "breadth x depth of the games")
    biases: tuple[float, ...] = parameter(
        (1.0, 0.9, 0.8, 0.7, 0.3, 0.2, 0.1, 0.0), "shares of the winning moves that are in the group", low=0, high=1
    )
    overlaps: tuple[str, ...] = parameter(OVERLAPS, "whether the group for the rest has all moves", choices=OVERLAPS)
    target: float = parameter(0.05, "the error at which iterations are compared", low=0.0001, high=0.9)

    def kinds(self) -> Iterable[tuple[str, float]]:
        return [(size, 0.0) for size in self.sizes]


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for size in parameters.sizes:
        for overlap in parameters.overlaps:
            for block in blocks_of(parameters):
                yield {"size": size, "overlap": overlap, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    size, overlap, block = str(job["size"]), str(job["overlap"]), int(job["block"])
    contenders = [Contender(BASE, {"mode": "uct-dag"})]
    for bias in parameters.biases:
        groups = {"groups": 1, "bias": bias, "overlap": overlap == "yes"}
        contenders.append(Contender({"bias": f"{bias:g}"}, {"mode": "uct-dag"}, groups))
    labels: dict[str, Scalar] = {"size": size, "overlap": overlap}
    return measure_block(parameters, labels, block, seed, size, 0.0, contenders)


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    found = blocks_by_contender(parameters, cells)
    made = list(summarise(parameters, cells, BASE))
    for key, measured in found.items():
        labels = dict(sorted(key, key=lambda item: item[0]))
        base = found[labelled({**labels, **BASE})]
        count = int(measured.games.sum())
        needed = iterations_until(checkpoints(parameters), measured.curve(), parameters.target)
        made.append(Cell(labels, "iterations to target", needed, count=count))
        if measured is not base:
            ratio = speed_up(checkpoints(parameters), parameters.target, base, measured)
            made.append(Cell(labels, "speed-up", *ratio, count=count))
    return made


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    has_both = {0.0, 1.0} <= set(parameters.biases)
    found = []
    if "10x6" in parameters.sizes and has_both:
        found.append(a_tenth_of_the_iterations(parameters, cells))
    if has_both:
        found.append(both_ends_are_alike(parameters, cells))
    if "2x20" in parameters.sizes and 1.0 in parameters.biases:
        found += [no_gain_at_breadth_2(cells), gain_with_overlap_at_breadth_2(cells)]
    if "10x6" in parameters.sizes and has_both:
        found.append(losing_moves_do_harm_with_overlap(cells))
    return found


def a_tenth_of_the_iterations(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    chosen = [find(cells, "speed-up", size="10x6", overlap="no", bias=bias)[0] for bias in ("1", "0")]
    verdicts = [HOLDS if bounds(cell)[0] > A_TENTH else FAILS if bounds(cell)[1] < A_TENTH else OPEN for cell in chosen]
    with_overlap = find(cells, "speed-up", size="10x6", overlap="yes", bias="1")[0]
    evidence = (
        f"iterations of the base over those of the groups at an error of {parameters.target:g}: bias 1 {in_words(chosen[0], 1)}, "
        f"bias 0 {in_words(chosen[1], 1)}; with overlap bias 1 {in_words(with_overlap, 1)}"
    )
    return Finding("on 10x6 complete accurate groups reach an error in about a tenth of the iterations", all_of(verdicts), evidence)


def both_ends_are_alike(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    found = blocks_by_contender(parameters, cells)
    verdicts, parts = [], []
    for size in parameters.sizes:
        one, zero, base = (found[labelled({"size": size, "overlap": "no", "bias": bias})] for bias in ("1", "0", BASE["bias"]))
        value, low, high = excess(one, zero)
        verdicts.append(is_near_zero(low, high, MARGIN * float(base.curve().mean())))
        parts.append(f"{size} {value:+.4f} ({low:+.4f} to {high:+.4f}), the base has {base.curve().mean():.4f}")
    claim = f"without overlap, groups of bias 0 and of bias 1 are alike (within {MARGIN:.0%} of the base's error)"
    return Finding(claim, all_of(verdicts), f"mean error with bias 0 minus with bias 1: {'; '.join(parts)}")


def no_gain_at_breadth_2(cells: Sequence[Cell]) -> Finding:
    cell, base = at_breadth_2(cells, "no")
    verdict = is_near_zero(*bounds(cell), MARGIN * base)
    claim = f"at breadth 2 groups without overlap gain nothing (within {MARGIN:.0%} of the base's error)"
    return Finding(claim, verdict, f"mean error of bias 1 minus the base's on 2x20: {in_words(cell)}, the base has {base:.4f}")


def gain_with_overlap_at_breadth_2(cells: Sequence[Cell]) -> Finding:
    cell, base = at_breadth_2(cells, "yes")
    evidence = f"mean error of bias 1 minus the base's on 2x20: {in_words(cell)}, the base has {base:.4f}"
    return Finding("at breadth 2 groups with overlap help", is_below(cell.value or 0.0, *bounds(cell)), evidence)


def at_breadth_2(cells: Sequence[Cell], overlap: str) -> tuple[Cell, float]:
    """(excess of bias 1, mean error of the base) on 2x20."""
    cell = find(cells, "excess", size="2x20", overlap=overlap, bias="1")[0]
    return cell, find(cells, "mean error", size="2x20", overlap=overlap, **BASE)[0].value or 0.0


def losing_moves_do_harm_with_overlap(cells: Sequence[Cell]) -> Finding:
    cell = find(cells, "excess", size="10x6", overlap="yes", bias="0")[0]
    low, high = bounds(cell)
    evidence = f"mean error of bias 0 minus the base's on 10x6: {in_words(cell)}"
    return Finding("with overlap a group of losing moves does harm", is_below(-(cell.value or 0.0), -high, -low), evidence)


def error_without_overlap(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.5 and C.3, and 2x20."""
    return draw_errors(cells, "Groups without overlap", line="bias", panel="size", where={"overlap": "no"})


def gain_without_overlap(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.6, 3.8 and C.4."""
    return draw_gains(cells, "Groups without overlap", line="bias", panel="size", where={"overlap": "no"})


def error_with_overlap(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.7 and C.5, and the other sizes."""
    return draw_errors(cells, "Groups with overlap", line="bias", panel="size", where={"overlap": "yes"})


def gain_with_overlap(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.9, C.6 and C.7."""
    return draw_gains(cells, "Groups with overlap", line="bias", panel="size", where={"overlap": "yes"})


EXPERIMENT = Experiment(
    name="pgame-groups",
    question="What are move groups worth on artificial games, by bias and overlap?",
    source="uct-dag-and-grouping, section 3.1.2, figures 3.5 to 3.9 and C.3 to C.7",
    parameters=Parameters,
    presets={
        "smoke": {**SMOKE, "sizes": ("2x20",), "biases": (1.0, 0.0)},
        "quick": {"games": 150, "repetitions": 1, "sizes": ("2x20", "10x6"), "biases": (1.0, 0.8, 0.2, 0.0)},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=compile_all,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("size", "overlap"), columns="bias", digits=4),
        Table("Iterations until the error falls to the target", "iterations to target", ("size", "overlap"), "bias", digits=0),
        Table("Times as many iterations that the base needs for that", "speed-up", ("size", "overlap"), "bias", digits=1),
    ],
    plots=[error_without_overlap, gain_without_overlap, error_with_overlap, gain_with_overlap],
)
