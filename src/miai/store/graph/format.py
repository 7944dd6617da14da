"""The bytes of a position on disk, version 1. All numbers are little-endian; a record is a whole number of 32-bit words.

The key of a record is the position's key, 8 bytes, highest first, so that records are in the order of their keys. The record:

| bytes | type | field |
|---|---|---|
| 0-3 | uint32 | sum: of the words that follow, the i-th (from 1) times 2 i + 1, of 0x6D696169 and of the key; modulo 2**32 |
| 4-7 | uint32 | check: hash of the legal actions; 0 if the position was never expanded |
| 8-11 | uint32 | touched: seconds since 1970 |
| 12-13 | uint16 | number of moves at the end |
| 14 | int8 | the player to act; -1 is chance |
| 15 | uint8 | flags: bit 0, bounds follow; bit 1, totals follow |
| 16-23 | uint64 | own visits, in units of 2**-16 |
| then 8 for each value | uint64 | sum of the results of own visits, in units of 2**-32 |
| with bit 1, 8 for each value | uint64 | sum of the results of all visits, same units; without it, they are those of the own visits |
| with bit 0, 16 for each value | 2 float64 | the exact value is at least, and at most; without it, 0 and 1 |
| then 20 for each move | uint32, uint64, uint64 | action; visits in units of 2**-16; key of the position after it |

In the sum, the key counts as its low word times 0x9E3779B1 and its high word times 0x85EBCA6B. Records of early versions have a sum without
the key; they are read too.

The number of values is stored once for all records of a problem (`file.py`). A leaf of a two-player game takes 32 bytes, a position
with one move 60.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from miai.search.positions import Column, Positions, no_positions

VERSION = 1
HAS_BOUNDS, HAS_TOTALS = 1, 2
MOVE_WORDS = 5
HEAD_WORDS = 6
_MAGIC = np.uint32(0x6D696169)
_OF_LOW_WORD, _OF_HIGH_WORD = np.uint64(0x9E3779B1), np.uint64(0x85EBCA6B)
Records = list[tuple[bytes, bytes]]
"""(key, record) of each position."""


def encode_keys(keys: Column) -> list[bytes]:
    """Return the keys as bytes on disk."""
    joined = keys.astype(">u8").tobytes()
    return [joined[place : place + 8] for place in range(0, len(joined), 8)]


def encode(positions: Positions) -> Records:
    """Return the records of positions, which have at most 65,535 moves each."""
    count, values = len(positions), positions.values
    bounded = ((positions.low > 0.0) | (positions.high < 1.0)).any(axis=1)
    moves = positions.move_counts
    totalled = (positions.total != positions.own_sum).any(axis=1)
    lengths = HEAD_WORDS + 2 * values * (1 + totalled) + 4 * values * bounded + MOVE_WORDS * moves
    ends = np.cumsum(lengths)
    starts = ends - lengths
    words = np.zeros(int(ends[-1]) if count else 0, "<u4")
    words[starts + 1], words[starts + 2] = positions.checks, positions.touched
    flags = bounded * HAS_BOUNDS + totalled * HAS_TOTALS
    words[starts + 3] = moves + (positions.players.astype(np.uint8).astype(np.uint32) << 16) + (flags.astype(np.uint32) << 24)
    _write_wide(words, starts + 4, positions.own_visits)
    place = starts + HEAD_WORDS
    place = _write_values(words, place, positions.own_sum, np.ones(count, bool))
    place = _write_values(words, place, positions.total, totalled)
    place = _write_values(words, place, positions.low.view(np.int64), bounded)
    place = _write_values(words, place, positions.high.view(np.int64), bounded)
    rows = positions.move_rows
    at = place[rows] + MOVE_WORDS * (np.arange(len(rows)) - positions.first_moves[rows])
    words[at] = positions.actions
    _write_wide(words, at + 1, positions.move_visits)
    _write_wide(words, at + 3, positions.children)
    words[starts] = _sums(words, starts, lengths) + _key_sums(positions.keys)
    joined, cuts = words.tobytes(), (4 * ends).tolist()
    records = [joined[start:end] for start, end in zip([0, *cuts[:-1]], cuts, strict=True)] if count else []
    return list(zip(encode_keys(positions.keys), records, strict=True))


def _write_wide(words: Column, places: Column, numbers: Column) -> None:
    parts = np.ascontiguousarray(numbers).astype("<u8", copy=False).view("<u4").reshape(-1, 2)
    words[places], words[places + 1] = parts[:, 0], parts[:, 1]


def _write_values(words: Column, places: Column, numbers: Column, where: Column) -> Column:
    """Write a row of numbers for each position in `where`; return the offset after each."""
    for value in range(numbers.shape[1]):
        _write_wide(words, places[where] + 2 * value, numbers[where, value])
    return places + 2 * numbers.shape[1] * where


def _sums(words: Column, starts: Column, lengths: Column) -> Column:
    if len(starts) == 0:
        return np.zeros(0, np.uint32)
    order = np.arange(len(words)) - np.repeat(starts, lengths)
    weighted = words * (2 * order + 1).astype(np.uint32)
    weighted[starts] = _MAGIC
    return np.add.reduceat(weighted, starts, dtype=np.uint32)


def _key_sums(keys: Column) -> Column:
    """Return the part of each record's sum that depends on its key, so that a record under another key is not whole."""
    low, high = keys & np.uint64(0xFFFFFFFF), keys >> np.uint64(32)
    return ((low * _OF_LOW_WORD + high * _OF_HIGH_WORD) & np.uint64(0xFFFFFFFF)).astype(np.uint32)


