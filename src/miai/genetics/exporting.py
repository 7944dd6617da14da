"""Write genotypes in another format: the SNPs and people that are wanted, under the names that are wanted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np

from miai.core.errors import UserError, unknown_name
from miai.genetics.columns import open_text, split_line
from miai.genetics.formats.registry import FORMATS
from miai.genetics.genotypes import Genotypes, strings
from miai.genetics.groupings import Grouping
from miai.genetics.panels.panel import load_panel

WRITTEN = tuple(name for name, described in FORMATS.items() if described.write)
"""Formats that can be written."""


def export_genotypes(genotypes: Genotypes, out: str | Path, format: str | None = None) -> list[Path]:
    """Write genotypes; all files appear together, or none.

    Parameters
    ----------
    genotypes
        The data.
    out
        A file, or a prefix to which the endings of the format are added.
    format
        One of `WRITTEN`; found from the ending of `out` without it.

    Returns
    -------
    The files that were written.

    Raises
    ------
    UserError
        Where the format is unknown, or a file cannot be written.
    """
    name = format or _format_of(str(out))
    if name not in WRITTEN:
        raise unknown_name("format", name, WRITTEN)
    write = FORMATS[name].write
    assert write is not None
    suffixes = FORMATS[name].suffixes
    path = Path(out) if str(out).endswith(suffixes) else Path(f"{out}{suffixes[0]}")
    if not path.parent.is_dir():
        raise UserError(f"cannot write {path}: there is no folder {path.parent}")
    return write(genotypes, path)


def _format_of(out: str) -> str:
    for name in WRITTEN:
        if out.endswith(FORMATS[name].suffixes):
            return name
    endings = ", ".join(FORMATS[name].suffixes[0] for name in WRITTEN)
    raise UserError(
        f"{out}: the ending does not name a format; accepted: {endings}, or the name of a format ({', '.join(WRITTEN)})"
    )


def choose_snps(genotypes: Genotypes, wanted: str) -> Genotypes:
    """Return the genotypes at some SNPs: ids with commas between them, a panel, or a file with an id in the first column of each line.

    Raises `UserError` where a SNP is not in the data.
    """
    ids = read_ids(Path(wanted)) if Path(wanted).is_file() else [name.strip() for name in wanted.split(",") if name.strip()]
    if not ids:
        raise UserError(f"{wanted!r} names no SNPs; accepted: ids with commas between them, or a file with an id on each line")
    return genotypes.select(snps=genotypes.snps.find(list(dict.fromkeys(ids))))


def read_ids(path: Path) -> list[str]:
    """Return the SNPs of a panel (.json), or the first column of a file without comments and without a header `id`, `snp` or `rsid`."""
    if path.suffix == ".json":
        return [snp.id for snp in load_panel(path).snps]
    with open_text(path) as file:
        cells = [split_line(line)[0] for line in file if line.strip() and not line.startswith("#")]
    return cells[1:] if cells and cells[0].casefold() in ("id", "snp", "rsid", "marker") else cells


def by_category(genotypes: Genotypes, grouping: Grouping) -> Genotypes:
    """Return the genotypes of the people whom a grouping does not leave out, with their categories in place of populations."""
    categories, names = grouping.categories(genotypes.people)
    chosen = np.flatnonzero(categories >= 0)
    left = genotypes.select(people=chosen)
    people = replace(left.people, family=strings([names[category] for category in categories[chosen]]))
    return replace(left, people=people)
