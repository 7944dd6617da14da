"""`miai genetics export`: genotypes in the formats of other programs."""

from __future__ import annotations

from typing import Annotated

import typer

from miai.cli.genetics.options import (
    AUTOSOMES,
    CALL_RATE,
    COLUMN,
    DATA,
    DISTANCE,
    FORMAT,
    FREQUENCY,
    GROUPING,
    HARDY_WEINBERG,
    JSON,
    KINSHIP,
    LINKAGE,
    MEMORY,
    PEOPLE_CALL_RATE,
    PHENOTYPE,
    POPULATIONS,
    WINDOW,
    filtered,
    load,
    report,
)
from miai.cli.registry import examples

EXAMPLES = examples(
    ("miai genetics export hgdp hgdp.vcf.gz", "PLINK files as VCF"),
    ("miai genetics export calls.vcf.gz hgdp --to bed", "VCF as PLINK files hgdp.bed, .bim and .fam"),
    ("miai genetics export hgdp panel --to structure --snps rs1,rs2,rs3", "three SNPs for STRUCTURE"),
    ("miai genetics export hgdp panel.arp --snps panel.txt --grouping world7", "SNPs of a file, categories as populations"),
    ("miai genetics export hgdp thin --to eigenstrat --maf 0.05 --ld 0.2", "common SNPs without linkage"),
)


def export(
    data: DATA,
    out: Annotated[str, typer.Argument(metavar="OUT", help="File to write, or the prefix of several.")],
    to: Annotated[
        str | None,
        typer.Option(
            metavar="FORMAT", help="bed, ped, vcf, eigenstrat, csv, structure, arlequin, phase or nexus; from OUT by default."
        ),
    ] = None,
    snps: Annotated[str | None, typer.Option(metavar="IDS", help="SNPs: ids with commas between them, or a file of ids.")] = None,
    grouping: GROUPING = None,
    autosomes: AUTOSOMES = False,
    call_rate: CALL_RATE = 0,
    frequency: FREQUENCY = 0,
    hardy_weinberg: HARDY_WEINBERG = 0,
    distance: DISTANCE = 0,
    linkage: LINKAGE = 1,
    window: WINDOW = 500_000,
    people_call_rate: PEOPLE_CALL_RATE = 0,
    kinship: KINSHIP = 1,
    format: FORMAT = None,
    phenotype: PHENOTYPE = None,
    column: COLUMN = None,
    populations: POPULATIONS = None,
    memory: MEMORY = 4096,
    as_json: JSON = False,
) -> None:
    """Write genotypes in another format, all SNPs or some, after filters.

    With --grouping, people who are left out are not written, and categories take the place of populations.
    """
    from miai.genetics.exporting import by_category, choose_snps, export_genotypes
    from miai.genetics.filters import PeopleFilter, SnpFilter
    from miai.genetics.groupings import grouping_named

    chosen = None if grouping is None else grouping_named(grouping)
    people_filter = PeopleFilter(people_call_rate, kinship)
    snp_filter = SnpFilter(autosomes, False, call_rate, False, frequency, hardy_weinberg, distance, linkage, window)
    genotypes = load(data, format=format, phenotype=phenotype, column=column, populations=populations, memory=memory)
    if snps is not None:
        genotypes = choose_snps(genotypes, snps)
    genotypes, reports = filtered(genotypes, people_filter, snp_filter, chosen)
    if chosen is not None:
        genotypes = by_category(genotypes, chosen)
    files = [str(path) for path in export_genotypes(genotypes, out, to)]
    result = {
        "data": data,
        "files": files,
        "snps": len(genotypes.snps),
        "people": len(genotypes.people),
        "filters": [each.as_data() for each in reports],
        "notes": list(genotypes.notes),
    }
    report(as_json, result, lambda: print(f"{len(genotypes.snps):,} SNPs of {len(genotypes.people):,} people: {', '.join(files)}"))
