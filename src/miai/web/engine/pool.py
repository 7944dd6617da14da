"""So many engines and no more: who has one, who waits for one, and which are ended because nobody needs them.

An engine belongs to one owner at a time. It holds nothing that its owner does not know, so that it can pass to another at any moment.
"""

from __future__ import annotations

import time
from typing import Protocol

from miai.web.engine.client import EngineClient, Event
from miai.web.engine.memory import MemoryOptions

IDLE_SECONDS = 600.0
"""An engine that was asked nothing for so long is ended."""
STEAL_AFTER = 20.0
"""An idle engine passes to somebody who waits, if its owner has asked nothing for so long."""


class Owner(Protocol):
    """Who uses an engine."""

    def on_event(self, event: Event) -> None:
        """The engine says something, or has died."""

    def lose_engine(self) -> None:
        """The engine has been taken away."""

    def is_busy(self) -> bool:
        """Whether the engine works for this owner now."""


class Pool:
    """The engines of a server. `words` are the settings of each, `memory` the graph that they use; `most` is how many there may be."""

    def __init__(self, most: int, words: list[str], memory: MemoryOptions | None = None) -> None:
        self.most = most
        self.words, self.memory = words, memory
        self._owned: dict[int, tuple[Owner, EngineClient, float]] = {}
        self._spare: EngineClient | None = None

    def start_spare(self) -> None:
        """Have an engine ready for whoever comes first."""
        if self._spare is None and len(self._owned) < self.most:
            self._spare = EngineClient(self.words, self.memory)

    @property
    def count(self) -> int:
        """Engines that run."""
        return len(self._owned) + (self._spare is not None)

    def engine_for(self, owner: Owner) -> EngineClient | None:
        """The owner's engine, a new one if need be; `None` if all are in use."""
        found = self._owned.get(id(owner))
        client = found[1] if found is not None and found[1].is_alive else self._take_spare() or self._start() or self._steal()
        if client is None:
            return None
        client.on_event = owner.on_event
        self._owned[id(owner)] = (owner, client, time.monotonic())
        return client

    def give_back(self, owner: Owner) -> None:
        """The owner needs no engine any more, or its engine has died."""
        found = self._owned.pop(id(owner), None)
        if found is not None:
            found[1].kill()

    def _take_spare(self) -> EngineClient | None:
        client, self._spare = self._spare, None
        return client if client is not None and client.is_alive else None

    def _start(self) -> EngineClient | None:
        return EngineClient(self.words, self.memory) if len(self._owned) < self.most else None

    def _steal(self) -> EngineClient | None:
        """The engine that has been idle longest, if it has been idle for long enough."""
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
        """End engines that were not used for long."""
        now = time.monotonic()
        for owner, _, used in list(self._owned.values()):
            if not owner.is_busy() and now - used > IDLE_SECONDS:
                self.give_back(owner)
                owner.lose_engine()

    async def end_all(self) -> None:
        """The server ends."""
        clients = [client for _, client, _ in self._owned.values()] + ([self._spare] if self._spare else [])
        self._owned.clear()
        self._spare = None
        for client in clients:
            client.end()
        for client in clients:
            await client.ended()
