"""`miai genetics report`: one HTML file about a panel."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.genetics import options
from miai.cli.genetics.options import DATA, GROUPING_HELP, JSON, AnnotationOptions, FileOptions, group, progress_bar
from miai.cli.genetics.panel_options import search_bar
from miai.cli.option_groups import takes_groups
from miai.cli.registry import examples
from miai.core.errors import UserError
from miai.core.json_text import parse_json

if TYPE_CHECKING:
    from miai.genetics.genotypes import Genotypes
    from miai.genetics.panels.panel import Panel

EXAMPLES = examples(
    ("miai genetics report panel.json hgdp --out panel.html", "with a nested validation by the panel's method"),
    ("miai genetics report panel.json hgdp --splits 0", "at once, without held-out figures"),
    ("miai genetics report panel.json hgdp --evaluation evaluate.json", "with the result of miai genetics evaluate --json"),
    ("miai genetics report panel.json hgdp --genes genes.gff3.gz --gwas catalogue.tsv", "with annotations from local files"),
)


@takes_groups
def report(
    panel: Annotated[Path, typer.Argument(metavar="PANEL", help="Panel saved by miai genetics select --save.")],
    data: DATA,
    *,
    out: Annotated[
        Path | None, typer.Option(metavar="FILE.html", help="File to write. Default: PANEL with the ending .html.")
    ] = None,
    grouping: Annotated[
        str | None, typer.Option(metavar="NAME", help=f"{GROUPING_HELP} Default: the grouping of the panel.")
    ] = None,
    splits: Annotated[int, typer.Option(min=0, max=1000, help="Splits of the people for held-out figures; 0 for none.")] = 5,
    evaluations: Annotated[
        int | None, typer.Option(min=1, help="Evaluations of each search of the validation. Default: those of the panel's search.")
    ] = None,
    evaluation: Annotated[
        Path | None, typer.Option(metavar="FILE.json", help="Result of miai genetics evaluate --json, in place of a validation.")
    ] = None,
    curve: Annotated[int, typer.Option(min=0, max=1000, help="Largest panel of the accuracy curve; 0 for no curve.")] = 100,
    seed: Annotated[int, typer.Option(min=0, max=2**31 - 1, help="Random seed of the splits.")] = 1,
    as_json: JSON = False,
    annotations: AnnotationOptions,
    files: FileOptions,
) -> None:
    """Write a report on a panel as one HTML file, which needs no other file and no network.

    It shows the panel with frequencies by population, principal components of the panel beside those of all SNPs, held-out figures with a
    confusion matrix, accuracy against the number of SNPs, linkage disequilibrium, annotations, and a replication checklist.
    """
    from miai.genetics.groupings import grouping_named
    from miai.genetics.panels.panel import load_panel
    from miai.genetics.panels.provenance import about_panel
    from miai.genetics.report.facts import ReportRequest, gather_facts
    from miai.genetics.report.page import report_page

    used = load_panel(panel)
    validation = None if evaluation is None else _read_evaluation(evaluation, used)
    chosen = grouping_named(grouping or used.grouping)
    genotypes = files.load(data)
    categories, names = group(genotypes, chosen)
    if validation is None and splits:
        validation = _validate(genotypes, categories, names, used, splits, evaluations, seed)
    snps = genotypes.snps.take(genotypes.snps.find([snp.id for snp in used.snps]))
    about = about_panel(used, data, chosen.name)
    request = ReportRequest(genotypes, categories, names, used, splits, seed, curve, validation, annotations.annotate(snps), about)
    with progress_bar("accuracy against number of SNPs") as progress:
        facts = gather_facts(request, progress)
    path = out or panel.with_suffix(".html")
    _write(path, report_page(facts))
    result = {"out": str(path), **facts}
    options.report(as_json, result, lambda: print(f"{path}: {len(used.snps)} SNPs, {len(names)} categories"))


def _validate(
    genotypes: Genotypes, categories: Any, names: tuple[str, ...], panel: Panel, splits: int, evaluations: int | None, seed: int
) -> dict[str, Any]:
    """Return a nested validation with the method, size, filters and settings of the panel."""
    from miai.genetics.panels.provenance import request_of
    from miai.genetics.panels.validation import validate, validation_facts

    request = request_of(panel, seed, evaluations)
    with search_bar("validate") as bar:

        def watch(number: int, done: float, words: str) -> None:
            if bar is not None:
                bar((number + done) / splits, f"split {number + 1} of {splits}: {words}")

        results = validate(genotypes, categories, len(names), request, splits, watch=watch, names=names)
    return validation_facts(results, genotypes, names, request)


def _read_evaluation(path: Path, panel: Panel) -> dict[str, Any]:
    try:
        found = parse_json(path.read_text(encoding="utf-8"))
        complete = {"held_out_percent", "low", "high", "splits", "categories", "confusion", "recall"} <= found.keys()
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from None
    except (ValueError, AttributeError):
        complete = False
    if not complete:
        raise UserError(f"{path} is not a result of: miai genetics evaluate --json")
    if found["categories"] != panel.categories:
        raise UserError(f"{path} is about {', '.join(found['categories'])}; the panel separates {', '.join(panel.categories)}")
    return dict(found)


def _write(path: Path, text: str) -> None:
    from miai.genetics.formats.writing import all_or_none

    with all_or_none(path) as (temporary,):
        temporary.write_text(text, encoding="utf-8")
