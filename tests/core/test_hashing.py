"""64-bit mixing and Zobrist keys, against the published splitmix64 sequence and plain Python integers."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.hashing import GOLDEN, combine64, mix64, zobrist_key, zobrist_table

pytestmark = pytest.mark.plain

uint64s = st.integers(0, 2**64 - 1)


def mix_by_definition(x):
    mask = 2**64 - 1
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & mask
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & mask
    return x ^ (x >> 31)


def test_mixing_gives_the_published_splitmix64_sequence_of_seed_1234567():
    published = [6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821]
    steps = [np.uint64((1234567 + (i + 1) * int(GOLDEN)) % 2**64) for i in range(5)]
    assert [int(mix64(step)) for step in steps] == published


@given(uint64s)
def test_mixing_follows_its_definition_and_stays_unsigned(x):
    mixed = mix64(np.uint64(x))
    assert int(mixed) == mix_by_definition(x)


def test_every_input_bit_moves_about_half_of_the_output_bits():
    moved = [
        bin(int(mix64(np.uint64(x))) ^ int(mix64(np.uint64(x ^ (1 << bit))))).count("1") for x in range(200) for bit in range(64)
    ]
    assert abs(np.mean(moved) - 32) < 0.2
    assert min(moved) > 8


@given(uint64s, uint64s)
def test_a_pair_is_not_hashed_like_its_mirror_image(a, b):
    same = int(combine64(np.uint64(a), np.uint64(b))) == int(combine64(np.uint64(b), np.uint64(a)))
    assert same == (a == b)


def test_a_table_holds_the_numbered_keys_of_its_seed_and_no_key_twice():
    table = zobrist_table((361, 3), seed=7)
    assert table.shape == (361, 3) and table.dtype == np.uint64
    assert int(table[5, 2]) == int(zobrist_key(np.uint64(7), 5 * 3 + 2))
    assert np.unique(table).size == table.size
    assert np.intersect1d(table, zobrist_table((361, 3), seed=8)).size == 0
