"""Which method finds the best panels, by the value that all of them maximise, at equal budgets?

Tables 5.13 to 5.17 of the source: World 3, 5 and 7, panels of 4, 8 and 12 SNPs, budgets of one, four and sixteen units. A unit is a
number of evaluations, or of seconds. Models are valued as published: genotype frequencies, no prior, number right of the most
confident 95 % in five random divisions with 300 (World 3) or 400 people in the test set. This value is that of the people the panel was
chosen from, and says which search is better, not how good a panel is: `panels-held-out` does.

`mcts` is the search with closed paths and exchange, `mcts-published` the one of the source. The t-tests are those of the source: two-sided,
equal variances, fifteen values a side (three problems, five divisions). The source's data are not available, so that its numbers are
shown for orientation only.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from scipy import stats

from miai.core.statistics import mean_with_interval, welch_t_test
from miai.experiments.frame import Cell, Curve, Experiment, Finding, Scalar, Table, parameter
from miai.experiments.frame.verdicts import all_of, decided_by, is_above
from miai.experiments.panels.data import SIMULATED, prepare, problem_of
from miai.experiments.published import BASALDUA, published_rows

GROUPINGS = ("world3", "world5", "world7")
METHODS = ("mcts", "mcts-published", "grqs", "topn", "greedy", "beam")
TEST_SIZES = {"world3": 300, "world5": 400, "world7": 400}


@dataclass(frozen=True)
class Parameters:
    data: str = parameter(SIMULATED, "genotype file or prefix; simulated for simulated people")
    snps: int = parameter(5000, "SNPs of simulated people", low=20)
    groupings: tuple[str, ...] = parameter(GROUPINGS, "groupings of populations", choices=GROUPINGS)
    sizes: tuple[int, ...] = parameter((4, 8, 12), "SNPs of a panel", low=1)
    methods: tuple[str, ...] = parameter(("mcts", "grqs", "topn", "mcts-published"), "methods", choices=METHODS)
    budgets: tuple[int, ...] = parameter((1, 4, 16), "budgets in units", low=1)
    evaluations: int = parameter(5000, "evaluations of one unit", low=0)
    seconds: float = parameter(0.0, "seconds of one unit, where evaluations are 0", low=0)


def jobs(parameters: Parameters) -> Iterable[dict[str, Scalar]]:
    return [
        {"grouping": grouping, "size": size, "method": method, "budget": budget}
        for grouping in parameters.groupings
        for size in parameters.sizes
        for method in parameters.methods
        for budget in parameters.budgets
    ]


def measure(parameters: Parameters, job: Mapping[str, Scalar], seed: int) -> list[Cell]:
    from miai.genetics.methods.interface import Budget
    from miai.genetics.panels.selection import SelectionRequest, select_panel
    from miai.genetics.panels.settings import PRESETS

    genotypes, categories, names = problem_of(parameters.data, parameters.snps, str(job["grouping"]))
    units = int(job["budget"])
    by_evaluations = parameters.evaluations > 0
    budget = Budget(None, units * parameters.evaluations) if by_evaluations else Budget(units * parameters.seconds, None)
    settings = replace(PRESETS["published"], test_size=TEST_SIZES[str(job["grouping"])])
    # one seed for all jobs: the divisions, which it draws, are the same for all methods, as in the source
    found = select_panel(
        genotypes, categories, len(names), SelectionRequest(int(job["size"]), str(job["method"]), budget, 1, settings)
    )
    percents = [100 * right / found.classified for right in found.best.by_division]
    used = found.best.evaluation / found.outcome.evaluations if by_evaluations else found.best.seconds / found.outcome.seconds
    best = mean_with_interval(percents)
    cells = [
        Cell(job, "best %", best.mean, best.low, best.high, len(percents)),
        Cell(job, "deviation", statistics.stdev(percents)),
        Cell(job, "worst division %", min(percents)),
        Cell(job, "found after %", 100 * used),
        Cell(job, "evaluations", found.outcome.evaluations),
        Cell(job, "repeated %", 100 * found.outcome.repeated / found.outcome.evaluations),
    ]
    cells += [Cell({**job, "division": place}, "division %", percent) for place, percent in enumerate(percents)]
    for name, model in zip(("second %", "third %"), found.models[1:3], strict=False):
        cells.append(Cell(job, name, 100 * model.value / found.classified))
    return cells


MEANS = ("best %", "deviation", "worst division %", "found after %", "second %", "third %", "repeated %")


def derived(parameters: Parameters, cells: Sequence[Cell]) -> list[Cell]:
    """Means over the problems, the gain with the budget, and the p-values against the next method."""
    found: list[Cell] = []
    for size in parameters.sizes:
        for budget in parameters.budgets:
            for method in parameters.methods:
                job: dict[str, Scalar] = {"size": size, "budget": budget, "method": method}
                for measured in MEANS:
                    values = _values(cells, measured, job)
                    if values:
                        low, high = _interval(cells, job) if measured == "best %" else (None, None)
                        found.append(Cell(job, f"mean {measured}", statistics.fmean(values), low, high, len(values)))
                first = _values(cells, "best %", {**job, "budget": parameters.budgets[0]})
                found.append(
                    Cell(job, "gain over one unit", statistics.fmean(_values(cells, "best %", job)) - statistics.fmean(first))
                )
            found += _p_values(parameters, cells, size, budget)
    return found


def _values(cells: Sequence[Cell], measured: str, job: Mapping[str, Scalar]) -> list[float]:
    return [
        cell.value
        for cell in cells
        if cell.measure == measured and job.items() <= cell.parameters.items() and cell.value is not None
    ]


def _interval(cells: Sequence[Cell], job: Mapping[str, Scalar]) -> tuple[float, float]:
    """The interval of the mean over problems: that of the divisions, whose deviations are averaged over problems as in the source."""
    deviation = statistics.fmean(_values(cells, "deviation", job))
    count = len(_values(cells, "division %", job))
    mean = statistics.fmean(_values(cells, "best %", job))
    reach = float(stats.t.ppf(0.975, max(1, count - 1))) * deviation / count**0.5
    return mean - reach, mean + reach


def _p_values(parameters: Parameters, cells: Sequence[Cell], size: int, budget: int) -> list[Cell]:
    """The source's t-test of each method against the next in the order of means: from means and mean deviations, fifteen a side."""
    rows = []
    for method in parameters.methods:
        job: dict[str, Scalar] = {"size": size, "budget": budget, "method": method}
        count = len(_values(cells, "division %", job))
        rows.append(
            (statistics.fmean(_values(cells, "best %", job)), statistics.fmean(_values(cells, "deviation", job)), count, method)
        )
    rows.sort(reverse=True)
    found = []
    for (mean, deviation, count, method), (other, spread, number, _) in itertools.pairwise(rows):
        if deviation == spread == 0:
            continue
        p = stats.ttest_ind_from_stats(mean, deviation, count, other, spread, number).pvalue
        found.append(Cell({"size": size, "budget": budget, "method": method}, "p against the next", float(p)))
    return found


