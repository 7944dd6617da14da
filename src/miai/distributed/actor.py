"""The search of a worker, in a Dask actor.

`exchange` is called by the team, on a thread of Dask, and returns at once. A thread of the actor searches meanwhile. It follows the
requests between two slices of simulations, and stops when it has not heard from the team for `LEASE` seconds: then the team is gone.
"""

from __future__ import annotations

import os
import threading
import time
from dataclasses import replace
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.distributed.assignment import HUB, RESTART, SAME_POSITION, Assignment, Kind, Reply, Request, Root, own_kind
from miai.distributed.source import first_state, state_from
from miai.search.driver import Search
from miai.search.problem import position_key
from miai.search.sharing.exchange import StatisticsExchange
from miai.search.sharing.messages import Outbox, unpack_message
from miai.search.slicing import Limit
from miai.search.store_protocol import identity_of

LEASE = 5.0
"""Seconds without a request after which a worker stops searching."""
QUIET_AFTER = 3
"""Messages that a worker at rest sends on, so that all its rows arrive."""


class SearchActor:
    """The search of one worker. `name` tells it from all others, also from the one that ran in the same place before."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.search: Search | None = None
        self._request: Request | None = None
        self._root = -1
        self._last = time.monotonic()
        self._trouble = ""
        self._generation = -1
        self._outbox: Outbox | None = None
        self._version_sent, self._repeats = -1, 0
        self._kept: Any = None
        self._lock, self._wake = threading.Lock(), threading.Event()
        self._closed = False
        self._spent = self._reported = 0.0
        self._cores = _cores()
        threading.Thread(target=self._work, name="miai-worker", daemon=True).start()

    def introduce(self) -> tuple[Kind, int]:
        """Return the kind of this process, and its process id."""
        return own_kind(), os.getpid()

    def close(self) -> None:
        """End the search."""
        self._closed = True
        self._wake.set()

    def exchange(self, request: Request) -> Reply:
        """Take a request and return what there is to say. Does not wait for the search."""
        began = time.thread_time()
        reply = self._answer(request)
        self._wake.set()
        self._spent += time.thread_time() - began
        in_search = self.search.exchange.seconds if self.search is not None and self.search.exchange is not None else 0.0
        spent, self._reported = self._spent + in_search - self._reported, self._spent + in_search
        return replace(reply, cost=max(0.0, spent))

    def _answer(self, request: Request) -> Reply:
        with self._lock:
            before = self._request
            if before is not None and before.generation == request.generation:  # what was not followed yet stays valid
                request = replace(request, root=request.root or before.root, assignment=request.assignment or before.assignment)
            self._request, self._last = request, time.monotonic()
            self._enter(request)
            if request.runs and request.wait > 0 and self.search is not None and self.search.exchange is not None:
                self.search.exchange.be_ready_in(request.wait)
            return Reply(self._generation, self._root, self._next_message(), self._trouble)

    def _enter(self, request: Request) -> None:
        if request.message and request.generation == self._generation and self.search is not None and self.search.exchange:
            self.search.exchange.ledger.receive(unpack_message(request.message))

    def _next_message(self) -> bytes | None:
        """Return the next message; none if everything has been said."""
        if self.search is None or self.search.exchange is None or self._outbox is None:
            return None
        rounds = self.search.exchange.rounds
        self._repeats = self._repeats + 1 if rounds == self._version_sent else 0
        self._version_sent = rounds
        if rounds == 0 or self._repeats > QUIET_AFTER:
            return None
        return self._outbox.next_bytes(self.search.exchange.ledger)

    def _work(self) -> None:
        """Search as requested, until the end."""
        with np.errstate(over="ignore"):
            while not self._closed:
                self._wake.wait(timeout=1.0)
                self._wake.clear()
                try:
                    self._follow()
                    while self._may_run() and self.search is not None and not self.search.is_finished():
                        self.search.think(Limit(), should_stop=self._must_stop)
                        self._follow()
                except Exception as error:  # reported to the team, which decides what to do
                    self._trouble = f"{type(error).__name__}: {' '.join(str(error).split())}"
                    self._request = None

    def _may_run(self) -> bool:
        request = self._request
        return request is not None and request.runs and not self._closed and time.monotonic() - self._last < LEASE

    def _must_stop(self) -> bool:
        request = self._request
        return not self._may_run() or (request is not None and (request.assignment is not None or request.root is not None))

    def _follow(self) -> None:
        """Take over a new assignment or a new root, if there is one."""
        with self._lock:
            request = self._request
            if request is None or (request.assignment is None and request.root is None):
                return
            self._request = Request(request.generation, request.runs)
        if isinstance(request.assignment, Assignment) and request.root is not None and request.generation != self._generation:
            search, kept = self._begin(request.assignment, request.root)
            with self._lock:
                self.search, self._kept = search, kept
                self._outbox = Outbox(self.name, HUB, request.assignment.sharing)
                self._generation, self._root, self._trouble = request.generation, request.root.number, ""
        elif request.root is not None and request.root.number != self._root and request.generation == self._generation:
            self._go_to(request.root)

    def _begin(self, assignment: Assignment, root: Root) -> tuple[Search, Any]:
        source, threads = assignment.source, assignment.threads or self._cores
        problem = source.load()
        state, kept = first_state(problem, source, root.state, threads)
        if identity_of(state) != source.identity:
            raise ValueError(f"{source.identity} is another problem here: {identity_of(state)}")
        search = Search(
            state,
            assignment.settings,
            seed=assignment.seed,
            stream=assignment.stream,
            memory=assignment.memory,
            threads=threads,
            solutions=assignment.solutions,
        )
        search.exchange = StatisticsExchange(self.name, search, assignment.sharing)
        search.run(0)  # compiles
        return search, kept

    def _go_to(self, root: Root) -> None:
        """Follow the team's search to its root: by the moves that were played, if they are known, else with an empty graph."""
        assert self.search is not None
        search, first = self.search, root.number - len(root.steps)
        steps = root.steps[self._root - first :] if self._root >= first else (RESTART,)
        try:
            for step in (each for each in steps if each != SAME_POSITION):
                search.play(step)
            search.states[0] = state_from(search.problem, root.state, search.states[0])
            follows = search.graph.nodes[search.graph.head.root].key == np.uint64(position_key(search.states[0]))
        except UserError:
            follows = False
        if not follows:
            search.begin_at(state_from(search.problem, root.state, search.states[0]))
        with self._lock:
            self._root = root.number


def _cores() -> int:
    """Return how many threads the Dask worker has, at most 64."""
    from distributed import get_worker

    try:
        return max(1, min(64, int(get_worker().state.nthreads)))
    except ValueError:  # not on a worker
        return 1
