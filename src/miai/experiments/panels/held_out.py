"""Are panels that the search chooses better than those of a greedy search, on people that neither has seen?

People are split five times, a third of each population held out. Filters, ranks, the panel and frequencies come from the others. The
number is the percentage right of the most confident 95 % of the held-out people, mean of the splits, which are the same for all sides.

| side | search | maximises | prior of categories |
|---|---|---|---|
| `mcts` | mcts | expected share right, leaving one out | observed shares |
| `mcts uniform` | mcts | the same | equal |
| `greedy` | greedy with exchange | the same | observed shares |
| `greedy uniform` | greedy with exchange | the same | equal |
| `peer` | greedy with exchange | log-loss on the people it learns from | equal |
| `peer prior` | greedy with exchange | the same | observed shares |
| `topn` | best of three TopN models | expected share right | equal |

The peer is the plain way to do it: Hardy-Weinberg naive Bayes, SNPs added one by one, then exchanged as long as that helps.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import decided_by, is_above
from miai.experiments.panels.data import SIMULATED, prepare, problem_of
from miai.experiments.published import BASALDUA

GROUPINGS = ("world3", "world5", "world7")
PEER = "peer"


@dataclass(frozen=True)
class Parameters:
    data: str = parameter(SIMULATED, "genotype file or prefix; simulated for simulated people")
    snps: int = parameter(5000, "SNPs of simulated people", low=20)
    groupings: tuple[str, ...] = parameter(GROUPINGS, "groupings of populations", choices=GROUPINGS)
    sizes: tuple[int, ...] = parameter((4, 8, 12), "SNPs of a panel", low=1)
    sides: tuple[str, ...] = parameter(
        ("mcts", "mcts uniform", "peer", "peer prior", "topn"),
        "searches with their valuation",
        choices=("mcts", "mcts uniform", "greedy", "greedy uniform", "peer", "peer prior", "topn"),
    )
    splits: int = parameter(5, "splits of the people", low=2)
    split_seed: int = parameter(1, "seed of the splits, which all sides share", low=0)
    evaluations: int = parameter(200_000, "evaluations of a search, at most; greedy searches end by themselves", low=100)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [
        {"grouping": grouping, "size": size, "side": side}
        for grouping in parameters.groupings
        for size in parameters.sizes
        for side in parameters.sides
    ]


def request_of(parameters: Parameters, side: str, size: int) -> Any:
    """Return what a side asks of the search."""
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.selection import SelectionRequest
    from miai.genetics.panels.settings import PanelSettings

    method, *words = side.split()
    has_prior = "prior" in words or side in ("mcts", "greedy")
    settings = PanelSettings(prior="observed" if has_prior else "uniform")
    if method == PEER:
        method, settings = "greedy", replace(settings, objective="log-loss", validation="resubstitution")
    budget = Budget(None, None if method == "greedy" else parameters.evaluations)
    return SelectionRequest(size, method, budget, parameters.split_seed, settings)


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.genetics.panels.validation import validate, validation_facts

    genotypes, categories, names = problem_of(parameters.data, parameters.snps, str(job["grouping"]))
    request = request_of(parameters, str(job["side"]), int(job["size"]))
    results = validate(genotypes, categories, len(names), request, parameters.splits)
    facts = validation_facts(results, genotypes, names, request)
    found = [
        Cell(job, "held out %", facts["held_out_percent"], facts["low"], facts["high"], parameters.splits),
        Cell(job, "selection %", facts["selection_percent"]),
        Cell(job, "stability", facts["stability"]["index"]),
        Cell(job, "evaluations", statistics.fmean(split["evaluations"] for split in facts["splits"])),
        Cell(job, "seconds", statistics.fmean(split["seconds"] for split in facts["splits"])),
    ]
    splits = (Cell({**job, "split": place}, "split %", split["held_out_percent"]) for place, split in enumerate(facts["splits"]))
    return [*found, *splits]


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """The mean of all groupings and sizes by side, and its gain over the peer, with intervals over paired splits."""
    found = []
    for side in parameters.sides:
        by_split = _means_by_split(parameters, cells, side)
        mean = mean_with_interval(by_split)
        found.append(Cell({"side": side}, "mean held out %", mean.mean, mean.low, mean.high, len(by_split)))
        if PEER in parameters.sides and side != PEER:
            other = _means_by_split(parameters, cells, PEER)
            gain = mean_with_interval([a - b for a, b in zip(by_split, other, strict=True)])
            found.append(Cell({"side": side}, "gain over the peer", gain.mean, gain.low, gain.high, len(by_split)))
    return found


def _means_by_split(parameters: Parameters, cells: Sequence[Cell], side: str) -> list[float]:
    """The mean over groupings and sizes of each split."""
    values: dict[int, list[float]] = {split: [] for split in range(parameters.splits)}
    for cell in cells:
        if cell.measure == "split %" and cell.parameters["side"] == side and cell.value is not None:
            values[int(cell.parameters["split"])].append(cell.value)
    return [statistics.fmean(each) for each in values.values()]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    found = []
    held = {
        (cell.parameters["side"], cell.parameters["grouping"], cell.parameters["size"]): cell
        for cell in cells
        if cell.measure == "held out %"
    }
    for side in ("mcts", "mcts uniform"):
        if side in parameters.sides and PEER in parameters.sides:
            found += [_not_below(held, side), _above_on_average(parameters, cells, side)]
    return found


def _not_below(held: Mapping[Any, Cell], side: str) -> Finding:
    """Whether a side is at least the peer in every cell, within the peer's interval."""
    below, less = [], []
    for (other, grouping, size), cell in held.items():
        if other != side:
            continue
        peer = held[PEER, grouping, size]
        assert cell.value is not None and peer.value is not None
        words = f"{grouping} n={size}: {cell.value:.1f} for {peer.value:.1f}"
        if cell.value < peer.value:
            less.append(words)
        if peer.low is not None and cell.value < peer.low:
            below.append(words)
    shown = f"; lower, but within it: {', '.join(less)}" if less else "; lower in no cell"
    return Finding(
        f"{side} is at least as good as the peer in every cell, within the peer's interval",
        "does not hold" if below else "holds",
        f"{len(below)} cells are below the interval{shown}",
        decided_by("95 % t interval of the peer", sum(other == side for other, *_ in held)),
    )


