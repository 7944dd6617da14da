"""Commands `miai experiment` on the tiny experiment of these tests, as a user types them."""

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
    """Return the finished process of `miai experiment` with `arguments`."""
    return run_miai("experiment", *map(str, arguments), **variables)


def start(*arguments: str, prefix: tuple[str, ...] = ()) -> subprocess.Popen[str]:
    """Start `miai experiment` with `arguments` as the leader of a new process group."""
    command = [*prefix, sys.executable, "-m", "miai", "experiment", *map(str, arguments)]
    return subprocess.Popen(
        command, env=environment_for(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def cells_in(directory: Path) -> list[dict[str, object]]:
    """Return the cells of a complete run."""
    results = read_results(directory)
    assert results.is_complete
    return [asdict(cell) for cell in results.cells]


def undisturbed_cells(preset: str = "smoke", seed: int = 1, **settings: object) -> list[dict[str, object]]:
    """Return the cells of a run without interruptions."""
    return [asdict(cell) for cell in run_here(EXPERIMENT, preset, seed, **settings)]


def wait_for_marks(folder: Path, count: int, seconds: float = 150) -> list[Path]:
    """Wait until jobs have started `count` times, and return their marks, the oldest first."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        marks = sorted(folder.iterdir(), key=lambda mark: int(mark.name.rpartition("-")[2]))
        if len(marks) >= count:
            return marks
        time.sleep(0.02)
    raise AssertionError(f"only {len(list(folder.iterdir()))} jobs have started")


def lines_without_progress(err: str) -> list[str]:
    """Return the lines on stderr without progress, which is printed every half minute on a busy machine."""
    return [line for line in err.splitlines() if " jobs, " not in line]


def process_of(mark: Path) -> int:
    """Return the id of the process that left a mark."""
    return int(mark.name.split("-")[2])


def kill(process: int) -> None:
    """Send SIGKILL."""
    os.kill(process, 9)
