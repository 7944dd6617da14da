"""Threads on one graph: speed, and strength at equal playouts. `python benchmarks/threads.py [--games N]`

Speed is measured by wall clock, with one thread and two in turn, the best of several rounds. Strength is measured by connect four, one
thread against two, colours in turn, 2,000 playouts per move; two threads should win one half. Run it on an idle machine.
"""

import argparse
import json
import time

from miai.bench.frame import machine
from miai.core.statistics import mean_with_interval
from miai.problems import load
from miai.search import Search, Settings
from miai.search.problem import apply_action, is_terminal, player_to_act, reward

ROUNDS = 5
SECONDS = 0.6


def simulations_per_second(state, threads, settings):
    running = Search(state, settings, seed=1, threads=threads, memory=1024)
    running.run(2000)
    began = time.perf_counter()
    done = running.run(seconds=SECONDS).simulations
    return done / (time.perf_counter() - began)


def measure_speed(name, options, settings):
    state = load(name).start(**options)
    rounds = [[simulations_per_second(state, threads, settings) for threads in (1, 2)] for _ in range(ROUNDS)]
    one, two = (max(speeds) for speeds in zip(*rounds, strict=True))
    return {"problem": name, **options, "one_thread": one, "two_threads": two, "ratio": two / one}


def play_game(number, playouts):
    """Return the reward of the side with two threads, which is player `number` % 2."""
    state = load("connect4").start()
    turn = 0
    while not is_terminal(state):
        threads = 2 if player_to_act(state) == number % 2 else 1
        result = Search(state, seed=1000 * number + turn, threads=threads, memory=32).run(playouts)
        apply_action(state, result.best_action)
        turn += 1
    return float(reward(state, number % 2))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=2000)
    chosen = parser.parse_args()
    plain = Settings(mode="uct-dag", solver=False)
    report = {"machine": machine(), "speed": []}
    for name, options in (("connect4", {}), ("hex", {"size": 11})):
        for settings in (plain, Settings()):
            row = measure_speed(name, options, settings) | {"mode": settings.mode, "solver": settings.solver}
            report["speed"].append(row)
            print(json.dumps(row), flush=True)
    points = mean_with_interval([play_game(number, chosen.playouts) for number in range(chosen.games)])
    strength = {"games": chosen.games, "playouts": chosen.playouts, "share_of_two_threads": points.mean}
    report["strength"] = strength | {"low": points.low, "high": points.high}
    print(json.dumps(report, indent=2))


if __name__ == "__main__":
    main()
