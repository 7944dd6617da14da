"""Two bits a call: pack, unpack, and gather people.

Row `s` of `packed` holds the calls of SNP `s`, four people a byte. Person `p` has the bits 2 * (p % 4) and 2 * (p % 4) + 1 of byte
p // 4. The bits behind the last person are zero.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up


@kernel
def call_at(row, person):
    """Return the code of one person's call in a packed row, 0 to 3."""
    return (int(row[person >> 2]) >> (2 * (person & 3))) & 3


@kernel
def translate_bytes(block, table):
    """Replace each byte of `block` by its entry in `table`. (NumPy's `take` first makes 64-bit indices of the bytes.)"""
    for row in range(block.shape[0]):
        for place in range(block.shape[1]):
            block[row, place] = table[block[row, place]]


@kernel
def pack_calls(calls, packed):
    """Write the codes `calls[snp, person]` into `packed`, which has as many rows."""
    snps, people = calls.shape
    for snp in range(snps):
        for byte in range(packed.shape[1]):
            value = 0
            for person in range(4 * byte, min(4 * byte + 4, people)):
                value |= (int(calls[snp, person]) & 3) << (2 * (person & 3))
            packed[snp, byte] = np.uint8(value)


@kernel
def unpack_rows(packed, snps, calls):
    """Write the codes of all people at the SNPs `snps` into `calls[n, people]`."""
    people = calls.shape[1]
    for n in range(len(snps)):
        row = packed[snps[n]]
        for person in range(people):
            calls[n, person] = np.uint8(call_at(row, person))


@kernel
def unpack_some(packed, snps, people, calls):
    """Write the codes of `people` at the SNPs `snps` into `calls[n, len(people)]`."""
    for n in range(len(snps)):
        row = packed[snps[n]]
        for place in range(len(people)):
            calls[n, place] = np.uint8(call_at(row, people[place]))


@kernel
def gather_people(packed, people, gathered):
    """Write the calls of `people`, in this order, into the rows of `gathered`."""
    for snp in range(packed.shape[0]):
        row = packed[snp]
        for byte in range(gathered.shape[1]):
            value = 0
            for place in range(4 * byte, min(4 * byte + 4, len(people))):
                value |= call_at(row, people[place]) << (2 * (place & 3))
            gathered[snp, byte] = np.uint8(value)


@kernel
def count_missing(packed, missing):
    """Add the number of missing calls of each person to `missing`."""
    for snp in range(packed.shape[0]):
        row = packed[snp]
        for byte in range(packed.shape[1]):
            value = int(row[byte])
            if value & (value >> 1) & 0x55:
                for person in range(4 * byte, min(4 * byte + 4, len(missing))):
                    missing[person] += call_at(row, person) == 3


@warms_up("genotype-packing")
def _call_each_kernel_once() -> None:
    packed = np.zeros((1, 1), np.uint8)
    calls = np.zeros((1, 2), np.uint8)
    indices = np.zeros(1, np.int64)
    pack_calls(calls, packed)
    unpack_rows(packed, indices, calls)
    unpack_some(packed, indices, indices, calls)
    gather_people(packed, indices, packed.copy())
    count_missing(packed, indices)
    translate_bytes(packed, np.zeros(256, np.uint8))
