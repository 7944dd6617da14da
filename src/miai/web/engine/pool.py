"""The engines of a server: a limited number, each lent to one owner at a time.

An engine holds nothing that its owner does not know, so it can pass to another owner at any moment.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

from miai.web.engine.client import EngineClient
from miai.web.engine.memory import MemoryOptions
from miai.web.engine.protocol import SPARE_ID, Message, RequestKind

IDLE_SECONDS = 600.0
"""An engine without requests for this long is ended."""
USUAL_SIZE = 9
"""The board size for which an engine without owner compiles."""
STEAL_AFTER = 20.0
"""An idle engine passes to a waiting owner if its own owner has sent nothing for this long."""


class EngineOwner(Protocol):
    """The user of an engine."""

    def on_event(self, event: Message) -> None:
        """Handle an event of the engine, its death included."""

    def lose_engine(self) -> None:
        """Note that the pool has taken the engine away."""

    def is_busy(self) -> bool:
        """Return whether the engine works for this owner."""


class EnginePool:
    """The engines of a server: at most `most`, all with the same settings (`assignments`) and the same graph on disk (`memory`).

    `make` starts another engine than miai.
    """

    def __init__(
        self,
        most: int,
        assignments: list[str],
        memory: MemoryOptions | None = None,
        make: Callable[[], EngineClient] | None = None,
    ) -> None:
        self.most = most
        self.assignments, self.memory = assignments, memory
        self._make = make or (lambda: EngineClient(assignments, memory))
        self._owned: dict[int, tuple[EngineOwner, EngineClient, float]] = {}
        self._spare: EngineClient | None = None

    def start_spare(self) -> None:
        """Start an engine for the next owner, and have it compile."""
        if self._spare is None and len(self._owned) < self.most:
            self._spare = self._make()
            self._spare.send(id=SPARE_ID, kind=RequestKind.PREPARE, size=USUAL_SIZE)

    @property
    def count(self) -> int:
        """The number of running engines."""
        return len(self._owned) + (self._spare is not None)

    def engine_for(self, owner: EngineOwner) -> EngineClient | None:
        """Return the owner's engine, a new one if necessary; `None` if all are in use."""
        found = self._owned.get(id(owner))
        client = found[1] if found is not None and found[1].is_alive else self._take_spare() or self._start() or self._steal()
        if client is None:
            return None
        client.on_event = owner.on_event
        self._owned[id(owner)] = (owner, client, time.monotonic())
        return client

    def give_back(self, owner: EngineOwner) -> None:
        """End the engine of an owner who does not need it any more, or whose engine has died."""
        found = self._owned.pop(id(owner), None)
        if found is not None:
            found[1].kill()

    def _take_spare(self) -> EngineClient | None:
        client, self._spare = self._spare, None
        return client if client is not None and client.is_alive else None

    def _start(self) -> EngineClient | None:
        return self._make() if len(self._owned) < self.most else None

    def _steal(self) -> EngineClient | None:
        """Return the engine that has been idle longest, if that is long enough."""
        now = time.monotonic()
        idle = [
            (used, owner, client)
            for owner, client, used in self._owned.values()
            if not owner.is_busy() and now - used > STEAL_AFTER and client.is_alive
        ]
        if not idle:
            return None
        _, owner, client = min(idle, key=lambda row: row[0])
        del self._owned[id(owner)]
        owner.lose_engine()
        return client

    def end_idle(self) -> None:
        """End engines that have not been used for IDLE_SECONDS."""
        now = time.monotonic()
        for owner, _, used in list(self._owned.values()):
            if not owner.is_busy() and now - used > IDLE_SECONDS:
                self.give_back(owner)
                owner.lose_engine()

    async def end_all(self) -> None:
        """End all engines and wait for them."""
        clients = [client for _, client, _ in self._owned.values()] + ([self._spare] if self._spare else [])
        self._owned.clear()
        self._spare = None
        for client in clients:
            client.end()
        for client in clients:
            await client.ended()
