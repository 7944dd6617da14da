"""The columns of positions, and their bytes on disk."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Positions, add_up, no_positions
from miai.store.graph.format import decode, encode
from miai.store.graph.upkeep import is_lawful
from tests.store.graph.made import make_positions, same

some_positions = st.builds(make_positions, st.integers(0, 30), st.integers(0, 10**6), st.just(1), st.sampled_from([8, 40, 2**62]))


@given(st.integers(0, 30), st.integers(0, 10**6), st.sampled_from([1, 2, 3]))
def test_decoding_inverts_encoding(count, seed, values):
    positions = make_positions(count, seed, values)
    decoded, broken = decode(encode(positions), values)
    assert same(decoded, positions) and len(broken) == 0


def test_a_record_has_the_documented_bytes():
    one = Positions(
        np.array([0x0102030405060708], np.uint64),
        np.array([77], np.uint32),
        np.array([1_700_000_000], np.uint32),
        np.array([1], np.int8),
        np.array([3 * COUNT_UNIT]),
        np.array([[2 * RESULT_UNIT]]),
        np.array([[5 * RESULT_UNIT]]),
        np.array([[0.5]]),
        np.array([[1.0]]),
        np.array([0, 1]),
        np.array([9], np.int32),
        np.array([4 * COUNT_UNIT]),
        np.array([0xFFFFFFFFFFFFFFFE], np.uint64),
    )
    ((key, record),) = encode(one)
    body = struct.pack("<IIHbB", 77, 1_700_000_000, 1, 1, 3) + struct.pack("<QQQdd", 3 << 16, 2 << 32, 5 << 32, 0.5, 1.0)
    body += struct.pack("<IQQ", 9, 4 << 16, 0xFFFFFFFFFFFFFFFE)
    words = struct.unpack(f"<{len(body) // 4}I", body)
    total = 0x6D696169 + sum(word * (2 * place + 1) for place, word in enumerate(words, start=1))
    total = (total + 0x05060708 * 0x9E3779B1 + 0x01020304 * 0x85EBCA6B) % 2**32
    assert key == bytes([1, 2, 3, 4, 5, 6, 7, 8])
    assert record == struct.pack("<I", total) + body


@given(st.integers(1, 20), st.integers(0, 10**6), st.data())
def test_a_damaged_record_is_reported_and_the_others_are_read(count, seed, data):
    records = encode(make_positions(count, seed))
    place = data.draw(st.integers(0, len(records) - 1))
    key, record = records[place]
    byte = data.draw(st.integers(0, len(record) - 1))
    harm = data.draw(st.sampled_from(["change", "cut"]))
    spoilt = record[:byte] + bytes([record[byte] ^ 1]) + record[byte + 1 :] if harm == "change" else record[:byte]
    records[place] = (key, spoilt)
    decoded, broken = decode(records, 1)
    assert broken.tolist() == [place] and len(decoded) == len(records) - 1


@given(some_positions, some_positions, some_positions)
def test_merging_is_commutative_and_associative(a, b, c):
    assert same(add_up([a, b]), add_up([b, a]))
    assert same(add_up([add_up([a, b]), c]), add_up([a, add_up([b, c])]))
    assert same(add_up([a, b, c]), add_up([c, add_up([b, a])]))


@given(some_positions, some_positions)
def test_merging_adds_counts_and_keeps_the_laws(a, b):
    joined = add_up([a, b])
    assert joined.keys.tolist() == sorted({*a.keys.tolist(), *b.keys.tolist()})
    assert int(joined.visits.sum()) == int(a.visits.sum()) + int(b.visits.sum())
    assert int(joined.total.sum()) == int(a.total.sum()) + int(b.total.sum())
    assert is_lawful(joined).all()


def test_of_two_positions_with_one_key_only_one_is_kept():
    one, other = make_positions(1, 1, space=1), make_positions(1, 2, space=1)
    one, other = (vars(each) | {"checks": np.array([check], np.uint32)} for each, check in ((one, 11), (other, 22)))
    joined = add_up([Positions(**one), Positions(**other)])
    assert joined.checks.tolist() == [22] and joined.own_visits.tolist() == other["own_visits"].tolist()


def test_decay_keeps_proofs():
    positions = make_positions(20, 5)
    faded = positions.faded(0.5)
    assert (faded.own_visits * 2 - positions.own_visits == 0).all() and np.array_equal(faded.low, positions.low)
    assert is_lawful(faded).all()


def test_positions_of_different_kinds_are_not_added():
    with pytest.raises(UserError, match="numbers of players"):
        add_up([no_positions(1), no_positions(3)])


def test_a_record_under_another_key_is_not_whole():
    records = encode(make_positions(20, 1))
    exchanged = [(records[place - 1][0], record) for place, (_, record) in enumerate(records)]
    assert len(decode(exchanged, 1)[1]) == len(records)
