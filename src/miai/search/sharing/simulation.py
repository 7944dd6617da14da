"""A simulated cluster: several searches in one process, which exchange messages as those on several machines do.

All of them run in turn, a number of simulations in each round, and messages travel through a `Network` that can delay, lose, double and
re-order them. So the work is exactly divided, one seed gives one result, and strength can be measured on one machine.

    team = team_of(state, 4, seed=1)
    team.run(10_000)                 # 2,500 simulations each
    team.result().best_text
"""

from __future__ import annotations

import dataclasses
import heapq
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from miai.search.driver import Search
from miai.search.result import Result
from miai.search.sharing.exchange import StatisticsExchange
from miai.search.sharing.messages import Outbox, unpack_message
from miai.search.sharing.settings import SharingSettings


@dataclass(frozen=True)
class Faults:
    """The faults of messages: delays in rounds, and probabilities of the rest."""

    delay: int = 1
    lost: float = 0.0
    doubled: float = 0.0
    late: float = 0.0
    """Probability that a message, and each copy of it, comes up to 10 rounds later than others, and so out of order."""


class Network:
    """Messages under way in a simulated cluster."""

    def __init__(self, faults: Faults, seed: int) -> None:
        self.faults, self.random = faults, random.Random(seed)
        self.bytes = self.messages = self.fault_count = 0
        self._queue: list[tuple[int, int, int, bytes]] = []

    def send(self, now: int, receiver: int, data: bytes) -> None:
        """Send `data` to member number `receiver` in round `now`."""
        self.bytes += len(data)
        self.messages += 1
        if self._happens(self.faults.lost):
            return
        for _ in range(1 + self._happens(self.faults.doubled)):
            arrival = now + self.faults.delay + (self.random.randint(1, 10) if self._happens(self.faults.late) else 0)
            heapq.heappush(self._queue, (arrival, self.random.getrandbits(32), receiver, data))

    def arrivals(self, now: int) -> list[tuple[int, bytes]]:
        """Return (receiver, data) of the messages that arrive up to round `now`."""
        found = []
        while self._queue and self._queue[0][0] <= now:
            _, _, receiver, data = heapq.heappop(self._queue)
            found.append((receiver, data))
        return found

    def _happens(self, probability: float) -> bool:
        if probability <= 0 or self.random.random() >= probability:
            return False
        self.fault_count += 1
        return True


class SimulatedTeam:
    """Searches that work together, in one process. Number 0 is the one that decides; messages go through it, as on a real cluster.

    Parameters
    ----------
    members : sequence of Search
        The searches, each with its own random stream.
    sharing : SharingSettings, optional
        The settings of sharing; `interval` is not used.
    rounds : int
        Exchanges in each call of `run`.
    faults : Faults, optional
        What happens to messages.
    seed : int
        Random seed of the faults.
    """

    def __init__(
        self,
        members: Sequence[Search],
        *,
        sharing: SharingSettings | None = None,
        rounds: int = 8,
        faults: Faults | None = None,
        seed: int = 0,
    ) -> None:
        self.sharing, self.rounds = sharing or SharingSettings(), rounds
        self.members = list(members)
        for number, search in enumerate(self.members):
            search.exchange = search.exchange or StatisticsExchange(f"member {number}", search, self.sharing)
        self.network, self.now = Network(faults or Faults(), seed), 0
        self._outboxes = [
            (
                Outbox("member 0", f"member {number}", self.sharing),
                Outbox(f"member {number}", "member 0", self.sharing),
            )
            for number in range(len(self.members))
        ]

    def run(self, playouts: int) -> None:
        """Continue with `playouts` simulations in all, divided among the searches and the rounds."""
        shares = [playouts * (n + 1) // len(self.members) - playouts * n // len(self.members) for n in range(len(self.members))]
        for turn in range(self.rounds):
            for search, share in zip(self.members, shares, strict=True):
                part = share * (turn + 1) // self.rounds - share * turn // self.rounds
                if part and not search.is_finished():
                    search.advance(part)
            self.exchange(at_end=turn == self.rounds - 1)

    def exchange(self, at_end: bool = False) -> None:
        """Let one round of messages be sent, and those arrive whose time has come; at the end of a run all statistics of this round."""
        self.now += 1
        for search in self.members:
            _link(search).publish(search)
        self._deliver()
        for number in range(1, len(self.members)):
            to_member, to_first = self._outboxes[number]
            self._send(number, 0, to_first)
            self._send(0, number, to_member)
        if self.network.faults.delay == 0:
            self._deliver()
        for search in self.members:
            if self.sharing.share != "end" or at_end:
                _link(search).use_others(search)

    def flush(self) -> None:
        """Let everything arrive: all rows of all searches, without faults."""
        for search in self.members:
            _link(search).publish(search)
        first = _link(self.members[0]).ledger
        for number in range(1, len(self.members)):
            first.receive(self._outboxes[number][1].next_message(_link(self.members[number]).ledger, everything=True))
        for number in range(1, len(self.members)):
            _link(self.members[number]).ledger.receive(self._outboxes[number][0].next_message(first, everything=True))
        for search in self.members:
            _link(search).use_others(search)

    def play(self, action: int) -> None:
        """Play an action in all searches."""
        for search in self.members:
            search.play(action)

    def result(self) -> Result:
        """Return the result of the first search, with the statistics of all others that it knows."""
        return self.members[0].result()

    def vote(self) -> int:
        """Return the action that most of the searches would play by their own visits alone; of equal ones the most visited."""
        rows = [found for found in (each.result().actions for each in self.members) if found]
        first = self.result()
        if first.proven and first.best_action is not None:
            return first.best_action
        own = [max(found, key=lambda row: (row.sure_low, row.visits)).action for found in rows]
        visits: Counter[int] = Counter()
        for found in rows:
            visits.update({row.action: row.visits for row in found})
        votes = Counter(own)
        return max(votes, key=lambda action: (votes[action], visits[action]))

    def _send(self, sender: int, receiver: int, outbox: Outbox) -> None:
        self.network.send(self.now, receiver, outbox.next_bytes(_link(self.members[sender]).ledger))

    def _deliver(self) -> None:
        for receiver, data in self.network.arrivals(self.now):
            _link(self.members[receiver]).ledger.receive(unpack_message(data))


def _link(search: Search) -> StatisticsExchange:
    assert search.exchange is not None
    return search.exchange


def team_of(state: Any, count: int, *, seed: int = 0, memory: float = 64.0, settings: Any = None, **options: Any) -> SimulatedTeam:
    """Return a simulated team of `count` searches of `state`. Options are those of `SimulatedTeam`, of sharing and of the search."""
    names = {field.name for field in dataclasses.fields(SharingSettings)}
    sharing = SharingSettings(**{name: options.pop(name) for name in [*options] if name in names})
    changes = {name: options.pop(name) for name in [*options] if name not in ("rounds", "faults")}
    members = [Search(state, settings, seed=seed, stream=number, memory=memory, **changes) for number in range(count)]
    return SimulatedTeam(members, sharing=sharing, seed=seed, **options)
