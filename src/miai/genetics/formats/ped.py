"""PLINK 1 text files: PREFIX.ped with PREFIX.map.

A line of a .ped is a person: family, id, father, mother, sex, phenotype, then two alleles for each SNP, 0 for missing. A line of a .map
is a SNP: chromosome, id, genetic position (which may be left out), position.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

import numpy as np
from numpy.typing import NDArray

from miai.core.errors import UserError
from miai.genetics.columns import open_text, read_lines
from miai.genetics.formats.builder import AlleleNames, PersonByPerson
from miai.genetics.formats.common import ReadOptions, chromosome_names, parse_positions, read_columns, unique_people
from miai.genetics.formats.plink import NO_PHENOTYPE, families
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import Genotypes, PeopleTable, SnpTable, Strings, strings

HEAD = 6
"""Columns before the alleles."""

MISSING_ALLELES = ("0", "N", "-", ".")


def read_ped(path: Path, options: ReadOptions) -> Genotypes:
    """Read PREFIX.ped with PREFIX.map beside it. The more frequent allele of a SNP becomes its reference."""
    ids, chromosome, position = _read_map(path.with_suffix(".map"))
    names = AlleleNames(MISSING_ALLELES)
    builder = PersonByPerson(path, len(ids), options)
    heads: list[list[str]] = []
    with open_text(path) as file:
        size, done = path.stat().st_size, 0
        for number, line in read_lines(file, path):
            done += len(line)
            cells = line.split()
            if not cells or line.startswith("#"):
                continue
            if len(cells) != HEAD + 2 * len(ids):
                raise UserError(
                    f"{path}, line {number}: {len(cells)} columns; {len(ids)} SNPs of the .map need {HEAD + 2 * len(ids)}"
                )
            heads.append(cells[:HEAD])
            alleles = _numbers(names, cells[HEAD:])
            builder.add(alleles[0::2], alleles[1::2])
            options.report(done, size)
    packed = builder.finish()
    table = strings([cell for head in heads for cell in head]).reshape(-1, HEAD)
    phenotype = strings(["" if value in NO_PHENOTYPE else value for value in table[:, 5]])
    people, notes = unique_people(path, PeopleTable(table[:, 1], families(table[:, 0]), phenotype))
    snps = SnpTable(ids, chromosome, position, names.name_of(builder.first), names.name_of(builder.second))
    return leave_out_third_alleles(Genotypes(packed, snps, people, notes), builder.has_third)


def _numbers(names: AlleleNames, cells: list[str]) -> NDArray[np.uint16]:
    try:
        return np.fromiter(map(names.numbers.__getitem__, cells), np.uint16, len(cells))
    except KeyError:  # an allele that was not seen before, which is rare after the first line
        return np.fromiter(map(names.number, cells), np.uint16, len(cells))


def leave_out_third_alleles(genotypes: Genotypes, has_third: NDArray[np.bool_]) -> Genotypes:
    """Return the genotypes without SNPs that have more than two alleles, with a note of their number."""
    if not has_third.any():
        return genotypes
    return genotypes.select(snps=~has_third).with_notes(f"{int(has_third.sum())} SNPs with more than two alleles were left out")


def _read_map(path: Path) -> tuple[Strings, Strings, NDArray[np.int64]]:
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            width = len(file.readline().split())
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    if width not in (3, 4):
        raise UserError(f"{path}, line 1: {width} columns; accepted: chromosome, id, genetic position (optional), position")
    columns = read_columns(path, width, "chromosome, id, genetic position (optional), position")
    return columns[1], chromosome_names(columns[0]), parse_positions(path, columns[-1])


def write_ped(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write PREFIX.ped and PREFIX.map; `path` is one of them or the prefix with .ped."""
    ped, map_ = path.with_suffix(".ped"), path.with_suffix(".map")
    snps = genotypes.snps
    with all_or_none(ped, map_) as (new_ped, new_map):
        with new_map.open("w", encoding="utf-8", newline="\n") as file:
            rows = zip(snps.chromosome, snps.ids, snps.position.tolist(), strict=True)
            file.writelines(f"{chromosome}\t{name}\t0\t{position}\n" for chromosome, name, position in rows)
        with new_ped.open("w", encoding="utf-8", newline="\n") as file:
            _write_people(genotypes, file)
    return [ped, map_]


def _write_people(genotypes: Genotypes, file: IO[str]) -> None:
    snps, people = genotypes.snps, genotypes.people
    reference, alternative = (np.array(column, dtype=np.str_) for column in (snps.reference, snps.alternative))
    pairs = np.stack([_pair(reference, reference), _pair(reference, alternative), _pair(alternative, alternative)])
    pairs = np.concatenate([pairs.astype(np.object_), np.full((1, len(snps)), "0 0", dtype=np.object_)])
    every = np.arange(len(snps))
    for person in range(len(people)):
        calls = genotypes.calls(None, [person])[:, 0]
        names = as_word(people.family[person], "0"), as_word(people.ids[person]), "0 0 0", as_word(people.phenotype[person], "-9")
        file.write(" ".join([*names, *pairs[calls, every]]) + "\n")


def _pair(one: NDArray[np.str_], other: NDArray[np.str_]) -> NDArray[np.str_]:
    return np.char.add(np.char.add(one, " "), other)
