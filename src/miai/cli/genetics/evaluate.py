"""`miai genetics evaluate`: the accuracy of a method on held-out people, by nested validation."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Annotated, Any

import typer

from miai.cli.genetics.options import DATA, JSON, FileOptions, group, report
from miai.cli.genetics.panel_options import (
    GROUPING,
    METHOD,
    SEED,
    SET,
    SNPS,
    SPLITS,
    BudgetOptions,
    CandidateOptions,
    ValuationOptions,
    check_panel_size,
    make_request,
    search_bar,
)
from miai.cli.option_groups import takes_groups
from miai.cli.options import INTERRUPTED
from miai.cli.registry import examples
from miai.core.errors import warn

EXAMPLES = examples(
    ("miai genetics evaluate hgdp --grouping world7 --snps 12", "five splits, a third of each population held out"),
    ("miai genetics evaluate hgdp --grouping world5 --snps 4 --method greedy --json", "another method, for a program"),
    ("miai genetics evaluate hgdp --grouping world3 --snps 8 --permutations 19", "with a permutation test of the whole procedure"),
    ("miai genetics evaluate hgdp --grouping world7 --snps 12 --checkpoint run.json", "can be resumed after a kill"),
)


@takes_groups
def evaluate(
    data: DATA,
    *,
    grouping: GROUPING,
    snps: SNPS = 8,
    method: METHOD = "mcts",
    splits: SPLITS = 5,
    seed: SEED = 1,
    permutations: Annotated[
        int, typer.Option("--permutations", min=0, max=100_000, help="Repeat with permuted categories, one split each.")
    ] = 0,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Keep finished splits and the running search; resume if FILE exists."),
    ] = None,
    settings: SET = None,
    as_json: JSON = False,
    budget: BudgetOptions,
    valuation: ValuationOptions,
    candidates: CandidateOptions,
    files: FileOptions,
) -> None:
    """Hold people out, choose a panel from the others, and classify those held out.

    Ranks, filters, the choice of SNPs and frequencies are made without the held-out people: a third of each population, in several splits.
    The percentage counts the most confident 95 % only. Limits apply to each search; there is one search per split.
    """
    from miai.genetics.groupings import grouping_named
    from miai.genetics.panels.saved_validation import SavedValidation, validation_identity
    from miai.genetics.panels.validation import TEST_SHARE, permutation_test, validate, validation_facts

    request = make_request(snps, method, seed, budget, valuation, candidates, settings)
    chosen = grouping_named(grouping)
    genotypes = files.load(data)
    check_panel_size(snps, len(genotypes.snps))
    categories, names = group(genotypes, chosen)
    saved = None if checkpoint is None else SavedValidation(checkpoint)
    if saved is not None:
        saved.open(validation_identity(genotypes, categories, request, TEST_SHARE))
    with search_bar("validate") as bar:
        watch = _watch(bar, splits, "split")
        results = validate(genotypes, categories, len(names), request, splits, watch=watch, saved=saved, names=names)
        facts = {"data": data, "grouping": chosen.name, "snps": snps, **validation_facts(results, genotypes, names, request)}
        missing = "" if len(results) == splits else f"these are {len(results)} of {splits} splits"
        if permutations and not missing:
            observed = facts["held_out_percent"]
            watch = _watch(bar, permutations, "permutation")
            with contextlib.suppress(KeyboardInterrupt):
                facts["permutation_test"] = permutation_test(
                    genotypes, categories, len(names), request, observed, permutations, watch=watch, saved=saved
                )
            missing = "" if "permutation_test" in facts else "the permutation test is missing"
    report(as_json, facts, lambda: _show(facts))
    if missing:
        warn(f"interrupted; {missing}" + (f"; the same command with {checkpoint} continues" if checkpoint else ""))
        raise typer.Exit(INTERRUPTED)
    if saved is not None:
        saved.end()


def _watch(bar: Any, count: int, noun: str) -> Any:
    if bar is None:
        return None
    return lambda number, done, words: bar((number + done) / count, f"{noun} {number + 1} of {count}: {words}")


def _show(facts: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole(highlight=False)
    console.print(
        f"held out: [bold]{facts['held_out_percent']:.1f} %[/] right ({facts['low']:.1f} to {facts['high']:.1f}) "
        f"of the most confident 95 %; on the people it was chosen from {facts['selection_percent']:.1f} %"
    )
    console.print(f"mean of the categories, each counted once: {facts['balanced_percent']:.1f} %")
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
