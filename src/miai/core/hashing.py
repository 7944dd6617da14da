"""64-bit mixing and Zobrist keys.

Everything here is `uint64` from end to end: one signed operand would make Numba compute in `int64` and NumPy in `float64`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.warmup import warms_up

GOLDEN = np.uint64(0x9E3779B97F4A7C15)
"""2**64 divided by the golden ratio, odd: the step of the splitmix64 sequence."""

_MULTIPLY_1 = np.uint64(0xBF58476D1CE4E5B9)
_MULTIPLY_2 = np.uint64(0x94D049BB133111EB)
_SHIFT_30, _SHIFT_27, _SHIFT_31 = np.uint64(30), np.uint64(27), np.uint64(31)


@kernel
def mix64(value):
    """Return the image of a number under a bijection in which every input bit affects every output bit (splitmix64's finaliser)."""
    x = np.uint64(value)
    x = (x ^ (x >> _SHIFT_30)) * _MULTIPLY_1
    x = (x ^ (x >> _SHIFT_27)) * _MULTIPLY_2
    return x ^ (x >> _SHIFT_31)


@kernel
def combine64(left, right):
    """Return one number for an ordered pair of numbers; `combine64(a, b) != combine64(b, a)` in general."""
    return mix64(mix64(np.uint64(left)) + GOLDEN + np.uint64(right))


@kernel
def zobrist_key(seed, index):
    """Return key number `index` of `seed`. Distinct indices give distinct keys."""
    return mix64(mix64(np.uint64(seed)) + GOLDEN * (np.uint64(index) + np.uint64(1)))


@kernel
def fill_zobrist(table, seed):
    """Fill the one-dimensional `uint64` array `table` with the keys 0, 1, 2 ... of `seed`."""
    for index in range(table.size):
        table[index] = zobrist_key(seed, index)


def zobrist_table(shape: int | tuple[int, ...], seed: int) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """Return a new table of Zobrist keys, numbered in C order."""
    table = np.empty(shape, np.uint64)
    fill_zobrist(table.reshape(-1), np.uint64(seed))
    return table


@warms_up("hashing")
def _hash_once_with_each() -> None:
    zobrist_table(1, seed=0)
    combine64(GOLDEN, GOLDEN)