def findings(parameters: Parameters, cells: Sequence[Cell]) -> list[Finding]:
    made: list[Finding] = []
    claims = (("mcts", "grqs", "MCTS beats GrQS for more than four SNPs", 5), ("grqs", "topn", "GrQS beats TopN in every cell", 1))
    for first, second, claim, least in claims:
        if {first, second} <= set(parameters.methods):
            made.append(_compare(parameters, cells, first, second, claim, least))
    if {"mcts-published", "grqs"} <= set(parameters.methods):
        made.append(
            _compare(parameters, cells, "mcts-published", "grqs", "MCTS as published beats GrQS for more than four SNPs", 5)
        )
    if "mcts" in parameters.methods and len(parameters.budgets) > 1:
        made.append(_gains_with_budget(parameters, cells))
    return made


def _compare(parameters: Parameters, cells: Sequence[Cell], first: str, second: str, claim: str, least: int) -> Finding:
    """Whether one method beats another in every mean over problems, by Welch's interval of the divisions."""
    verdicts, words = [], []
    for size in (size for size in parameters.sizes if size >= least):
        for budget in parameters.budgets:
            a, b = (_values(cells, "division %", {"size": size, "budget": budget, "method": each}) for each in (first, second))
            gain = _gain(parameters, cells, size, budget, first, second)
            verdicts.append(is_above(gain) if gain[0] != gain[1] else ("holds" if gain[0] > 0 else "does not hold"))
            words.append(f"n={size}, budget {budget}: {statistics.fmean(a):.1f} to {statistics.fmean(b):.1f}")
    test = decided_by("95 % t interval over pairs of divisions", len(verdicts))
    return Finding(claim, all_of(verdicts), "; ".join(words) or "no such sizes", test)


