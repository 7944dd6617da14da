"""Kill -9 at a random moment while a process saves: what it had acknowledged is there, whole."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

RESULTS = """
import sys
from pathlib import Path
from miai.store import Job, RunHead, open_run
with open_run(Path(sys.argv[1]), RunHead("experiment", "kills", {}, seed=1)) as run:
    run.add_jobs([Job(str(number), {"number": number}) for number in range(5000)])
    for job in run.pending():
        run.finish(job.id, [int(job.id) ** 2] * 50, 0.1, "here")
        print(job.id, flush=True)
"""
GRAPHS = """
import sys
from miai.store.graph import GraphStore
from tests.store.graph.made import GAME, make_positions
with GraphStore(sys.argv[1]) as store:
    for number in range(int(sys.argv[2]), 10**9):
        store.add_positions(GAME, make_positions(100, number))
        print(number, flush=True)
"""
FILES = """
import sys
from miai.core.files import write_file
for number in range(int(sys.argv[2]), 10**9):
    write_file(sys.argv[1], f"{number:09}" * 20_000)
    print(number, flush=True)
"""


def last_of_results(path: Path) -> int:
    """Return the number of finished jobs minus one. Raise `AssertionError` if a result is wrong."""
    from miai.store import DONE, read_run

    with read_run(path) as run:
        done = run.records(DONE)
    assert all(record.result == [int(record.id) ** 2] * 50 for record in done)
    return len(done) - 1


def last_of_graph(path: Path) -> int:
    from miai.store.graph import GraphFile
    from miai.store.graph.upkeep import take_census

    with GraphFile(path, checks_all=True) as file:
        (row,) = take_census(file)
    assert row.is_clean and row.positions % 100 == 0
    return row.positions // 100 - 1


def last_of_file(path: Path) -> int:
    text = path.read_text()
    assert text == text[:9] * 20_000
    return int(text[:9])


SAVERS: dict[str, tuple[str, Callable[[Path], int]]] = {
    "results": (RESULTS, last_of_results),
    "graphs": (GRAPHS, last_of_graph),
    "files": (FILES, last_of_file),
}
"""For each saver, the program that saves and acknowledges numbers, and the check that returns the last number found."""


@dataclass
class KillCount:
    """The totals of kills by saver."""

    kills: dict[str, int] = field(default_factory=dict)
    saved: dict[str, int] = field(default_factory=dict)
    """Numbers that were saved in all."""
    faults: list[str] = field(default_factory=list)


def kill_savers(count: int, seed: int, on_batch: Callable[[KillCount], None] = lambda totals: None) -> KillCount:
    """Kill each saver in turn, `count` times in all, and check after each kill that nothing acknowledged is lost."""
    totals, source = KillCount(), random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        known = dict.fromkeys(SAVERS, -1)
        for number in range(count):
            name = list(SAVERS)[number % len(SAVERS)]
            program, last_of = SAVERS[name]
            path = Path(folder) / name
            acknowledged = max(known[name], _run_and_kill(program, path, known[name] + 1, source.uniform(0, 0.08)))
            totals.kills[name] = totals.kills.get(name, 0) + 1
            try:
                found = last_of(path)
                if not acknowledged <= found <= acknowledged + 1:
                    totals.faults.append(f"{name}: {acknowledged} was acknowledged and {found} found")
                known[name] = found
            except Exception as error:
                totals.faults.append(f"{name}: {type(error).__name__}: {error}")
            totals.saved[name] = known[name] + 1
            on_batch(totals)
    return totals


def _run_and_kill(program: str, path: Path, first: int, moment: float) -> int:
    """Return the last number that the program acknowledged before it was killed, a `moment` after its first."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, str(path), str(first)]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as saver:
        assert saver.stdout is not None
        answers = [saver.stdout.readline()]
        time.sleep(moment)
        saver.send_signal(signal.SIGKILL)
        answers += saver.stdout.readlines()
    return max((int(answer) for answer in answers if answer.endswith("\n")), default=-1)
