"""The common part of the writers for programs of population genetics: alleles of one person as two lines, and people by population."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from miai.genetics.genotypes import Genotypes, Indices, Strings, strings

BASES = frozenset("ACGT")


def allele_lines(genotypes: Genotypes, reference: Strings, alternative: Strings, missing: str) -> Iterator[tuple[Strings, Strings]]:
    """Yield for each person the first and the second allele at every SNP. Which of two different ones is first has no meaning."""
    every = np.arange(len(genotypes.snps))
    unknown = strings([missing] * len(genotypes.snps))
    first = np.stack([reference, reference, alternative, unknown])
    second = np.stack([reference, alternative, alternative, unknown])
    for person in range(len(genotypes.people)):
        calls = genotypes.calls(None, [person])[:, 0]
        yield first[calls, every], second[calls, every]


def populations(genotypes: Genotypes) -> dict[str, Indices]:
    """Return the people of each population, in the order in which populations appear; people without one are in `unknown`."""
    names = [name or "unknown" for name in genotypes.people.family]
    members: dict[str, list[int]] = {}
    for person, name in enumerate(names):
        members.setdefault(name, []).append(person)
    return {name: np.array(people, np.int64) for name, people in members.items()}


def are_bases(genotypes: Genotypes) -> NDArray[np.bool_]:
    """Whether both alleles of each SNP are single bases; an unknown alternative counts as one."""
    pairs = zip(genotypes.snps.reference, genotypes.snps.alternative, strict=True)
    return np.array([r in BASES and (a in BASES or a == "0") for r, a in pairs], np.bool_)


def single_letters(genotypes: Genotypes, stand_ins: tuple[str, str]) -> tuple[Strings, Strings]:
    """Reference and alternative alleles as single letters: bases where they are known, else the two `stand_ins`."""
    good = are_bases(genotypes)
    columns = genotypes.snps.reference, genotypes.snps.alternative
    return tuple(np.where(good, column, stand_in) for column, stand_in in zip(columns, stand_ins, strict=True))  # type: ignore[return-value]
