"""Games of a search on a local cluster whose workers are killed at random moments: is any move late, or any game lost by a fault?

    python benchmarks/cluster_kills.py --games 50 --seed 1

A game is one of connect four against random moves. At a random time of about every fourth move a random worker gets SIGKILL or SIGSTOP
(and SIGCONT two seconds later). Prints the moves, the faults, and how late the latest move was.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import threading
import time

import numpy as np

from miai.core.records import copy_record
from miai.distributed import Team
from miai.problems import load
from miai.search import Search
from miai.search.problem import apply_action, is_terminal, legal_actions


def disturb(team: Team, dice: random.Random, counts: dict[str, int]) -> None:
    """Kill or stop a random worker."""
    if not team.members:
        return
    process = dice.choice(team.members).process
    sent = signal.SIGKILL if dice.random() < 0.7 else signal.SIGSTOP
    try:
        os.kill(process, sent)
    except ProcessLookupError:
        return
    counts[sent.name] = counts.get(sent.name, 0) + 1
    if sent == signal.SIGSTOP:
        threading.Timer(2.0, wake, [process]).start()


def wake(process: int) -> None:
    """Let a stopped process continue, if it is still there."""
    try:
        os.kill(process, signal.SIGCONT)
    except ProcessLookupError:
        return


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--seconds", type=float, default=0.15)
    options.add_argument("--workers", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    dice, counts, notices = random.Random(given.seed), dict[str, int](), list[str]()
    moves, late, faults, elsewhere, own = 0, 0.0, 0, 0, 0
    with Team(f"local:{given.workers}", notice=notices.append) as team:
        for game in range(given.games):
            state = load("connect4").start()
            search = Search(state, seed=given.seed + game, memory=32, cluster=team)
            search.run(0)
            while not is_terminal(state):
                if dice.random() < 0.25:
                    threading.Timer(dice.random() * given.seconds, disturb, [team, dice, counts]).start()
                began = time.perf_counter()
                result = search.run(seconds=given.seconds)
                late = max(late, time.perf_counter() - began - given.seconds)
                moves, own, elsewhere = moves + 1, own + result.simulations, elsewhere + result.simulations_elsewhere
                faults += result.best_action is None
                state = _play(search, state, result.best_action)
                if not is_terminal(state):
                    state = _play(search, state, dice.choice(legal_actions(state)))
            search.close()
    said = {word: sum(word in line for line in notices) for word in ("gone", "lost", "does not answer", "answers again", "joins")}
    print(
        f"{given.games} games, {moves} moves, disturbed by {counts}; {faults} faults; latest move {1000 * late:.0f} ms over its limit"
    )
    print(f"simulations: {own:,} here, {elsewhere:,} on workers; lines of the log: {said}")


def _play(search: Search, state: np.record, action: int | None) -> np.record:
    after = copy_record(state)
    apply_action(after, np.int32(action))
    if not is_terminal(after):
        search.play(int(action or 0))
    return after


if __name__ == "__main__":
    main()
