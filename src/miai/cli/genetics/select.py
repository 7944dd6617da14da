"""`miai genetics select`: choose a panel of SNPs."""

from __future__ import annotations

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
from miai.core.errors import UserError, warn

SHOWN = 5

EXAMPLES = examples(
    ("miai genetics select hgdp --grouping world7 --snps 12", "a panel of 12 SNPs for seven regions"),
    ("miai genetics select hgdp --grouping world5 --snps 8 --seconds 60 --save panel.json", "for a minute, saved for classify"),
    ("miai genetics select hgdp --grouping world7 --snps 12 --preset published --method mcts-published", "as in the source"),
    (
        "miai genetics select hgdp --grouping world7 --snps 50 --method beam --checkpoint run.npz",
        "a large panel that can be resumed",
    ),
    (
        "miai genetics select hgdp --grouping world7 --snps 12 --cluster local:4 --searches 8 --json",
        "on a Dask cluster, for a program",
    ),
)


@takes_groups
def select(
    data: DATA,
    *,
    grouping: GROUPING,
    snps: SNPS = 8,
    method: METHOD = "mcts",
    seed: SEED = 1,
    save: Annotated[
        Path | None, typer.Option("--save", metavar="FILE", help="Write the panel, for miai genetics classify.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option("--checkpoint", metavar="FILE", help="Save the search every ten seconds; resume it if FILE exists."),
    ] = None,
    cluster: Annotated[str | None, typer.Option(metavar="ADDRESS", help="Run on Dask: an address, or local:N.")] = None,
    searches: Annotated[int, typer.Option(min=1, max=10_000, help="Searches on the cluster.")] = 4,
    settings: SET = None,
    as_json: JSON = False,
    budget: BudgetOptions,
    valuation: ValuationOptions,
    candidates: CandidateOptions,
    files: FileOptions,
) -> None:
    """Choose the panel of N SNPs that tells the categories apart best.

    The value counts the correct ones of the most confident 95 %, as a mean over random divisions of the people that the panel was chosen
    from. It is optimistic: miai genetics evaluate holds people out. Ctrl-C ends the search and keeps the best panels.
    """
    from miai.genetics.groupings import grouping_named
    from miai.genetics.panels.panel import save_panel
    from miai.genetics.panels.provenance import panel_of
    from miai.genetics.panels.selection import select_panel, selection_facts

    request = make_request(snps, method, seed, budget, valuation, candidates, settings)
    chosen = grouping_named(grouping)
    options = _search_options(cluster, searches, checkpoint)
    genotypes = files.load(data)
    check_panel_size(snps, len(genotypes.snps))
    categories, names = group(genotypes, chosen)
    with search_bar("search") as progress:
        found = select_panel(genotypes, categories, len(names), request, progress=progress, names=names, **options)
    facts = {"data": data, "grouping": chosen.name, **selection_facts(found, genotypes, names, request)}
    if save is not None:
        save_panel(panel_of(genotypes, categories, names, found, request, facts), save)
    report(as_json, facts, lambda: _show(facts))
    if found.outcome.was_interrupted:
        warn("interrupted; these are the best panels so far" + (f", and {checkpoint} resumes the search" if checkpoint else ""))
        raise typer.Exit(INTERRUPTED)


def _search_options(cluster: str | None, searches: int, checkpoint: Path | None) -> dict[str, Any]:
    from miai.genetics.panels.checkpoint import Checkpoint
    from miai.genetics.panels.parallel import search_on_cluster

    if cluster is None:
        return {"checkpoint": None if checkpoint is None else Checkpoint(checkpoint)}
    if checkpoint is not None:
        raise UserError("--checkpoint is for searches on this machine, not for --cluster")
    return {"search": search_on_cluster(cluster, searches)}


def _show(facts: dict[str, Any]) -> None:
    from rich.table import Table

    from miai.core.console import ReportConsole

    console = ReportConsole(highlight=False)
    console.print(f"[bold]{' '.join(facts['snps'])}[/]")
    console.print(
        f"value {facts['value']:.1f} of {facts['classified']:g} ({facts['percent']:.1f} %), on the people it was chosen from; "
        "held out it is less: miai genetics evaluate"
    )
    console.print(
        f"{facts['evaluations']:,} evaluations, {facts['repeated_evaluations']:,} repeated, in {facts['seconds']:.1f} s; "
        f"found after {facts['found_at_evaluation']:,} ({facts['found_at_seconds']:.1f} s)"
    )
    removed = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in facts["removed"].items())
    console.print(f"{facts['candidates']:,} candidates" + (f"; removed by filters: {removed}" if removed else ""))
    table = Table("", "value", facts["objective"], "SNPs", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for place, model in enumerate(facts["models"][:SHOWN], 1):
        table.add_row(str(place), f"{model['value']:.1f}", f"{model['objective_value']:.4g}", " ".join(model["snps"]))
    console.print(table)
