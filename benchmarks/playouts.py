"""Playouts per second of each problem, without a search: the cost of a problem's kernels.

    python benchmarks/playouts.py                  all built-in problems
    python benchmarks/playouts.py hex mygame.py    these, by name or by file
    python benchmarks/playouts.py --own            tic-tac-toe and a copy of it in a user's file
    python benchmarks/playouts.py --json

It runs one thread. Each number is the best of many short runs, which is the speed of an undisturbed machine. `uniform` is the default
playout, which lists the actions and draws one; `playout` is the specialised playout, where a problem has one.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from typing import Any

from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.problems import BUILT_IN, load
from miai.problems import tictactoe as original
from miai.problems.contract import new_worker
from miai.search.problem import Problem, play_out, play_out_at_random, reward

RUNS, SECONDS = 60, 0.02


@kernel
def run_playouts(state, scratch, worker, count):
    total = 0.0
    for _ in range(count):
        scratch[0] = state
        play_out(scratch[0], worker)
        total += reward(scratch[0], 0)
    return total / count


@kernel
def run_uniform_playouts(state, scratch, worker, count):
    total = 0.0
    for _ in range(count):
        scratch[0] = state
        play_out_at_random(scratch[0], worker)
        total += reward(scratch[0], 0)
    return total / count


def measure(problem: Problem) -> dict[str, Any]:
    """Return playouts per second from the start, and the mean reward of player 0, which must not depend on the playout."""
    playout, mean = _rate(problem, run_playouts)
    uniform, uniform_mean = _rate(problem, run_uniform_playouts)
    return {
        "problem": problem.name,
        "playouts_per_second": round(playout),
        "uniform_per_second": round(uniform),
        "mean_reward": round(mean, 3),
        "uniform_mean_reward": round(uniform_mean, 3),
        "state_bytes": problem.state_t.itemsize,
    }


def _rate(problem: Problem, run: Any) -> tuple[float, float]:
    state, scratch, worker = problem.start(), new_array(problem.state_t, 1), new_worker(problem, seed=1)
    worker.keeps_trace = 0
    count, best, mean = 100, 0.0, 0.0
    run(state, scratch, worker, count)
    for _ in range(RUNS):
        began = time.perf_counter()
        mean = run(state, scratch, worker, count)
        seconds = time.perf_counter() - began
        best = max(best, count / seconds)
        count = max(100, int(best * SECONDS))
    return best, mean


def copy_of_tictactoe(folder: str) -> Problem:
    """Return tic-tac-toe, loaded from a user's file."""
    code = (
        Path(original.__file__)
        .read_text()
        .replace('record("tictactoe"', 'record("mine"')
        .replace('name="tictactoe"', 'name="mine"')
    )
    file = Path(folder) / "mine.py"
    file.write_text(code)
    return load(file)


def main() -> None:
    parser = argparse.ArgumentParser(description="Playouts per second of each problem, without a search.")
    parser.add_argument("problems", nargs="*", help="names or files; default: all built-in problems")
    parser.add_argument("--own", action="store_true", help="tic-tac-toe and a copy of it in a user's file")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        names = arguments.problems or ([] if arguments.own else BUILT_IN)
        chosen = [load(name) for name in names]
        if arguments.own:
            chosen += [load("tictactoe"), copy_of_tictactoe(folder)]
        rows = [measure(problem) for problem in chosen]
    if arguments.json:
        print(json.dumps(rows, indent=2))
        return
    print("problem      playouts/s    uniform/s  mean reward  state")
    for row in rows:
        rates = f"{row['playouts_per_second']:12,} {row['uniform_per_second']:12,}"
        print(f"{row['problem']:10} {rates} {row['mean_reward']:12} {row['state_bytes']:4} B")


if __name__ == "__main__":
    main()
