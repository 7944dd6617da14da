"""A GTP session: one thread reads lines, the other runs the engine, so a line can end an analysis at once."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable

from miai.gtp.engine import GtpEngine

LONGEST_LINE = 1 << 20
"""Longest line in bytes; the rest of a longer line is dropped."""


class GtpSession:
    """A session that reads bytes with `read(count)`, until it returns none, and writes text with `write`."""

    def __init__(self, engine: GtpEngine, read: Callable[[int], bytes], write: Callable[[str], None]) -> None:
        self.engine = engine
        self.read = read
        self.write = write
        self.lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        engine.write = write
        engine.is_awaited = lambda: not self.lines.empty()

    def run(self) -> None:
        """Execute lines until `quit`, the end of input, or until the controller stops reading."""
        threading.Thread(target=self._read_lines, name="miai-gtp-reader", daemon=True).start()
        while not self.engine.has_quit:
            if self.lines.empty():
                self.engine.ponder()
            line = self.lines.get()
            if line is None:
                return
            try:
                answer = self.engine.obey(line)
                if answer:
                    self.write(answer)
            except BrokenPipeError:
                return

    def _read_lines(self) -> None:
        rest = b""
        try:
            while chunk := self.read(65536):
                *whole, rest = (rest + chunk).split(b"\n")
                rest = rest[:LONGEST_LINE]
                for line in whole:
                    self._hand_over(line)
        except OSError:
            pass  # treated as the end of input
        if rest:
            self._hand_over(rest)
        self.lines.put(None)
        self.engine.interrupt()

    def _hand_over(self, line: bytes) -> None:
        self.lines.put(line[:LONGEST_LINE].decode("utf-8", "replace"))
        self.engine.interrupt()
