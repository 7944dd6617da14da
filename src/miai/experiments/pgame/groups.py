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

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from miai.experiments.frame import Cell, Finding, Table, parameter
from miai.experiments.pgame.declaring import declare, errors_plot, gains_plot
from miai.experiments.pgame.plots import NO_GROUPS
from miai.experiments.pgame.scale import Contender, Labels, TreeScale, checkpoints
from miai.experiments.pgame.statistics import excess, iterations_until, speed_up
from miai.experiments.pgame.summary import blocks_by_contender, find, in_words, labelled
from miai.experiments.pgame.verdicts import FAILS, HOLDS, OPEN, SAME, all_of, bounds, is_below, is_near_zero, same_within

BASE = {"bias": NO_GROUPS}
OVERLAPS = ("no", "yes")
A_TENTH = 5.0
"""About a tenth of the iterations: surely less than a fifth."""


@dataclass(frozen=True)
class Parameters(TreeScale):
    biases: tuple[float, ...] = parameter(
        (1.0, 0.9, 0.8, 0.7, 0.3, 0.2, 0.1, 0.0), "shares of the winning moves that are in the group", low=0, high=1
    )
    overlaps: tuple[str, ...] = parameter(OVERLAPS, "whether the group for the rest has all moves", choices=OVERLAPS)
    target: float = parameter(0.05, "the error at which iterations are compared", low=0.0001, high=0.9)

    def kinds(self) -> Iterable[Labels]:
        return [{"size": size, "overlap": overlap} for size in self.sizes for overlap in self.overlaps]

    def contenders(self, labels: Labels) -> list[Contender]:
        overlap = labels["overlap"] == "yes"
        grouped = [
            Contender({"bias": f"{bias:g}"}, {"mode": "uct-dag"}, {"groups": 1, "bias": bias, "overlap": overlap})
            for bias in self.biases
        ]
        return [Contender(BASE, {"mode": "uct-dag"}), *grouped]


def speed_ups(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """The iterations that each contender needs until its error falls to the target, beside those that the base needs."""
    found = blocks_by_contender(parameters, cells)
    made = []
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
    has_both, broad = {0.0, 1.0} <= set(parameters.biases), "10x6" in parameters.sizes
    at_2 = "2x20" in parameters.sizes and 1.0 in parameters.biases
    found = []
    if "no" in parameters.overlaps:
        found += [a_tenth_of_the_iterations(parameters, cells)] if broad and has_both else []
        found += [both_ends_are_alike(parameters, cells, size) for size in parameters.sizes] if has_both else []
        found += [no_gain_at_breadth_2(cells)] if at_2 else []
    if "yes" in parameters.overlaps:
        found += [gain_with_overlap_at_breadth_2(cells)] if at_2 else []
        found += [losing_moves_do_harm_with_overlap(cells)] if broad and has_both else []
    return found


def a_tenth_of_the_iterations(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    chosen = [find(cells, "speed-up", size="10x6", overlap="no", bias=bias)[0] for bias in ("1", "0")]
    verdicts = [HOLDS if bounds(cell)[0] > A_TENTH else FAILS if bounds(cell)[1] < A_TENTH else OPEN for cell in chosen]
    with_overlap = find(cells, "speed-up", size="10x6", overlap="yes", bias="1")
    evidence = (
        f"iterations of the base over those of the groups at an error of {parameters.target:g}: bias 1 {in_words(chosen[0], 1)}, "
        f"bias 0 {in_words(chosen[1], 1)}" + "".join(f"; with overlap bias 1 {in_words(cell, 1)}" for cell in with_overlap)
    )
    return Finding("on 10x6 complete accurate groups reach an error in about a tenth of the iterations", all_of(verdicts), evidence)


def both_ends_are_alike(parameters: Parameters, cells: Sequence[Cell], size: str) -> Finding:
    """They put the same moves together, and only the group and the rest change their names; so this had better hold."""
    found = blocks_by_contender(parameters, cells)
    one, zero, base = (found[labelled({"size": size, "overlap": "no", "bias": bias})] for bias in ("1", "0", BASE["bias"]))
    value, low, high = excess(one, zero)
    error = float(base.curve().mean())
    evidence = f"mean error with bias 0 minus with bias 1: {value:+.4f} ({low:+.4f} to {high:+.4f}), the base has {error:.4f}"
    claim = f"without overlap, groups of bias 0 and of bias 1 are alike on {size} ({SAME})"
    return Finding(claim, is_near_zero(low, high, same_within(error)), evidence)


def no_gain_at_breadth_2(cells: Sequence[Cell]) -> Finding:
    cell, base = at_breadth_2(cells, "no")
    claim = f"at breadth 2 groups without overlap gain nothing ({SAME})"
    evidence = f"mean error of bias 1 minus the base's on 2x20: {in_words(cell)}, the base has {base:.4f}"
    return Finding(claim, is_near_zero(*bounds(cell), same_within(base)), evidence)


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


EXPERIMENT = declare(
    name="pgame-groups",
    question="What are move groups worth on artificial games, by bias and overlap?",
    source="UCT on directed acyclic graphs and grouping, section 3.1.2, figures 3.5 to 3.9 and C.3 to C.7",
    parameters=Parameters,
    presets={
        "smoke": {"sizes": ("2x20",), "biases": (1.0, 0.0)},
        "quick": {"games": 150, "repetitions": 1, "sizes": ("2x20", "10x6"), "biases": (1.0, 0.8, 0.2, 0.0)},
    },
    base=BASE,
    more=speed_ups,
    findings=findings,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("size", "overlap"), columns="bias", digits=4),
        Table("Iterations until the error falls to the target", "iterations to target", ("size", "overlap"), "bias", digits=0),
        Table("Times as many iterations that the base needs for that", "speed-up", ("size", "overlap"), "bias", digits=1),
    ],
    plots=[
        errors_plot("error_without_overlap", "Groups without overlap", "bias", "size", overlap="no"),  # figures 3.5, C.3, and 2x20
        gains_plot("gain_without_overlap", "Groups without overlap", "bias", "size", overlap="no"),  # figures 3.6, 3.8, C.4
        errors_plot(
            "error_with_overlap", "Groups with overlap", "bias", "size", overlap="yes"
        ),  # figures 3.7, C.5, and other sizes
        gains_plot("gain_with_overlap", "Groups with overlap", "bias", "size", overlap="yes"),  # figures 3.9, C.6, C.7
    ],
)
