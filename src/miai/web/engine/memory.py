"""What an engine of the page remembers of earlier games: a graph on disk, which one engine writes and the others read.

What was found is handed to the graph as the game goes on, when the engine has had nothing to do for a while, and at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.store.graph import FaultTolerantStore

REMEMBER_AFTER = 60.0
"""Seconds without a request after which all that was found is handed over."""


@dataclass(frozen=True)
class MemoryOptions:
    """Which graph engines use, and how."""

    path: Path
    limit: float = 4096.0
    is_frozen: bool = False

    def as_words(self) -> list[str]:
        """For the command line of an engine's process."""
        return [f"--graph={self.path}", f"--graph-limit={self.limit:g}", *(["--graph-frozen"] if self.is_frozen else [])]


class EngineMemory:
    """The memory of one engine. What goes wrong is said in `facts`; the engine then plays on without."""

    def __init__(self, options: MemoryOptions | None) -> None:
        self.name, self.trouble = options.path.name if options else "", ""
        self.store: FaultTolerantStore | None = None
        if options is not None:
            from miai.store.graph import open_fault_tolerant

            writes = not options.is_frozen
            self.store = open_fault_tolerant(options.path, self._say, writes=writes, limit=options.limit, may_only_read=True)

    def _say(self, text: str) -> None:
        self.trouble = text

    def facts(self) -> dict[str, Any] | None:
        """What the page says of it: the file, its positions (`None`: it is not used), whether it learns, what went wrong."""
        if not self.name:
            return None
        positions = self.store.count_positions() if self.store is not None else None
        learns = self.store is not None and self.store.learns
        return {"file": self.name, "positions": positions, "learns": learns, "trouble": self.trouble}

    def close(self) -> None:
        """Let others write."""
        if self.store is not None:
            self.store.close()
