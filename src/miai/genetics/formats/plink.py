"""PLINK 1 binary files: PREFIX.bed with PREFIX.bim and PREFIX.fam.

A .bed holds two bits a call in our order of people and SNPs, with other codes. So a byte is translated by a table, and nothing is
unpacked. Allele A1 of the .bim is our alternative, A2 our reference.

| call | .bed | code |
|---|---|---|
| A2 A2 | 11 | 0 RR |
| A1 A2 | 10 | 1 RA |
| A1 A1 | 00 | 2 AA |
| missing | 01 | 3 |
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from miai.core import extras
from miai.core.errors import UserError
from miai.genetics.formats.common import (
    BLOCK_BYTES,
    ReadOptions,
    as_count,
    chromosome_names,
    parse_positions,
    read_columns,
    unique_people,
)
from miai.genetics.formats.writing import all_or_none, as_word
from miai.genetics.genotypes import MISSING, Genotypes, PeopleTable, SnpTable, Strings, bytes_per_snp, clear_padding, strings

MAGIC = b"\x6c\x1b\x01"
"""The first bytes of a .bed whose rows are SNPs. With a third byte of 0 its rows are people."""

NO_PHENOTYPE = ("-9", "0", "NA", "nan", "")
"""Texts of a .fam for an unknown phenotype."""


def _translation(code_of: dict[int, int]) -> NDArray[np.uint8]:
    """Return the table that translates the four pairs of bits of a byte."""
    table = np.zeros(256, np.uint8)
    for byte in range(256):
        for place in (0, 2, 4, 6):
            table[byte] |= code_of[(byte >> place) & 3] << place
    return table


FROM_BED = _translation({0b11: 0, 0b10: 1, 0b00: 2, 0b01: 3})
TO_BED = _translation({0: 0b11, 1: 0b10, 2: 0b00, 3: 0b01})


def read_bed(path: Path, options: ReadOptions) -> Genotypes:
    """Read PREFIX.bed with PREFIX.bim and PREFIX.fam beside it. Raise `UserError` where they do not fit together."""
    snps = read_bim(path.with_suffix(".bim"))
    people, notes = unique_people(path.with_suffix(".fam"), read_fam(path.with_suffix(".fam")))
    packed = read_packed(path, len(snps), len(people), options)
    return Genotypes(packed, snps, people, notes)


def read_packed(path: Path, snps: int, people: int, options: ReadOptions) -> NDArray[np.uint8]:
    """Return the calls of a .bed in our codes. Raise `UserError` where the numbers of SNPs and people do not give its size."""
    from miai.genetics.kernels.packing import translate_bytes

    width = bytes_per_snp(people)
    rows_are_people = _check_size(path, snps, people)
    options.check_memory(path, snps * width)
    if rows_are_people:
        return _read_people_by_people(path, snps, people, options)
    packed = np.empty((snps, width), np.uint8)
    rows = max(1, BLOCK_BYTES // max(width, 1))
    with path.open("rb") as file:
        file.seek(len(MAGIC))
        for first in range(0, snps, rows):
            block = packed[first : first + rows]
            if file.readinto(block.data) != block.size:
                raise UserError(f"{path}: the file became shorter while it was read")
            translate_bytes(block, FROM_BED)
            options.report(first + len(block), snps)
    clear_padding(packed, people)
    return packed


def _read_people_by_people(path: Path, snps: int, people: int, options: ReadOptions) -> NDArray[np.uint8]:
    """Return the calls of a .bed whose rows are people, which programs of today hardly write; bed-reader turns it, block by block."""
    from miai.genetics.kernels.packing import pack_calls

    extras.need("genetics", "reading a .bed whose rows are people")
    from bed_reader import open_bed

    packed = np.empty((snps, bytes_per_snp(people)), np.uint8)
    together = max(1, BLOCK_BYTES // max(people, 1))
    with open_bed(path, iid_count=people, sid_count=snps, count_A1=True, num_threads=1) as bed:
        for first in range(0, snps, together):
            calls = bed.read(np.s_[:, first : first + together], dtype="int8", num_threads=1).T
            block = packed[first : first + together]
            pack_calls(np.ascontiguousarray(np.where(calls < 0, MISSING, calls).astype(np.uint8)), block)
            options.report(first + len(block), snps)
    return packed


def _check_size(path: Path, snps: int, people: int) -> bool:
    """Whether the rows of a .bed are people. Raise `UserError` where its size does not fit."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            head = file.read(len(MAGIC))
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    if head[:2] != MAGIC[:2] or head[2:] not in (b"\0", b"\1"):
        raise UserError(f"{path} is not a PLINK 1 .bed file: it does not begin with 6c 1b and 00 or 01")
    rows_are_people = head[2:] == b"\0"
    rows, columns = (people, snps) if rows_are_people else (snps, people)
    if size == len(MAGIC) + rows * bytes_per_snp(columns):
        return rows_are_people
    found = (size - len(MAGIC)) / max(bytes_per_snp(columns), 1)
    held, has = (
        (f"people at {snps:,} SNPs", f"the .fam has {people:,}")
        if rows_are_people
        else (f"SNPs of {people:,} people", f"the .bim has {snps:,}")
    )
    raise UserError(
        f"{path}: {size:,} bytes hold {as_count(found)} {held}, but {has}; the file is truncated, or the .bim or .fam belongs to another"
    )


