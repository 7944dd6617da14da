"""Read genotypes from a file of any format.

| format | files |
|---|---|
| PLINK binary | PREFIX.bed, PREFIX.bim, PREFIX.fam |
"""

from __future__ import annotations

from pathlib import Path

from miai.core.errors import UserError
from miai.genetics.formats.common import MEMORY_LIMIT, Progress, ReadOptions, unique_snps
from miai.genetics.genotypes import Genotypes
from miai.genetics.traits import join_phenotypes, join_populations


def read_genotypes(
    path: str | Path,
    *,
    format: str | None = None,
    phenotype: Path | None = None,
    column: str | None = None,
    populations: Path | None = None,
    memory: float = MEMORY_LIMIT,
    progress: Progress | None = None,
) -> Genotypes:
    """Read genotypes; the format is found from the name.

    Parameters
    ----------
    path
        A file, or the prefix that files of one data set share (`hgdp` for hgdp.bed, hgdp.bim and hgdp.fam).
    format
        The name of a format, where the name of the file does not show it.
    phenotype
        A file with two columns, person and phenotype, or a table with a column named `column`. People without a line there have no
        phenotype; lines of other people are counted in a note.
    column
        The column of the phenotype file, by its header.
    populations
        A file with two columns, person and population, which replaces the families of the data.
    memory
        Limit of the packed genotypes in MiB.
    progress
        Called with the amount that has been read, and the whole.

    Raises
    ------
    UserError
        Where the file is missing, damaged, or of an unknown format.

    Examples
    --------
    >>> read_genotypes("hgdp").shape  # doctest: +SKIP
    (5000, 919)
    """
    from miai.genetics.formats.plink import read_bed

    bed = Path(path) if str(path).endswith(".bed") else Path(f"{path}.bed")
    if not bed.exists():
        raise UserError(f"cannot find {bed}")
    genotypes = unique_snps(read_bed(bed, ReadOptions(memory, progress)))
    if populations is not None:
        genotypes = join_populations(genotypes, populations)
    if phenotype is not None:
        genotypes = join_phenotypes(genotypes, phenotype, column)
    elif column is not None:
        raise UserError(f"the column {column!r} needs a phenotype file")
    return genotypes
