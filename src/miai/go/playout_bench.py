"""How fast are random games? Measured against `yardstick.c`, in the same run and on the same core.

Both play uniformly random games from the empty board. Speeds are games per second of *processor* time, the best of several rounds
that take turns: what else the machine does then touches both alike. The yardstick needs a C compiler; without it there is no ratio.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypedDict

from miai.core import cache
from miai.core.records import new_array
from miai.core.streams import new_stream
from miai.go.board import board_dtype, clear_board
from miai.go.eyes import COMPLETE, POTENTIAL
from miai.go.random_game import random_games

YARDSTICK = Path(__file__).with_name("yardstick.c")
FLAGS = ["-O3", "-march=native"]
KOMI = 7.5

POLICIES = {"uniform": POTENTIAL, "uniform-complete-eyes": COMPLETE}
"""What can be measured: uniformly random games with EyePotential on and off."""


class PlayoutSpeed(TypedDict):
    """What `measure_playouts` finds. Per second means per second of processor time."""

    size: int
    policy: str
    playouts: int
    playouts_per_second: float
    moves_per_playout: float
    black_wins: float
    yardstick_per_second: float | None
    ratio: float | None
    rounds: int
    seed: int


def measure_playouts(size: int = 9, policy: str = "uniform", rounds: int = 10, seconds: float = 0.1, seed: int = 1) -> PlayoutSpeed:
    """Measure in `rounds` of about `seconds` each. Raises `ValueError` for a size or policy that does not exist."""
    if policy not in POLICIES:
        raise ValueError(f"there is no policy {policy!r}; there are {', '.join(POLICIES)}")
    if rounds < 1:
        raise ValueError(f"at least one round is needed, not {rounds}")
    boards = new_array(board_dtype(size), 2)
    clear_board(boards[0])
    stream = new_stream(seed)
    random_games(boards, stream, 1, KOMI, POLICIES[policy])  # compiles
    yardstick = build_yardstick()
    best = best_of_yardstick = 0.0
    played = moves = wins = 0
    with on_one_core():
        games = _games_in(seconds, boards, stream, policy)
        for _ in range(rounds):
            if yardstick:
                best_of_yardstick = max(best_of_yardstick, _run_yardstick(yardstick, size, max(1, games // 2)))
            began = time.process_time()
            made, won = random_games(boards, stream, games, KOMI, POLICIES[policy])
            best = max(best, games / (time.process_time() - began))
            played, moves, wins = played + games, moves + int(made), wins + int(won)
    return PlayoutSpeed(
        size=size,
        policy=policy,
        playouts=played,
        playouts_per_second=best,
        moves_per_playout=moves / played,
        black_wins=wins / played,
        yardstick_per_second=best_of_yardstick if yardstick else None,
        ratio=best / best_of_yardstick if yardstick else None,
        rounds=rounds,
        seed=seed,
    )


def _games_in(seconds: float, boards: Any, stream: Any, policy: str) -> int:
    """About how many games are played in so many seconds."""
    games = 16
    while True:
        began = time.process_time()
        random_games(boards, stream, games, KOMI, POLICIES[policy])
        taken = time.process_time() - began
        if taken > seconds / 4:
            return max(1, round(games * seconds / taken))
        games *= 2


def build_yardstick() -> Path | None:
    """The compiled yardstick, kept beside the compiled kernels; `None` where there is no C compiler or it fails."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    digest = hashlib.sha256(YARDSTICK.read_bytes() + " ".join([compiler, *FLAGS]).encode()).hexdigest()[:16]
    program = cache.open_cache().path / f"yardstick-{digest}"
    if not program.exists():
        unfinished = program.with_suffix(f".{os.getpid()}")
        built = subprocess.run([compiler, *FLAGS, "-o", str(unfinished), str(YARDSTICK)], check=False, capture_output=True)
        if built.returncode:
            return None
        unfinished.rename(program)  # so that two processes never see half a program
    return program


def _run_yardstick(program: Path, size: int, games: int) -> float:
    """Games per second of the yardstick's processor time."""
    answer = subprocess.run([str(program), str(size), str(games)], check=True, capture_output=True, text=True).stdout
    return float(json.loads(answer)["playouts_per_second"])


@contextlib.contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process and its children on one core while they are measured, where the system can do that."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)
