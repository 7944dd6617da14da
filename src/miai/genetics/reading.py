"""Read genotypes from a file of any format.

The format is found from the name of the file. A prefix, such as `hgdp` for hgdp.bed, hgdp.bim and hgdp.fam, is looked for with the endings
of all formats. The first lines of a text file show whether it is a table or the raw data of one person.
"""

from __future__ import annotations

from pathlib import Path

from miai.core.errors import UserError, unknown_name
from miai.genetics.formats.common import MEMORY_LIMIT, Progress, ReadOptions, unique_snps
from miai.genetics.formats.personal import looks_personal
from miai.genetics.formats.registry import FORMATS
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
        The name of a format (`bed`, `ped`, `vcf`, `eigenstrat`, `csv`, `personal`), where the name of the file does not show it.
    phenotype
        A file with two columns, person and phenotype, or a table with a column named `column`. People without a line there have no
        phenotype; lines of other people are counted in a note.
    column
        The column of the phenotype file, by its header; of the genotype table itself where there is no phenotype file.
    populations
        A file with two columns, person and population, which replaces the families of the data.
    memory
        Limit of the packed genotypes in MiB.
    progress
        Called with the amount that has been read, and the whole (0 where it is unknown).

    Returns
    -------
    The genotypes, with unique ids of SNPs and people. Their `notes` count what was left out.

    Raises
    ------
    UserError
        Where a file is missing, damaged, too big, or of an unknown format.

    Examples
    --------
    >>> read_genotypes("hgdp").shape  # doctest: +SKIP
    (5000, 919)
    """
    name, file = find_format(path, format)
    if column is not None and phenotype is None and name != "csv":
        raise UserError(f"the column {column!r} needs a phenotype file, for files of the format {name} have no columns with names")
    read = FORMATS[name].read
    if read is None:
        raise UserError(f"files of the format {name} can be written but not read")
    genotypes = unique_snps(read(file, ReadOptions(memory, progress, column if phenotype is None else None)))
    if populations is not None:
        genotypes = join_populations(genotypes, Path(populations))
    if phenotype is not None:
        genotypes = join_phenotypes(genotypes, Path(phenotype), column)
    return genotypes


def find_format(path: str | Path, name: str | None = None) -> tuple[str, Path]:
    """Return the name of the format and the file that holds the calls. Raise `UserError` where there is no such file or format."""
    if name is not None and name not in FORMATS:
        raise unknown_name("format", name, FORMATS)
    candidates = {name: FORMATS[name]} if name else {known: each for known, each in FORMATS.items() if each.read}
    for known, described in candidates.items():
        for suffix in described.suffixes:
            if str(path).endswith(suffix):
                main = (
                    Path(str(path).removesuffix(suffix) + described.suffixes[0])
                    if known in ("bed", "ped", "eigenstrat")
                    else Path(path)
                )
                return _checked(known if name else _look_inside(known, main), main)
    for known, described in candidates.items():
        for suffix in described.suffixes:
            if Path(f"{path}{suffix}").is_file():
                return known if name else _look_inside(known, Path(f"{path}{suffix}")), Path(f"{path}{suffix}")
    if Path(path).is_file():
        return (name, Path(path)) if name else (_look_inside("csv", Path(path)), Path(path))
    endings = ", ".join(f"{path}{described.suffixes[0]}" for described in candidates.values())
    raise UserError(f"cannot find {path}, nor {endings}")


def _checked(name: str, file: Path) -> tuple[str, Path]:
    if not file.is_file():
        raise UserError(f"cannot read {file}: there is no such file")
    return name, file


def _look_inside(name: str, file: Path) -> str:
    """`csv` or `personal` for a text file by its first lines; other formats as they are."""
    if name not in ("csv", "personal") or not file.is_file():
        return name
    return "personal" if looks_personal(file) else "csv"
