"""`miai genetics export`: genotypes in the formats of other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from miai.cli.genetics.options import DATA, GROUPING, JSON, FileOptions, FilterOptions, report
from miai.cli.option_groups import takes_groups
from miai.cli.registry import examples

EXAMPLES = examples(
    ("miai genetics export hgdp hgdp.vcf.gz", "PLINK files as VCF"),
    ("miai genetics export calls.vcf.gz hgdp --to bed", "VCF as PLINK files hgdp.bed, .bim and .fam"),
    ("miai genetics export hgdp panel --to structure --snps rs1,rs2,rs3", "three SNPs for STRUCTURE"),
    ("miai genetics export hgdp panel.arp --snps panel.json --grouping world7", "SNPs of a panel, categories as populations"),
    ("miai genetics export hgdp thin --to eigenstrat --maf 0.05 --ld 0.2", "common SNPs without linkage"),
)


@takes_groups
def export(
    data: DATA,
    out: Annotated[str, typer.Argument(metavar="OUT", help="File to write, or the prefix of several.")],
    *,
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT",
            help="Format: bed, ped, vcf, eigenstrat, csv, structure, arlequin, phase, nexus. Default: by OUT.",
        ),
    ] = None,
    snps: Annotated[
        str | None, typer.Option(metavar="IDS", help="SNPs: ids with commas between them, a file of ids, or a panel.")
    ] = None,
    grouping: GROUPING = None,
    as_json: JSON = False,
    files: FileOptions,
    filters: FilterOptions,
) -> None:
    """Write genotypes in another format, all SNPs or some, after filters.

    With --grouping, people who are left out are not written, and categories take the place of populations.
    """
    from miai.genetics.exporting import by_category, choose_snps, export_genotypes
    from miai.genetics.groupings import grouping_named

    chosen = None if grouping is None else grouping_named(grouping)
    genotypes = files.load(data)
    if snps is not None:
        genotypes = choose_snps(genotypes, snps)
    genotypes, reports = filters.apply(genotypes, chosen)
    if chosen is not None:
        genotypes = by_category(genotypes, chosen)
    written = [str(path) for path in export_genotypes(genotypes, out, to)]
    result = {
        "data": data,
        "files": written,
        "snps": len(genotypes.snps),
        "people": len(genotypes.people),
        "filters": [each.as_data() for each in reports],
        "notes": list(genotypes.notes),
    }
    report(
        as_json, result, lambda: print(f"{len(genotypes.snps):,} SNPs of {len(genotypes.people):,} people: {', '.join(written)}")
    )
