"""Games of Go with a clock through GTP on a local cluster whose workers are killed: is any game lost on time or by a fault?

    python benchmarks/cluster_go_kills.py --games 50 --seed 1

`miai gtp --cluster local:3` plays both colours on a 9x9 board, each with `--clock` seconds for all its moves. The clocks are kept here and
sent with `time_left`. At a random moment of about every eighth move a random worker gets SIGKILL. A game is lost on time if a clock falls
below zero, and by a fault if the engine ends or refuses a command. Prints the counts and the smallest rest of a clock.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import threading
import time

import psutil

LONGEST = 120
"""Moves after which a game ends."""


class Engine:
    """A GTP engine, asked one command at a time."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line: str) -> str:
        """Return the answer without its mark. Raise `RuntimeError` for a failure or the end of the engine."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        rest = answer
        while rest.strip():
            rest = self.process.stdout.readline()
        if not answer.startswith("="):
            raise RuntimeError(f"{line}: {answer!r}")
        return answer[1:].strip()

    def workers(self) -> list[int]:
        """Return the process ids of the Dask workers."""
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            try:
                words = " ".join(child.cmdline())
            except psutil.Error:
                continue
            if "spawn_main" in words:
                found.append(child.pid)
        return found


def kill_one(engine: Engine, dice: random.Random, killed: list[int]) -> None:
    """Kill a random worker."""
    workers = engine.workers()
    if workers:
        victim = dice.choice(workers)
        try:
            os.kill(victim, signal.SIGKILL)
            killed.append(victim)
        except ProcessLookupError:
            return


def play(engine: Engine, clock: float, dice: random.Random, killed: list[int], chance: float) -> tuple[int, float]:
    """Play a game; return its moves and the smallest rest of a clock."""
    engine.ask("clear_board")
    engine.ask(f"time_settings {clock:g} 0 0")
    left, passes, least = {"b": clock, "w": clock}, 0, clock
    for number in range(LONGEST):
        color = "bw"[number % 2]
        engine.ask(f"time_left {color} {max(0, int(left[color]))} 0")
        if dice.random() < chance:
            threading.Timer(dice.random() * 0.2, kill_one, [engine, dice, killed]).start()
        began = time.perf_counter()
        move = engine.ask(f"genmove {color}").lower()
        left[color] -= time.perf_counter() - began
        least = min(least, left[color])
        passes = passes + 1 if move == "pass" else 0
        if move == "resign" or passes == 2 or least < 0:
            return number + 1, least
    return LONGEST, least


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--games", type=int, default=50)
    options.add_argument("--clock", type=float, default=6.0, help="seconds of each colour for a game")
    options.add_argument("--chance", type=float, default=1 / 8, help="probability of a kill in a move")
    options.add_argument("--workers", type=int, default=3)
    options.add_argument("--seed", type=int, default=1)
    given = options.parse_args()
    dice, killed = random.Random(given.seed), list[int]()
    engine = Engine([sys.executable, "-m", "miai", "gtp", "--size", "9", "--cluster", f"local:{given.workers}"])
    moves = games = late = faults = 0
    smallest = given.clock
    engine.ask("boardsize 9")
    engine.ask("genmove b")  # compiles everywhere
    for _ in range(given.games):
        try:
            made, least = play(engine, given.clock, dice, killed, given.chance)
        except RuntimeError as error:
            faults += 1
            print(f"fault: {error}", flush=True)
            break
        games, moves, late, smallest = games + 1, moves + made, late + (least < 0), min(smallest, least)
        print(f"game {games}: {made} moves, least rest {least:.2f} s, {len(killed)} killed so far", flush=True)
    print(
        f"{games} games, {moves} moves, {len(killed)} workers killed; lost on time {late}, by a fault {faults}; least rest {smallest:.2f} s"
    )
    if engine.process.poll() is None:
        engine.ask("quit")


if __name__ == "__main__":
    main()
