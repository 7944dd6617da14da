"""Are several less accurate move groups as good as one more accurate group, and does that hold for small groups?

The games are artificial game trees of 10x6 with one to three groups. A group contains the share `accuracy` x `group size` of the moves
that win, and the share (1 - `accuracy`) x `group size` of the others; one more group contains all moves (overlap). The base has no groups.

Brodeur and Childs (2008) report: with complete groups, more groups are better at each accuracy; with groups of a quarter of that size,
three of accuracy 0.85 are better than none, and one or two only with accuracy 1. So several less accurate groups act like one more
accurate group. They do not say how the moves of several groups are drawn. Footnote 6 adds the shares of three groups up to 0.525 and 0.225,
which holds if they have no move in common (`disjoint`); drawn independently they would contain 0.439 and 0.209.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from miai.experiments.frame import Cell, Finding, Scalar, parameter
from miai.experiments.frame.verdicts import all_of, bounds, is_below, is_not_above_zero
from miai.experiments.pgame.comparisons import SAME, alone, same_within, tested, widen
from miai.experiments.pgame.declaring import comparison_tables, declare, errors_plot, gains_plot
from miai.experiments.pgame.plots import NO_GROUPS
from miai.experiments.pgame.scale import Contender, Labels, Scale
from miai.experiments.pgame.statistics import Blocks, excess
from miai.experiments.pgame.summary import blocks_by_contender, find, in_words, labelled
from miai.experiments.published import BRODEUR_CHILDS

BASE: dict[str, Scalar] = {"groups": 0, "accuracy": 0.0, "line": NO_GROUPS}


@dataclass(frozen=True)
class Parameters(Scale):
    size: str = parameter("10x6", "breadth x depth of the games")
    counts: tuple[int, ...] = parameter((1, 2, 3), "numbers of groups", low=1, high=8)
    accuracies: tuple[float, ...] = parameter((1.0, 0.85, 0.7), "shares of the winning moves that are in a group", low=0, high=1)
    shares: tuple[float, ...] = parameter((1.0, 0.5, 0.25), "sizes of the groups", low=0, high=1)

    disjoint: bool = parameter(True, "let groups contain different moves as far as possible, as footnote 6 of the source computes")

    def kinds(self) -> Iterable[Labels]:
        return [{"group size": share} for share in self.shares]

    def shape(self, labels: Labels) -> tuple[str, float]:
        return self.size, 0.0

    def contenders(self, labels: Labels) -> list[Contender]:
        made = [Contender(BASE, {"mode": "uct-dag"})]
        for count in self.counts:
            for accuracy in self.accuracies:
                groups = {"groups": count, "bias": accuracy, "size": labels["group size"], "overlap": True}
                groups["disjoint"] = self.disjoint
                made.append(Contender(labels_of(count, accuracy), {"mode": "uct-dag"}, groups))
        return made


def labels_of(count: int, accuracy: float) -> dict[str, Scalar]:
    return {"groups": count, "accuracy": accuracy, "line": f"{count} of {accuracy:g}"}


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    if not ({1, 3} <= set(parameters.counts) and {1.0, 0.85} <= set(parameters.accuracies)):
        return []
    found = [several_are_as_good_as_one(parameters, cells, share) for share in sorted(parameters.shares)]
    if 1.0 in parameters.shares:
        found.append(more_groups_are_better(parameters, cells))
    if 0.25 in parameters.shares:
        found.append(three_small_groups_help(parameters, cells))
    return found


def several_are_as_good_as_one(parameters: Parameters, cells: Sequence[Cell], share: float) -> Finding:
    """Judge three groups of 0.85 against one of 1. The evidence has one group of 0.85 too, to show the gain from two more."""
    few, many, exact = (blocks(parameters, cells, share, *each) for each in ((1, 0.85), (3, 0.85), (1, 1.0)))
    base = find(cells, "mean error", **{"group size": share, **BASE})[0].value or 0.0
    value, low, high = excess(exact, many)
    evidence = (
        f"mean error of three minus that of one of 1: {value:+.4f} ({low:+.4f} to {high:+.4f}); "
        f"mean errors: no groups {base:.4f}, "
        f"one of 0.85 {few.curve().mean():.4f}, three of 0.85 {many.curve().mean():.4f}, one of 1 {exact.curve().mean():.4f}"
    )
    claim = f"three groups of accuracy 0.85 are as good as one of accuracy 1, at group size {share:g} ({SAME})"
    return Finding(claim, is_not_above_zero((low, high), same_within(base)), evidence, alone(parameters))


def blocks(parameters: Parameters, cells: Sequence[Cell], share: float, count: int, accuracy: float) -> Blocks:
    return blocks_by_contender(parameters, cells)[labelled({"group size": share, **labels_of(count, accuracy)})]


def more_groups_are_better(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    verdicts, parts = [], []
    for accuracy in parameters.accuracies:
        one, three = (blocks(parameters, cells, 1.0, count, accuracy) for count in (1, 3))
        value, low, high = excess(one, three)
        low, high = widen(low, high, len(parameters.accuracies), parameters.blocks)
        verdicts.append(is_below((low, high)))
        parts.append(f"{accuracy:g}: {value:+.4f} ({low:+.4f} to {high:+.4f})")
    evidence = f"mean error of three groups minus that of one, by accuracy: {'; '.join(parts)}"
    return Finding("three complete groups are better than one at each accuracy", all_of(verdicts), evidence, tested(len(parts)))


def three_small_groups_help(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    cell = find(cells, "excess", **{"group size": 0.25, **labels_of(3, 0.85)})[0]
    evidence = f"mean error minus the base's: {in_words(cell)}"
    return Finding("three groups of size 0.25 and accuracy 0.85 help", is_below(bounds(cell)), evidence, alone(parameters))


EXPERIMENT = declare(
    name="pgame-group-shape",
    question="Are several less accurate move groups as good as one more accurate group, and does that hold for small groups?",
    source=f"{BRODEUR_CHILDS}, section 3.1.2, figures 3.10, 3.11 and C.8",
    parameters=Parameters,
    presets={
        "smoke": {"size": "4x4", "shares": (1.0,)},
        "quick": {"games": 120, "repetitions": 1, "counts": (1, 3), "accuracies": (1.0, 0.85), "shares": (1.0, 0.25)},
    },
    base=BASE,
    findings=findings,
    tables=comparison_tables(("groups", "accuracy"), "group size", "no groups", late=False),
    plots=[
        errors_plot("error", "Number and accuracy of groups", "line", "group size"),
        gains_plot("gain", "Number and accuracy of groups", "line", "group size"),  # figures 3.10, 3.11, C.8
    ],
)