def decode(records: Sequence[tuple[bytes, bytes]], values: int) -> tuple[Positions, Column]:
    """Return (positions, broken): the positions of whole records, in their order, and the indices of broken records."""
    if not records:
        return no_positions(values), np.zeros(0, np.int64)
    lengths = np.fromiter((len(record) for _, record in records), np.int64, len(records))
    keys_fit = np.fromiter((len(key) for key, _ in records), np.int64, len(records)) == 8
    possible = keys_fit & (lengths % 4 == 0) & (lengths >= 4 * (HEAD_WORDS + 2 * values))
    if not possible.all():
        return _decode_possible(records, values, possible)
    lengths //= 4
    words = np.frombuffer(b"".join([record for _, record in records]), "<u4")
    keys = np.frombuffer(b"".join([key for key, _ in records]), ">u8").astype(np.uint64)
    starts = np.cumsum(lengths) - lengths
    flags, moves = words[starts + 3] >> np.uint32(24), (words[starts + 3] & np.uint32(0xFFFF)).astype(np.int64)
    bounded, totalled = (flags & HAS_BOUNDS) > 0, (flags & HAS_TOTALS) > 0
    expected = HEAD_WORDS + 2 * values * (1 + totalled) + 4 * values * bounded + MOVE_WORDS * moves
    sums = _sums(words, starts, lengths)
    whole = (expected == lengths) & ((sums + _key_sums(keys) == words[starts]) | (sums == words[starts]))
    if not whole.all():
        return _decode_possible(records, values, whole)
    return _positions_in(words, starts, keys, values, bounded, totalled, moves), np.zeros(0, np.int64)


def _decode_possible(records: Sequence[tuple[bytes, bytes]], values: int, possible: Column) -> tuple[Positions, Column]:
    """Decode records that may be whole; return also the indices of the others."""
    kept = np.flatnonzero(possible)
    positions, broken = decode([records[place] for place in kept.tolist()], values)
    return positions, np.sort(np.concatenate([np.flatnonzero(~possible), kept[broken]]))


def _positions_in(
    words: Column, starts: Column, keys: Column, values: int, bounded: Column, totalled: Column, moves: Column
) -> Positions:
    everywhere = np.ones(len(keys), bool)
    own_sum, place = _read_values(words, starts + HEAD_WORDS, values, everywhere)
    total, place = _read_values(words, place, values, totalled)
    low, place = _read_values(words, place, values, bounded)
    high, place = _read_values(words, place, values, bounded)
    first_moves = np.concatenate([np.zeros(1, np.int64), np.cumsum(moves)])
    rows = np.repeat(np.arange(len(keys)), moves)
    at = place[rows] + MOVE_WORDS * (np.arange(len(rows)) - first_moves[rows])
    return Positions(
        keys=keys,
        checks=words[starts + 1].astype(np.uint32),
        touched=words[starts + 2].astype(np.uint32),
        players=(words[starts + 3] >> np.uint32(16)).astype(np.uint8).view(np.int8),
        own_visits=_read_wide(words, starts + 4),
        own_sum=own_sum,
        total=np.where(totalled[:, None], total, own_sum),
        low=low.view(np.float64),
        high=np.where(bounded[:, None], high.view(np.float64), 1.0),
        first_moves=first_moves,
        actions=words[at].astype(np.int32),
        move_visits=_read_wide(words, at + 1),
        children=_read_wide(words, at + 3).view(np.uint64),
    )


def _read_wide(words: Column, places: Column) -> Column:
    parts = np.empty((len(places), 2), "<u4")
    parts[:, 0], parts[:, 1] = words[places], words[places + 1]
    return parts.view("<i8").reshape(-1).astype(np.int64, copy=False)


def _read_values(words: Column, places: Column, values: int, where: Column) -> tuple[Any, Column]:
    """Return a row of numbers for each position in `where`, 0 elsewhere; and the offset after each."""
    numbers = np.zeros((len(places), values), np.int64)
    for value in range(values):
        numbers[where, value] = _read_wide(words, places[where] + 2 * value)
    return numbers, places + 2 * values * where