def _above_on_average(parameters: Parameters, cells: Sequence[Cell], side: str) -> Finding:
    own, other = (_means_by_split(parameters, cells, each) for each in (side, PEER))
    gain = mean_with_interval([a - b for a, b in zip(own, other, strict=True)])
    return Finding(
        f"{side} is above the peer on average",
        is_above((gain.low, gain.high)),
        f"{statistics.fmean(own):.2f} to {statistics.fmean(other):.2f}, gain {gain.mean:+.2f} ({gain.low:+.2f} to {gain.high:+.2f})",
        decided_by("95 % t interval over splits"),
    )


EXPERIMENT = Experiment(
    name="panels-held-out",
    question="Are panels that the search chooses better than those of a greedy search, on people that neither has seen?",
    source=f"{BASALDUA}, chapter 5, with people held out, which the source does not do",
    parameters=Parameters,
    presets={
        "smoke": {"snps": 60, "groupings": ("world3",), "sizes": (2,), "sides": ("mcts", "peer"), "splits": 2, "evaluations": 300},
        "quick": {"snps": 1000, "sizes": (4, 8), "sides": ("mcts", "mcts uniform", "peer", "topn"), "evaluations": 50_000},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    derived=derived,
    cost=lambda parameters, job: float(job["size"]) * (0.01 if job["side"] == "topn" else 1.0),
    prepare=prepare,
    tables=[
        Table(
            "Held out: per cent right of the most confident 95 %", "held out %", rows=("grouping", "size"), columns="side", digits=1
        ),
        Table("Mean of all cells", ("mean held out %", "gain over the peer"), rows="side", digits=2),
        Table(
            "On the people the panel was chosen from, per cent", "selection %", rows=("grouping", "size"), columns="side", digits=1
        ),
        Table("Stability of the panels over splits", "stability", rows=("grouping", "size"), columns="side", digits=2),
        Table("Evaluations of a search", "evaluations", rows=("grouping", "size"), columns="side", digits=0),
    ],
)
