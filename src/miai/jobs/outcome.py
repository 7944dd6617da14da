"""One attempt at a job: its result, its duration and its place."""

from __future__ import annotations

import os
import pickle
import socket
import time
import traceback
from dataclasses import dataclass
from typing import Any

import miai
from miai.core.errors import UserError
from miai.store import Job


@dataclass(frozen=True)
class JobOutcome:
    """The result of a job, or an `error` of one line. `place` is host and process id."""

    job: str
    result: Any
    error: str
    seconds: float
    place: str


def attempt(task: bytes, job: Job, version: str) -> JobOutcome:
    """Run the pickled `task` on `job`. Exceptions become the outcome's error, except `MemoryError`, which is raised.

    `version` is the runner's version of miai. Another version might give other results, so a mismatch is an error.
    """
    began = time.monotonic()
    result, error = None, ""
    if version != miai.__version__:
        error = f"version mismatch: the worker has miai {miai.__version__}, the runner miai {version}"
    else:
        try:
            result = pickle.loads(task)(job)
        except MemoryError:
            raise
        except Exception as raised:
            error = describe(raised)
    return JobOutcome(job.id, result, error, time.monotonic() - began, f"{socket.gethostname()}:{os.getpid()}")


def describe(error: Exception) -> str:
    """Return one line with the exception and its place."""
    text = " ".join(str(error).split())
    if isinstance(error, UserError):
        return text
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text}{where}"
