"""Options that the commands of `miai genetics` share, and what they are turned into."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.core.errors import warn

if TYPE_CHECKING:
    from rich.console import Console

    from miai.genetics.filters import FilterReport, PeopleFilter, SnpFilter
    from miai.genetics.formats.common import Progress
    from miai.genetics.genotypes import Genotypes
    from miai.genetics.groupings import Grouping

DATA = Annotated[str, typer.Argument(metavar="DATA", help="Genotype file, or the prefix that its files share.")]
FORMAT = Annotated[str | None, typer.Option("--format", metavar="NAME", help="Format of DATA; found from its name by default.")]
PHENOTYPE = Annotated[
    Path | None, typer.Option("--phenotype", metavar="FILE", help="Phenotypes: two columns, or a table with --column.")
]
COLUMN = Annotated[str | None, typer.Option("--column", metavar="NAME", help="Column of the phenotype file, by its header.")]
POPULATIONS = Annotated[
    Path | None, typer.Option("--populations", metavar="FILE", help="Populations: two columns, person and population.")
]
GROUPING = Annotated[
    str | None,
    typer.Option(
        "--grouping", metavar="NAME", help="Grouping: world3, world5, world7, populations, phenotype, or a file with two columns."
    ),
]
MEMORY = Annotated[float, typer.Option("--memory", min=1, metavar="MIB", help="Limit of the packed genotypes in MiB.")]
AUTOSOMES = Annotated[bool, typer.Option("--autosomes", help="Keep chromosomes 1 to 22 and unknown ones only.")]
CALL_RATE = Annotated[float, typer.Option("--call-rate", min=0, max=1, help="Least share of people with a call at a SNP.")]
FREQUENCY = Annotated[float, typer.Option("--maf", min=0, max=0.5, help="Least frequency of the rarer allele.")]
HARDY_WEINBERG = Annotated[
    float, typer.Option("--hwe", min=0, max=1, help="Least p-value of the exact Hardy-Weinberg test within populations.")
]
DISTANCE = Annotated[int, typer.Option("--distance", min=0, help="Least distance between SNPs in base pairs.")]
LINKAGE = Annotated[float, typer.Option("--ld", min=0, max=1, help="Highest r^2 within categories between near SNPs.")]
WINDOW = Annotated[int, typer.Option("--window", min=1, help="Distance in base pairs up to which --ld compares SNPs.")]
PEOPLE_CALL_RATE = Annotated[
    float, typer.Option("--people-call-rate", min=0, max=1, help="Least share of SNPs with a call of a person.")
]
KINSHIP = Annotated[
    float,
    typer.Option("--kinship", min=0, max=1, help="Remove one of two people with this kinship or more; 0.354 removes duplicates."),
]
JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


def load(
    data: str,
    *,
    format: str | None = None,
    phenotype: Path | None = None,
    column: str | None = None,
    populations: Path | None = None,
    memory: float = 4096,
) -> Genotypes:
    """Read genotypes with a progress bar; print the counted warnings of reading to stderr."""
    from miai.genetics.reading import read_genotypes

    with progress_bar(f"read {data}") as progress:
        genotypes = read_genotypes(
            data, format=format, phenotype=phenotype, column=column, populations=populations, memory=memory, progress=progress
        )
    for note in genotypes.notes:
        warn(note)
    return genotypes


def group(genotypes: Genotypes, grouping: Grouping) -> tuple[Any, tuple[str, ...]]:
    """The category of each person and the names of categories; warns of populations that the grouping does not mention."""
    unknown = grouping.unknown(genotypes.people)
    if unknown:
        names = sorted(unknown)
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        warn(f"{sum(unknown.values())} people are left out: grouping {grouping.name} does not mention {shown}")
    return grouping.categories(genotypes.people)


def filtered(
    genotypes: Genotypes, people_filter: PeopleFilter, snp_filter: SnpFilter, grouping: Grouping | None = None
) -> tuple[Genotypes, list[FilterReport]]:
    """The genotypes of the people and SNPs that pass, and the reports. SNPs are judged by the people of the grouping's categories."""
    from miai.genetics.filters import filter_people, filter_snps

    people, reports = filter_people(genotypes, people_filter)
    if len(people) < len(genotypes.people):
        genotypes = genotypes.select(people=people)
    categories = None if grouping is None else grouping.categories(genotypes.people)[0]
    snps, more = filter_snps(genotypes, snp_filter, categories)
    if len(snps) < len(genotypes.snps):
        genotypes = genotypes.select(snps=snps)
    return genotypes, reports + more


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Progress | None]:
    """A bar on stderr that vanishes at the end; `None` where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress as Bar

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report


def wide_console() -> Console:
    """A console for tables; where standard output is no terminal, lines are as long as they need to be."""
    from rich.console import Console

    return Console(highlight=False, width=None if sys.stdout.isatty() else 240)


def report(as_json: bool, data: dict[str, Any], show: Callable[[], None]) -> None:
    """Print `data` as JSON, or call `show`."""
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        show()
