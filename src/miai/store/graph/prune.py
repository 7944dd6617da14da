"""Pruning: the positions of least worth are removed. Worth is visits, halved for every `HALF_LIFE` days without a visit."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.search.positions import COUNT_UNIT, Column, Positions
from miai.search.store_protocol import Identity
from miai.store.graph.format import decode, encode_keys

if TYPE_CHECKING:
    from miai.store.graph.file import GraphFile

HALF_LIFE = 90.0
BATCH = 50_000
"""Positions that are read, or removed, in one transaction: the pages that it frees can be used by the next."""


@dataclass(frozen=True)
class Rule:
    """A rule for pruning: remove positions with fewer `visits`, or without a visit for `days`. Broken records are always removed."""

    visits: float = 0.0
    days: float = float("inf")


def read_batches(cursor: Any, values: int) -> Iterator[tuple[Positions, list[bytes]]]:
    """Yield (positions, keys of broken records) of a whole database, a batch at a time."""
    rows: list[tuple[bytes, bytes]] = []
    for row in cursor:
        rows.append(row)
        if len(rows) == BATCH:
            yield _decoded(rows, values)
            rows = []
    if rows:
        yield _decoded(rows, values)


def _decoded(rows: list[tuple[bytes, bytes]], values: int) -> tuple[Positions, list[bytes]]:
    positions, broken = decode(rows, values)
    return positions, [rows[place][0] for place in broken]


def prune_by(file: GraphFile, rule: Rule) -> int:
    """Remove positions of all problems by the rule; return how many."""
    now = time.time()

    def goes(positions: Positions) -> Column:
        return (positions.visits < rule.visits * COUNT_UNIT) | (now - positions.touched > rule.days * 86400)

    return _remove(file, goes)


def prune_to(file: GraphFile, size: int) -> int:
    """Remove the positions of least worth until the rest takes about `size` bytes; return how many."""
    now = time.time()
    with file.transaction() as transaction:
        used = file.bytes_needed(transaction)
        if used <= size:
            return 0
        worths = [worth_of(positions, now) for _, positions in _all(file, transaction)]
    ranked = np.sort(np.concatenate(worths))
    floor = ranked[min(len(ranked) - 1, int(len(ranked) * (1 - size / used)))]

    def goes(positions: Positions) -> Column:
        return worth_of(positions, now) <= floor

    return _remove(file, goes)


def worth_of(positions: Positions, now: float) -> Column:
    """Return visits, halved for every `HALF_LIFE` days since the last."""
    days = np.maximum(0.0, now - positions.touched) / 86400
    return np.asarray(positions.visits / COUNT_UNIT * 0.5 ** (days / HALF_LIFE))


def _all(file: GraphFile, transaction: Any) -> Iterator[tuple[Identity, Positions]]:
    for identity in file.identities(transaction):
        for positions, _ in read_batches(transaction.cursor(db=file.positions_of(identity, transaction)), identity.values):
            yield identity, positions


def _remove(file: GraphFile, goes: Any) -> int:
    """Remove the positions for which `goes` is true, and broken records; a batch in each transaction."""
    with file.transaction() as transaction:
        identities = file.identities(transaction)
    removed = 0
    for identity in identities:
        with file.transaction() as transaction:
            going = []
            for positions, broken in read_batches(transaction.cursor(db=file.positions_of(identity, transaction)), identity.values):
                going += encode_keys(positions.keys[goes(positions)]) + broken
        for start in range(0, len(going), BATCH):
            with file.transaction(write=True) as transaction:
                database = file.positions_of(identity, transaction)
                for key in going[start : start + BATCH]:
                    transaction.delete(key, db=database)
        removed += len(going)
    return removed
