"""Jobs in processes on this machine: started without fork, with one thread each. A process that dies is replaced."""

from __future__ import annotations

import os
import pickle
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Generator, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from pathlib import Path
from typing import Any

import miai
from miai.core.errors import UserError
from miai.core.system import signal_group
from miai.jobs.outcome import JobOutcome
from miai.jobs.worker import OUT_OF_MEMORY, READY
from miai.store import Job

MOST_ATTEMPTS = 3
"""A job fails after its worker has died this often: probably the job kills it."""

ONE_THREAD = {f"{name}_NUM_THREADS": "1" for name in ("NUMBA", "OMP", "OPENBLAS", "MKL")}

_PROGRAM = "import sys; from miai.jobs.worker import main; main(int(sys.argv[1]))"


class Worker:
    """A process that does one job at a time."""

    def __init__(self, task: bytes) -> None:
        ours, theirs = socket.socketpair()
        with theirs:
            self.process = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, str(theirs.fileno())],
                stdin=subprocess.DEVNULL,
                stdout=2,  # output of a job must not mix with that of the command
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                env={**os.environ, **ONE_THREAD, "PYTHONPATH": os.pathsep.join(_import_path())},
            )
        self.connection = Connection(ours.detach())
        self.job: Job | None = None
        self.is_ready = False
        self._send((task, miai.__version__))

    def give(self, job: Job) -> None:
        """Start `job`."""
        self.job = job
        self._send(job)

    def _send(self, message: Any) -> None:
        with suppress(OSError):  # the worker has died; the end of the connection will show that
            self.connection.send(message)

    def receive(self) -> JobOutcome | None:
        """Return an outcome, or `None` if the worker reports that it is ready. Raise `EOFError` if it has died."""
        try:
            message = self.connection.recv()
        except OSError:
            raise EOFError from None
        if message == READY:
            self.is_ready = True
            return None
        outcome: JobOutcome = message
        self.job = None
        return outcome

    def describe_death(self) -> str:
        """Return a description of how the process ended."""
        code = self.process.returncode
        if code == OUT_OF_MEMORY:
            return "ran out of memory"
        return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with exit code {code}"

    def end(self) -> None:
        """Kill the process and all its children."""
        self.connection.close()
        signal_group(self.process.pid)
        self.process.wait()


def _import_path() -> list[str]:
    """Return the import path of this process, so that a worker finds the same modules."""
    return [str(Path(folder).absolute()) for folder in sys.path]


def run_in_processes(task: Any, jobs: Sequence[Job], workers: int) -> Generator[JobOutcome]:
    """Yield the outcomes of `jobs` as they arrive; jobs are started in the given order. Closing the iterator kills all workers.

    Raise `UserError` if workers cannot start.
    """
    waiting, attempts = deque(jobs), dict.fromkeys((job.id for job in jobs), 0)
    pickled = pickle.dumps(task)
    crew: list[Worker] = []
    try:
        while waiting or any(worker.job for worker in crew):
            crew += [Worker(pickled) for _ in range(min(workers - len(crew), len(waiting)))]
            _assign_jobs(crew, waiting)
            for worker in _wait_for_workers(crew):
                try:
                    outcome = worker.receive()
                except EOFError:
                    outcome = _replace_dead(worker, crew, waiting, attempts)
                if outcome is not None:
                    yield outcome
    finally:
        for worker in crew:
            worker.end()


def _assign_jobs(crew: list[Worker], waiting: deque[Job]) -> None:
    for worker in crew:
        if worker.job is None and waiting:
            worker.give(waiting.popleft())


def _wait_for_workers(crew: list[Worker]) -> list[Worker]:
    """Wait until workers have sent something or died, and return them."""
    ready = wait([worker.connection for worker in crew if worker.job])
    return [worker for worker in crew if worker.connection in ready]


def _replace_dead(worker: Worker, crew: list[Worker], waiting: deque[Job], attempts: dict[str, int]) -> JobOutcome | None:
    """Remove a dead worker. Its job is the next to run; after MOST_ATTEMPTS return a failed outcome."""
    crew.remove(worker)
    worker.end()  # ends its children
    how = worker.describe_death()
    if not worker.is_ready and worker.process.returncode > 0:
        raise UserError(f"cannot start a worker: the process {how}")
    job = worker.job
    assert job is not None, "only workers with a job are waited for"
    attempts[job.id] += 1
    if attempts[job.id] < MOST_ATTEMPTS:
        waiting.appendleft(job)
        return None
    return JobOutcome(job.id, None, f"its worker {how}, {MOST_ATTEMPTS} times", 0.0, f"{socket.gethostname()}:{worker.process.pid}")
