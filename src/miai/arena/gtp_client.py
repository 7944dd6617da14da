"""The controlling side of GTP, for engines that cannot be trusted.

Every answer has a time limit. What an engine writes to stderr is read all the time, so that it can never block on it, and kept up to
a limit, so that it can never fill a disk. Its memory is watched. Each way of failing is an exception of its own, whose name ends up in
the report of the match:

    Crashed       the process has ended, or closed its output
    Hung          no answer in time
    Nonsense      an answer that is not GTP, or not what the command is to give
    Refused       a proper answer that says no ("? unacceptable size")
    TooMuchMemory the process group went over its limit and was killed
"""

from __future__ import annotations

import queue
import threading
import time
from collections import deque
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from miai.arena.processes import end_process, exit_reason, kill_group, kill_process, start_process
from miai.arena.usage import Usage, usage_of

ANSWER_LIMIT = 1_000_000
"""Bytes of one answer; an engine that goes on is talking nonsense."""

LINES_AHEAD = 1000
"""Lines, or pieces of 16 KiB of a longer one, that an engine may write without being asked; then it has to wait."""

LOG_LIMIT = 64 * 1024
"""Bytes that are kept of the beginning, and again of the end, of what an engine writes to stderr."""

QUIT_SECONDS = 3.0
"""How long an engine may take to quit."""

WATCH_SECONDS = 0.5
"""How often memory and processor time are looked at."""


class EngineFailure(Exception):
    """What an engine did wrong; the message says it in one line, without the engine's name. `kind` is the word for counts."""

    kind = "failure"


class Crashed(EngineFailure):
    kind = "crash"


class Hung(EngineFailure):
    kind = "hang"


class Nonsense(EngineFailure):
    kind = "nonsense"


class Refused(EngineFailure):
    kind = "refusal"


class TooMuchMemory(EngineFailure):
    kind = "memory"


