"""The recruiter of a team: it looks for workers, starts a search on each, and notices those that are gone."""

from __future__ import annotations

import itertools
import threading
import time
import uuid
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError
from miai.distributed.actor import SearchActor
from miai.distributed.assignment import own_kind
from miai.distributed.member import Member

if TYPE_CHECKING:
    from miai.distributed.team import Team

PAUSE = 1.0
"""Seconds between two looks at the scheduler."""
SECONDS_TO_START = 20.0
"""Time for a worker to start an actor and introduce it."""
SECONDS_TO_ANSWER = 5.0
"""Time for the scheduler to answer."""


class Recruiter:
    """A thread that keeps the members of a team in step with the workers of a cluster."""

    def __init__(self, team: Team, client: Any, actor: type = SearchActor) -> None:
        self.team, self.client, self.actor = team, client, actor
        self.refused: set[str] = set()
        """Addresses of workers that cannot be used."""
        self._reasons: list[str] = []
        self._numbers = itertools.count()
        self._is_connected = True
        self._closed = threading.Event()
        self._futures: dict[str, Any] = {}
        """The actors' futures by name: an actor lives as long as its future."""
        self._thread = threading.Thread(target=self._run, name="miai-recruiter", daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End the thread, and the workers' searches."""
        self._closed.set()
        for member in self.team.members:
            try:
                member.actor.close()
            except Exception:  # it is gone
                continue
        if self._thread.is_alive():
            self._thread.join(timeout=SECONDS_TO_ANSWER + 1)
        self._futures.clear()

    def refuse(self, address: str) -> None:
        """Do not use the worker at `address` any more."""
        self.refused.add(address)

    def recruit_first(self) -> None:
        """Start searches on the workers that are there. Raise `UserError` if none of them can be used."""
        self._look()
        if not self.team.members:
            reason = self._reasons[0] if self._reasons else "it has no workers"
            raise UserError(f"the cluster at {self.team.cluster} cannot be used: {reason}")

    def _run(self) -> None:
        while not self._closed.wait(PAUSE):
            try:
                self._look()
                if not self._is_connected:
                    self._is_connected = True
                    self.team.notice(f"connected to {self.team.cluster} again; {self.team.size} searches")
            except Exception as error:  # the scheduler does not answer
                if self._is_connected and not self._closed.is_set():
                    self._is_connected = False
                    self.team.notice(f"lost the scheduler at {self.team.cluster} ({type(error).__name__}); the search goes on here")

    def _look(self) -> None:
        """Compare the members with the workers that the scheduler has."""
        found = self._addresses()
        for member in list(self.team.members):
            if member.address not in found:
                self.team.lose(member, "is gone")
            elif member.seconds_waited > self.team.sharing.wait:
                self._give_up(member)
        known = {member.address for member in self.team.members}
        for address in found:
            if address not in known and address not in self.refused and not self._closed.is_set():
                self._start_on(address)

    def _addresses(self) -> list[str]:
        """Return the addresses of all workers. Raise an exception if the scheduler does not answer."""
        if self.client.status != "running":
            raise ConnectionError("not connected")
        identity = self.client.sync(self.client.scheduler.identity, n_workers=-1, callback_timeout=SECONDS_TO_ANSWER)
        return list(identity["workers"])

    def _give_up(self, member: Member) -> None:
        """Start again on a worker that has been silent for long: its search is given up."""
        self.team.lose(member, f"has not answered for {member.seconds_waited:.0f} s and is given up")
        self._futures.pop(member.name, None)

    def _start_on(self, address: str) -> None:
        number = next(self._numbers)
        name = f"{address} {uuid.uuid4().hex[:8]}"
        began = time.monotonic()
        try:
            future = self.client.submit(
                self.actor, name, actor=True, pure=False, workers=[address], allow_other_workers=False, key=f"miai-search-{name}"
            )
            actor = self._actor_of(future, address)
            kind, process = actor.introduce().result(timeout=SECONDS_TO_START)
        except Exception as error:
            # a worker that is stopped, or just died, may be there later; one that cannot load the actor will not
            reason = f"worker {address} cannot start a search: {' '.join(f'{type(error).__name__}: {error}'.split())[:200]}"
            is_early = time.monotonic() - began < SECONDS_TO_START / 2
            if is_early and not isinstance(error, OSError | TimeoutError | RuntimeError) and self._is_there(address):
                self._refuse_with(address, reason)
            return
        if kind != own_kind():
            self._refuse_with(address, f"worker {address} has {kind}; this is {own_kind()}: all machines need the same")
            return
        self._futures[name] = future
        self.team.add(Member(number, name, address, actor, process))
        if self.team.exchange is not None:
            self.team.notice(f"worker {address} joins; {self.team.size} searches")

    def _actor_of(self, future: Any, address: str) -> Any:
        """Return the actor that `future` stands for. Raise an exception if it does not start, or its worker is gone.

        The scheduler lists a worker that was killed for a moment more, and a future on it never ends: others would wait for it to join.
        """
        for _ in range(int(SECONDS_TO_START / PAUSE)):
            try:
                return future.result(timeout=PAUSE)
            except TimeoutError:
                if not self._is_there(address):
                    raise ConnectionError(f"worker {address} is gone") from None
        raise TimeoutError(f"worker {address} has not started within {SECONDS_TO_START:g} s")

    def _is_there(self, address: str) -> bool:
        """Return whether the scheduler answers and has the worker."""
        try:
            return address in self._addresses()
        except Exception:  # no answer
            return False

    def _refuse_with(self, address: str, reason: str) -> None:
        self.refused.add(address)
        self._reasons.append(reason)
        if self._thread.is_alive() or self.team.members:
            self.team.notice(reason)
