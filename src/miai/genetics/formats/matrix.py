"""Tables with a row for each person: CSV or TSV, one column a SNP, named by its rs number.

The first column is the id. Columns named population, family or FID, and phenotype, are recognised; all others are SNPs. Calls are
written in one of three ways in the whole file: RR, RA, AA; numbers of alternative alleles 0, 1, 2; or pairs of letters such as AG, A/G
or A|G, where the more frequent allele over all people is the reference.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import numpy as np

from miai.core.errors import UserError, unknown_name
from miai.genetics.columns import open_text, read_lines, split_line
from miai.genetics.formats.builder import AlleleNames, PersonByPerson
from miai.genetics.formats.common import ReadOptions, unique_people
from miai.genetics.formats.ped import leave_out_third_alleles
from miai.genetics.formats.writing import all_or_none, open_output
from miai.genetics.genotypes import UNKNOWN, Genotypes, PeopleTable, SnpTable, Strings, strings

POPULATION = ("population", "pop", "family", "fid")
PHENOTYPE = ("phenotype", "pheno")
MISSING_CALLS = ("", "NA", "N/A", "NAN", "-", "--", ".", "./.", ".|.", "-1", "-9", "9", "00", "NN", "N/N", "N|N", "?", "??", "NC")
_CODED = {"RR": "RR", "RA": "RA", "AR": "RA", "AA": "AA", "0": "RR", "1": "RA", "2": "AA"}
_PAIR = re.compile(r"([ACGTID])[/|]?([ACGTID])|([ACGT]+)[/|]([ACGT]+)", re.IGNORECASE)

Coding = Literal["letters", "RA", "numbers"]


@dataclass(frozen=True)
class _Header:
    """The columns of a table: where population and phenotype are (-1 if nowhere), and which are SNPs."""

    population: int
    phenotype: int
    snps: list[int]
    names: list[str]


def read_matrix(path: Path, options: ReadOptions) -> Genotypes:
    """Read a table of calls. Raise `UserError` for a call that is not known, with its place."""
    with open_text(path) as file:
        lines = read_lines(file, path)
        _, line = next(lines, (0, ""))
        if not line.strip():
            raise UserError(f"{path} is empty; accepted: a header with an id and rs numbers, then a line for each person")
        header = _read_header(path, split_line(line), options.column)
        separator = "\t" if "\t" in line else "," if "," in line else None
        rows = _Rows(path, header, options)
        size, done = path.stat().st_size, len(line)
        for number, text in lines:
            done += len(text)
            if text.strip():
                rows.add(number, [cell.strip() for cell in text.replace('"', "").rstrip("\r\n").split(separator)])
                options.report(min(done, size), size)
    return rows.genotypes()


def _read_header(path: Path, cells: list[str], column: str | None) -> _Header:
    lowered = [cell.casefold() for cell in cells]
    if column is not None and column not in cells:
        raise unknown_name("column", column, cells[:1000], where=str(path))
    population = next((place for place, name in enumerate(lowered) if place and name in POPULATION), -1)
    phenotype = (
        cells.index(column) if column else next((place for place, name in enumerate(lowered) if place and name in PHENOTYPE), -1)
    )
    snps = [place for place in range(1, len(cells)) if place not in (population, phenotype)]
    if not snps:
        raise UserError(f"{path}, line 1: there is no column of a SNP; accepted: an id, then rs numbers")
    return _Header(population, phenotype, snps, cells)


class _Rows:
    """The people of a table so far. `numbers` gives a number to each way of writing a call, `pairs` its two alleles."""

    def __init__(self, path: Path, header: _Header, options: ReadOptions) -> None:
        self.path, self.header = path, header
        self.alleles = AlleleNames(())
        self.is_coded: bool | None = None
        self.numbers = dict.fromkeys(MISSING_CALLS, 0)
        self.pairs = [(0, 0)]
        self.builder = PersonByPerson(path, len(header.snps), options)
        self.people: list[tuple[str, str, str]] = []
        first, last = header.snps[0], header.snps[-1] + 1
        self.span = slice(first, last) if last - first == len(header.snps) else None

    def add(self, number: int, cells: list[str]) -> None:
        """Add the person of a line."""
        header = self.header
        if len(cells) != len(header.names):
            raise UserError(f"{self.path}, line {number}: {len(cells)} columns; the header has {len(header.names)}")
        calls = cells[self.span] if self.span else [cells[place] for place in header.snps]
        for call in set(calls) - self.numbers.keys():
            self._learn(call, number, calls)
        alleles = np.array(self.pairs, np.uint16)[np.fromiter(map(self.numbers.__getitem__, calls), np.int64, len(calls))]
        self.builder.add(alleles[:, 0], alleles[:, 1])
        at = [cells[place] if place >= 0 else "" for place in (header.population, header.phenotype)]
        self.people.append((cells[0], at[0], "" if at[1].upper() in ("NA", "-9") else at[1]))

    def _learn(self, call: str, number: int, calls: Sequence[str]) -> None:
        """Enter a way to write a call that was not seen before."""
        word = call.upper()
        if word in MISSING_CALLS:
            self.numbers[call] = 0
            return
        coded = _CODED.get(word)
        pair = _PAIR.fullmatch(word)
        if coded is None and pair is None:
            column = self.header.names[self.header.snps[list(calls).index(call)]]
            raise UserError(
                f"{self.path}, line {number}, column {column[:40]!r}: unknown call {call[:20]!r}; "
                "accepted: RR, RA, AA, NA, or 0, 1, 2, -1, or AG"
            )
        if word != "AA":  # which is a call in two of the three ways
            is_coded = coded is not None
            if self.is_coded is not None and self.is_coded != is_coded:
                raise UserError(f"{self.path}, line {number}: {call!r} is written in another way than the calls before it")
            self.is_coded = is_coded
        letters = [letter for letter in pair.groups() if letter] if pair and coded in (None, "AA") else list(coded or "")
        self.numbers[call] = len(self.pairs)
        self.pairs.append((self.alleles.number(letters[0]), self.alleles.number(letters[1])))

    def genotypes(self) -> Genotypes:
        """Return the genotypes of all people."""
        builder, count = self.builder, len(self.header.snps)
        packed = builder.finish(self.alleles.number("R") if self.is_coded else None)
        reference, alternative = self.alleles.name_of(builder.first), self.alleles.name_of(builder.second)
        if self.is_coded:
            reference, alternative = strings(["R"] * count), strings(["A"] * count)
        ids, families, phenotypes = (
            (strings(column) for column in zip(*self.people, strict=True)) if self.people else [strings([])] * 3
        )
        people, notes = unique_people(self.path, PeopleTable(ids, families, phenotypes))
        names = strings([self.header.names[place] for place in self.header.snps])
        snps = SnpTable(names, strings([UNKNOWN] * count), np.zeros(count, np.int64), reference, alternative)
        return leave_out_third_alleles(Genotypes(packed, snps, people, notes), builder.has_third)


def write_matrix(genotypes: Genotypes, path: Path, coding: Coding = "letters") -> list[Path]:
    """Write a table with a row for each person, comma-separated, or tab-separated if the name ends in .tsv or .txt."""
    separator = "\t" if path.name.removesuffix(".gz").endswith((".tsv", ".txt")) else ","
    words = _words(genotypes, coding)
    every = np.arange(len(genotypes.snps))
    people = genotypes.people
    with all_or_none(path) as (temporary,), open_output(temporary, path) as file:
        file.write(separator.join(["id", "population", "phenotype", *genotypes.snps.ids]) + "\n")
        for person in range(len(people)):
            calls = words[genotypes.calls(None, [person])[:, 0], every]
            file.write(separator.join([people.ids[person], people.family[person], people.phenotype[person], *calls]) + "\n")
    return [path]


def _words(genotypes: Genotypes, coding: Coding) -> Strings:
    """Return the text of each code of each SNP, [4, snps]."""
    count = len(genotypes.snps)
    if coding != "letters":
        row = ("RR", "RA", "AA", "NA") if coding == "RA" else ("0", "1", "2", "NA")
        return np.repeat(strings(row)[:, None], count, axis=1)
    table = np.empty((4, count), np.object_)
    for place, (r, a) in enumerate(zip(genotypes.snps.reference, genotypes.snps.alternative, strict=True)):
        table[:, place] = (f"{r}/{r}", f"{r}/{a}", f"{a}/{a}", "NA")
    return table
