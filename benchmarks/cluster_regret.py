"""How much worse are the moves of a team than those of one search with as many playouts? Positions of Go in place of games.

    python benchmarks/cluster_regret.py                                        # 64 positions, a few minutes
    python benchmarks/cluster_regret.py --positions 200 --streams 5 --playouts 400 --judge 6000

A team of four searches and single searches are asked for a move in positions of quick games on 9x9. A move is judged by a long search
of the position that follows. The regret is how much worse the move is than the best of all moves that anyone chose there. Each side is
compared with the search that has all playouts, in the same positions and with the same streams; the 95 % intervals count positions
as independent, and not streams.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Callable
from typing import Any

from miai.distributed.simulated import SimulatedPartners
from miai.go.player import PlayerSettings
from miai.go.problem import go_problem
from miai.search import Search
from miai.search.problem import is_terminal
from miai.search.sharing.settings import SharingSettings
from miai.search.sharing.simulation import Faults

MEMBERS = 4
MEMORY = 16.0
AFTER = (6, 14, 22, 30)
"""Moves after which a position of a game is taken."""
QUICK = 100
"""Playouts per move of the games that positions are taken from."""


def one(share: float) -> Callable[[int], tuple[int, SimulatedPartners | None]]:
    """Return a side: one search with a share of the playouts."""
    return lambda playouts: (round(playouts * share), None)


def team(exchanges: int, delay: int, **sharing: Any) -> Callable[[int], tuple[int, SimulatedPartners | None]]:
    """Return a side: a team whose messages arrive `delay` exchanges later."""
    return lambda playouts: (
        playouts,
        SimulatedPartners(MEMBERS, SharingSettings(**sharing), rounds=exchanges, faults=Faults(delay=delay)),
    )


SIDES = {
    "one search": one(1.0),
    "one, 70 %": one(0.7),
    "one, 50 %": one(0.5),
    "one, 25 %": one(0.25),
    "team, 8 exchanges, one later": team(8, 1),
    "team, 8 exchanges": team(8, 0),
    "team, 20 exchanges": team(20, 0),
    "team, 20 exchanges, RAVE counts not shared": team(20, 0, rave_counts=0),
    "team, sharing at the end only": team(1, 0, share="end"),
}


def positions(count: int, seed: int) -> list[Any]:
    """Return positions of quick games against oneself, as many from each stage of the game."""
    found: list[Any] = []
    game = 0
    while len(found) < count:
        search = Search(go_problem(9).start(), PlayerSettings().search, seed=seed + game, memory=MEMORY)
        game += 1
        for number in range(1, max(AFTER) + 1):
            action = search.run(QUICK).best_action
            assert action is not None
            search.play(action)
            if is_terminal(search.states[0]):
                break
            if number in AFTER:
                found.append(search.state)
    return found[:count]


def chosen(state: Any, side: str, playouts: int, seed: int) -> int:
    """Return the move of a side."""
    own, partners = SIDES[side](playouts)
    search = Search(state, PlayerSettings().search, seed=seed, memory=MEMORY, cluster=partners)
    action = search.run(own).best_action
    assert action is not None
    return int(action)


def worth(state: Any, action: int, playouts: int, seed: int) -> float:
    """Return the win rate of a move by a search of the position that follows."""
    search = Search(state, PlayerSettings().search, seed=seed, memory=MEMORY)
    search.play(action)
    return 1.0 - float(search.run(playouts).value)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--positions", type=int, default=64)
    options.add_argument("--streams", type=int, default=3, help="Moves of each side in each position.")
    options.add_argument("--playouts", type=int, default=400, help="Playouts per move, of all members together.")
    options.add_argument("--judge", type=int, default=6000, help="Playouts that judge a move.")
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    regrets: dict[str, list[float]] = {side: [] for side in SIDES}
    for number, state in enumerate(positions(given.positions, given.seed)):
        moves = {
            side: [chosen(state, side, given.playouts, given.seed + 1000 * stream + number) for stream in range(given.streams)]
            for side in SIDES
        }
        value = {
            action: worth(state, action, given.judge, given.seed) for action in {each for all_ in moves.values() for each in all_}
        }
        for side, own in moves.items():
            regrets[side].append(max(value.values()) - statistics.mean(value[action] for action in own))
    _print(regrets, given.streams)


def _print(regrets: dict[str, list[float]], streams: int) -> None:
    yardstick = regrets["one search"]
    print("| side | moves | mean regret | more than one search |\n|---|---:|---:|---:|")
    for side, own in regrets.items():
        more = [each - other for each, other in zip(own, yardstick, strict=True)]
        half = 1.96 * statistics.stdev(more) / len(more) ** 0.5
        gap = f"{statistics.mean(more):+.4f} ± {half:.4f}" if side != "one search" else ""
        print(f"| {side} | {len(own) * streams} | {statistics.mean(own):.4f} | {gap} |")


if __name__ == "__main__":
    main()
