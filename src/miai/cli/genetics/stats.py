"""`miai genetics stats`: how well each SNP tells categories apart."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.cli.genetics.options import (
    DATA,
    GROUPING_HELP,
    JSON,
    AnnotationOptions,
    FileOptions,
    FilterOptions,
    group,
    progress_bar,
    report,
    wide_console,
)
from miai.cli.option_groups import takes_groups
from miai.cli.registry import examples

if TYPE_CHECKING:
    from rich.table import Table

EXAMPLES = examples(
    ("miai genetics stats hgdp --grouping world7", "the ten best SNPs by each statistic"),
    ("miai genetics stats hgdp --grouping world7 --out snps.csv", "all SNPs, with ranks, as a table"),
    ("miai genetics stats trial --grouping phenotype", "cases and controls: with Cochran-Armitage tests"),
    ("miai genetics stats hgdp --grouping world3 --call-rate 0.95 --maf 0.05", "after filters"),
    ("miai genetics stats hgdp --grouping world7 --genes genes.gff3.gz --out snps.csv", "with the genes near each SNP"),
    ("miai genetics stats hgdp --grouping world3 --permutations 999", "with p-values by permutation"),
)


@takes_groups
def stats(
    data: DATA,
    *,
    grouping: Annotated[str, typer.Option(metavar="NAME", help=GROUPING_HELP)] = "populations",
    top: Annotated[int, typer.Option(min=1, help="Number of best SNPs to print for each statistic.")] = 10,
    out: Annotated[Path | None, typer.Option(metavar="FILE.csv", help="Write the table of all SNPs here.")] = None,
    permutations: Annotated[int, typer.Option(min=0, help="Number of permutations for p-values; 0 for none.")] = 0,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the permutations.")] = 1,
    as_json: JSON = False,
    files: FileOptions,
    filters: FilterOptions,
    annotations: AnnotationOptions,
) -> None:
    """Compute In, theta and Delta of every SNP, and trend tests for two categories.

    In is Rosenberg's informativeness of assignment, theta the variance between categories after Weir and Cockerham (for large samples, and
    in full), Delta the mean difference of allele frequencies.
    """
    from miai.genetics.groupings import grouping_named
    from miai.genetics.permutation import permutation_test
    from miai.genetics.statistics import compute_statistics
    from miai.genetics.statistics_table import StatisticsTable

    began = time.perf_counter()
    chosen = grouping_named(grouping)
    genotypes, reports = filters.apply(files.load(data), chosen)
    categories, names = group(genotypes, chosen)
    with progress_bar("statistics") as progress:
        found = compute_statistics(genotypes, categories, len(names), progress=progress)
    permuted = None
    if permutations:
        with progress_bar("permutations") as progress:
            permuted = permutation_test(genotypes, categories, len(names), permutations, seed, progress)
    table = StatisticsTable(genotypes, found, names, permuted, annotations.annotate(genotypes.snps))
    if out is not None:
        table.write_csv(out)
    result = {
        "data": data,
        "grouping": chosen.name,
        "categories": {name: int((categories == number).sum()) for number, name in enumerate(names)},
        "snps": len(found),
        "filters": [each.as_data() for each in reports],
        "permutations": permutations,
        "seed": seed if permutations else None,
        "top": {name: table.rows(table.best(name, top)) for name in ("informativeness", "theta", "theta_full", "delta")},
        "out": None if out is None else str(out),
        "seconds": round(time.perf_counter() - began, 3),
        "notes": list(genotypes.notes),
    }
    report(as_json, result, lambda: _show(result, names))


TITLES = {
    "informativeness": ("In", "informativeness of assignment, In"),
    "theta": ("theta", "theta for large samples"),
    "theta_full": ("theta", "theta of Weir and Cockerham in full"),
    "delta": ("Delta", "mean difference of frequencies, Delta"),
}
"""The head of the column, and the title of the table, of each statistic."""


def _show(result: dict[str, Any], names: tuple[str, ...]) -> None:
    console = wide_console()
    sizes = ", ".join(f"{name} {count}" for name, count in result["categories"].items())
    console.print(f"{result['snps']:,} SNPs in {result['seconds']:.1f} s; {sizes}")
    for each in result["filters"]:
        console.print(f"filter {each['name']}: {each['removed']:,} removed, {each['left']:,} left")
    for statistic, rows in result["top"].items():
        console.print(_table(statistic, rows, names, bool(result["permutations"])))
    if result["out"]:
        console.print(f"all {result['snps']:,} rows are in {result['out']}")


def _table(statistic: str, rows: list[dict[str, Any]], names: tuple[str, ...], has_p_values: bool) -> Table:
    from rich.table import Table

    head, title = TITLES[statistic]
    table = Table(title=f"Highest {title}", title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    has_places = any(row["position"] for row in rows)
    table.add_column("SNP", no_wrap=True)
    has_annotations = "genes" in rows[0] if rows else False
    for column in [*(["place"] if has_places else []), head, *(["p", "p of all"] if has_p_values else []), *names]:
        table.add_column(column, justify="right", overflow="fold")
    for column in ("genes", "studies", "effects") if has_annotations else ():
        table.add_column(column)
    for row in rows:
        place = [f"{row['chromosome']}:{row['position']}"] if has_places else []
        p_values = [f"{row[f'{statistic}{kind}']:.3g}" for kind in ("_p", "_family_wise_p")] if has_p_values else []
        notes = [row[name] for name in ("genes", "studies", "effects")] if has_annotations else []
        shares = [row[f"frequency_{name}"] for name in names]
        shown = ["-" if share is None else f"{share:.2f}" for share in shares]
        table.add_row(row["id"], *place, f"{row[statistic]:.4f}", *p_values, *shown, *notes)
    return table
