"""The store of a search: recalls what can be reached, and adds what was found, each addition in one transaction.

with GraphStore("go.graph", writes=True) as store:
    search = Search(state, store=store)
    search.run(10_000)
    search.export()
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.search.positions import Column, Positions, add_up, no_positions
from miai.search.store_protocol import Identity, Store
from miai.store.graph.file import DEFAULT_LIMIT, GraphFile
from miai.store.graph.format import decode, encode, encode_keys
from miai.store.graph.prune import prune_to
from miai.store.graph.trouble import BeingWritten

PRUNED_TO = 0.8
"""Share of the limit that a graph that has outgrown it is pruned to."""


class GraphStore:
    """A graph on disk as a search uses it. With `writes=False` it only recalls, and what was found is dropped in silence."""

    def __init__(self, path: str | Path, *, writes: bool = True, limit: float = DEFAULT_LIMIT, is_durable: bool = True) -> None:
        self.file = GraphFile(path, writes=writes, limit=limit, is_durable=is_durable)

    def __enter__(self) -> GraphStore:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let others write. May be called twice."""
        self.file.close()

    def identities(self) -> list[Identity]:
        """Return the problems of which there are positions."""
        with self.file.transaction() as transaction:
            return self.file.identities(transaction)

    def count_positions(self) -> int:
        """Positions of all problems."""
        with self.file.transaction() as transaction:
            databases = [self.file.positions_of(identity, transaction) for identity in self.file.identities(transaction)]
            return sum(int(transaction.stat(each)["entries"]) for each in databases)

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        """What is known of the positions that can be reached from the one with key `root`: the most visited, `most` at most."""
        with self.file.transaction() as transaction:
            database = self.file.positions_of(identity, transaction)
            if database is None:
                return no_positions(identity.values)
            return reachable(transaction.cursor(db=database), identity.values, root, most)

    def add_positions(self, identity: Identity, found: Positions, decay: float = 1.0) -> None:
        """Add what was found to `decay` times what is known of the same positions."""
        if not self.file.writes:
            return
        with self.file.transaction(write=True) as transaction:
            database = self.file.positions_of(identity, transaction, create=True)
            put_positions(transaction.cursor(db=database), found, decay)
            is_too_large = self.file.bytes_needed(transaction) > self.file.limit
        if is_too_large:
            prune_to(self.file, int(PRUNED_TO * self.file.limit))


def put_positions(cursor: Any, found: Positions, decay: float) -> None:
    """Add positions, by rising key, to those that the cursor's database has. Records that are not whole are replaced."""
    known, _ = decode(cursor.getmulti(encode_keys(found.keys)), found.values)
    cursor.putmulti(encode(add_up([found, known.faded(decay)])))


def reachable(cursor: Any, values: int, root: int, most: int) -> Positions:
    """Return the position with key `root` and those after it, the most visited first, in steps of half as many visits; by rising key."""
    found = [_get(cursor, np.array([root], np.uint64), values)]
    count = len(found[0])
    waiting = _Waiting()
    waiting.add(found[0])
    while count < most and len(keys := waiting.take(most - count)):
        step = _get(cursor, keys, values)
        waiting.add(step)
        found.append(step)
        count += len(step)
    return add_up(found)


def _get(cursor: Any, keys: Column, values: int) -> Positions:
    return decode(cursor.getmulti(encode_keys(keys)), values)[0]


class _Waiting:
    """Positions that are known to be reachable and were not looked up yet, with the visits that led to them."""

    def __init__(self) -> None:
        self.keys, self.visits = np.zeros(0, np.uint64), np.zeros(0, np.int64)
        self.seen: set[int] = set()
        self.floor: int | None = None

    def add(self, positions: Positions) -> None:
        """Take in the moves of `positions`, which were just looked up."""
        self.keys = np.concatenate([self.keys, positions.children])
        self.visits = np.concatenate([self.visits, positions.move_visits])

    def take(self, most: int) -> Column:
        """Take out at most `most` keys, each once and rising: those above the floor, which is lowered where there are none."""
        while len(self.keys):
            chosen = self._above_floor()
            keys = self.keys[chosen][np.argsort(-self.visits[chosen], kind="stable")].tolist()
            self.keys, self.visits = self.keys[~chosen], self.visits[~chosen]
            fresh = list(dict.fromkeys(key for key in keys if key not in self.seen))[:most]
            self.seen.update(fresh)
            if fresh:
                return np.sort(np.array(fresh, np.uint64))
        return np.zeros(0, np.uint64)

    def _above_floor(self) -> Column:
        top = int(self.visits.max())
        if self.floor is None or top <= self.floor:
            self.floor = top // 2 if top > 0 else -1  # moves whose visits have faded to nothing come last
        return np.asarray(self.visits > self.floor)


def open_fault_tolerant(
    path: Path, say: Callable[[str], None], *, writes: bool = True, limit: float = DEFAULT_LIMIT, may_only_read: bool = False
) -> FaultTolerantStore | None:
    """Return the graph in `path` for those who must play on; `None`, which is said, if it cannot be used.

    With `may_only_read`, a graph that somebody else writes is used and not added to.
    """
    try:
        return FaultTolerantStore(GraphStore(path, writes=writes, limit=limit), say)
    except UserError as error:
        if may_only_read and isinstance(error, BeingWritten):
            return open_fault_tolerant(path, say, writes=False)
        say(f"{error}; playing on without memory")
        return None


class FaultTolerantStore:
    """A store for those who must play on: what goes wrong is told once by `say`, and from then on there is no memory."""

    def __init__(self, store: Store, say: Callable[[str], None]) -> None:
        self.store: Store | None = store
        self.say = say
        self._met: set[Identity] = set()

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        if self.store is not None:
            try:
                self._say_if_strange(identity)
                return self.store.load_history(identity, root, most)
            except UserError as error:
                self._give_up(error)
        return no_positions(identity.values)

    def add_positions(self, identity: Identity, found: Positions, decay: float) -> None:
        if self.store is not None:
            try:
                self.store.add_positions(identity, found, decay)
            except UserError as error:
                self._give_up(error)

    def count_positions(self) -> int | None:
        """Positions in the graph; `None` without memory."""
        if isinstance(self.store, GraphStore):
            try:
                return self.store.count_positions()
            except UserError as error:
                self._give_up(error)
        return None

    @property
    def learns(self) -> bool:
        """Whether what was found is kept."""
        return isinstance(self.store, GraphStore) and self.store.file.writes

    def _say_if_strange(self, identity: Identity) -> None:
        """Say once of a game, on another board or by other rules, that the graph has only others."""
        if identity in self._met or not isinstance(self.store, GraphStore):
            return
        self._met.add(identity)
        known = self.store.identities()
        if known and identity not in known:
            names = "; ".join(map(str, known))
            self.say(
                f"the graph {self.store.file.path} has nothing of {identity}; it has: {names}; playing on without memory of it"
            )

    def close(self) -> None:
        """Close the store below."""
        if isinstance(self.store, GraphStore):
            self.store.close()

    def _give_up(self, error: UserError) -> None:
        self.say(f"{error}; playing on without memory")
        self.close()
        self.store = None
