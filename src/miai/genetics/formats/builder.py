"""Build packed genotypes from files that list alleles person by person.

Alleles are given as small numbers. The first allele that is seen at a SNP is its reference until the end; a second one is its alternative;
SNPs at which a third one is seen are left out and counted. At the end the more frequent allele becomes the reference, unless the file
itself names it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from miai.genetics.formats.common import ReadOptions
from miai.genetics.genotypes import AA, MISSING, RR, Indices, Stretches, Strings, bytes_per_snp, clear_padding, count_block, strings

TOGETHER = 64
"""People whose calls are packed at once; a multiple of four."""

Alleles = NDArray[np.uint16]
"""An allele for each SNP; 0 is missing."""

_SWAP = {RR: AA, AA: RR}


def _swap_table() -> NDArray[np.uint8]:
    """Return the table that exchanges RR and AA in the four calls of a byte."""
    table = np.zeros(256, np.uint8)
    for byte in range(256):
        for place in (0, 2, 4, 6):
            code = (byte >> place) & 3
            table[byte] |= _SWAP.get(code, code) << place
    return table


SWAPPED = _swap_table()


class AlleleNames:
    """Numbers for alleles: 0 is missing, others count up as they are first seen."""

    def __init__(self, missing: tuple[str, ...]) -> None:
        self.numbers = dict.fromkeys(missing, 0)
        self.names = ["0"]

    def number(self, name: str) -> int:
        """Return the number of an allele, a new one where it was not seen before."""
        found = self.numbers.get(name)
        if found is None:
            found = self.numbers[name] = len(self.names)
            self.names.append(name)
        return found

    def name_of(self, alleles: Alleles) -> Strings:
        """Return the names of alleles; `0` where none was seen."""
        return strings(self.names)[alleles]


class PersonByPerson:
    """Packed genotypes that grow by people."""

    def __init__(self, path: Path, snps: int, options: ReadOptions) -> None:
        self.path, self.options = path, options
        self.first: Alleles = np.zeros(snps, np.uint16)
        self.second: Alleles = np.zeros(snps, np.uint16)
        self.has_third = np.zeros(snps, np.bool_)
        self.blocks: list[NDArray[np.uint8]] = []
        self.calls = np.empty((TOGETHER, snps), np.uint8)
        self.waiting = 0
        self.people = 0

    def add(self, one: Alleles, other: Alleles) -> None:
        """Add a person with two alleles at each SNP; a call with one allele missing is missing."""
        for alleles in (one, other):
            self.first = np.where(self.first == 0, alleles, self.first)
            is_new = (alleles != 0) & (alleles != self.first)
            self.second = np.where(is_new & (self.second == 0), alleles, self.second)
            self.has_third |= is_new & (alleles != self.second)
        calls = (one != self.first).astype(np.uint8) + (other != self.first)
        calls[(one == 0) | (other == 0)] = MISSING
        self.calls[self.waiting] = calls
        self.waiting += 1
        self.people += 1
        if self.waiting == TOGETHER:
            self._pack()

    def _pack(self) -> None:
        """Pack the buffered people."""
        width = bytes_per_snp(self.waiting)
        self.calls[self.waiting : 4 * width] = 0
        parts = self.calls[: 4 * width].reshape(width, 4, -1)
        block = parts[:, 0] | parts[:, 1] << 2 | parts[:, 2] << 4 | parts[:, 3] << 6
        self.options.check_memory(self.path, bytes_per_snp(self.people) * self.calls.shape[1])
        self.blocks.append(np.ascontiguousarray(block.T))
        self.waiting = 0

    def finish(self, reference: int | None = None) -> NDArray[np.uint8]:
        """Return the packed calls, uint8 [snps, bytes]. Then `first` is the allele `reference`, or the more frequent one without it."""
        if self.waiting:
            self._pack()
        snps = self.calls.shape[1]
        packed = np.concatenate(self.blocks, axis=1) if self.blocks else np.empty((snps, 0), np.uint8)
        self.blocks = []
        swapped = self._rare(packed) if reference is None else np.flatnonzero((self.first != reference) & (self.first != 0))
        packed[swapped] = SWAPPED[packed[swapped]]
        self.first[swapped], self.second[swapped] = self.second[swapped], self.first[swapped]
        clear_padding(packed, self.people)
        return packed

    def _rare(self, packed: NDArray[np.uint8]) -> Indices:
        """Return the SNPs whose reference allele is the rarer one so far."""
        counts = count_block(packed, Stretches.of(np.zeros(self.people, np.int64), 1))[:, 0]
        return np.flatnonzero(counts[:, 2] > counts[:, 0])
