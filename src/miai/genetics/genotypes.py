"""The data model: SNPs, people, and their genotypes, two bits a call.

A SNP has two alleles, the reference R and the alternative A. A person's **call** at a SNP is one of four codes:

| code | name | meaning |
|---|---|---|
| 0 | `RR` | two reference alleles |
| 1 | `RA` | one of each; the order does not matter |
| 2 | `AA` | two alternative alleles |
| 3 | `MISSING` | no call |

So a code below 3 is the number of alternative alleles. No statistic depends on which allele is called the reference.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from miai.core.errors import UserError, did_you_mean

RR, RA, AA, MISSING = 0, 1, 2, 3

AUTOSOMES = tuple(str(number) for number in range(1, 23))
UNKNOWN = "0"
"""The name of an unknown chromosome. An unknown position is 0."""

Indices = NDArray[np.int64]
Strings = NDArray[np.object_]


def bytes_per_snp(people: int) -> int:
    """Return the length of a packed row."""
    return (people + 3) // 4


def as_indices(chosen: ArrayLike | slice | None, count: int) -> Indices:
    """Return indices from indices, a Boolean mask of length `count`, a slice, or `None` for all. Raise `IndexError` if out of range."""
    if chosen is None:
        return np.arange(count)
    if isinstance(chosen, slice):
        return np.arange(count)[chosen]
    given = np.asarray(chosen)
    if given.dtype == np.bool_:
        if len(given) != count:
            raise IndexError(f"a mask of {len(given)} for {count} items")
        return np.flatnonzero(given)
    indices = given.astype(np.int64).reshape(-1)
    if len(indices) and not (0 <= indices.min() and indices.max() < count):
        raise IndexError(f"an index outside 0 to {count - 1}")
    return indices


def strings(values: Sequence[Any] | NDArray[Any]) -> Strings:
    """Return an array of Python strings. Equal short values share memory where the caller's do."""
    array = np.empty(len(values), dtype=np.object_)
    array[:] = values
    return array


@dataclass(frozen=True)
class SnpTable:
    """The SNPs of a data set.

    | field | dtype | meaning |
    |---|---|---|
    | `ids` | str | identifier, usually an rs number |
    | `chromosome` | str | `1` to `22`, `X`, `Y`, `XY`, `MT`; `0` if unknown |
    | `position` | int64 | base pairs from 1; 0 if unknown |
    | `reference`, `alternative` | str | the alleles R and A; `0` if unknown |
    """

    ids: Strings
    chromosome: Strings
    position: NDArray[np.int64]
    reference: Strings
    alternative: Strings

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, indices: Indices) -> SnpTable:
        """Return the rows `indices`, in that order."""
        return SnpTable(*(getattr(self, field)[indices] for field in self.__dataclass_fields__))

    def find(self, ids: Sequence[str]) -> Indices:
        """Return the indices of the SNPs `ids`. Raise `UserError` for the first that is not there."""
        return _find(self.ids, ids, "SNP")


@dataclass(frozen=True)
class PeopleTable:
    """The people of a data set.

    | field | dtype | meaning |
    |---|---|---|
    | `ids` | str | unique identifier |
    | `family` | str | population, or the family id (FID) of PLINK; empty if unknown |
    | `phenotype` | str | the trait that is studied, as text; empty if unknown |
    """

    ids: Strings
    family: Strings
    phenotype: Strings

    def __len__(self) -> int:
        return len(self.ids)

    def take(self, indices: Indices) -> PeopleTable:
        """Return the rows `indices`, in that order."""
        return PeopleTable(self.ids[indices], self.family[indices], self.phenotype[indices])

    def find(self, ids: Sequence[str]) -> Indices:
        """Return the indices of the people `ids`. Raise `UserError` for the first that is not there."""
        return _find(self.ids, ids, "person")


def _find(known: Strings, wanted: Sequence[str], kind: str) -> Indices:
    """Return the index of each of `wanted` in `known`; the first one of a repeated id."""
    place: dict[str, int] = {}
    for index, name in enumerate(known):
        place.setdefault(name, index)
    for name in wanted:
        if name not in place:
            hint = did_you_mean(name, place) if len(place) < 100_000 else ""  # close matches of a long list take seconds
            raise UserError(f"{kind} {name!r} is not in the data{hint}")
    return np.fromiter((place[name] for name in wanted), np.int64, len(wanted))


