"""The first trial of a user's own file: two random plays as plain Python, in a separate process with a time limit.

Compiled kernels check no bounds: an index out of range would overwrite other memory or end the process. An endless loop in one cannot be
interrupted. As plain Python, NumPy checks every index, and the innermost line of a loop is known. So this trial comes before anything is
compiled. It reports these two faults only; other differences between plain and compiled arithmetic are none of its business, and the
contract is checked with compiled kernels afterwards.

`python -m miai.problems.trial FILE SECONDS` is the separate process. A file that passed is not tried again until it changes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from types import FrameType
from typing import Any

from miai.core import cache
from miai.core.errors import UserError
from miai.core.user_files import describe_fault

SECONDS = 10.0
"""Processor seconds for one call of a kernel, after which it is taken for endless. `MIAI_TRIAL_SECONDS` is another limit, 0 no trial."""
WHOLE = 20.0
"""Processor seconds for the whole trial. A slow game passes with what was tried until then."""
VERDICT = "miai-trial: "


def try_file(file: Path) -> None:
    """Play `file` twice as plain Python. Raise `UserError` for an index out of range or a kernel that does not return."""
    limit = _limit()
    mark = cache.base_directory() / cache.package_fingerprint() / f"tried-{cache.file_fingerprint(file)}"
    if limit <= 0 or mark.exists():
        return
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-m", __name__, str(file), str(limit)]
    done = subprocess.run(
        command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors="replace", check=False
    )
    faults = [line.removeprefix(VERDICT) for line in done.stdout.splitlines() if line.startswith(VERDICT)]
    if faults:
        raise UserError(faults[-1])
    _leave(mark)


def _limit() -> float:
    text = os.environ.get("MIAI_TRIAL_SECONDS", "")
    try:
        return float(text) if text else SECONDS
    except ValueError:
        raise UserError(f"MIAI_TRIAL_SECONDS is a number of seconds, not {text!r}") from None


def _leave(mark: Path) -> None:
    try:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    except OSError:
        pass  # then the next start tries the file again


# --- in the separate process ---


class CallWatch(threading.Thread):
    """A thread that ends the process when one call of a user's kernel, or the whole trial, takes too much processor time."""

    def __init__(self, file: Path, limit: float) -> None:
        super().__init__(daemon=True)
        self.file, self.limit = file, limit
        self.name_of_call = ""
        self.began = 0.0
        self.depth = 0
        self.watched = threading.main_thread().ident

    def call(self, function: Any, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call `function`, which implements the generic `name`."""
        is_own = Path(function.__code__.co_filename).name == self.file.name
        if not is_own:
            return function(*arguments)
        if self.depth == 0:
            self.name_of_call, self.began = name, time.process_time()
        self.depth += 1
        try:
            return function(*arguments)
        finally:
            self.depth -= 1

    def run(self) -> None:
        while True:
            time.sleep(0.1)
            now = time.process_time()
            if self.depth and now - self.began > self.limit:
                place = f"{self.file}, line {self._line()}"
                _report(f"{place}: {self.name_of_call} has not returned after {self.limit:g} s; is there an endless loop?")
                os._exit(0)
            if now > WHOLE + self.limit and not self.depth:
                os._exit(0)

    def _line(self) -> int:
        """Return the innermost line of the user's file that the main thread is in."""
        frame: FrameType | None = sys._current_frames().get(self.watched or 0)
        while frame is not None and Path(frame.f_code.co_filename).name != self.file.name:
            frame = frame.f_back
        return frame.f_lineno if frame is not None else 0


def main(file: Path, limit: float) -> None:
    """Play `file` twice and print a line for a fault."""
    from miai.core.kernels import Generic
    from miai.problems.contract import check_play
    from miai.problems.loading import load

    watch = CallWatch(file, limit)

    def call_watched(self: Any, *arguments: Any) -> Any:
        return watch.call(self.choose(arguments[self._position].dtype), self.name, arguments)

    Generic.__call__ = call_watched  # type: ignore[method-assign]
    watch.start()
    try:
        problem = load(file)
        for seed in (0, 1):
            check_play(problem, problem.start(), seed)
    except IndexError as error:
        _report(describe_fault(error, file))
    except Exception:
        pass  # reported later, as compiled code has it


def _report(fault: str) -> None:
    print(f"{VERDICT}{fault}", flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
