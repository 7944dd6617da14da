"""Tasks for tests of jobs. They may leave a file in a directory for each run."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path


def square(job):
    return job.parameters["number"] ** 2


@dataclass(frozen=True)
class Mischief:
    """Square a number, or misbehave in the way that `names` gives for a job."""

    names: dict[str, str]
    folder: str = ""

    def __call__(self, job):
        runs = self._mark(job)
        match self.names.get(job.id):
            case "raise":
                raise ArithmeticError("the coin stands\non its edge")
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die once" if runs == 1:
                os.kill(os.getpid(), signal.SIGKILL)
            case "exit":
                os._exit(3)
            case "no memory":
                raise MemoryError
            case "print":
                print("output of the job")
            case "sleep":
                time.sleep(300)
            case "child":
                child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"])
                (Path(self.folder) / "child").write_text(str(child.pid))
                time.sleep(300)
        return square(job)

    def _mark(self, job) -> int:
        """Leave a file for this run of the job, and return the number of its files."""
        if not self.folder:
            return 0
        (Path(self.folder) / f"{job.id}-{os.getpid()}").touch()
        return len(list(Path(self.folder).glob(f"{job.id}-*")))


class Unpicklable:
    """A task whose pickle cannot be loaded."""

    def __reduce__(self):
        return int, ("no number",)