@dataclass(frozen=True)
class Genotypes:
    """Genotypes of people at SNPs, SNP by SNP, two bits a call.

    | field | type | meaning |
    |---|---|---|
    | `packed` | uint8 [snps, ceil(people / 4)] | row s: the calls of SNP s, person p in bits 2 (p mod 4) of byte p div 4 |
    | `snps` | `SnpTable` | one row a SNP |
    | `people` | `PeopleTable` | one row a person |
    | `notes` | strings | counted warnings from reading: sites left out, people in only one of two files |
    """

    packed: NDArray[np.uint8]
    snps: SnpTable
    people: PeopleTable
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.packed.shape != (len(self.snps), bytes_per_snp(len(self.people))):
            raise ValueError(
                f"packed calls of shape {self.packed.shape} do not fit {len(self.snps)} SNPs of {len(self.people)} people"
            )

    @classmethod
    def from_calls(cls, calls: ArrayLike, snps: SnpTable | None = None, people: PeopleTable | None = None) -> Genotypes:
        """Pack the codes `calls[snp, person]`. SNPs and people without a table are called s1, s2, ... and p1, p2, ..."""
        from miai.genetics.kernels.packing import pack_calls

        codes = np.ascontiguousarray(calls, dtype=np.uint8)
        packed = np.empty((codes.shape[0], bytes_per_snp(codes.shape[1])), np.uint8)
        pack_calls(codes, packed)
        return cls(packed, snps or unnamed_snps(codes.shape[0]), people or unnamed_people(codes.shape[1]))

    @property
    def shape(self) -> tuple[int, int]:
        """The numbers of SNPs and of people."""
        return len(self.snps), len(self.people)

    def calls(self, snp_indices: ArrayLike | slice | None = None, people_indices: ArrayLike | None = None) -> NDArray[np.uint8]:
        """Return the codes of some people (all by default) at some SNPs, unpacked: uint8 [n, people]."""
        from miai.genetics.kernels.packing import unpack_rows, unpack_some

        chosen = as_indices(snp_indices, len(self.snps))
        if people_indices is None:
            calls = np.empty((len(chosen), len(self.people)), np.uint8)
            unpack_rows(self.packed, chosen, calls)
            return calls
        people = as_indices(people_indices, len(self.people))
        calls = np.empty((len(chosen), len(people)), np.uint8)
        unpack_some(self.packed, chosen, people, calls)
        return calls

    def select(self, snps: ArrayLike | slice | None = None, people: ArrayLike | slice | None = None) -> Genotypes:
        """Return a copy with some SNPs and people, given as indices, masks or slices; the order of indices is kept."""
        from miai.genetics.kernels.packing import gather_people

        packed, snp_table, people_table = self.packed, self.snps, self.people
        if snps is not None:
            chosen = as_indices(snps, len(self.snps))
            packed, snp_table = packed[chosen], snp_table.take(chosen)
        if people is not None:
            persons = as_indices(people, len(self.people))
            gathered = np.empty((len(packed), bytes_per_snp(len(persons))), np.uint8)
            gather_people(packed, persons, gathered)
            packed, people_table = gathered, people_table.take(persons)
        return Genotypes(packed, snp_table, people_table, self.notes)

    def with_notes(self, *notes: str) -> Genotypes:
        """Return the same genotypes with further counted warnings."""
        return replace(self, notes=(*self.notes, *notes))


def unnamed_snps(count: int) -> SnpTable:
    """Return a table of SNPs s1, s2, ... with unknown positions and the alleles R and A."""
    repeated = [strings([text] * count) for text in (UNKNOWN, "R", "A")]
    return SnpTable(strings([f"s{n + 1}" for n in range(count)]), repeated[0], np.zeros(count, np.int64), *repeated[1:])


def unnamed_people(count: int) -> PeopleTable:
    """Return a table of people p1, p2, ... without population and phenotype."""
    return PeopleTable(strings([f"p{n + 1}" for n in range(count)]), strings([""] * count), strings([""] * count))


def genotype_counts(genotypes: Genotypes, categories: ArrayLike, k: int) -> NDArray[np.int32]:
    """Count genotypes by category.

    Parameters
    ----------
    genotypes
        The data.
    categories
        A category from 0 to `k` - 1 for each person, or -1 for a person to leave out.
    k
        The number of categories.

    Returns
    -------
    int32 [snps, k, 3], the numbers of RR, RA and AA. Missing calls are the rest.
    """
    return count_block(genotypes.packed, Stretches.of(categories, k))


@dataclass(frozen=True)
class Stretches:
    """People by category, as masks of 64-bit words of a packed row; see `miai.genetics.kernels.counting`."""

    words: NDArray[np.int32]
    masks: NDArray[np.uint64]
    categories: NDArray[np.int32]
    k: int

    @classmethod
    def of(cls, categories: ArrayLike, k: int) -> Stretches:
        """Return the stretches of people with these categories; -1 leaves a person out."""
        given = np.asarray(categories).astype(np.int64)
        if len(given) and (given.min() < -1 or given.max() >= k):
            raise ValueError(f"categories from {given.min()} to {given.max()}; accepted: -1 to {k - 1}")
        people = np.flatnonzero(given >= 0)
        keys, owner = np.unique(people // 32 * k + given[people], return_inverse=True)
        masks = np.zeros(len(keys), np.uint64)
        np.bitwise_or.at(masks, owner, np.uint64(3) << (2 * (people % 32)).astype(np.uint64))
        return cls((keys // k).astype(np.int32), masks, (keys % k).astype(np.int32), k)


def count_block(packed: NDArray[np.uint8], stretches: Stretches) -> NDArray[np.int32]:
    """Return the counts of RR, RA and AA in packed rows: int32 [rows, k, 3]."""
    from miai.genetics.kernels.counting import count_rows

    buffer = np.zeros((packed.shape[1] + 7) // 8, np.uint64)
    counts = np.empty((len(packed), stretches.k, 3), np.int32)
    count_rows(packed, stretches.words, stretches.masks, stretches.categories, buffer.view(np.uint8), buffer, counts)
    return counts


def clear_padding(packed: NDArray[np.uint8], people: int) -> None:
    """Set the bits behind the last person to zero."""
    if people % 4 and len(packed):
        packed[:, -1] &= np.uint8((1 << (2 * (people % 4))) - 1)


def as_words(packed: NDArray[np.uint8], fill: int = 0) -> NDArray[np.uint64]:
    """Packed rows as 64-bit words, with `fill` in the bytes behind a row."""
    width = (packed.shape[1] + 7) // 8 * 8
    padded = np.full((len(packed), width), fill, np.uint8)
    padded[:, : packed.shape[1]] = packed
    return padded.view(np.uint64)
