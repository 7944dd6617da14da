"""Reports every compilation to the page.

This is a separate file because modules that import the kernels are part of the cache's fingerprint: a change in `process.py` must not
discard compiled code.
"""

from __future__ import annotations

import time
from collections.abc import Callable

REPORT_SECONDS = 0.2
LONGEST_PAUSE = 2.0
"""A longer time without compilation is not counted: the engine was idle, or searched."""


class CompilationClock:
    """Counts compiled functions, and the seconds from the first one on without the pauses in between."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self.count, self._now = 0, now
        self._open = 0
        self._began = self._ended = 0.0

    def start(self) -> None:
        """Note the beginning of a function; others may begin inside it."""
        now = self._now()
        if self.count == 0:
            self._began = now
        elif self._open == 0 and now - self._ended > LONGEST_PAUSE:
            self._began += now - self._ended
        self.count += 1
        self._open += 1

    def finish(self) -> None:
        """Note the end of the function that began last."""
        self._open, self._ended = self._open - 1, self._now()

    def seconds(self) -> float:
        """Return the seconds spent so far."""
        return self._now() - self._began


def watch_compilation(report: Callable[[int, float, str], None]) -> None:
    """Call `report` with the functions compiled so far, the seconds that took, and the name of the function being compiled."""
    from miai.core.kernels import CompileListener, listen_to_compilation

    clock = CompilationClock()

    class Reporter(CompileListener):
        last_report = 0.0

        def started(self, name: str) -> None:
            clock.start()
            now = time.monotonic()
            if now - self.last_report > REPORT_SECONDS:
                self.last_report = now
                report(clock.count, round(clock.seconds(), 1), name[:60])

        def finished(self) -> None:
            clock.finish()

    listen_to_compilation(Reporter())
