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


def read_genotypes(path: str | Path, *, memory: float = MEMORY_LIMIT, progress: Progress | None = None) -> Genotypes:
    """Read genotypes; the format is found from the name.

    Parameters
    ----------
    path
        A file, or the prefix that files of one data set share (`hgdp` for hgdp.bed, hgdp.bim and hgdp.fam).
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
    return unique_snps(read_bed(bed, ReadOptions(memory, progress)))
