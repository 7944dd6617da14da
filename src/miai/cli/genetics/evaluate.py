"""`miai genetics evaluate`: the honest figure of a method, by nested validation."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from miai.cli.genetics.options import COLUMN, DATA, FORMAT, JSON, MEMORY, PHENOTYPE, POPULATIONS, group, load, report
from miai.cli.genetics.panel_options import (
    CANDIDATES,
    DIVISIONS,
    ESTIMATE,
    EVALUATIONS,
    GROUPS,
    METHOD,
    OBJECTIVE,
    PRESET,
    PRIOR,
    SECONDS,
    SEED,
    SET,
    SMOOTHING,
    SNPS,
    TEST_SIZE,
    THREADS,
    VALIDATION,
    check_panel_size,
    make_request,
    search_bar,
)
from miai.cli.registry import examples

EXAMPLES = examples(
    ("miai genetics evaluate hgdp --grouping world7 --snps 12", "five splits, a third of each population held out"),
    ("miai genetics evaluate hgdp --grouping world5 --snps 4 --method greedy --json", "another method, for a program"),
    ("miai genetics evaluate hgdp --grouping world3 --snps 8 --permutations 19", "with a permutation test of the whole procedure"),
)


def evaluate(
    data: DATA,
    grouping: GROUPS,
    snps: SNPS = 8,
    method: METHOD = "mcts",
    splits: Annotated[int, typer.Option("--splits", min=1, max=1000, help="Splits of the people.")] = 5,
    seconds: SECONDS = None,
    evaluations: EVALUATIONS = None,
    seed: SEED = 1,
    permutations: Annotated[
        int, typer.Option("--permutations", min=0, max=100_000, help="Repeat with permuted categories, one split each.")
    ] = 0,
    threads: THREADS = 1,
    preset: PRESET = "default",
    objective: OBJECTIVE = None,
    frequencies: ESTIMATE = None,
    smoothing: SMOOTHING = None,
    validation: VALIDATION = None,
    prior: PRIOR = None,
    divisions: DIVISIONS = None,
    test_size: TEST_SIZE = None,
    candidates: CANDIDATES = None,
    settings: SET = None,
    format: FORMAT = None,
    phenotype: PHENOTYPE = None,
    column: COLUMN = None,
    populations: POPULATIONS = None,
    memory: MEMORY = 4096,
    as_json: JSON = False,
) -> None:
    """Hold people out, choose a panel from the others, and classify those held out.

    Ranks, filters, the choice of SNPs and frequencies are made without the held-out people: a third of each population, in several splits.
    The percentage is of the most confident 95 %. Budgets are those of one search: there is one for each split.
    """
    from miai.genetics.groupings import grouping_named
    from miai.genetics.panels.validation import permutation_test, validate, validation_facts

    request = make_request(
        snps, method, seconds, evaluations, seed, preset, settings, threads,
        objective=objective, estimate=frequencies, smoothing=smoothing, validation=validation, prior=prior,
        divisions=divisions, test_size=test_size, candidates=candidates,
    )  # fmt: skip
    chosen = grouping_named(grouping)
    genotypes = load(data, format=format, phenotype=phenotype, column=column, populations=populations, memory=memory)
    check_panel_size(snps, len(genotypes.snps))
    categories, names = group(genotypes, chosen)
    with search_bar("validate") as bar:
        results = validate(genotypes, categories, len(names), request, splits, watch=_watch(bar, splits, "split"))
        facts = {"data": data, "grouping": chosen.name, "snps": snps, **validation_facts(results, genotypes, names, request)}
        if permutations:
            observed = facts["held_out_percent"]
            watch = _watch(bar, permutations, "permutation")
            facts["permutation_test"] = permutation_test(
                genotypes, categories, len(names), request, observed, permutations, watch=watch
            )
    report(as_json, facts, lambda: _show(facts))


def _watch(bar: Any, count: int, noun: str) -> Any:
    if bar is None:
        return None
    return lambda number, done, words: bar((number + done) / count, f"{noun} {number + 1} of {count}: {words}")


def _show(facts: dict[str, Any]) -> None:
    from rich.console import Console
    from rich.table import Table

    console = Console(highlight=False)
    console.print(
        f"held out: [bold]{facts['held_out_percent']:.1f} %[/] right ({facts['low']:.1f} to {facts['high']:.1f}) "
        f"of the most confident 95 %; on the people it was chosen from {facts['selection_percent']:.1f} %"
    )
    names = facts["categories"]
    table = Table("true category", *names, "right", "95 % interval", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    for name, row in zip(names, facts["confusion"], strict=True):
        recall = facts["recall"].get(name)
        shown = [f"{recall['percent']:.1f} %", f"{recall['low']:.1f} to {recall['high']:.1f}"] if recall else ["", ""]
        table.add_row(name, *map(str, row), *shown)
    console.print(table)
    if "stability" in facts:
        found = facts["stability"]
        console.print(
            f"stability of the panels over splits: {found['index']:.2f} (1: the same SNPs, 0: as by chance); "
            f"two panels share {100 * found['jaccard']:.0f} % of their SNPs"
        )
    if "permutation_test" in facts:
        test = facts["permutation_test"]
        highest = max(test["percents"])
        console.print(f"permuted categories: {highest:.1f} % at most in {test['permutations']} permutations, p = {test['p']:.3g}")
