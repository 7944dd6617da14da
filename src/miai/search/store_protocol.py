"""What a search asks of a store: to recall what was found earlier, and to remember what was found now.

The search knows no disk. A store is anything with the two methods of `Store`; `miai.store.graph` has the one with LMDB.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from miai.search.positions import Positions


@dataclass(frozen=True)
class Identity:
    """Which positions may be mixed: those of one problem, played by the same rules.

    `rules` is what the problem's `rules_text` says; `kind` tells problems of the same name apart (a user's file, before and after an
    edit, or another board).
    """

    problem: str
    rules: str
    kind: str
    values: int

    @property
    def code(self) -> str:
        """16 hexadecimal digits that stand for all of it."""
        text = "\0".join([self.problem, self.rules, self.kind, str(self.values)])
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def __str__(self) -> str:
        return f"{self.problem} ({self.rules})" if self.rules else self.problem


class Store(Protocol):
    """Where positions are kept between searches. Both methods may raise `UserError`; then nothing was changed."""

    def load_history(self, identity: Identity, root: int, most: int) -> Positions:
        """What is known of the positions that can be reached from the one with key `root`: the most visited, `most` at most."""
        ...

    def add_positions(self, identity: Identity, found: Positions, decay: float) -> None:
        """Add what was found to `decay` times what is known: all of it or nothing."""
        ...


def identity_of(state: Any) -> Identity:
    """Return the identity of the game that `state` belongs to."""
    from miai.search.problem import problem_of
    from miai.search.worker import values_of

    problem = problem_of(state)
    return Identity(problem.name, problem.rules_text(state), _kind_of(problem.state_t), values_of(problem))


def _kind_of(state_t: np.dtype[Any]) -> str:
    """Return the name in the type, which for a user's own file ends with the file's fingerprint."""
    return str((state_t.names or ("",))[-1])
