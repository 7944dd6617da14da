"""What an engine writes to stderr: read all the time, kept up to a limit."""

from __future__ import annotations

import os
import select
import threading
from collections import deque

LOG_LIMIT = 64 * 1024
"""Bytes that are kept of the beginning, and again of the end."""

LOOK_SECONDS = 0.5
"""How long to wait for the pipe at a time."""


class EngineLog:
    """What an engine wrote to stderr: the beginning and the end of it, and how much it was.

    A thread follows the pipe, so that the engine never waits for us. Whoever asks for what was written reads the rest of the pipe first:
    what an engine wrote before its answer is then there, however busy the machine is.
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
        """Read until the pipe is closed at its other end."""
        while not self._has_ended:
            self._wait(LOOK_SECONDS)
            self._read_what_is_there()

    def stop(self) -> None:
        """Read no more. The pipe may be closed after this, though somebody at its other end may still have it."""
        with self._lock:
            self._has_ended = True

    def _wait(self, seconds: float) -> bool:
        poll = select.poll()
        poll.register(self._pipe, select.POLLIN)
        return bool(poll.poll(1000 * seconds))

    def _read_what_is_there(self) -> None:
        """At most as much as a pipe holds: an engine may write faster than we read."""
        with self._lock:
            if not self._has_ended and self._wait(0):
                data = os.read(self._pipe, 2**20)
                self._has_ended = not data
                self._add(data)

    def _add(self, data: bytes) -> None:
        """Keep `data`, as far as the limit allows."""
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
        """Whether there was more than is kept."""
        return self.length > 2 * LOG_LIMIT

    def text(self) -> str:
        """What was kept; a line tells how much is missing in the middle."""
        with self._lock:
            head, tail = bytes(self._head), b"".join(self._tail)[-LOG_LIMIT:]
        missing = self.length - len(head) - len(tail)
        between = f"\n... {missing:,} bytes are not kept ...\n".encode() if missing > 0 else b""
        return (head + between + tail).decode("utf-8", "replace")

    def take(self) -> str:
        """What was written since the last call."""
        self._read_what_is_there()
        with self._lock:
            data, self._since_mark = bytes(self._since_mark), bytearray()
        return data.decode("utf-8", "replace")

    def last_words(self) -> str:
        """`: ` and the last line, for an error message; nothing where there is none."""
        lines = self.text().strip().splitlines()
        return f": {one_line(lines[-1])}" if lines else ""


def one_line(text: str) -> str:
    """One line of at most 120 printable characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= 120 else line[:117] + "..."
