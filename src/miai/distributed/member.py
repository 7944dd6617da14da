"""A worker, as the team knows it."""

from __future__ import annotations

import time
from typing import Any

from miai.distributed.assignment import HUB, Reply, Request, Root
from miai.search.sharing.exchange import MOST_COST
from miai.search.sharing.messages import Outbox

COSTS = 4
"""Exchanges in the moving mean of their cost."""
MOST_INTERVALS = 4
"""Most time between two exchanges with a worker, in usual intervals: what is older helps little."""


class Member:
    """One worker of a team: its actor, the call under way, and what it has by now."""

    def __init__(self, number: int, name: str, address: str, actor: Any, process: int) -> None:
        self.number, self.name, self.address, self.actor, self.process = number, name, address, actor, process
        self.generation = self.root = -1
        self.outbox = Outbox(HUB, name)
        self.is_silent = self.is_lost = False
        self.bytes_sent = self.bytes_received = 0
        self.cost = 0.0
        """Processor seconds that sharing takes in this worker per exchange, a moving mean."""
        self.due = 0.0
        """Time of the next call."""
        self.answered = time.monotonic()
        self._call: Any = None
        self._called = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether a call is under way."""
        return self._call is not None

    @property
    def seconds_waited(self) -> float:
        """How long the call under way has taken."""
        return time.monotonic() - self._called if self._call is not None else 0.0

    def interval(self, usual: float) -> float:
        """Return the seconds between two exchanges: the usual ones, or more where exchanges cost this worker much."""
        return min(MOST_INTERVALS * usual, max(usual, self.cost / MOST_COST))

    def call(self, request: Request) -> None:
        """Send a request. Raise `OSError` or `RuntimeError` if the worker is lost."""
        self._called = time.monotonic()
        self.bytes_sent += len(request.message or b"") + (len(request.root.state) if request.root else 0)
        self._call = self.actor.exchange(request)

    def take_reply(self) -> Reply | None:
        """Return the reply, if it is there. Raise the exception of a call that failed."""
        if self._call is None or not self._call.done():
            return None
        call, self._call = self._call, None
        reply: Reply = call.result(timeout=1.0)
        self.answered = time.monotonic()
        self.generation, self.root = reply.generation, reply.root
        self.cost += (reply.cost - self.cost) / COSTS
        self.bytes_received += len(reply.message or b"")
        return reply

    def wants(self, generation: int, root: Root) -> Root | None:
        """Return the root if the worker does not have it yet."""
        return root if self.generation != generation or self.root != root.number else None
