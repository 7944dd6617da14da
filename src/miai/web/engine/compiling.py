"""Reports every compilation to the page.

This is a separate file because modules that import the kernels are part of the cache's fingerprint: a change in `process.py` must not
discard compiled code.
"""

from __future__ import annotations

import time
from collections.abc import Callable

REPORT_SECONDS = 0.2


def watch_compilation(report: Callable[[int, float, str], None]) -> None:
    """Call `report` with the functions compiled so far, the seconds since now, and the name of the function being compiled."""
    from miai.core.kernels import CompileListener, listen_to_compilation

    began = time.monotonic()

    class Reporter(CompileListener):
        count, last_report = 0, 0.0

        def started(self, name: str) -> None:
            self.count += 1
            now = time.monotonic()
            if now - self.last_report > REPORT_SECONDS:
                self.last_report = now
                report(self.count, round(now - began, 1), name[:60])

    listen_to_compilation(Reporter())
