"""One job done once: what came of it, how long it took, and where."""

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
    """The result of a job, or `error`, one line that says why there is none."""

    job: str
    result: Any
    error: str
    seconds: float
    place: str


def attempt(task: bytes, job: Job, version: str) -> JobOutcome:
    """Do `job` by the pickled `task`. Whatever the task raises becomes the outcome's error; lack of memory does not.

    `version` is that of the runner: another miai might give other numbers, so that nothing is done then.
    """
    began = time.monotonic()
    result, error = None, ""
    if version != miai.__version__:
        error = f"this worker has miai {miai.__version__}, and the runner miai {version}"
    else:
        try:
            result = pickle.loads(task)(job)
        except MemoryError:
            raise
        except Exception as raised:
            error = describe(raised)
    return JobOutcome(job.id, result, error, time.monotonic() - began, f"{socket.gethostname()}:{os.getpid()}")


def describe(error: Exception) -> str:
    """One line: what was raised, and where."""
    text = " ".join(str(error).split())
    if isinstance(error, UserError):
        return text
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({os.path.basename(frames[-1].filename)}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {text}{where}"
