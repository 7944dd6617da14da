"""The common part of all readers: options, chromosome names, unique ids, and the memory limit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from miai.core.errors import UserError
from miai.genetics.genotypes import UNKNOWN, Genotypes, PeopleTable, SnpTable, Strings, strings

Progress = Callable[[int, int], None]
"""Receives how much of a file has been read, and how much there is, in the same unit."""

MEMORY_LIMIT = 4096
"""Largest size of the packed genotypes in MiB unless another limit is given."""

LARGEST_TABLE = 1 << 30
"""Bytes of a table of SNPs or people, such as a .bim. It is held in memory as a whole while it is read, some ten times its size."""

BLOCK_BYTES = 1 << 24
"""Bytes of a file that are read at once."""


@dataclass(frozen=True)
class ReadOptions:
    """Options of reading that hold for every format.

    | field | meaning |
    |---|---|
    | `memory` | limit of the packed genotypes in MiB |
    | `progress` | called while a file is read |
    | `column` | the column of the phenotype, for formats with a header |
    """

    memory: float = MEMORY_LIMIT
    progress: Progress | None = None
    column: str | None = None

    def check_memory(self, path: Path, needed: int) -> None:
        """Raise `UserError` if `needed` bytes exceed the limit."""
        if needed > self.memory * 2**20:
            raise UserError(
                f"{path}: the genotypes need {needed / 2**20:,.0f} MiB, and the limit is {self.memory:,.0f} MiB; raise --memory"
            )

    def report(self, done: int, total: int) -> None:
        """Report progress to the listener, if there is one."""
        if self.progress is not None:
            self.progress(done, total)


_CHROMOSOMES = {
    "23": "X",
    "24": "Y",
    "25": "XY",
    "26": "MT",
    "M": "MT",
    "90": "MT",
    "91": "XY",
    "": UNKNOWN,
    ".": UNKNOWN,
    "NA": UNKNOWN,
}


def chromosome_name(text: str) -> str:
    """Return the name of a chromosome as `SnpTable` writes it: `chr1` and `01` become `1`, `23` becomes `X`, `-1` becomes `0`."""
    name = text.strip()
    if name[:3].lower() == "chr":
        name = name[3:]
    name = name.upper()
    if name.lstrip("-").isdigit():
        name = str(max(int(name), 0))
    return _CHROMOSOMES.get(name, name)


def chromosome_names(column: Iterable[str]) -> Strings:
    """Return the names of a column of chromosomes; equal names share memory."""
    known: dict[str, str] = {}
    names = []
    for text in column:
        if text not in known:
            known[text] = chromosome_name(text)
        names.append(known[text])
    return strings(names)


def unique_people(path: Path, people: PeopleTable) -> tuple[PeopleTable, tuple[str, ...]]:
    """Return the people with unique ids, and notes.

    An id that occurs in several families becomes `FAMILY:ID`. Raise `UserError` if an id is repeated in one family.
    """
    counts = Counter(people.ids)
    repeated = {name for name, count in counts.items() if count > 1}
    if not repeated:
        return people, ()
    pairs = Counter(zip(people.family, people.ids, strict=True))
    (family, name), most = pairs.most_common(1)[0]
    if most > 1:
        twice = sum(count > 1 for count in pairs.values())
        place = f" of family {family!r}" if family else ""
        raise UserError(
            f"{path}: the id {name!r}{place} occurs {most} times ({twice} ids are repeated); ids of people must be unique"
        )
    ids = [f"{family}:{name}" if name in repeated else name for family, name in zip(people.family, people.ids, strict=True)]
    note = f"{len(repeated)} ids of people occur in several families; the family was added in front"
    return PeopleTable(strings(ids), people.family, people.phenotype), (note,)


def unique_snps(genotypes: Genotypes) -> Genotypes:
    """Return the genotypes with one SNP for every id: the first. SNPs without id are named by place; others are left out and counted."""
    ids = genotypes.snps.ids
    nameless = [index for index, name in enumerate(ids) if name in ("", ".", UNKNOWN)]
    if nameless:
        ids = ids.copy()
        for index in nameless:
            place = genotypes.snps.position[index]
            ids[index] = f"{genotypes.snps.chromosome[index]}:{place}" if place else f"snp{index + 1}"
        table = genotypes.snps
        table = SnpTable(ids, table.chromosome, table.position, table.reference, table.alternative)
        genotypes = Genotypes(genotypes.packed, table, genotypes.people, genotypes.notes)
    if len(set(ids)) == len(ids):
        return genotypes
    seen: set[str] = set()
    keep = np.ones(len(ids), np.bool_)
    for index, name in enumerate(ids):
        keep[index] = name not in seen
        seen.add(name)
    left_out = int((~keep).sum())
    return genotypes.select(snps=keep).with_notes(f"{left_out} SNPs were left out because an earlier SNP has the same id")


def read_columns(path: Path, count: int, meaning: str) -> list[Strings]:
    """Return the columns of a file whose lines have `count` words; equal words share memory. Raise `UserError` for another line."""
    try:
        if path.stat().st_size > LARGEST_TABLE:
            raise UserError(
                f"{path}: {path.stat().st_size / 2**20:,.0f} MiB; tables of up to {LARGEST_TABLE / 2**20:,.0f} MiB are read"
            )
        text = path.read_text(encoding="utf-8", errors="replace")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from error
    words = text.split()
    lines = text.count("\n") + (not text.endswith("\n")) if text else 0
    if len(words) != lines * count:
        words = []
        for number, line in enumerate(text.splitlines(), 1):
            cells = line.split()
            if len(cells) not in (0, count):
                raise UserError(f"{path}, line {number}: {len(cells)} columns; accepted: {count}, {meaning}")
            words += cells
    shared: dict[str, str] = {}
    table = strings([shared.setdefault(word, word) for word in words])
    return [table[place::count].copy() for place in range(count)]


def parse_positions(path: Path, column: Strings) -> NDArray[np.int64]:
    """Return positions in base pairs; what is negative is unknown."""
    try:
        return np.maximum(column.astype(np.int64), 0)
    except ValueError:
        for number, text in enumerate(column, 1):
            if not text.lstrip("-").isdigit():
                raise UserError(f"{path}, line {number}: the position {text!r} is not a whole number") from None
        raise


def as_count(number: float) -> str:
    """Return a number of things for a message: 5,000, or 4,999.75 where it is not whole."""
    return f"{number:,.0f}" if number == int(number) else f"{number:,.2f}"
