"""Partners in this process, for measurements: as those of a cluster, but in step with the search that they join.

After each slice the others run as many simulations as the search did. So at any time all have done the same, one seed gives one result,
and a limit of playouts is divided exactly.
"""

from __future__ import annotations

from typing import Any

from miai.distributed.source import bytes_of, first_state, position_bytes, source_of, state_from
from miai.search.driver import Search
from miai.search.sharing.exchange import StatisticsExchange
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.simulation import Faults, SimulatedTeam
from miai.search.slicing import Limit

STREAMS = 1_000_003
"""Distance between the random streams of two searches."""


class SimulatedPartners:
    """Partners of a search, in step with it.

    Parameters
    ----------
    count : int
        Number of searches, with the one that joins.
    sharing : SharingSettings, optional
        What is shared.
    rounds : int
        Exchanges in a run with a limit of playouts.
    faults : Faults, optional
        What happens to messages; by default they arrive with the next exchange.
    """

    def __init__(
        self, count: int, sharing: SharingSettings | None = None, *, rounds: int = 8, faults: Faults | None = None
    ) -> None:
        self.count, self.sharing, self.rounds, self.faults = count, sharing or SharingSettings(), rounds, faults
        self.team: SimulatedTeam | None = None

    def join(self, search: Search, owned: bool = False) -> StatisticsExchange:
        """Return the link of `search` to its partners, which are made for it."""
        return SimulatedExchange(self, search)


class SimulatedExchange(StatisticsExchange):
    """The link of a search to simulated partners."""

    def __init__(self, partners: SimulatedPartners, search: Search) -> None:
        super().__init__("member 0", search, partners.sharing)
        source, data = source_of(search.states[0]), bytes_of(search.states[0])
        self._kept: list[Any] = []
        others = []
        for number in range(1, partners.count):
            state, kept = first_state(search.problem, source, data, search.threads)
            self._kept.append(kept)
            stream = number * STREAMS
            others.append(
                Search(state, search.settings, seed=search.seed, stream=stream, memory=search.memory, threads=search.threads)
            )
        search.exchange = self
        self.others, self.rounds_of_run = others, partners.rounds
        self.team = partners.team = SimulatedTeam(
            [search, *others], sharing=partners.sharing, faults=partners.faults, seed=search.seed
        )
        self._position = position_bytes(search.states[0])
        self._share, self._done, self._every, self._next_at = 0, 0, 1, 0

    @property
    def simulations(self) -> int:
        """Simulations of all others: here they are known."""
        return sum(each.simulations for each in self.others)

    def begin(self, search: Search, limit: Limit) -> None:
        """Take over the root of the search, and plan the exchanges of a run."""
        super().begin(search, limit)
        if position_bytes(search.states[0]) != self._position:
            self._position = position_bytes(search.states[0])
            for other in self.others:
                other.states[0] = state_from(search.problem, bytes_of(search.states[0]), other.states[0])
        self._done = search.simulations
        self._every = max(1, (limit.playouts or 2000) // (len(self.others) + 1) // self.rounds_of_run)
        self._next_at = self._done + self._every

    def allowed(self, count: int) -> int:
        """Return this search's part of `count`, up to the next exchange."""
        return max(1, min(count // (len(self.others) + 1), self._next_at - self._done))

    def after_slice(self, search: Search) -> None:
        """Let the others run as many simulations as the search has, and all of them exchange messages when it is time."""
        new, self._done = search.simulations - self._done, search.simulations
        for other in self.others:
            if new and not other.is_finished():
                other.advance(new)
        if search.simulations >= self._next_at:
            self._next_at += self._every
            self.team.exchange()

    def end(self, search: Search) -> None:
        """Use what has arrived."""
        self.use_others(search)

    def move(self, search: Search, action: int | None = None) -> None:
        """Let the others follow the search to its new root."""
        super().move(search, action)
        self._position = position_bytes(search.states[0])
        for other in self.others:
            if action is None:
                other.begin_at(state_from(search.problem, bytes_of(search.states[0]), other.states[0]))
            else:
                other.play(action)