class GtpClient:
    """A running engine. Always `close()` it: it is a process. Methods raise `EngineFailure`, and after that only `close` makes sense."""

    def __init__(self, command: Sequence[str], memory_limit_mib: float | None = None) -> None:
        """Start the engine. Raises `Crashed` where it cannot be started."""
        try:
            self._process = start_process(command)
        except OSError as error:
            raise Crashed(f"cannot run {command[0]}: {error.strerror}") from error
        self.log = Log()
        self.ignored_quit = False
        self.peak_memory_mib = 0.0
        self._memory_limit_mib = memory_limit_mib
        self._usage = Usage(0.0, 0.0)
        self._killed_for_memory = False
        self._closing = threading.Event()
        self._lines: queue.Queue[bytes | None] = queue.Queue(LINES_AHEAD)
        assert self._process.stdout is not None and self._process.stderr is not None
        self._threads = [
            threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines, self._closing), daemon=True),
            threading.Thread(target=_read_log, args=(self._process.stderr, self.log), daemon=True),
            threading.Thread(target=self._watch, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and return what is answered, without "= " and the empty line. `seconds` is all the time it may take."""
        self._send(command)
        answer = self._read_answer(command, time.monotonic() + seconds)
        mark, text = answer[:1], answer[1:].lstrip("0123456789").strip()
        if mark == "?":
            raise Refused(f"{command!r} was refused: {_short(text)}")
        if mark != "=":
            raise Nonsense(f"answer to {command!r} begins with neither = nor ?: {_short(answer)}")
        return text

    def usage(self) -> Usage:
        """What the engine's processes use now, or last used while they lived."""
        self._usage = usage_of(self._process.pid) or self._usage
        self.peak_memory_mib = max(self.peak_memory_mib, self._usage.memory_mib)
        return self._usage

    def close(self, patience: float = QUIT_SECONDS) -> None:
        """Ask it to quit, wait, and end it with force if it must be. Sets `ignored_quit`. Never raises, and may be called twice."""
        if self._closing.is_set():
            return
        self._closing.set()
        self.usage()
        was_alive = self._process.poll() is None
        with suppress(EngineFailure):
            self._send("quit")
        with suppress(OSError):
            assert self._process.stdin is not None
            self._process.stdin.close()
        self.ignored_quit = not end_process(self._process, patience) and was_alive
        self._join()

    def kill(self) -> None:
        """End it at once: for an engine that has just shown that it does not answer."""
        if not self._closing.is_set():
            self._closing.set()
            self.usage()
            kill_process(self._process)
            self._join()

    def _join(self) -> None:
        for thread in self._threads:
            thread.join(timeout=1.0)

    def _send(self, command: str) -> None:
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(command.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._why_it_ended(command) from error

    def _read_answer(self, command: str, deadline: float) -> str:
        """The lines up to the empty one that ends an answer; empty lines before it are skipped."""
        lines: list[bytes] = []
        length = 0
        while True:
            line = self._next_line(command, deadline)
            if line.strip():
                lines.append(line)
            elif lines:
                return b"\n".join(lines).decode("utf-8", "replace").strip()
            length += len(line)
            if length > ANSWER_LIMIT:
                raise Nonsense(f"answer to {command!r} has more than {ANSWER_LIMIT:,} bytes")

    def _next_line(self, command: str, deadline: float) -> bytes:
        try:
            line = self._lines.get(timeout=max(0.0, deadline - time.monotonic()))
        except queue.Empty:
            raise Hung(f"no answer to {command!r} in time") from None
        if line is None:
            raise self._why_it_ended(command)
        return line

    def _why_it_ended(self, command: str) -> EngineFailure:
        if self._killed_for_memory:
            return TooMuchMemory(f"used {self.peak_memory_mib:,.0f} MiB at {command!r}; {self._memory_limit_mib:,.0f} are allowed")
        with suppress(Exception):
            self._process.wait(1.0)  # its streams are closed a moment before it has ended
        return Crashed(f"{exit_reason(self._process)} at {command!r}{self.log.last_words()}")

    def _watch(self) -> None:
        while not self._closing.wait(WATCH_SECONDS) and self._process.poll() is None:
            used = self.usage().memory_mib
            if self._memory_limit_mib is not None and used > self._memory_limit_mib:
                self._killed_for_memory = True
                kill_group(self._process)
                return


class Log:
    """What an engine wrote to stderr: the beginning and the end of it, and how much it was. Filled by a thread of its own."""

    def __init__(self) -> None:
        self.length = 0
        self._head = bytearray()
        self._tail: deque[bytes] = deque()
        self._tail_length = 0
        self._since_mark = bytearray()
        self._lock = threading.Lock()

    def add(self, data: bytes) -> None:
        """Keep `data`, as far as the limit allows."""
        with self._lock:
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
        with self._lock:
            data, self._since_mark = bytes(self._since_mark), bytearray()
        return data.decode("utf-8", "replace")

    def last_words(self) -> str:
        """`: ` and the last line, for an error message; nothing where there is none."""
        lines = self.text().strip().splitlines()
        return f": {_short(lines[-1])}" if lines else ""


def _short(text: str) -> str:
    """One line of at most 120 printable characters."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return line if len(line) <= 120 else line[:117] + "..."


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes | None], closing: threading.Event) -> None:
    """Hand over line by line, without the control characters that GTP ignores; `None` at the end."""
    line: bytes | None = b""
    while line is not None:
        try:
            line = stream.readline(16384) or None
        except (OSError, ValueError):
            line = None
        _put(lines, None if line is None else line.rstrip(b"\r\n").replace(b"\r", b"").replace(b"\t", b" "), closing)


def _put(lines: queue.Queue[bytes | None], line: bytes | None, closing: threading.Event) -> None:
    """Wait for room, unless nobody will read any more."""
    while not closing.is_set():
        with suppress(queue.Full):
            return lines.put(line, timeout=0.5)
    return None


def _read_log(stream: IO[bytes], log: Log) -> None:
    with suppress(OSError, ValueError):
        while data := stream.read1(65536):  # type: ignore[attr-defined]
            log.add(data)
