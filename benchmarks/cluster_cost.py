"""What does sharing cost? A team that shares and a team of the same size that does not, in turn, at full speed.

    python benchmarks/cluster_cost.py                       # two searches; needs a core for each
    python benchmarks/cluster_cost.py --games go19 --rounds 8

Prints simulations per second of all searches together with and without sharing (at the end only), the mean of their ratios in each round
with its 95 % interval, and the bytes a second that each worker sends and receives. `go9` and `go19` search with the settings of the
player, RAVE included.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from typing import Any

from miai.distributed import Team
from miai.go.player import PlayerSettings
from miai.go.problem import go_problem
from miai.problems import load
from miai.search import Search
from miai.search.sharing.settings import SharingSettings

STUDENT_95 = {3: 4.303, 4: 3.182, 5: 2.776, 6: 2.571, 7: 2.447, 8: 2.365, 9: 2.306, 10: 2.262}
"""Quantiles of the t distribution for the 95 % interval of a mean, by the number of values."""
GAMES: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "connect4": (lambda: load("connect4").start(), {"solver": False}),
    "go9": (lambda: go_problem(9).start(), {"settings": PlayerSettings().search}),
    "go19": (lambda: go_problem(19).start(), {"settings": PlayerSettings().search}),
}


def measure(game: str, searches: int, seconds: float, share: str, seed: int) -> tuple[float, float]:
    """Return simulations per second of all searches, and bytes per second of a worker in both directions."""
    start, options = GAMES[game]
    with Team(f"local:{searches}", SharingSettings(share=share), notice=lambda line: None) as team:
        search = Search(start(), seed=seed, memory=1024, cluster=team, **options)
        exchange = search.exchange
        assert exchange is not None
        while len(exchange.ledger.senders()) < searches:  # until every worker has compiled and answered
            search.run(seconds=0.5)
        before = search.simulations + exchange.simulations
        sent = sum(member.bytes_sent + member.bytes_received for member in team.members)
        search.run(seconds=seconds)
        made = search.simulations + exchange.simulations - before
        bytes_of_all = sum(member.bytes_sent + member.bytes_received for member in team.members) - sent
        search.close()
    return made / seconds, bytes_of_all / seconds / (searches - 1)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", nargs="*", default=list(GAMES), choices=GAMES)
    options.add_argument("--searches", type=int, default=2)
    options.add_argument("--seconds", type=float, default=8.0)
    options.add_argument("--rounds", type=int, default=5)
    given = options.parse_args()
    for game in given.games:
        ratios, traffic, speeds = [], [], []
        for number in range(given.rounds):
            shared, rate = measure(game, given.searches, given.seconds, "nodes", number)
            apart, _ = measure(game, given.searches, given.seconds, "end", number)
            ratios.append(shared / apart)
            traffic.append(rate)
            speeds.append((shared, apart))
        half = STUDENT_95.get(len(ratios), 2.0) * statistics.stdev(ratios) / len(ratios) ** 0.5 if len(ratios) > 1 else 0.0
        with_sharing, without = (statistics.mean(each) for each in zip(*speeds, strict=True))
        print(
            f"{game}, {given.searches} searches: {with_sharing:,.0f} simulations/s with sharing, {without:,.0f} without;"
            f" ratio {statistics.mean(ratios):.3f} ± {half:.3f}; {statistics.mean(traffic) / 1000:.0f} kB/s a worker",
            flush=True,
        )


if __name__ == "__main__":
    main()
