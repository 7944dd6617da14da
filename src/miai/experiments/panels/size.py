"""How does the accuracy on held-out people grow with the number of SNPs, up to 100?

People are split five times, a third of each population held out. For each split SNPs come from the others:

| side | panel |
|---|---|
| `one by one` | the first n SNPs of greedy construction, each the one that helps most among the 1,000 best candidates |
| `ranked` | the n most informative SNPs |
| `beam` | the best panel of a search of its own for each n |
| `mcts` | the same, by the default method |

All maximise the expected share right, leaving one out, with the observed prior. The number is the percentage right of the most confident
95 % of the held-out people. The splits are those of `panels-held-out`.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from miai.core.statistics import mean_with_interval
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import decided_by, is_above
from miai.experiments.panels.data import SIMULATED, prepare, problem_of
from miai.experiments.published import BASALDUA

GROUPINGS = ("world3", "world5", "world7")
SEARCHED = ("beam", "mcts")
ORDERS = {"one by one": "greedy", "ranked": "ranked"}


@dataclass(frozen=True)
class Parameters:
    data: str = parameter(SIMULATED, "genotype file or prefix; simulated for simulated people")
    snps: int = parameter(5000, "SNPs of simulated people", low=20)
    groupings: tuple[str, ...] = parameter(GROUPINGS, "groupings of populations", choices=GROUPINGS)
    most: int = parameter(100, "largest panel of the orders", low=1)
    sizes: tuple[int, ...] = parameter((12, 25, 50), "SNPs of the panels that are searched", low=1)
    methods: tuple[str, ...] = parameter(SEARCHED, "search methods", choices=SEARCHED)
    splits: int = parameter(5, "splits of the people", low=2)
    split_seed: int = parameter(1, "seed of the splits, which all sides share", low=0)
    evaluations: int = parameter(100_000, "evaluations of a search", low=100)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    made: list[dict[str, Scalar]] = []
    for grouping in parameters.groupings:
        made.append({"grouping": grouping, "side": "orders"})
        made += [{"grouping": grouping, "side": method, "size": size} for method in parameters.methods for size in parameters.sizes]
    return made


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    return _measure_orders(parameters, job) if job["side"] == "orders" else _measure_search(parameters, job)


def _measure_orders(parameters: Parameters, job: Mapping[str, Scalar]) -> list[Cell]:
    from miai.genetics.filters import SnpFilter
    from miai.genetics.panels.settings import PRESETS
    from miai.genetics.panels.validation import split_people
    from miai.genetics.report.curve import accuracy_curve

    genotypes, categories, names = problem_of(parameters.data, parameters.snps, str(job["grouping"]))
    splits = split_people(genotypes, categories, parameters.splits, parameters.split_seed)
    found = accuracy_curve(genotypes, categories, len(names), splits, PRESETS["default"], SnpFilter(), parameters.most)
    cells = []
    for side, name in ORDERS.items():
        for size, each in zip(found["sizes"], found[name], strict=True):
            place: dict[str, Scalar] = {"grouping": job["grouping"], "side": side, "size": size}
            cells.append(Cell(place, "held out %", each["percent"], each["low"], each["high"], parameters.splits))
    return cells


def _measure_search(parameters: Parameters, job: Mapping[str, Scalar]) -> list[Cell]:
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.selection import SelectionRequest
    from miai.genetics.panels.validation import validate, validation_facts

    genotypes, categories, names = problem_of(parameters.data, parameters.snps, str(job["grouping"]))
    budget = Budget(None, parameters.evaluations)
    request = SelectionRequest(int(job["size"]), str(job["side"]), budget, parameters.split_seed)
    results = validate(genotypes, categories, len(names), request, parameters.splits, names=names)
    facts = validation_facts(results, genotypes, names, request)
    place = dict(job)
    return [
        Cell(place, "held out %", facts["held_out_percent"], facts["low"], facts["high"], parameters.splits),
        Cell(place, "selection %", facts["selection_percent"]),
        Cell(place, "seconds", statistics.fmean(split["seconds"] for split in facts["splits"])),
    ]


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    """Whether the largest panels are better than those of twelve SNPs."""
    held = {
        (cell.parameters["grouping"], cell.parameters["side"], cell.parameters["size"]): cell.value
        for cell in cells
        if cell.measure == "held out %"
    }
    sizes = sorted({int(size) for _, side, size in held if side == "one by one"})
    if len(sizes) < 2:
        return []
    middle = max([size for size in sizes if size <= 12], default=sizes[0])
    gains = []
    for grouping in parameters.groupings:
        more, less = (held.get((grouping, "one by one", size)) for size in (sizes[-1], middle))
        if more is not None and less is not None:
            gains.append(more - less)
    words = ", ".join(f"{gain:+.1f}" for gain in gains)
    claim = f"{sizes[-1]} SNPs, chosen one by one, are better than {middle}, over groupings"
    if len(gains) < 2:
        return [Finding(claim, "undecided", words or "no sizes", decided_by("95 % t interval over groupings"))]
    mean = mean_with_interval(gains)
    return [Finding(claim, is_above((mean.low, mean.high)), words, decided_by("95 % t interval over groupings"))]


EXPERIMENT = Experiment(
    name="panels-size",
    question="How does the accuracy on held-out people grow with the number of SNPs?",
    source=f"{BASALDUA}, chapter 5, which has 4, 8 and 12 SNPs and names 50 as future work",
    parameters=Parameters,
    presets={
        "smoke": {
            "snps": 60,
            "groupings": ("world3",),
            "most": 4,
            "sizes": (3,),
            "methods": ("beam",),
            "splits": 2,
            "evaluations": 200,
        },
        "quick": {"snps": 1000, "groupings": ("world5",), "most": 50, "sizes": (12, 25), "evaluations": 20_000},
        "paper": {},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    cost=lambda parameters, job: float(job.get("size", 40)),
    prepare=prepare,
    tables=[
        Table(
            "Held out: per cent right of the most confident 95 %", "held out %", rows=("grouping", "size"), columns="side", digits=1
        ),
        Table("Seconds of a search", "seconds", rows=("grouping", "size"), columns="side", digits=1),
    ],
    plots=[
        Curve(
            "accuracy",
            "held out %",
            x="size",
            line="side",
            panel="grouping",
            log_x=True,
            x_label="SNPs",
            y_label="right, held out, %",
        )
    ],
)
