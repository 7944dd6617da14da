"""Maintenance of a graph file: count, verify, merge, and rewrite without gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import replacing
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Column, Positions
from miai.search.store_protocol import Identity
from miai.store.graph.file import GraphFile
from miai.store.graph.file_errors import as_user_errors
from miai.store.graph.format import encode
from miai.store.graph.prune import prune_to, read_batches
from miai.store.graph.store import PRUNED_TO, put_positions

ROUNDING_ERROR = 1 << 16
"""Largest error by rounding, in units of results."""


@dataclass(frozen=True)
class Census:
    """The counts of one problem in a graph, with its errors."""

    problem: str
    rules: str
    positions: int
    moves: int
    visits: float
    proven: int
    absent: int
    """Moves to positions that are not in the graph: pruned or terminal."""
    broken: int
    """Records that are not whole."""
    unlawful: int
    """Positions with statistics that no search can produce."""
    oldest: int
    newest: int
    """Earliest and latest time of an addition to a position, in seconds since 1970."""

    @property
    def is_clean(self) -> bool:
        """Whether there are no errors."""
        return self.broken == self.unlawful == 0


def take_census(file: GraphFile) -> list[Census]:
    """Read the whole graph and return the counts of each problem. Raise `UserError` if LMDB finds the file damaged."""
    with file.transaction() as transaction:
        return [_census(file, transaction, identity) for identity in file.identities(transaction)]


def _census(file: GraphFile, transaction: Any, identity: Identity) -> Census:
    counts = dict.fromkeys(("positions", "moves", "proven", "broken", "unlawful"), 0)
    keys, children, touched, visits = [], [], [], 0
    for positions, broken in read_batches(transaction.cursor(db=file.positions_of(identity, transaction)), identity.values):
        counts["positions"] += len(positions)
        counts["moves"] += len(positions.actions)
        counts["proven"] += int((positions.low == positions.high).all(axis=1).sum())
        counts["broken"] += len(broken)
        counts["unlawful"] += int((~is_lawful(positions)).sum())
        visits += int(positions.visits.sum())
        keys.append(positions.keys)
        children.append(positions.children)
        touched.append(positions.touched)
    times = _joined(touched, np.uint32)
    absent = int((~np.isin(_joined(children, np.uint64), _joined(keys, np.uint64))).sum())
    span = (int(times.min()), int(times.max())) if len(times) else (0, 0)
    return Census(
        identity.problem, identity.rules, visits=visits / COUNT_UNIT, absent=absent, oldest=span[0], newest=span[1], **counts
    )


def _joined(parts: list[Column], dtype: Any) -> Column:
    return np.concatenate(parts) if parts else np.zeros(0, dtype)


def is_lawful(positions: Positions) -> Column:
    """Return for each position whether counts and results are in range, bounds in order, and actions unique."""
    visits = positions.visits[:, None] * (RESULT_UNIT // COUNT_UNIT)
    lawful = (positions.own_visits >= 0) & (positions.own_sum >= 0).all(axis=1)
    lawful &= ((positions.total >= 0) & (positions.total <= visits + ROUNDING_ERROR)).all(axis=1)
    lawful &= ((positions.low >= 0) & (positions.low <= positions.high) & (positions.high <= 1)).all(axis=1)
    rows = positions.move_rows
    wrong = (positions.move_visits < 0) | (positions.actions < 0)
    wrong[1:] |= (rows[1:] == rows[:-1]) & (positions.actions[1:] <= positions.actions[:-1])
    lawful[rows[wrong]] = False
    return np.asarray(lawful)


def merge_into(target: GraphFile, source: GraphFile) -> int:
    """Add all positions of `source` to `target` in one transaction, without decay; return how many."""
    added = 0
    with source.transaction() as reading, target.transaction(write=True) as writing:
        for identity in source.identities(reading):
            database = target.positions_of(identity, writing, create=True)
            for positions, _ in read_batches(reading.cursor(db=source.positions_of(identity, reading)), identity.values):
                put_positions(writing.cursor(db=database), positions, 1.0)
                added += len(positions)
        is_too_large = target.bytes_needed(writing) > target.limit
    if is_too_large:
        prune_to(target, int(PRUNED_TO * target.limit))
    return added


def compact(path: Path) -> tuple[int, int]:
    """Rewrite the graph in `path` without gaps and broken records; return its bytes before and after."""
    with GraphFile(path, writes=True) as old, as_user_errors(path), replacing(path) as unfinished:
        before = path.stat().st_size
        try:
            with GraphFile(unfinished, writes=True, limit=max(1.0, before / 2**20)) as new:
                for identity, positions in _everything(old):
                    with new.transaction(write=True) as transaction:
                        database = new.positions_of(identity, transaction, create=True)
                        transaction.cursor(db=database).putmulti(encode(positions), append=True)
        finally:
            unfinished.with_name(f"{unfinished.name}-lock").unlink(missing_ok=True)
    return before, path.stat().st_size


def _everything(file: GraphFile) -> Iterator[tuple[Identity, Positions]]:
    with file.transaction() as transaction:
        for identity in file.identities(transaction):
            for positions, _ in read_batches(transaction.cursor(db=file.positions_of(identity, transaction)), identity.values):
                yield identity, positions


def choose_identity(file: GraphFile, problem: str | None, rules: str) -> Identity:
    """Return the one problem of the graph that fits. Raise `UserError` with the list if none or several fit."""
    with file.transaction() as transaction:
        there = file.identities(transaction)
    found = [each for each in there if problem in (None, each.problem) and rules.casefold() in each.rules.casefold()]
    if len(found) == 1:
        return found[0]
    known = "; ".join(map(str, there)) or "nothing"
    if not found:
        wanted = f"{problem or 'anything'}{f' with {rules!r} in its rules' if rules else ''}"
        raise UserError(f"the graph {file.path} has no positions of {wanted}; it has: {known}")
    raise UserError(f"the graph {file.path} has several: {known}; name one with --problem and --rules")