def _gain(parameters: Parameters, cells: Sequence[Cell], size: int, budget: int, first: str, second: str) -> tuple[float, float]:
    """The interval of the difference of two methods, paired by problem and division."""
    differences = []
    for grouping in parameters.groupings:
        job: dict[str, Scalar] = {"size": size, "budget": budget, "grouping": grouping}
        pairs = (_values(cells, "division %", {**job, "method": each}) for each in (first, second))
        differences += [a - b for a, b in zip(*pairs, strict=True)]
    if max(differences) == min(differences):
        return differences[0], differences[0]
    mean = mean_with_interval(differences)
    return mean.low, mean.high


def _gains_with_budget(parameters: Parameters, cells: Sequence[Cell]) -> Finding:
    words, verdicts = [], []
    for size in (size for size in parameters.sizes if size > 4):
        ends = (parameters.budgets[0], parameters.budgets[-1])
        first, last = (_values(cells, "division %", {"size": size, "budget": budget, "method": "mcts"}) for budget in ends)
        words.append(f"n={size}: {statistics.fmean(first):.1f} to {statistics.fmean(last):.1f}")
        same = max(first + last) == min(first + last)
        test: Any = None if same else welch_t_test(last, first)
        verdicts.append("undecided" if test is None else is_above((test.low, test.high)))
    claim, shown = "MCTS gains with the budget for more than four SNPs", "; ".join(words) or "no such sizes"
    return Finding(claim, all_of(verdicts), shown, decided_by("95 % interval of Welch's t test", len(verdicts)))


def source_table() -> str:
    """Return table 5.13 of the source in Markdown, for orientation."""
    lines = ["| SNPs | budget | MCTS | GrQS | TopN |", "|---|---|---|---|---|"]
    rows: dict[tuple[str, str], dict[str, str]] = {}
    for row in published_rows("panels"):
        rows.setdefault((row["size"], row["budget"]), {})[row["method"]] = f"{row['percent']} ± {row['deviation']}"
    lines += [f"| {size} | {budget} | {by['mcts']} | {by['grqs']} | {by['topn']} |" for (size, budget), by in rows.items()]
    return "\n".join(lines)


_ROWS = ("size", "budget")

EXPERIMENT = Experiment(
    name="panels-search",
    question="Which method finds the best panels, by the value that all of them maximise, at equal budgets?",
    source=f"{BASALDUA}, tables 5.13 to 5.17, on other data",
    parameters=Parameters,
    presets={
        "smoke": {
            **{"snps": 40, "groupings": ("world3",), "sizes": (2,), "methods": ("mcts", "grqs", "topn"), "budgets": (1, 2)},
            "evaluations": 150,
        },
        "quick": {"snps": 1000, "sizes": (4, 8), "budgets": (1, 4), "evaluations": 5000},
        "paper": {"snps": 50_000, "evaluations": 0, "seconds": 600.0},
    },
    jobs=jobs,
    measure=measure,
    findings=findings,
    derived=derived,
    cost=lambda parameters, job: float(job["budget"]) * (0.001 if job["method"] == "topn" else 1.0),
    prepare=prepare,
    tables=[
        Table(
            "Table 5.13: best model, per cent right, mean of the problems", "mean best %", rows=_ROWS, columns="method", digits=1
        ),
        Table("p of the source's t-test against the next method", "p against the next", rows=_ROWS, columns="method", digits=4),
        Table("Table 5.14: best model by problem, per cent", "best %", rows=("grouping", *_ROWS), columns="method", digits=1),
        Table("Table 5.15: second best model, mean of the problems", "mean second %", rows=_ROWS, columns="method", digits=1),
        Table("Table 5.15: third best model, mean of the problems", "mean third %", rows=_ROWS, columns="method", digits=1),
        Table("Table 5.16: worst division of the best model", "mean worst division %", rows=_ROWS, columns="method", digits=1),
        Table(
            "Table 5.17: per cent of the budget when the best was found",
            "mean found after %",
            rows=_ROWS,
            columns="method",
            digits=1,
        ),
        Table("Table 5.17: gain over one unit, percentage points", "gain over one unit", rows=_ROWS, columns="method", digits=2),
        Table("Evaluations of a search", "evaluations", rows=("grouping", *_ROWS), columns="method", digits=0),
        Table("Repeated evaluations, per cent", "mean repeated %", rows=_ROWS, columns="method", digits=1),
    ],
    plots=[Curve("best", "mean best %", x="budget", line="method", panel="size", log_x=True, y_label="right, %")],
)
