"""EIGENSTRAT files: PREFIX.geno, PREFIX.snp and PREFIX.ind, as text or packed (PACKEDANCESTRYMAP, TRANSPOSE_PACKED).

A .geno counts reference alleles: 2 is our RR, 0 our AA, 9 missing. As text it has a line for each SNP and a digit for each person. Packed,
it begins with a record that holds the word GENO and the numbers of people and SNPs, followed by one record a SNP, two bits a call, the
first person in the highest bits. Packed and transposed, the word is TGENO, the head has 48 bytes, and a record
has the calls of one person.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

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
from miai.genetics.genotypes import AA, MISSING, RA, RR, Genotypes, PeopleTable, SnpTable, bytes_per_snp, clear_padding, strings

_BAD = 255
_SHORTEST_RECORD = 48


def _digit_table() -> NDArray[np.uint8]:
    table = np.full(256, _BAD, np.uint8)
    for digit, code in ((b"2", RR), (b"1", RA), (b"0", AA), (b"9", MISSING)):
        table[digit[0]] = code
    return table


def _byte_table() -> NDArray[np.uint8]:
    """Return the table that turns a packed byte into ours: other codes, and the first person in the lowest bits."""
    code_of = (AA, RA, RR, MISSING)
    table = np.zeros(256, np.uint8)
    for byte in range(256):
        for place in range(4):
            table[byte] |= code_of[(byte >> (6 - 2 * place)) & 3] << (2 * place)
    return table


FROM_DIGIT, FROM_PACKED = _digit_table(), _byte_table()
TO_DIGIT = np.frombuffer(b"2109", np.uint8)
"""The digit of each of our codes."""


def read_eigenstrat(path: Path, options: ReadOptions) -> Genotypes:
    """Read PREFIX.geno with PREFIX.snp and PREFIX.ind beside it. Raise `UserError` where they do not fit together."""
    names = read_columns(path.with_suffix(".ind"), 3, "id, sex, population")
    people = PeopleTable(names[0], names[2], strings([""] * len(names[0])))
    people, notes = unique_people(path.with_suffix(".ind"), people)
    snps = _read_snp(path.with_suffix(".snp"))
    try:
        with path.open("rb") as file:
            head = file.read(5)
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    read = _read_packed if head.startswith(b"GENO") else _read_transposed if head.startswith(b"TGENO") else _read_text
    return Genotypes(read(path, len(snps), len(people), options), snps, people, notes)


def _read_snp(path: Path) -> SnpTable:
    columns = read_columns(path, 6, "id, chromosome, genetic position, position, reference, variant")
    return SnpTable(columns[0], chromosome_names(columns[1]), parse_positions(path, columns[3]), columns[4], columns[5])


def _read_text(path: Path, snps: int, people: int, options: ReadOptions) -> NDArray[np.uint8]:
    from miai.genetics.kernels.packing import pack_calls

    width = _line_width(path, people)
    size = path.stat().st_size
    if size not in (snps * width, snps * width - (width - people)):  # the last line may lack its end
        raise UserError(
            f"{path}: {size:,} bytes hold {as_count(size / width)} lines of {people:,} people, but the .snp has {snps:,} SNPs"
        )
    options.check_memory(path, snps * bytes_per_snp(people))
    packed = np.empty((snps, bytes_per_snp(people)), np.uint8)
    rows = max(1, BLOCK_BYTES // width)
    with path.open("rb") as file:
        for first in range(0, snps, rows):
            count = min(rows, snps - first)
            text = np.frombuffer(file.read(count * width).ljust(count * width, b"\n"), np.uint8).reshape(count, width)
            calls = FROM_DIGIT[text[:, :people]]
            if (calls == _BAD).any() or (text[:, -1] != ord("\n")).any():
                line = first + 1 + int(np.flatnonzero((calls == _BAD).any(axis=1) | (text[:, -1] != ord("\n")))[0])
                raise UserError(f"{path}, line {line}: accepted are {people} digits 0, 1, 2 or 9")
            pack_calls(calls, packed[first : first + count])
            options.report(first + count, snps)
    return packed


def _line_width(path: Path, people: int) -> int:
    """Return the number of bytes of a line and its end, which has one or two."""
    with path.open("rb") as file:
        line = file.readline(people + 3)
    if len(line.rstrip(b"\r\n")) != people:
        raise UserError(f"{path}, line 1: {len(line.rstrip()):,} calls or more; the .ind has {people:,} people")
    return len(line) if line.endswith(b"\n") else people + 1


def _read_packed(path: Path, snps: int, people: int, options: ReadOptions) -> NDArray[np.uint8]:
    width = bytes_per_snp(people)
    options.check_memory(path, snps * width)
    record = max(_SHORTEST_RECORD, width)
    _check_packed(path, people, snps, [record * (snps + 1)])
    packed = np.empty((snps, width), np.uint8)
    rows = max(1, BLOCK_BYTES // record)
    with path.open("rb") as file:
        file.seek(record)
        for first in range(0, snps, rows):
            count = min(rows, snps - first)
            block = np.frombuffer(file.read(count * record), np.uint8).reshape(count, record)
            packed[first : first + count] = FROM_PACKED[block[:, :width]]
            options.report(first + count, snps)
    clear_padding(packed, people)
    return packed


def _read_transposed(path: Path, snps: int, people: int, options: ReadOptions) -> NDArray[np.uint8]:
    """Read records of people, in blocks of SNPs: of each block all people are read, and the block is turned."""
    from miai.genetics.kernels.packing import pack_calls

    options.check_memory(path, snps * bytes_per_snp(people))
    record = bytes_per_snp(snps)
    padded = max(_SHORTEST_RECORD, record)  # some programs fill records of few SNPs up, as those of few people in GENO files
    sizes = [_SHORTEST_RECORD + people * record, _SHORTEST_RECORD + people * padded]
    record = padded if _check_packed(path, people, snps, sizes) == sizes[1] else record
    records = np.memmap(path, np.uint8, "r", offset=_SHORTEST_RECORD, shape=(people, record))
    packed = np.empty((snps, bytes_per_snp(people)), np.uint8)
    step = 4 * max(1, BLOCK_BYTES // (4 * max(people, 1)))
    shifts = np.array([6, 4, 2, 0], np.uint8)
    code_of = np.array([AA, RA, RR, MISSING], np.uint8)
    for first in range(0, snps, step):
        last = min(first + step, snps)
        block = np.asarray(records[:, first // 4 : -(-last // 4)])
        codes = code_of[(block[:, :, None] >> shifts) & 3].reshape(people, -1)[:, : last - first]
        pack_calls(np.ascontiguousarray(codes.T), packed[first:last])
        options.report(last, snps)
    return packed


def _check_packed(path: Path, people: int, snps: int, sizes: list[int]) -> int:
    """Return the size of the file in bytes. Raise `UserError` where it is none of `sizes`, or the head has other numbers."""
    with path.open("rb") as file:
        words = file.read(_SHORTEST_RECORD).split(b"\0")[0].split()
    if [word.decode("ascii", "replace") for word in words[1:3]] != [str(people), str(snps)]:
        raise UserError(f"{path}: its head does not say {people:,} people and {snps:,} SNPs, as the .ind and the .snp do")
    size = path.stat().st_size
    if size not in sizes:
        raise UserError(f"{path}: {size:,} bytes; {snps:,} SNPs of {people:,} people need {sizes[0]:,}")
    return size


def write_eigenstrat(genotypes: Genotypes, path: Path) -> list[Path]:
    """Write PREFIX.geno as text, PREFIX.snp and PREFIX.ind; `path` is one of them. Blanks in names become underscores."""
    paths = [path.with_suffix(suffix) for suffix in (".geno", ".snp", ".ind")]
    snps, people = genotypes.snps, genotypes.people
    with all_or_none(*paths) as (geno, snp, ind):
        with snp.open("w", encoding="utf-8", newline="\n") as file:
            rows = zip(snps.ids, snps.chromosome, snps.position.tolist(), snps.reference, snps.alternative, strict=True)
            file.writelines(f"{name}\t{_number(place)}\t0.0\t{position}\t{r}\t{a}\n" for name, place, position, r, a in rows)
        with ind.open("w", encoding="utf-8", newline="\n") as file:
            pairs = zip(people.ids, people.family, strict=True)
            file.writelines(f"{as_word(name)}\tU\t{as_word(family)}\n" for name, family in pairs)
        with geno.open("wb") as binary:
            step = max(1, BLOCK_BYTES // max(len(people), 1))
            for first in range(0, len(snps), step):
                calls = TO_DIGIT[genotypes.calls(slice(first, first + step))]
                binary.write(np.pad(calls, ((0, 0), (0, 1)), constant_values=ord("\n")).tobytes())
    return paths


def _number(chromosome: str) -> str:
    """Return a chromosome as EIGENSTRAT writes it: 23 for X, 24 for Y, 90 for the mitochondrion, 91 for XY."""
    return {"X": "23", "Y": "24", "MT": "90", "XY": "91"}.get(chromosome, chromosome)
