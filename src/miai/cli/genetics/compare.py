"""`miai genetics compare`: methods side by side on the same splits."""

from __future__ import annotations

import dataclasses
from typing import Annotated, Any

import typer

from miai.cli.genetics.options import DATA, JSON, FileOptions, group, report
from miai.cli.genetics.panel_options import (
    GROUPING,
    SEED,
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
from miai.cli.registry import examples
from miai.core.errors import UserError, warn

EXAMPLES = examples(
    ("miai genetics compare hgdp --grouping world7 --snps 8", "all methods, five splits each"),
    ("miai genetics compare hgdp --grouping world7 --snps 12 --methods mcts,greedy --evaluations 1000000", "two of them"),
    ("miai genetics compare hgdp --grouping world5 --snps 8 --preset published --json", "valued as in the source, for a program"),
)


@takes_groups
def compare(
    data: DATA,
    *,
    grouping: GROUPING,
    snps: SNPS = 8,
    methods: Annotated[
        str, typer.Option("--methods", metavar="A,B", help="Methods, separated by commas.")
    ] = "mcts,greedy,grqs,topn",
    splits: SPLITS = 5,
    seed: SEED = 1,
    as_json: JSON = False,
    budget: BudgetOptions,
    valuation: ValuationOptions,
    candidates: CandidateOptions,
    files: FileOptions,
) -> None:
    """Compare methods by nested validation on the same splits, with the same budget for each search."""
    from miai.genetics.groupings import grouping_named
    from miai.genetics.panels.selection import NoPanelFound
    from miai.genetics.panels.validation import validate, validation_facts

    names_of_methods = [name.strip() for name in methods.split(",") if name.strip()]
    if not names_of_methods:
        raise UserError("--methods: name at least one method")
    requests = {name: make_request(snps, name, seed, budget, valuation, candidates) for name in names_of_methods}
    chosen = grouping_named(grouping)
    genotypes = files.load(data)
    check_panel_size(snps, len(genotypes.snps))
    categories, names = group(genotypes, chosen)
    found: dict[str, Any] = {}
    with search_bar("compare") as bar:
        for place, (name, request) in enumerate(requests.items()):
            watch = None if bar is None else _watch(bar, name, place, len(requests), splits)
            try:
                results = validate(genotypes, categories, len(names), request, splits, watch=watch, names=names)
            except NoPanelFound as error:
                found[name] = {"trouble": str(error)}
                warn(f"{name}: {error}")
                continue
            found[name] = validation_facts(results, genotypes, names, request)
    settings = dataclasses.asdict(next(iter(requests.values())).settings)
    facts = {"data": data, "grouping": chosen.name, "snps": snps, "seed": seed, "settings": settings, "methods": found}
    report(as_json, facts, lambda: _show(facts))


def _watch(bar: Any, name: str, place: int, methods: int, splits: int) -> Any:
    return lambda split, done, words: bar((place + (split + done) / splits) / methods, f"{name}: {words}")


def _show(facts: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    columns = ("method", "held out %", "95 % interval", "selection %", "evaluations", "seconds", "stability")
    table = Table(*columns, box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in table.columns[1:]:
        column.justify = "right"
    for name, found in facts["methods"].items():
        if "trouble" in found:
            table.add_row(name, *["-"] * (len(columns) - 1))
            continue
        splits = found["splits"]
        table.add_row(
            name,
            f"{found['held_out_percent']:.1f}",
            f"{found['low']:.1f} to {found['high']:.1f}",
            f"{found['selection_percent']:.1f}",
            f"{sum(split['evaluations'] for split in splits) // len(splits):,}",
            f"{sum(split['seconds'] for split in splits) / len(splits):.1f}",
            f"{found['stability']['index']:.2f}" if "stability" in found else "",
        )
    ReportConsole(highlight=False).print(table)
