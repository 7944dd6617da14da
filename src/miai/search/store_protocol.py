"""The interface between a search and a store, in which statistics are kept between searches.

A store is any object with the two methods of `Store`; `miai.store.graph` has the one on disk, with LMDB.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from miai.search.positions import Positions


@dataclass(frozen=True)
class Identity:
    """The identity of a game: statistics are shared only between searches of one problem with the same rules.

    `rules` is the problem's `rules_text`; `kind` distinguishes problems of the same name (a user's file before and after an edit, or
    another board).
    """

    problem: str
    rules: str
    kind: str
    values: int

    @property
    def code(self) -> str:
        """16 hexadecimal digits, different for different identities."""
        text = "\0".join([self.problem, self.rules, self.kind, str(self.values)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.problem} ({self.rules})" if self.rules else self.problem


class Store(Protocol):
    """Statistics of positions that are kept between searches.

    Both methods may raise `UserError`; then the store is unchanged. `miai.store.graph.GraphStore` is the implementation on disk.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> from miai.store.graph import GraphStore
    >>> with tempfile.TemporaryDirectory() as folder, GraphStore(Path(folder) / "nim.graph") as store:
    ...     running = Search(load("nim").start(heaps=(3, 4)), seed=1, store=store)
    ...     first = running.run(playouts=100)
    ...     running.export()
    ...     store.count_positions() > 0
    True
    """

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        """Return the statistics of positions that the one with key `root` leads to: the `most` most visited."""
        ...

    def add_positions(self, identity: Identity, found: Positions, decay: float) -> None:
        """Add statistics to `decay` times those in the store: all of them or none."""
        ...


def identity_of(state: Any) -> Identity:
    """Return the identity of the game that `state` belongs to."""
    from miai.search.problem import problem_of
    from miai.search.worker import values_of

    problem = problem_of(state)
    return Identity(problem.name, problem.rules_text(state), _kind_of(problem.state_t), values_of(problem))


def _kind_of(state_t: np.dtype[Any]) -> str:
    """Return the name in the type. For a user's own file it ends with the file's fingerprint."""
    return str((state_t.names or ("",))[-1])
