"""Options that the commands of `miai genetics` share, and what they are turned into."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from miai.core.errors import warn

if TYPE_CHECKING:
    from rich.console import Console

    from miai.genetics.annotations import SnpAnnotation
    from miai.genetics.filters import FilterReport
    from miai.genetics.formats.common import Progress
    from miai.genetics.genotypes import Genotypes, SnpTable
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
GROUPING_HELP = "Grouping: world3, world5, world7, populations, phenotype, or a file with two columns."
GROUPING = Annotated[str | None, typer.Option("--grouping", metavar="NAME", help=GROUPING_HELP)]
MEMORY = Annotated[float, typer.Option("--memory", min=1, metavar="MIB", help="Limit of the packed genotypes in MiB.")]
JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@dataclass(frozen=True)
class FileOptions:
    """Format of the genotype file, and further files about its people."""

    format: Annotated[
        str | None, typer.Option(metavar="NAME", help="Format of DATA; found from its name by default.", rich_help_panel="Files")
    ] = None
    phenotype: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Phenotypes: two columns, or a table with --column.", rich_help_panel="Files"),
    ] = None
    column: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Column of the phenotype, by its header.", rich_help_panel="Files"),
    ] = None
    populations: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Populations: two columns, person and population.", rich_help_panel="Files")
    ] = None
    memory: Annotated[
        float, typer.Option(min=1, metavar="MIB", help="Limit of the packed genotypes in MiB.", rich_help_panel="Files")
    ] = 4096

    def load(self, data: str) -> Genotypes:
        """Read genotypes with a progress bar; print the counted warnings of reading to stderr."""
        return load(data, **asdict(self))


_ANNOTATIONS = "Annotations from local files"


@dataclass(frozen=True)
class AnnotationOptions:
    """Files with annotations of SNPs."""

    genes: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Genes: GFF3, GTF or BED, joined by position.", rich_help_panel=_ANNOTATIONS)
    ] = None
    gwas: Annotated[
        Path | None,
        typer.Option(metavar="FILE.tsv", help="Published associations: table of the GWAS catalogue.", rich_help_panel=_ANNOTATIONS),
    ] = None
    effects: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Effects: VEP output, or a table with SIFT and PolyPhen.", rich_help_panel=_ANNOTATIONS),
    ] = None
    near: Annotated[
        int, typer.Option(min=0, help="Distance in base pairs up to which a gene is listed.", rich_help_panel=_ANNOTATIONS)
    ] = 50_000

    def annotate(self, snps: SnpTable) -> list[SnpAnnotation] | None:
        """Return an annotation for each SNP; `None` where no file was given."""
        from miai.genetics.annotations import annotate

        if self.genes is None and self.gwas is None and self.effects is None:
            return None
        return annotate(snps, self.genes, self.gwas, self.effects, self.near)


_FILTERS = "Filters"


@dataclass(frozen=True)
class FilterOptions:
    """Filters of people and SNPs."""

    autosomes: Annotated[
        bool, typer.Option("--autosomes", help="Keep chromosomes 1 to 22 and unknown ones only.", rich_help_panel=_FILTERS)
    ] = False
    call_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Minimum share of people with a call at a SNP.", rich_help_panel=_FILTERS)
    ] = 0
    maf: Annotated[float, typer.Option(min=0, max=0.5, help="Minimum frequency of the rarer allele.", rich_help_panel=_FILTERS)] = 0
    hwe: Annotated[
        float,
        typer.Option(
            min=0, max=1, help="Minimum p-value of the exact Hardy-Weinberg test within populations.", rich_help_panel=_FILTERS
        ),
    ] = 0
    distance: Annotated[int, typer.Option(min=0, help="Minimum distance between SNPs in base pairs.", rich_help_panel=_FILTERS)] = 0
    ld: Annotated[
        float, typer.Option(min=0, max=1, help="Maximum r^2 within categories between near SNPs.", rich_help_panel=_FILTERS)
    ] = 1
    window: Annotated[
        int, typer.Option(min=1, help="Distance in base pairs up to which --ld compares SNPs.", rich_help_panel=_FILTERS)
    ] = 500_000
    people_call_rate: Annotated[
        float, typer.Option(min=0, max=1, help="Minimum share of SNPs with a call, for each person.", rich_help_panel=_FILTERS)
    ] = 0
    kinship: Annotated[
        float,
        typer.Option(
            min=0,
            max=1,
            help="Remove one of two people with this kinship or more; 0.354 removes duplicates.",
            rich_help_panel=_FILTERS,
        ),
    ] = 1

    def apply(self, genotypes: Genotypes, grouping: Grouping | None = None) -> tuple[Genotypes, list[FilterReport]]:
        """Return the genotypes of the people and SNPs that pass, and the reports.

        SNPs are judged by the people of the grouping's categories, by all people without a grouping.
        """
        from miai.genetics.filters import LOOSEST, PeopleFilter, filter_people, filter_snps

        people, reports = filter_people(genotypes, PeopleFilter(self.people_call_rate, self.kinship))
        if len(people) < len(genotypes.people):
            genotypes = genotypes.select(people=people)
        chosen = replace(
            LOOSEST,
            autosomes=self.autosomes,
            call_rate=self.call_rate,
            frequency=self.maf,
            hardy_weinberg=self.hwe,
            distance=self.distance,
            linkage=self.ld,
            window=self.window,
        )
        categories = None if grouping is None else grouping.categories(genotypes.people)[0]
        snps, more = filter_snps(genotypes, chosen, categories)
        if len(snps) < len(genotypes.snps):
            genotypes = genotypes.select(snps=snps)
        return genotypes, reports + more


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
    """Return the category of each person and the names of categories; warns of populations that the grouping does not mention."""
    unknown = grouping.unknown(genotypes.people)
    if unknown:
        names = sorted(unknown)
        shown = ", ".join(names[:5]) + (", ..." if len(names) > 5 else "")
        warn(f"{sum(unknown.values())} people are left out: grouping {grouping.name} does not mention {shown}")
    return grouping.categories(genotypes.people)


@contextlib.contextmanager
def progress_bar(title: str) -> Iterator[Progress | None]:
    """A bar on stderr that vanishes at the end; `None` where stderr is no terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.progress import Progress as Bar

    from miai.core.console import ReportConsole

    with Bar(console=ReportConsole(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)

        def report(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield report


def wide_console() -> Console:
    """Return a console for tables; where standard output is no terminal, lines are as long as they need to be."""
    from miai.core.console import ReportConsole

    return ReportConsole(highlight=False, width=None if sys.stdout.isatty() else 240)


def report(as_json: bool, data: dict[str, Any], show: Callable[[], None]) -> None:
    """Print `data` as JSON, or call `show`."""
    if as_json:
        print(json.dumps(data, indent=2))
    else:
        show()
