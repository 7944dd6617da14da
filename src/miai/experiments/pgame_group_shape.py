"""Are several less accurate move groups as good as one more accurate group, and what if groups are small?

Artificial game trees of 10x6 with one to three groups. A group has the share `accuracy` x `group size` of the moves that win, and the share
(1 - `accuracy`) x `group size` of the others; one more group has all moves (overlap). The base has no groups.

The source says: of complete groups, more are better at each accuracy; of groups a quarter that size, three with accuracy 0.85 are better
than no groups, and of one or two only those with accuracy 1; so several less accurate groups are like one more accurate.
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
    compile_all,
    find,
    in_words,
    labelled,
    measure_block,
    summarise,
)
from miai.experiments.pgame_plots import NO_GROUPS, draw_errors, draw_gains
from miai.experiments.pgame_statistics import Blocks, Curve, excess, jackknife
from miai.experiments.pgame_verdicts import FAILS, HOLDS, OPEN, all_of, bounds, is_below

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BASE: dict[str, Scalar] = {"groups": 0, "accuracy": 0.0, "line": NO_GROUPS}
LIKE_ONE, NOT_LIKE_ONE = 0.8, 0.5
"""Three less accurate groups are like a more accurate one if they surely go so much of the way to it, and not if surely less than that."""


@dataclass(frozen=True)
class Parameters(Scale):
    size: str = parameter("10x6", "breadth x depth of the games")
    counts: tuple[int, ...] = parameter((1, 2, 3), "numbers of groups", low=1, high=8)
    accuracies: tuple[float, ...] = parameter((1.0, 0.85, 0.7), "shares of the winning moves that are in a group", low=0, high=1)
    shares: tuple[float, ...] = parameter((1.0, 0.5, 0.25), "sizes of the groups", low=0, high=1)

    def kinds(self) -> Iterable[tuple[str, float]]:
        return [(self.size, 0.0)]


def jobs(parameters: Parameters) -> Iterable[Mapping[str, Scalar]]:
    for share in parameters.shares:
        for block in blocks_of(parameters):
            yield {"group size": share, "block": block}


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> Sequence[Cell]:
    share = float(job["group size"])
    contenders = [Contender(BASE, {"mode": "uct-dag"})]
    for count in parameters.counts:
        for accuracy in parameters.accuracies:
            groups = {"groups": count, "bias": accuracy, "size": share, "overlap": True}
            contenders.append(Contender(labels_of(count, accuracy), {"mode": "uct-dag"}, groups))
    return measure_block(parameters, {"group size": share}, int(job["block"]), seed, parameters.size, 0.0, contenders)


def labels_of(count: int, accuracy: float) -> dict[str, Scalar]:
    return {"groups": count, "accuracy": accuracy, "line": f"{count} of {accuracy:g}"}


def derived(parameters: Parameters, cells: Sequence[Cell]) -> Sequence[Cell]:
    return summarise(parameters, cells, BASE)


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    if not ({1, 3} <= set(parameters.counts) and {1.0, 0.85} <= set(parameters.accuracies)):
        return []
    found = [several_are_like_one(parameters, cells, share) for share in sorted(parameters.shares)]
    if 1.0 in parameters.shares:
        found.append(more_groups_are_better(parameters, cells))
    if 0.25 in parameters.shares:
        found.append(three_small_groups_help(cells))
    return found


def several_are_like_one(parameters: Parameters, cells: Sequence[Cell], share: float) -> Finding:
    """How far three groups of 0.85 go on the way from one of 0.85 to one of 1, where 1 is as far."""
    few, many, exact = (blocks(parameters, cells, share, *each) for each in ((1, 0.85), (3, 0.85), (1, 1.0)))

    def way(start: Curve, reached: Curve, end: Curve) -> float:
        whole = float(start.mean() - end.mean())
        return float(start.mean() - reached.mean()) / whole if whole > 0 else float("nan")

    value, low, high = jackknife(way, few, many, exact)
    verdict = HOLDS if low > LIKE_ONE else FAILS if high < NOT_LIKE_ONE else OPEN
    evidence = (
        f"mean error {few.curve().mean():.4f} with one group of 0.85, {many.curve().mean():.4f} with three, {exact.curve().mean():.4f} "
        f"with one of 1: {value:.2f} ({low:.2f} to {high:.2f}) of the way"
    )
    return Finding(f"three groups of accuracy 0.85 are like one of accuracy 1, at group size {share:g}", verdict, evidence)


def blocks(parameters: Parameters, cells: Sequence[Cell], share: float, count: int, accuracy: float) -> Blocks:
    return blocks_by_contender(parameters, cells)[labelled({"group size": share, **labels_of(count, accuracy)})]


def more_groups_are_better(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    verdicts, parts = [], []
    for accuracy in parameters.accuracies:
        one, three = (blocks(parameters, cells, 1.0, count, accuracy) for count in (1, 3))
        value, low, high = excess(one, three)
        verdicts.append(is_below(value, low, high))
        parts.append(f"{accuracy:g}: {value:+.4f} ({low:+.4f} to {high:+.4f})")
    evidence = f"mean error of three groups minus that of one, by accuracy: {'; '.join(parts)}"
    return Finding("of complete groups, three are better than one at each accuracy", all_of(verdicts), evidence)


def three_small_groups_help(cells: Sequence[Cell]) -> Finding:
    cell = find(cells, "excess", **{"group size": 0.25, **labels_of(3, 0.85)})[0]
    evidence = f"mean error minus the base's: {in_words(cell)}"
    return Finding("three groups of size 0.25 and accuracy 0.85 help", is_below(cell.value or 0.0, *bounds(cell)), evidence)


def error(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Error against iterations for each size of groups."""
    return draw_errors(cells, "Number and accuracy of groups", line="line", panel="group size")


def gain(parameters: Parameters, cells: Sequence[Cell]) -> Figure:
    """Figures 3.10, 3.11 and C.8."""
    return draw_gains(cells, "Number and accuracy of groups", line="line", panel="group size")


EXPERIMENT = Experiment(
    name="pgame-group-shape",
    question="Are several less accurate move groups as good as one more accurate group, and what if groups are small?",
    source="uct-dag-and-grouping, section 3.1.2, figures 3.10, 3.11 and C.8",
    parameters=Parameters,
    presets={
        "smoke": {**SMOKE, "size": "4x4", "shares": (1.0,)},
        "quick": {"games": 120, "repetitions": 1, "counts": (1, 3), "accuracies": (1.0, 0.85), "shares": (1.0, 0.25)},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    derived=derived,
    findings=findings,
    prepare=compile_all,
    tables=[
        Table("Mean error over all checkpoints", "mean error", rows=("groups", "accuracy"), columns="group size", digits=4),
        Table("Mean error minus that of no groups", "excess", rows=("groups", "accuracy"), columns="group size", digits=4),
    ],
    plots=[error, gain],
)
