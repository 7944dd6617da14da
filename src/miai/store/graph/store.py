"""The store of a search on disk: loads the history of reachable positions, and adds positions in one transaction.

with GraphStore("go.graph", writes=True) as store:
    search = Search(state, store=store)
    search.run(10_000)
    search.export()
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.search.positions import Column, Positions, add_up, no_positions
from miai.search.store_protocol import Identity, Store
from miai.store.graph.file import DEFAULT_LIMIT, GraphFile
from miai.store.graph.file_errors import BeingWritten
from miai.store.graph.format import decode, encode, encode_keys
from miai.store.graph.prune import prune_to

PRUNED_TO = 0.8
"""Share of the limit to which a graph above it is pruned."""


class GraphStore:
    """A graph on disk as the store of searches.

    Parameters
    ----------
    path : path
        The file; it is made if it does not exist.
    writes : bool
        Whether positions are added. If not, they are discarded, and other processes may write meanwhile.
    limit : float
        Limit of the file in MiB; above it, positions of least worth are removed.

    Examples
    --------
    >>> import tempfile
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> with tempfile.TemporaryDirectory() as folder, GraphStore(Path(folder) / "nim.graph") as store:
    ...     running = Search(load("nim").start(heaps=(3, 4)), seed=1, store=store)
    ...     result = running.run(playouts=100)
    ...     running.export()
    ...     [str(identity) for identity in store.identities()]
    ['nim']
    """

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
        """Return the number of positions of all problems."""
        with self.file.transaction() as transaction:
            databases = [self.file.positions_of(identity, transaction) for identity in self.file.identities(transaction)]
            return sum(int(transaction.stat(each)["entries"]) for each in databases)

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        """Return the statistics of positions that the one with key `root` leads to: the `most` most visited."""
        with self.file.transaction() as transaction:
            database = self.file.positions_of(identity, transaction)
            if database is None:
                return no_positions(identity.values)
            return reachable(transaction.cursor(db=database), identity.values, root, most)

    def add_positions(self, identity: Identity, found: Positions, decay: float = 1.0) -> None:
        """Add statistics to `decay` times those of the same positions in the graph."""
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
    """Return the position with key `root` and those after it, the most visited first, in steps of half the visits; by rising key."""
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
    """Reachable positions that were not looked up yet, with the visits that led to them."""

    def __init__(self) -> None:
        self.keys, self.visits = np.zeros(0, np.uint64), np.zeros(0, np.int64)
        self.seen: set[int] = set()
        self.floor: int | None = None

    def add(self, positions: Positions) -> None:
        """Add the moves of `positions`, which were just looked up."""
        self.keys = np.concatenate([self.keys, positions.children])
        self.visits = np.concatenate([self.visits, positions.move_visits])

    def take(self, most: int) -> Column:
        """Remove and return at most `most` keys, each once and rising: those above the floor, which falls if there are none."""
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
            self.floor = top // 2 if top > 0 else -1  # moves without visits left come last
        return np.asarray(self.visits > self.floor)


def open_fault_tolerant(
    path: Path, say: Callable[[str], None], *, writes: bool = True, limit: float = DEFAULT_LIMIT, may_only_read: bool = False
) -> FaultTolerantStore | None:
    """Return the graph in `path` as a store that never raises; `None` with one message by `say` if it cannot be opened.

    With `may_only_read`, a graph that another process writes is opened for reading.
    """
    try:
        return FaultTolerantStore(GraphStore(path, writes=writes, limit=limit), say)
    except UserError as error:
        if may_only_read and isinstance(error, BeingWritten):
            return open_fault_tolerant(path, say, writes=False)
        say(f"{error}; continuing without the graph")
        return None


class FaultTolerantStore:
    """A store for programs that must continue: the first error is reported by `say`, and from then on the store is empty."""

    def __init__(self, store: Store, say: Callable[[str], None]) -> None:
        self.store: Store | None = store
        self.say = say
        self._met: set[Identity] = set()

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        if self.store is not None:
            try:
                self._say_if_strange(identity)
                return self.store.load_history(identity, root, most)
            except Exception as error:
                self._give_up(error)
        return no_positions(identity.values)

    def add_positions(self, identity: Identity, found: Positions, decay: float) -> None:
        if self.store is not None:
            try:
                self.store.add_positions(identity, found, decay)
            except Exception as error:
                self._give_up(error)

    def count_positions(self) -> int | None:
        """Return the number of positions in the graph; `None` after an error."""
        if isinstance(self.store, GraphStore):
            try:
                return self.store.count_positions()
            except Exception as error:
                self._give_up(error)
        return None

    @property
    def learns(self) -> bool:
        """Whether positions are added."""
        return isinstance(self.store, GraphStore) and self.store.file.writes

    def _say_if_strange(self, identity: Identity) -> None:
        """Report once per game if the graph has only positions of other boards or rules."""
        if identity in self._met or not isinstance(self.store, GraphStore):
            return
        self._met.add(identity)
        known = self.store.identities()
        if known and identity not in known:
            names = "; ".join(map(str, known))
            self.say(
                f"the graph {self.store.file.path} has nothing of {identity}; it has: {names}; continuing without the graph of it"
            )

    def close(self) -> None:
        """Close the store below."""
        if isinstance(self.store, GraphStore):
            self.store.close()

    def _give_up(self, error: Exception) -> None:
        """Continue without the graph. An error that is not the user's is a bug here; it must not end a game either."""
        reason = str(error) if isinstance(error, UserError) else f"internal error: {type(error).__name__}: {error}"
        self.say(f"{reason}; continuing without the graph")
        with suppress(Exception):
            self.close()
        self.store = None
