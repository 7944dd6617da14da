"""The orders to a worker and its answers. These objects travel between processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import miai
from miai.core.cache import package_fingerprint
from miai.distributed.source import ProblemSource
from miai.search.settings import Settings
from miai.search.sharing.settings import SharingSettings

RESTART = -2
"""A step to a new root that no action leads to: the worker's graph is cleared."""
SAME_POSITION = -1
"""A step to a root whose position is the same: only the rest of its state differs, such as stones that count as dead."""
HUB = "hub"
"""Name of the process that all workers exchange messages with."""


@dataclass(frozen=True)
class Assignment:
    """A search for a worker. `generation` numbers the searches of one team."""

    generation: int
    source: ProblemSource
    settings: Settings
    sharing: SharingSettings
    seed: int
    stream: int
    memory: float
    threads: int
    """0: as many as the worker has."""
    solutions: int


@dataclass(frozen=True)
class PackingAssignment:
    """A packing for a worker."""

    generation: int
    instance: Any
    seed: int
    is_local: bool = False
    """Whether the worker shares its machine with the process that decides."""


@dataclass(frozen=True)
class Root:
    """A root of a search. `steps` lead to it from the root number `number - len(steps)`."""

    number: int
    state: bytes
    steps: tuple[int, ...]


@dataclass(frozen=True)
class Request:
    """An order to a worker. `assignment` and `root` are there only if it does not have them yet."""

    generation: int
    runs: bool
    root: Root | None = None
    assignment: Assignment | PackingAssignment | None = None
    message: bytes | None = None
    wait: float = 0.0
    """Seconds until the next request; 0: unknown."""


@dataclass(frozen=True)
class Reply:
    """The answer of a worker."""

    generation: int
    root: int
    message: bytes | None = None
    trouble: str = ""
    """The error that ended the worker's search, on one line."""
    cost: float = 0.0
    """Processor seconds that sharing took since the last reply: messages, and exchanges of the search."""


@dataclass(frozen=True)
class Kind:
    """The identity that must be equal on all machines: the version of miai, and its kernels with the packages that compile them."""

    version: str
    kernels: str

    def __str__(self) -> str:
        return f"miai {self.version} (kernels {self.kernels[:8]})"


def own_kind() -> Kind:
    """Return the kind of this process."""
    return Kind(miai.__version__, package_fingerprint())
