"""`miai genetics info`: what a genotype file contains, and how complete it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from miai.cli.genetics.options import DATA, GROUPING, JSON, FileOptions, report
from miai.cli.option_groups import takes_groups
from miai.cli.registry import examples

if TYPE_CHECKING:
    from rich.table import Table

EXAMPLES = examples(
    ("miai genetics info hgdp", "hgdp.bed with hgdp.bim and hgdp.fam"),
    ("miai genetics info hgdp --grouping world7", "with the sizes of seven categories"),
    ("miai genetics info calls.vcf.gz --populations people.tsv", "a VCF, with populations from a file"),
    ("miai genetics info hgdp --json", "for a program"),
)


@takes_groups
def info(
    data: DATA,
    *,
    grouping: GROUPING = None,
    as_json: JSON = False,
    files: FileOptions,
) -> None:
    """Describe a genotype file: people, populations, SNPs, call rates."""
    from miai.genetics.groupings import grouping_named
    from miai.genetics.summary import summarize

    chosen = None if grouping is None else grouping_named(grouping)
    genotypes = files.load(data)
    found = {"data": data, **summarize(genotypes, chosen)}
    report(as_json, found, lambda: _show(found))


def _show(found: dict[str, Any]) -> None:
    from miai.core.console import ReportConsole

    console = ReportConsole(highlight=False)
    snps, people, calls = found["snps"], found["people"], found["calls"]
    console.print(f"[bold]{found['data']}[/]: {snps['count']:,} SNPs of {people['count']:,} people")
    console.print(
        f"call rate {calls['rate']:.2%}; lowest of a SNP {calls['lowest_snp']:.2%}, of a person {calls['lowest_person']:.2%}"
    )
    console.print(
        f"{snps['without_place']:,} SNPs without a position, {snps['one_allele']:,} with one allele, "
        f"{snps['without_calls']:,} without calls"
    )
    console.print(_table("chromosome", "SNPs", snps["chromosomes"]))
    if people["populations"]:
        console.print(_table("population", "people", people["populations"]))
    if people["phenotypes"]:
        console.print(_table("phenotype", "people", people["phenotypes"]))
    if "grouping" in found:
        console.print(_table(f"category of {found['grouping']['name']}", "people", found["grouping"]["categories"]))
        console.print(f"{found['grouping']['left_out']:,} people are left out")


def _table(name: str, unit: str, counts: dict[str, int]) -> Table:
    from rich.table import Table

    table = Table(name, unit, box=None, pad_edge=False, padding=(0, 2, 0, 0), title_justify="left")
    table.columns[1].justify = "right"
    for key, count in counts.items():
        table.add_row(key, f"{count:,}")
    return table
