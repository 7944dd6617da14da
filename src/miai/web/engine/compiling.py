"""Tells the page of every compilation. In a file of its own: what stands beside an import of the kernels belongs to the cache's name."""

from __future__ import annotations

import time
from collections.abc import Callable

TELL_SECONDS = 0.2


def watch_compilation(tell: Callable[[int, float, str], None]) -> None:
    """Have `tell` called with the number of functions so far, the seconds, and the name of the function that is compiled now."""
    from miai.core.kernels import CompileListener, listen_to_compilation

    began = time.monotonic()

    class Teller(CompileListener):
        count, told = 0, 0.0

        def started(self, name: str) -> None:
            self.count += 1
            now = time.monotonic()
            if now - self.told > TELL_SECONDS:
                self.told = now
                tell(self.count, round(now - began, 1), name[:60])

    listen_to_compilation(Teller())
