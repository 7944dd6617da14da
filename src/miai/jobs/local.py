"""Jobs in processes on this machine: started afresh (not forked), with one thread each. One that dies is replaced."""

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
from miai.jobs.outcome import JobOutcome
from miai.jobs.worker import OUT_OF_MEMORY, READY
from miai.store import Job

MOST_ATTEMPTS = 3
"""A job whose worker dies so often has failed: it is probably the job that kills them."""

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
                stdout=2,  # what a job prints must not mix with what the command prints
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
        with suppress(OSError):  # it has died: that is told by the connection's end, in turn
            self.connection.send(message)

    def receive(self) -> JobOutcome | None:
        """What the worker says: an outcome, or `None` for no more than that it is ready. Raises `EOFError` if it has died."""
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

    def how_it_died(self) -> str:
        """In words; for one that has ended by itself."""
        code = self.process.returncode
        if code == OUT_OF_MEMORY:
            return "ran out of memory"
        return f"was killed ({signal.Signals(-code).name})" if code < 0 else f"ended with exit code {code}"

    def end(self) -> None:
        """End the process at once, and all that it has started."""
        self.connection.close()
        with suppress(ProcessLookupError, PermissionError):  # it and all of its own have gone already
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _import_path() -> list[str]:
    """Where Python looks for modules in this process, for one that is to find the same."""
    return [str(Path(folder).absolute()) for folder in sys.path]


def run_here_in_processes(task: Any, jobs: Sequence[Job], workers: int) -> Generator[JobOutcome]:
    """The outcomes of `jobs`, as they come; started in the order given. Closing the iterator ends all workers at once.

    Raises `UserError` if workers die before they do anything.
    """
    waiting, attempts = deque(jobs), dict.fromkeys((job.id for job in jobs), 0)
    pickled = pickle.dumps(task)
    crew: list[Worker] = []
    try:
        while waiting or any(worker.job for worker in crew):
            crew += [Worker(pickled) for _ in range(min(workers - len(crew), len(waiting)))]
            _hand_out(crew, waiting)
            for worker in _those_who_speak(crew):
                try:
                    outcome = worker.receive()
                except EOFError:
                    outcome = _bury(worker, crew, waiting, attempts)
                if outcome is not None:
                    yield outcome
    finally:
        for worker in crew:
            worker.end()


def _hand_out(crew: list[Worker], waiting: deque[Job]) -> None:
    for worker in crew:
        if worker.job is None and waiting:
            worker.give(waiting.popleft())


def _those_who_speak(crew: list[Worker]) -> list[Worker]:
    """Wait until a worker has said something or died."""
    speaking = wait([worker.connection for worker in crew if worker.job])
    return [worker for worker in crew if worker.connection in speaking]


def _bury(worker: Worker, crew: list[Worker], waiting: deque[Job], attempts: dict[str, int]) -> JobOutcome | None:
    """Remove a worker that died. Its job is the next to be done, or has failed if that happened too often."""
    crew.remove(worker)
    worker.end()  # what it has started must go, and its own way of dying is past changing
    how = worker.how_it_died()
    if not worker.is_ready and worker.process.returncode > 0:
        raise UserError(f"cannot start a worker: the process {how}")
    job = worker.job
    assert job is not None, "only those at work are listened to"
    attempts[job.id] += 1
    if attempts[job.id] < MOST_ATTEMPTS:
        waiting.appendleft(job)
        return None
    return JobOutcome(job.id, None, f"its worker {how}, {MOST_ATTEMPTS} times", 0.0, f"{socket.gethostname()}:{worker.process.pid}")
