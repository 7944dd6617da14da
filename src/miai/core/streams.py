"""Random streams: xoshiro256++ (Blackman and Vigna, 2019), seeded through splitmix64.

A stream is a record of 32 bytes and may be a field of any other record. It determines all numbers to come, so that a search can be
saved and continued with the same numbers. Streams differ by (seed, number): give each thread and each game its own number. Compiled
and plain Python draw the same numbers.

| field | dtype, shape | meaning |
|---|---|---|
| `s` | uint64, 4 | state of xoshiro256++; never all zero |
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from miai.core.hashing import GOLDEN, combine64, mix64
from miai.core.kernels import kernel
from miai.core.records import new, record
from miai.core.warmup import warms_up

stream_t = record("stream", [("s", np.uint64, 4)])

_ROTATE_23, _ROTATE_41 = np.uint64(23), np.uint64(41)
_ROTATE_45, _ROTATE_19 = np.uint64(45), np.uint64(19)
_SHIFT_17, _SHIFT_32, _SHIFT_11 = np.uint64(17), np.uint64(32), np.uint64(11)
_LOW_32 = np.uint64(0xFFFFFFFF)
_TWO_32 = np.uint64(1 << 32)
_ZERO, _ONE = np.uint64(0), np.uint64(1)
_ULP = 2.0**-53
_JUMP = np.array([0x180EC6D33CFD0ABA, 0xD5A61266F0C9392C, 0xA9582618E03FC9AA, 0x39ABDC4529B1661C], np.uint64)


@kernel
def seed_stream(stream, seed, number):
    """Seed `stream` as number `number` of `seed`."""
    x = combine64(seed, number)
    for i in range(4):
        x += GOLDEN
        stream.s[i] = mix64(x)


def new_stream(seed: int, number: int = 0) -> Any:
    """Return a new stream. `seed` and `number` are taken modulo 2**64."""
    stream = new(stream_t)
    seed_stream(stream, np.uint64(seed % 2**64), np.uint64(number % 2**64))
    return stream


@kernel
def next_bits(stream):
    """Return 64 random bits as `uint64`."""
    s = stream.s
    total = s[0] + s[3]
    result = ((total << _ROTATE_23) | (total >> _ROTATE_41)) + s[0]
    shifted = s[1] << _SHIFT_17
    s[2] ^= s[0]
    s[3] ^= s[1]
    s[1] ^= s[2]
    s[0] ^= s[3]
    s[2] ^= shifted
    s[3] = (s[3] << _ROTATE_45) | (s[3] >> _ROTATE_19)
    return result


@kernel
def jump_stream(stream):
    """Move `stream` on by 2**128 draws: streams that start one jump apart can never overlap."""
    a, b, c, d = _ZERO, _ZERO, _ZERO, _ZERO
    for word in _JUMP:
        for bit in range(64):
            if (word >> np.uint64(bit)) & _ONE:
                a ^= stream.s[0]
                b ^= stream.s[1]
                c ^= stream.s[2]
                d ^= stream.s[3]
            next_bits(stream)
    stream.s[0], stream.s[1], stream.s[2], stream.s[3] = a, b, c, d


@kernel
def next_below(stream, bound):
    """Return a random integer from 0 to `bound` - 1, each equally likely, as `uint64`. `bound` is from 1 to 2**32.

    Lemire's method: the high half of a 32 x 32 bit product, with the few products rejected that would favour some results.
    """
    n = np.uint64(bound)
    product = (next_bits(stream) >> _SHIFT_32) * n
    if (product & _LOW_32) < n:
        threshold = (_TWO_32 - n) % n
        while (product & _LOW_32) < threshold:
            product = (next_bits(stream) >> _SHIFT_32) * n
    return product >> _SHIFT_32


@kernel
def next_float(stream):
    """Return a random number in [0, 1), a multiple of 2**-53."""
    return np.float64(next_bits(stream) >> _SHIFT_11) * _ULP


@kernel
def next_weighted(stream, weights, count, total):
    """Return an index below `count`, each with probability weight / `total`. `total` is the sum of the first `count` weights above 0."""
    left = next_float(stream) * total
    chosen = -1
    for index in range(count):
        if weights[index] > 0:
            chosen = index  # so that rounding can never pick an index of weight zero
            left -= weights[index]
            if left < 0:
                break
    return chosen


@kernel
def shuffle(stream, items, count):
    """Shuffle the first `count` of `items`; each order is equally likely."""
    for last in range(count - 1, 0, -1):
        other = next_below(stream, last + 1)
        items[last], items[other] = items[other], items[last]


@kernel
def next_normal(stream):
    """Return a random number from the standard normal distribution (Marsaglia's polar method; the second number is discarded)."""
    while True:
        x = 2.0 * next_float(stream) - 1.0
        y = 2.0 * next_float(stream) - 1.0
        square = x * x + y * y
        if 0.0 < square < 1.0:
            return x * math.sqrt(-2.0 * math.log(square) / square)


@kernel
def next_gamma(stream, shape):
    """Return a random number from the gamma distribution of scale 1 and `shape` > 0 (Marsaglia and Tsang, 2000)."""
    boost = 1.0
    if shape < 1.0:
        boost = (1.0 - next_float(stream)) ** (1.0 / shape)
        shape = shape + 1.0
    d = shape - 1.0 / 3.0
    c = 1.0 / math.sqrt(9.0 * d)
    while True:
        x = next_normal(stream)
        v = 1.0 + c * x
        if v <= 0.0:
            continue
        v = v * v * v
        u = 1.0 - next_float(stream)
        if math.log(u) < 0.5 * x * x + d - d * v + d * math.log(v):
            return d * v * boost


@kernel
def next_beta(stream, wins, losses):
    """Return a random number from the beta distribution with parameters `wins` > 0 and `losses` > 0."""
    x = next_gamma(stream, wins)
    y = next_gamma(stream, losses)
    return x / (x + y)


@warms_up("streams")
def _draw_once_of_each() -> None:
    stream = new_stream(seed=0)
    jump_stream(stream)
    next_bits(stream)
    next_below(stream, 2)
    next_float(stream)
    next_weighted(stream, np.ones(2), 2, 2.0)
    shuffle(stream, np.arange(2), 2)
    next_normal(stream)
    next_gamma(stream, 1.0)
    next_beta(stream, 1.0, 1.0)
