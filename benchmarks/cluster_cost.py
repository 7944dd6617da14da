"""The cost of sharing: processor time and traffic of the searches of a team, and their speed beside a team that does not share.

    python benchmarks/cluster_cost.py --games go9 go19              # processor time and traffic: valid on a busy machine too
    python benchmarks/cluster_cost.py --games connect4 --rounds 5   # speed too, in turn; needs a free core for each search

Prints the processor time that sharing takes in a worker: reading and making messages, entering statistics, and using those of others.
It is given per second of the clock, which is its part of a core that is free, and as a part of what the worker had. Then the same of the
process that decides, where sharing also takes messages from all workers. Traffic is that of a worker,
both directions together. With `--rounds` the ratio of simulations per second with and without sharing (at the end only) follows, the
mean over rounds with its 95 % interval. `go9` and `go19` search with the settings of the player, RAVE included; `-plain` without RAVE.
"""

from __future__ import annotations

import argparse
import dataclasses
import statistics
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.distributed import Team
from miai.distributed.actor import SearchActor
from miai.distributed.assignment import Reply, Request
from miai.go.player import PlayerSettings
from miai.go.problem import go_problem
from miai.problems import load
from miai.search import Search
from miai.search.sharing.settings import SharingSettings

STUDENT_95 = {3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}
"""Quantiles of the t distribution for the 95 % interval of a mean, by the number of values."""
PLAYER = PlayerSettings().search
PLAIN = dataclasses.replace(PLAYER, rave="off")
GAMES: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "connect4": (lambda: load("connect4").start(), {"solver": False}),
    "go9": (lambda: go_problem(9).start(), {"settings": PLAYER}),
    "go9-plain": (lambda: go_problem(9).start(), {"settings": PLAIN}),
    "go19": (lambda: go_problem(19).start(), {"settings": PLAYER}),
    "go19-plain": (lambda: go_problem(19).start(), {"settings": PLAIN}),
}


class CountingActor(SearchActor):
    """A search of a worker that writes down at each call its processor time so far: all, in messages, of sharing in the search."""

    folder = ""

    def exchange(self, request: Request) -> Reply:
        """Take a request, as any actor, and write down the times."""
        reply = super().exchange(request)
        in_search = self.search.exchange.seconds if self.search is not None and self.search.exchange is not None else 0.0
        with (Path(self.folder) / self.name.split()[-1]).open("ab", buffering=0) as file:
            file.write(np.array([time.monotonic(), time.process_time(), self._spent, in_search]).tobytes())
        return reply


class CountingTeam(Team):
    """A team that adds up the processor time of its messages."""

    seconds = 0.0

    def _attend(self, *arguments: Any) -> None:
        began = time.thread_time()
        super()._attend(*arguments)
        self.seconds += time.thread_time() - began


@dataclass
class Cost:
    """The cost of one run: processor time, bytes per second of a worker, and simulations per second of all searches."""

    workers: float
    """Processor seconds of sharing in a worker, per second of the clock."""
    workers_part: float
    """The same by all its processor time."""
    here: float
    here_part: float
    traffic: float
    speed: float


def worker_times(folder: Path, began: float) -> tuple[float, float]:
    """Return the processor seconds of all workers since a moment, and those of sharing."""
    total = sharing = 0.0
    for file in folder.iterdir():
        rows = np.fromfile(file).reshape(-1, 4)
        rows = rows[rows[:, 0] >= began]
        if len(rows) > 1:
            change = rows[-1] - rows[0]
            total, sharing = total + float(change[1]), sharing + float(change[2] + change[3])
    return total, sharing


def measure(game: str, searches: int, seconds: float, share: str, seed: int) -> Cost:
    """Return the cost of sharing in one run."""
    start, options = GAMES[game]
    with tempfile.TemporaryDirectory() as folder:
        CountingActor.folder = folder
        with CountingTeam(f"local:{searches}", SharingSettings(share=share), notice=lambda line: None, actor=CountingActor) as team:
            search = Search(start(), seed=seed, memory=512, cluster=team, **options)
            exchange = search.exchange
            assert exchange is not None
            while len(exchange.ledger.senders()) < searches:  # until every worker has compiled and answered
                search.run(seconds=0.5)
            before = search.simulations + exchange.simulations
            sent = sum(member.bytes_sent + member.bytes_received for member in team.members)
            began, own, spent = time.monotonic(), time.process_time(), exchange.seconds
            messages = team.seconds
            search.run(seconds=seconds)
            own, spent = time.process_time() - own, exchange.seconds - spent + team.seconds - messages
            made = search.simulations + exchange.simulations - before
            sent = sum(member.bytes_sent + member.bytes_received for member in team.members) - sent
            total, sharing = worker_times(Path(folder), began)
            search.close()
    workers = searches - 1
    return Cost(
        sharing / seconds / workers,
        sharing / max(total, 1e-9),
        spent / seconds,
        spent / own,
        sent / seconds / workers,
        made / seconds,
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", nargs="*", default=list(GAMES), choices=GAMES)
    options.add_argument("--searches", type=int, default=2)
    options.add_argument("--seconds", type=float, default=8.0)
    options.add_argument("--rounds", type=int, default=0, help="rounds in which the speed is compared too")
    given = options.parse_args()
    for game in given.games:
        costs, apart = [], []
        for number in range(max(1, given.rounds)):
            costs.append(measure(game, given.searches, given.seconds, "nodes", number))
            if given.rounds > 1:
                apart.append(measure(game, given.searches, given.seconds, "end", number).speed)
        mean = Cost(*(statistics.mean(getattr(each, name) for each in costs) for name in vars(costs[0])))
        print(
            f"{game}, {given.searches} searches: sharing takes {1000 * mean.workers:.0f} ms/s in a worker, {100 * mean.workers_part:.1f} %"
            f" of what it had, and {1000 * mean.here:.0f} ms/s here, {100 * mean.here_part:.1f} %;"
            f" {mean.traffic / 1000:.0f} kB/s a worker; {mean.speed:,.0f} simulations/s",
            flush=True,
        )
        if apart:
            ratios = [each.speed / other for each, other in zip(costs, apart, strict=True)]
            half = STUDENT_95.get(len(ratios), 2.0) * statistics.stdev(ratios) / len(ratios) ** 0.5
            print(f"  speed with sharing by that without: {statistics.mean(ratios):.3f} ± {half:.3f}", flush=True)


if __name__ == "__main__":
    main()
