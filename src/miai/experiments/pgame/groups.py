"""How much do move groups gain, depending on how well they separate winning from losing moves?

The games are artificial game trees with one complete group: it contains the share `bias` of the moves that win for the player who makes
them, and the share 1 - `bias` of the others. A player first chooses between the group and the rest, then a move. Without overlap the rest
are the moves outside the group, with overlap all moves. The root has no groups, because the search must name a move there. All are
searched by UCT-DAG, which equals UCT on a tree without groups; that is the base.

Brodeur and Childs (2008) report: on 10x6 without overlap, groups of bias 0 and 1 are better than the base after 300 iterations and have
almost no error after 600, for which the base needs close to 10,000; the distance of the bias from 0.5 matters, so that 0 and 1 are alike;
at breadth 2 groups do not help. With overlap only groups of winning moves help, but they help more, at breadth 2 too.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from miai.experiments.frame import Cell, Finding, Table, parameter
from miai.experiments.frame.verdicts import all_of, bounds, decided_by, is_above, is_below, is_within
from miai.experiments.pgame.comparisons import SAME, alone, same_within
from miai.experiments.pgame.declaring import declare, errors_plot, gains_plot
from miai.experiments.pgame.plots import NO_GROUPS
from miai.experiments.pgame.scale import Contender, Labels, TreeScale, checkpoints
from miai.experiments.pgame.statistics import excess, iterations_until, speed_up
from miai.experiments.pgame.summary import blocks_by_contender, find, in_words, labelled
from miai.experiments.published import BRODEUR_CHILDS

BASE = {"bias": NO_GROUPS}
OVERLAPS = ("no", "yes")
A_TENTH = 5.0
"""The speed-up that counts as about ten times: clearly more than five."""


@dataclass(frozen=True)
class Parameters(TreeScale):
    biases: tuple[float, ...] = parameter(
        (1.0, 0.9, 0.8, 0.7, 0.3, 0.2, 0.1, 0.0), "shares of the winning moves that are in the group", low=0, high=1
    )
    overlaps: tuple[str, ...] = parameter(OVERLAPS, "whether the rest contains all moves", choices=OVERLAPS)
    target: float = parameter(0.05, "error at which iterations are compared", low=0.0001, high=0.9)

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
    """Return the iterations until the error falls to the target, for each contender, and the ratio to those of the base."""
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
        found += [no_gain_at_breadth_2(parameters, cells)] if at_2 else []
    if "yes" in parameters.overlaps:
        found += [gain_with_overlap_at_breadth_2(parameters, cells)] if at_2 else []
        found += [losing_moves_do_harm_with_overlap(parameters, cells)] if broad and has_both else []
    return found


def a_tenth_of_the_iterations(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    chosen = [find(cells, "speed-up", size="10x6", overlap="no", bias=bias)[0] for bias in ("1", "0")]
    verdicts = [is_above(bounds(cell), A_TENTH) for cell in chosen]
    with_overlap = find(cells, "speed-up", size="10x6", overlap="yes", bias="1")
    evidence = (
        f"iterations of the base over iterations with groups, at an error of {parameters.target:g}: bias 1 {in_words(chosen[0], 1)}, "
        f"bias 0 {in_words(chosen[1], 1)}" + "".join(f"; with overlap bias 1 {in_words(cell, 1)}" for cell in with_overlap)
    )
    claim = "on 10x6 complete accurate groups reach an error in about a tenth of the iterations"
    return Finding(claim, all_of(verdicts), evidence, decided_by("95 % jackknife interval over blocks of games", len(verdicts)))


def both_ends_are_alike(parameters: Parameters, cells: Sequence[Cell], size: str) -> Finding:
    """Judge that bias 0 and 1 are alike. It is a check: both separate the same moves, only group and rest change places."""
    found = blocks_by_contender(parameters, cells)
    one, zero, base = (found[labelled({"size": size, "overlap": "no", "bias": bias})] for bias in ("1", "0", BASE["bias"]))
    value, low, high = excess(one, zero)
    error = float(base.curve().mean())
    evidence = f"mean error with bias 0 minus with bias 1: {value:+.4f} ({low:+.4f} to {high:+.4f}), the base has {error:.4f}"
    claim = f"without overlap, groups of bias 0 and of bias 1 are alike on {size} ({SAME})"
    return Finding(claim, is_within((low, high), -same_within(error), same_within(error)), evidence, alone(parameters))


def no_gain_at_breadth_2(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    cell, base = at_breadth_2(cells, "no")
    claim = f"at breadth 2 groups without overlap gain nothing ({SAME})"
    evidence = f"mean error of bias 1 minus the base's on 2x20: {in_words(cell)}, the base has {base:.4f}"
    return Finding(claim, is_within(bounds(cell), -same_within(base), same_within(base)), evidence, alone(parameters))


def gain_with_overlap_at_breadth_2(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    cell, base = at_breadth_2(cells, "yes")
    evidence = f"mean error of bias 1 minus the base's on 2x20: {in_words(cell)}, the base has {base:.4f}"
    return Finding("at breadth 2 groups with overlap help", is_below(bounds(cell)), evidence, alone(parameters))


def at_breadth_2(cells: Sequence[Cell], overlap: str) -> tuple[Cell, float]:
    """Return (excess of bias 1, mean error of the base) on 2x20."""
    cell = find(cells, "excess", size="2x20", overlap=overlap, bias="1")[0]
    return cell, find(cells, "mean error", size="2x20", overlap=overlap, **BASE)[0].value or 0.0


def losing_moves_do_harm_with_overlap(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    cell = find(cells, "excess", size="10x6", overlap="yes", bias="0")[0]
    evidence = f"mean error of bias 0 minus the base's on 10x6: {in_words(cell)}"
    return Finding("with overlap a group of losing moves does harm", is_above(bounds(cell)), evidence, alone(parameters))


EXPERIMENT = declare(
    name="pgame-groups",
    question="How much do move groups gain on artificial games, by bias and overlap?",
    source=f"{BRODEUR_CHILDS}, section 3.1.2, figures 3.5 to 3.9 and C.3 to C.7",
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
        Table("Iterations of the base over these", "speed-up", ("size", "overlap"), "bias", digits=1),
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
