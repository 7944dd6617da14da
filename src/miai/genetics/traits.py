"""Join phenotypes and populations from tables to the people of a data set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from miai.core.errors import UserError, unknown_name
from miai.genetics.columns import open_text, read_lines, split_line, two_columns
from miai.genetics.genotypes import Genotypes, strings

ID_HEADERS = ("id", "iid", "#iid", "person", "individual", "sample", "subject", "name")
"""Headers of the column of ids, in lower case. The first column is taken if none of them occurs."""

UNKNOWN_VALUES = ("", ".", "-9", "na", "nan", "none")


def join_phenotypes(genotypes: Genotypes, path: Path, column: str | None = None) -> Genotypes:
    """Return the genotypes with phenotypes of a file: two columns, or the column with header `column` of a table."""
    values = _read(path, column, "phenotype")
    return _joined(genotypes, values, path, "phenotype")


def join_populations(genotypes: Genotypes, path: Path) -> Genotypes:
    """Return the genotypes with populations, in place of families, of a file with two columns."""
    return _joined(genotypes, _read(path, None, "population"), path, "family")


def _read(path: Path, column: str | None, meaning: str) -> dict[str, str]:
    """Return the value of each person in a file. Raise `UserError` for a repeated person with different values."""
    values: dict[str, str] = {}
    rows = two_columns(path, ID_HEADERS, f"person and {meaning}") if column is None else _named_column(path, column)
    for number, person, value in rows:
        known = "" if value.casefold() in UNKNOWN_VALUES else value
        if values.setdefault(person, known) != known:
            raise UserError(f"{path}, line {number}: person {person!r} has two values, {values[person]!r} and {value!r}")
    return values


def _named_column(path: Path, column: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number, id and value of the column with a header."""
    with open_text(path) as file:
        lines = read_lines(file, path)
        header = split_line(next(lines, (0, ""))[1].lstrip("#"))
        if column not in header:
            raise unknown_name("column", column, header, where=str(path))
        wanted = header.index(column)
        ids = next((place for place, name in enumerate(header) if name.casefold() in ID_HEADERS and place != wanted), 0)
        for number, line in lines:
            if not line.strip() or line.startswith("#"):
                continue
            cells = split_line(line)
            if len(cells) != len(header):
                raise UserError(f"{path}, line {number}: {len(cells)} columns; the header has {len(header)}")
            yield number, cells[ids], cells[wanted]


def _joined(genotypes: Genotypes, values: dict[str, str], path: Path, field: str) -> Genotypes:
    ids = genotypes.people.ids
    found = sum(person in values for person in ids)
    if not found:
        example = f"such as {ids[0]!r}" if len(ids) else "of which there are none"
        raise UserError(f"{path}: none of its {len(values)} people is in the data, whose ids are {example}")
    people = replace(genotypes.people, **{field: strings([values.get(person, "") for person in ids])})
    what = "phenotype" if field == "phenotype" else "population"
    notes = []
    if found < len(ids):
        notes.append(f"{len(ids) - found} people of the data are not in {path} and have no {what}")
    if found < len(values):
        notes.append(f"{len(values) - found} people of {path} are not in the data")
    return Genotypes(genotypes.packed, genotypes.snps, people, genotypes.notes).with_notes(*notes)
