"""Count genotypes by category, 32 people at a time.

A row of packed calls is read as 64-bit words. A **stretch** is one word with a mask of the people in it who belong to one category: both
bits of each of them are set. Where a file lists people by population, as most do, there are hardly more stretches than words.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up

_ONES = np.uint64(0x5555555555555555)
_PAIRS = np.uint64(0x3333333333333333)
_NIBBLES = np.uint64(0x0F0F0F0F0F0F0F0F)
_BYTES = np.uint64(0x0101010101010101)
_1, _2, _4, _56 = np.uint64(1), np.uint64(2), np.uint64(4), np.uint64(56)


@kernel
def count_pairs(word):
    """Return how many of the 32 low bits of pairs are set; the high bits of pairs are zero. Compiles to one instruction."""
    word = (word & _PAIRS) + ((word >> _2) & _PAIRS)
    word = (word + (word >> _4)) & _NIBBLES
    return int((word * _BYTES) >> _56)


@kernel
def count_rows(packed, words, masks, categories, buffer, buffer_words, counts):
    """Write the number of RR, RA and AA of each category into `counts[snp, category, 3]`.

    `words`, `masks` and `categories` are the stretches. `buffer_words` is `buffer` seen as words, zero behind the row.
    """
    width = packed.shape[1]
    for snp in range(packed.shape[0]):
        for byte in range(width):
            buffer[byte] = packed[snp, byte]
        row = counts[snp]
        row[:, :] = 0
        for stretch in range(len(words)):
            word = buffer_words[words[stretch]]
            people = masks[stretch] & _ONES
            low = word & people
            high = (word >> _1) & people
            both = low & high
            category = categories[stretch]
            heterozygous = count_pairs(low ^ both)
            alternative = count_pairs(high ^ both)
            row[category, 0] += count_pairs(people) - heterozygous - alternative - count_pairs(both)
            row[category, 1] += heterozygous
            row[category, 2] += alternative


@warms_up("genotype-counting")
def _call_each_kernel_once() -> None:
    buffer = np.zeros(1, np.uint64)
    stretch = np.zeros(1, np.int32)
    count_rows(np.zeros((1, 1), np.uint8), stretch, buffer, stretch, buffer.view(np.uint8), buffer, np.zeros((1, 1, 3), np.int32))
