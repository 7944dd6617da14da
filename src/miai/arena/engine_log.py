"""The standard error of an engine: read continuously, kept up to a limit."""

from __future__ import annotations

import os
import select
import threading
import time
from collections import deque

LOG_LIMIT = 64 * 1024
"""Bytes that are kept from the beginning, and the same number from the end."""

POLL_SECONDS = 0.5
"""Longest wait for the pipe before checking for the end."""

END_SECONDS = 1.0
"""Longest wait for the end of the pipe: a process that the engine has started may keep it open."""


class EngineLog:
    """The beginning and the end of an engine's standard error, and its length.

    A thread follows the pipe, so that the engine never blocks on it. `take` reads the rest of the pipe first, so that everything written
    before an answer is included, even on a busy machine.
    """

    def __init__(self, pipe: int) -> None:
        self.length = 0
        self._pipe = pipe
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_length = 0
        self._since_mark = bytearray()
        self._has_ended = False
        self._lock = threading.Lock()

    def follow(self) -> None:
        """Read until the engine closes the pipe."""
        while not self._has_ended:
            self._wait(POLL_SECONDS)
            self._read_available()

    def stop(self) -> None:
        """Stop reading. After this we may close the pipe, even if a process at the other end still has it open."""
        with self._lock:
            self._has_ended = True

    def _wait(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    def _read_available(self) -> None:
        """Read at most as much as a pipe holds: an engine may write faster than we read."""
        with self._lock:
            if not self._has_ended and self._wait(0):
                data = os.read(self._pipe, 2**20)
                self._has_ended = not data
                self._add(data)

    def _add(self, data: bytes) -> None:
        """Store `data` within the limit."""
        self.length += len(data)
        if len(self._since_mark) < LOG_LIMIT:
            self._since_mark += data
        room = LOG_LIMIT - len(self._head)
        self._head += data[:room]
        self._keep_at_end(data[room:] if room > 0 else data)

    def _keep_at_end(self, data: bytes) -> None:
        if data:
            self._tail.append(data)
            self._tail_length += len(data)
        while len(self._tail) > 1 and self._tail_length - len(self._tail[0]) >= LOG_LIMIT:
            self._tail_length -= len(self._tail.popleft())

    @property
    def is_flooded(self) -> bool:
        """Whether more was written than is kept."""
        return self.length > 2 * LOG_LIMIT

    def text(self) -> str:
        """Return what is kept, with a line in the middle if bytes are missing."""
        with self._lock:
            head, tail = bytes(self._head), b"".join(self._tail)[-LOG_LIMIT:]
        missing = self.length - len(head) - len(tail)
        between = f"\n... {missing:,} bytes omitted ...\n".encode() if missing > 0 else b""
        return (head + between + tail).decode("utf-8", "replace")

    def take(self) -> str:
        """Return what was written since the last call."""
        self._read_available()
        with self._lock:
            data, self._since_mark = bytes(self._since_mark), bytearray()
        return data.decode("utf-8", "replace")

    def last_words(self) -> str:
        """Return `: ` and the last line of an engine that has ended, for an error message; nothing if the log is empty."""
        deadline = time.monotonic() + END_SECONDS
        while not self._has_ended and time.monotonic() < deadline:
            self._wait(0.01)
            self._read_available()
        lines = self.text().strip().splitlines()
        return f": {one_line(lines[-1])}" if lines else ""


def one_line(text: str) -> str:
    """Return `text` as one line of at most 120 printable characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= 120 else line[:117] + "..."