def read_bim(path: Path) -> SnpTable:
    """Return the SNPs of a .bim: chromosome, id, genetic position, position, A1, A2. Raise `UserError` for a line that does not fit."""
    columns = read_columns(path, 6, "chromosome, id, genetic position, position, allele 1, allele 2")
    return SnpTable(columns[1], chromosome_names(columns[0]), parse_positions(path, columns[3]), columns[5], columns[4])


def read_fam(path: Path) -> PeopleTable:
    """Return the people of a .fam: family, id, father, mother, sex, phenotype. Raise `UserError` for a line that does not fit."""
    columns = read_columns(path, 6, "family, id, father, mother, sex, phenotype")
    phenotypes = strings(["" if text in NO_PHENOTYPE else text for text in columns[5]])
    return PeopleTable(columns[1], families(columns[0]), phenotypes)


def families(column: Strings) -> Strings:
    """Return the families of a .fam or .ped; 0 there means none."""
    return strings(["" if name == "0" else name for name in column])


def write_bed(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write PREFIX.bed, PREFIX.bim and PREFIX.fam; `path` is one of them. Blanks in names become underscores."""
    from miai.genetics.kernels.packing import translate_bytes

    paths = [path.with_suffix(suffix) for suffix in (".bed", ".bim", ".fam")]
    snps, people = genotypes.snps, genotypes.people
    with all_or_none(*paths) as (bed, bim, fam):
        with bim.open("w", encoding="utf-8", newline="\n") as file:
            rows = zip(snps.chromosome, snps.ids, snps.position.tolist(), snps.alternative, snps.reference, strict=True)
            file.writelines(f"{place}\t{name}\t0\t{position}\t{a}\t{r}\n" for place, name, position, a, r in rows)
        with fam.open("w", encoding="utf-8", newline="\n") as file:
            lines = zip(people.family, people.ids, people.phenotype, strict=True)
            file.writelines(
                f"{as_word(family, '0')} {as_word(name)} 0 0 0 {as_word(trait, '-9')}\n" for family, name, trait in lines
            )
        with bed.open("wb") as binary:
            binary.write(MAGIC)
            rows_at_once = max(1, BLOCK_BYTES // max(genotypes.packed.shape[1], 1))
            for first in range(0, len(snps), rows_at_once):
                block = genotypes.packed[first : first + rows_at_once].copy()
                translate_bytes(block, TO_BED)
                clear_padding(block, len(people))
                binary.write(block.tobytes())
    return paths
