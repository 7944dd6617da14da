"""The measurement of speeds: on one core, by processor time, in rounds in which contenders take turns; the best round of each counts.

Machines are noisy, so a speed alone means little. Benchmarks report its ratio to a yardstick that ran in the same minute on the same core,
so that other load affected both.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

import miai
from miai.core import cache

COMPILER_FLAGS = ("-O3", "-march=native")

Contender = Callable[[], float]
"""A function that runs once and returns its speed: things done per second of processor time."""


def contest(contenders: Mapping[str, Contender], rounds: int) -> dict[str, float]:
    """Return the best speed of each contender in `rounds` rounds, in which they take turns on one core."""
    best = dict.fromkeys(contenders, 0.0)
    with on_one_core():
        for _ in range(rounds):
            for name, run in contenders.items():
                best[name] = max(best[name], run())
    return best


def timed(work: Callable[[], int]) -> Contender:
    """Return a contender from a function that does some work and returns the number of things done."""

    def run() -> float:
        began = time.process_time()
        count = work()
        return count / max(time.process_time() - began, 1e-9)

    return run


def rounds_for(seconds: float, one_round: float) -> int:
    """Return the number of rounds of `one_round` seconds that fit into `seconds`; at least three, so that there is a best one."""
    return max(3, round(seconds / one_round))


@contextlib.contextmanager
def on_one_core() -> Iterator[None]:
    """Keep this process and its children on one core in the meantime, where the system supports it."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def build_c(source: Path) -> Path | None:
    """Return the compiled program of a C source, which is kept in the cache; `None` if there is no C compiler or it fails."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None
    digest = hashlib.sha256(source.read_bytes() + " ".join([compiler, *COMPILER_FLAGS]).encode()).hexdigest()[:16]
    program = cache.open_cache().path / f"{source.stem}-{digest}"
    if not program.exists():
        unfinished = program.with_suffix(f".{os.getpid()}")
        command = [compiler, *COMPILER_FLAGS, "-o", str(unfinished), str(source)]
        if subprocess.run(command, check=False, capture_output=True).returncode:
            return None
        unfinished.rename(program)  # atomic: no other process sees an incomplete program
    return program


def c_contender(source: Path, *arguments: str) -> Contender | None:
    """Return a contender that runs the program of a C source, which prints its speed; `None` if it cannot be compiled."""
    program = build_c(source)
    if program is None:
        return None
    return lambda: float(subprocess.run([str(program), *arguments], check=True, capture_output=True, text=True).stdout)


def machine() -> dict[str, Any]:
    """Return a description of the machine and the software."""
    return {
        "processor": _processor(),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "numpy": metadata.version("numpy"),
        "numba": metadata.version("numba"),
        "miai": miai.__version__,
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def _processor() -> str:
    with contextlib.suppress(OSError):
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()
