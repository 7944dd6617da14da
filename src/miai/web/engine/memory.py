"""The graph on disk of the page's engines: one engine writes to it, the others read it.

An engine saves its findings during a game, after some time without requests, and at its end.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.store.graph import FaultTolerantStore

SAVE_AFTER = 60.0
"""Seconds without a request after which an engine saves all its findings."""


@dataclass(frozen=True)
class MemoryOptions:
    """Which graph on disk the engines use, and how."""

    path: Path
    limit: float = 4096.0
    """MiB of the file."""
    is_frozen: bool = False
    """Whether nothing is added to the graph."""

    def as_arguments(self) -> list[str]:
        """Return the options for the command line of an engine process."""
        return [f"--graph={self.path}", f"--graph-limit={self.limit:g}", *(["--graph-frozen"] if self.is_frozen else [])]


class EngineMemory:
    """The graph on disk of one engine. Problems are reported in `facts`; the engine then plays without it."""

    def __init__(self, options: MemoryOptions | None) -> None:
        self.name, self.trouble = options.path.name if options else "", ""
        self.store: FaultTolerantStore | None = None
        if options is not None:
            from miai.store.graph import open_fault_tolerant

            writes = not options.is_frozen
            self.store = open_fault_tolerant(
                options.path, self._note_trouble, writes=writes, limit=options.limit, may_only_read=True
            )

    def _note_trouble(self, text: str) -> None:
        self.trouble = text

    def facts(self) -> dict[str, Any] | None:
        """Return the file, its positions (`None` if it is not used), whether it is added to, and the problem; `None` without a graph."""
        if not self.name:
            return None
        positions = self.store.count_positions() if self.store is not None else None
        learns = self.store is not None and self.store.learns
        return {"file": self.name, "positions": positions, "learns": learns, "trouble": self.trouble}

    def close(self) -> None:
        """Close the file, so that another engine can write."""
        if self.store is not None:
            self.store.close()
