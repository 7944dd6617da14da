"""A team: the search of this process, and those of the workers of a Dask cluster.

Three threads take part. The *search* never waits: between slices it enters its statistics in a ledger and reads those of others
(`TeamExchange`). The thread of the *team* exchanges messages with all workers; a call that takes long delays nobody else. The thread of
the *recruiter* asks the scheduler for workers, starts a search on new ones, and notices lost ones.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any, Protocol

from miai.distributed.actor import SearchActor
from miai.distributed.assignment import RESTART, SAME_POSITION, Assignment, Reply, Request, Root
from miai.distributed.member import Member
from miai.distributed.recruiting import Recruiter
from miai.distributed.source import bytes_of, position_bytes, source_of
from miai.jobs.cluster import LOCAL, check_address, connected
from miai.search.driver import Search
from miai.search.sharing.exchange import StatisticsExchange
from miai.search.sharing.messages import Outbox, unpack_message
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.warmups import compile_sharing
from miai.search.slicing import Limit

log = logging.getLogger(__name__)

IDLE_SECONDS = 1.0
"""Time between two calls while nothing is searched."""
SILENT_AFTER = 2.0
"""Seconds without an answer after which a worker counts as silent."""
MOST_STEPS = 64
"""Moves that a worker may be behind and still follow with its graph."""

Notice = Callable[[str], None]


class Work(Protocol):
    """The task of a team at present."""

    generation: int
    runs: bool

    @property
    def interval(self) -> float:
        """Seconds between two exchanges."""
        ...

    def request_for(self, member: Member, runs: bool) -> Request:
        """Return the next request to a worker."""
        ...

    def take(self, message: bytes) -> None:
        """Take a message of a worker."""
        ...


class Team:
    """The workers of a cluster, for one search after another.

    Parameters
    ----------
    cluster : str
        `local:N`, N searches on this machine, of which this process has one; or the address of a Dask scheduler.
    sharing : SharingSettings, optional
        What is exchanged, and how often.
    actor : type
        The class of the workers' actors: `SearchActor` for searches.
    notice : callable, optional
        Called with one line when a worker joins, falls silent, returns or is lost. By default a warning of the log.

    Examples
    --------
    >>> from miai.distributed import Team
    >>> from miai.problems import load
    >>> from miai.search import Search
    >>> with Team("local:1") as team:  # this process alone: no other is started
    ...     Search(load("nim").start(heaps=(1, 2)), cluster=team, seed=1).run(1000).best_text
    'b1'
    """

    def __init__(
        self,
        cluster: str,
        sharing: SharingSettings | None = None,
        notice: Notice | None = None,
        actor: type = SearchActor,
    ) -> None:
        check_address(cluster)
        self.cluster, self.sharing = cluster, sharing or SharingSettings()
        self.notice: Notice = log.warning if notice is None else notice
        self.members: list[Member] = []
        self.exchange: Work | None = None
        self.generation = 0
        self._stack, self._closed, self._wake = ExitStack(), threading.Event(), threading.Event()
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        self.recruiter: Recruiter | None = None
        if cluster == f"{LOCAL}1":
            return
        compile_sharing()
        client = self._stack.enter_context(connected(cluster, spare=1 if cluster.startswith(LOCAL) else 0))
        self.recruiter = Recruiter(self, client, actor)
        try:
            self.recruiter.recruit_first()
        except BaseException:
            self._stack.close()
            raise
        self._thread = threading.Thread(target=self._run, name="miai-team", daemon=True)
        self._thread.start()
        self.recruiter.start()

    def __enter__(self) -> Team:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    @property
    def size(self) -> int:
        """Number of searches that answer, with that of this process."""
        return 1 + sum(not (each.is_lost or each.is_silent) for each in self.members)

    def join(self, search: Search, owned: bool = False) -> StatisticsExchange:
        """Let the team work for `search` from now on, instead of the one before. With `owned` it closes the team when it leaves."""
        exchange = TeamExchange(self, search, self.next_generation(), source_of(search.states[0]), owned)
        self.work_for(exchange)
        return exchange

    def next_generation(self) -> int:
        """Return the number of the next work of this team."""
        self.generation += 1
        return self.generation

    def work_for(self, work: Work) -> None:
        """Let the team work for `work` from now on."""
        with self._lock:
            self.exchange = work
        self._wake.set()

    def leave(self, exchange: Work) -> None:
        """Stop working for `exchange`."""
        with self._lock:
            if self.exchange is exchange:
                self.exchange = None
        self._wake.set()

    def wake(self) -> None:
        """Let the team call all workers at once."""
        for member in self.members:
            member.due = 0.0
        self._wake.set()

    def add(self, member: Member) -> None:
        """Add a worker."""
        self.members.append(member)
        self._wake.set()

    def lose(self, member: Member, reason: str) -> None:
        """Give up a worker. What it has sent still counts."""
        if not member.is_lost:
            member.is_lost = True
            self.members = [each for each in self.members if each is not member]
            self.notice(f"worker {member.address} {reason}; {self._left()} left")

    def _left(self) -> str:
        return f"{self.size} {'search' if self.size == 1 else 'searches'}"

    def close(self) -> None:
        """Leave the cluster. A local one ends."""
        if self._closed.is_set():
            return
        self._closed.set()
        self._wake.set()
        if self.recruiter is not None:
            self.recruiter.close()
        if self._thread is not None:
            self._thread.join(timeout=5.0)
        try:
            self._stack.close()
        except Exception:  # a cluster that is gone cannot be left properly
            log.debug("closing the cluster failed", exc_info=True)

    @property
    def is_closed(self) -> bool:
        """Whether the team was closed."""
        return self._closed.is_set()

    def _run(self) -> None:
        while not self._closed.is_set():
            exchange = self.exchange
            runs = exchange is not None and exchange.runs
            for member in list(self.members):
                try:
                    self._attend(member, exchange, runs)
                except Exception as error:  # a worker that is lost; the recruiter looks for another
                    self.lose(member, f"is lost ({type(error).__name__})")
            self._wake.wait(timeout=0.01 if runs else 0.1)
            self._wake.clear()

    def _attend(self, member: Member, exchange: Work | None, runs: bool) -> None:
        """Take the reply of a worker, and send it the next request when it is time."""
        reply = member.take_reply()
        if reply is not None:
            self._use(reply, member, exchange)
        if member.is_waiting:
            if member.seconds_waited > SILENT_AFTER and not member.is_silent:
                member.is_silent = True
                self.notice(f"worker {member.address} does not answer and is left out; {self._left()} left")
        elif time.monotonic() >= member.due and not member.is_lost:
            wait = self._wait(member, member.interval(exchange.interval)) if runs and exchange else IDLE_SECONDS
            member.due = time.monotonic() + wait
            request = Request(-1, False) if exchange is None else exchange.request_for(member, runs)
            member.call(replace(request, wait=wait))

    def _wait(self, member: Member, interval: float) -> float:
        """Return the seconds until the next call of a member, about `interval`.

        Members are called in turn, not all at once: so what one of them brings is in the messages to the others soon afterwards.
        """
        phase = self.members.index(member) / len(self.members) if member in self.members else 0.0
        wait = (phase - time.monotonic() / interval) % 1.0 * interval
        return wait if wait >= interval / 2 else wait + interval

    def _use(self, reply: Reply, member: Member, exchange: Work | None) -> None:
        if member.is_silent:
            member.is_silent = False
            self.notice(f"worker {member.address} answers again; {self.size} searches")
        if reply.trouble:
            self.lose(member, f"has failed: {reply.trouble}")
            if self.recruiter is not None:
                self.recruiter.refuse(member.address)
        elif exchange is not None and reply.message is not None and reply.generation == exchange.generation:
            exchange.take(reply.message)


class TeamExchange(StatisticsExchange):
    """The link of the search of this process to its team."""

    def __init__(self, team: Team, search: Search, generation: int, source: Any, owned: bool) -> None:
        super().__init__("here", search, team.sharing)
        self.team, self.generation, self.owned = team, generation, owned
        self.runs = False
        self._source = source
        self._search_settings = search.settings
        self._own: dict[str, Any] = dict(seed=search.seed, memory=search.memory, solutions=search.watch.wanted)
        self._threads = search.threads
        self._position = position_bytes(search.states[0])
        self._root = Root(0, bytes_of(search.states[0]), ())

    @property
    def interval(self) -> float:
        """Seconds between two exchanges of the present run."""
        return self._interval

    def begin(self, search: Search, limit: Limit) -> None:
        """Let the workers begin too."""
        super().begin(search, limit)
        if position_bytes(search.states[0]) != self._position:
            self._set_root(search, SAME_POSITION)
        self.runs = True
        self.team.wake()

    def allowed(self, count: int) -> int:
        """Return this search's part of `count` simulations."""
        return -(-count // self.team.size)

    def end(self, search: Search) -> None:
        """Let the workers rest, and take in what has arrived from them."""
        self.runs = False
        self.team.wake()
        super().end(search)

    def move(self, search: Search, action: int | None = None) -> None:
        """Follow the search to a new root, and let the workers follow."""
        super().move(search, action)
        self._set_root(search, RESTART if action is None else action)

    def leave(self) -> None:
        """Let the workers rest for good; close the team if it belongs to this search."""
        self.team.leave(self)
        if self.owned:
            self.team.close()

    def _set_root(self, search: Search, step: int) -> None:
        steps = () if step == RESTART else (*self._root.steps, step)[-MOST_STEPS:]
        self._position = position_bytes(search.states[0])
        self._root = Root(self._root.number + 1, bytes_of(search.states[0]), steps)

    def take(self, message: bytes) -> None:
        """Enter the message of a worker in the ledger."""
        self.ledger.receive(unpack_message(message))

    def request_for(self, member: Member, runs: bool) -> Request:
        """Return the next request to a worker."""
        root, assignment, message = member.wants(self.generation, self._root), None, None
        if member.generation != self.generation:
            assignment = self._assignment_for(member)
            member.outbox = Outbox("hub", member.name, self.settings)
        elif runs:
            message = member.outbox.next_bytes(self.ledger)
        return Request(self.generation, runs, root, assignment, message)

    def _assignment_for(self, member: Member) -> Assignment:
        is_local = self.team.cluster.startswith(LOCAL)
        return Assignment(
            self.generation,
            self._source,
            self._search_settings,
            self.settings,
            stream=(1 + member.number) * 1_000_003 + self.generation,
            threads=self._threads if is_local else 0,
            **self._own,
        )


def open_team(cluster: str, sharing: SharingSettings | None = None, notice: Notice | None = None) -> Team:
    """Return the team at an address. Raise `UserError` if there is none, or if none of its workers can be used."""
    return Team(cluster, sharing, notice)
