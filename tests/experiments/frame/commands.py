"""Runs `miai experiment` on the tiny experiment of these tests, as a user does."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path

from miai.experiments.frame import run_here
from miai.experiments.frame.results import read_results
from tests.cli.terminal import environment_for, run_miai
from tests.experiments.frame.coin import EXPERIMENT

COIN = str(Path(__file__).parent / "coin.py")


def experiment(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """The finished process of `miai experiment` with `arguments`."""
    return run_miai("experiment", *map(str, arguments), **variables)


def start(*arguments: str, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """`miai experiment` with `arguments`, running, as the leader of a process group of its own."""
    command = [*prefix, sys.executable, "-m", "miai", "experiment", *map(str, arguments)]
    return subprocess.Popen(
        command, env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def cells_in(directory: Path) -> list[dict[str, object]]:
    """The cells of a complete run."""
    results = read_results(directory)
    assert results.is_complete
    return [asdict(cell) for cell in results.cells]


def undisturbed_cells(preset: str = "smoke", seed: int = 1, **settings: object) -> list[dict[str, object]]:
    """The cells of a run that nothing has happened to."""
    return [asdict(cell) for cell in run_here(EXPERIMENT, preset, seed, **settings)]


def wait_for_marks(folder: Path, count: int, seconds: float = 150) -> list[Path]:
    """Wait until jobs have begun `count` times; returns their marks, the oldest first."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        marks = sorted(folder.iterdir(), key=lambda mark: int(mark.name.rpartition("-")[2]))
        if len(marks) >= count:
            return marks
        time.sleep(0.02)
    raise AssertionError(f"only {len(list(folder.iterdir()))} jobs have begun")


def lines_without_progress(err: str) -> list[str]:
    """What was said on stderr, without how far it is: that is told every half minute, which a busy machine may need."""
    return [line for line in err.splitlines() if " jobs, " not in line]


def process_of(mark: Path) -> int:
    """The process that left a mark."""
    return int(mark.name.split("-")[2])


def kill(process: int) -> None:
    """`kill -9`."""
    os.kill(process, 9)
