"""The controlling side of GTP, for untrusted engines.

Every answer has a time limit. Standard error is read continuously, so that the engine never blocks on it, and kept up to a limit, so that
it never fills a disk. Memory is monitored. Each kind of failure is an exception, whose name appears in the report of the match:

    Crashed       the process has ended, or closed its output
    Hung          no answer in time
    Nonsense      an answer that is not GTP, or not valid for the command
    Refused       a proper answer that reports an error ("? unacceptable size")
    TooMuchMemory the process group exceeded its memory limit and was killed
"""

from __future__ import annotations

import queue
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import IO

from miai.arena.engine_log import EngineLog, one_line
from miai.arena.processes import end_process, exit_reason, kill_group, kill_process, start_process
from miai.arena.usage import Usage, usage_of

ANSWER_LIMIT = 1_000_000
"""Largest accepted answer in bytes; a longer one is nonsense."""

LINES_AHEAD = 1000
"""Lines (or pieces of 16 KiB of longer ones) that are buffered from an engine; then it has to wait."""

EXTENSIONS = 20
"""Number of times that the deadline of a busy engine without processor time is extended."""

QUICK_SECONDS = 1.0
"""Answers within this time need no measurement of processor time."""

QUIT_SECONDS = 3.0
"""Time that an engine has to quit."""

FOLLOW_SECONDS = 0.1
"""Interval at which an analysis that goes on is asked whether it should stop."""

WATCH_SECONDS = 0.5
"""Interval between measurements of memory and processor time."""


class EngineFailure(Exception):
    """A failure of an engine. The message is one line without the engine's name; `kind` is the word used in counts."""

    kind = "failure"


class Crashed(EngineFailure):
    """The process has ended or closed its output."""

    kind = "crash"


class Hung(EngineFailure):
    """There was no answer in time."""

    kind = "hang"


class Nonsense(EngineFailure):
    """The answer is not GTP, or not valid for the command."""

    kind = "nonsense"


class Refused(EngineFailure):
    """The engine has answered with an error."""

    kind = "refusal"


class TooMuchMemory(EngineFailure):
    """The engine was killed because of its memory."""

    kind = "memory"


class GtpClient:
    """A running engine process. Always `close()` it. After a method has raised `EngineFailure`, only `close` may be called."""

    def __init__(self, command: Sequence[str], memory_limit_mib: float | None = None) -> None:
        """Start the engine. Raise `Crashed` if it cannot be started."""
        try:
            self._process = start_process(command)
        except OSError as error:
            raise Crashed(f"cannot run {command[0]}: {error.strerror}") from error
        assert self._process.stdout is not None and self._process.stderr is not None
        self.log = EngineLog(self._process.stderr.fileno())
        self.ignored_quit = False
        self.peak_memory_mib = 0.0
        self._memory_limit_mib = memory_limit_mib
        self._usage = Usage(0.0, 0.0)
        self._killed_for_memory = False
        self._closing = threading.Event()
        self._lines: queue.Queue[bytes | None] = queue.Queue(LINES_AHEAD)
        self._threads = [
            threading.Thread(target=_read_lines, args=(self._process.stdout, self._lines, self._closing), daemon=True),
            threading.Thread(target=self.log.follow, daemon=True),
            threading.Thread(target=self._watch, daemon=True),
        ]
        for thread in self._threads:
            thread.start()

    def ask(self, command: str, seconds: float) -> str:
        """Send a command and return the answer without "= " and the empty line. It may take `seconds`.

        An engine that gets too little processor time on a busy machine has longer: see `Deadline`.
        """
        self._send(command)
        answer = self._read_answer(command, Deadline(self, seconds))
        mark, text = answer[:1], answer[1:].lstrip("0123456789").strip()
        if mark == "?":
            raise Refused(f"{command!r} was refused: {one_line(text)}")
        if mark != "=":
            raise Nonsense(f"answer to {command!r} begins with neither = nor ?: {one_line(answer)}")
        return text

    def follow(self, command: str, seconds: float, on_line: Callable[[str], None], should_stop: Callable[[], bool]) -> None:
        """Send a command whose answer goes on until the next line, such as kata-analyze, and pass each of its lines to `on_line`.

        `should_stop` is asked several times a second; then the command is ended. Each line may take `seconds`.
        """
        self._send(command)
        deadline, is_stopping, has_begun = Deadline(self, seconds), False, False
        while True:
            if not is_stopping and has_begun and should_stop():
                is_stopping = True
                self._send("")  # any line ends the analysis
            try:
                line = self._lines.get(timeout=min(FOLLOW_SECONDS, deadline.seconds_left()))
            except queue.Empty:
                if deadline.seconds_left() == 0 and not deadline.extend():
                    raise Hung(f"no answer to {command!r} in time") from None
                continue
            if line is None:
                raise self._why_it_ended(command)
            text, deadline = line.decode("utf-8", "replace").strip(), Deadline(self, seconds)
            if not has_begun and text:
                has_begun = True
                if text[:1] != "=":
                    raise Refused(f"{command!r} was refused: {one_line(text[1:])}")
                text = text[1:].lstrip("0123456789").strip()
            elif has_begun and not text:
                return
            if text and not is_stopping:
                on_line(text)

    def usage(self) -> Usage:
        """Return the resources that the engine's processes use, or used when they were last alive."""
        self._usage = usage_of(self._process.pid) or self._usage
        self.peak_memory_mib = max(self.peak_memory_mib, self._usage.memory_mib)
        return self._usage

    def close(self, patience: float = QUIT_SECONDS) -> None:
        """Ask the engine to quit, wait, and kill it if necessary. Set `ignored_quit`. Never raises; may be called twice."""
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
        self.ignored_quit = was_alive and not self._ends_within(patience)
        end_process(self._process)
        self._join()

    def kill(self) -> None:
        """Kill an engine that does not answer."""
        if not self._closing.is_set():
            self._closing.set()
            self.usage()
            kill_process(self._process)
            self._join()

    def abort(self) -> None:
        """Kill the process from another thread; a pending `ask` then raises `Crashed`. The client must still be closed."""
        kill_group(self._process)

    def _ends_within(self, seconds: float) -> bool:
        """Return whether the process ends by itself, with more time for one that gets no processor time."""
        deadline = Deadline(self, seconds)
        while True:
            try:
                self._process.wait(deadline.seconds_left())
            except subprocess.TimeoutExpired:
                if not deadline.extend():
                    return False
            else:
                return True

    def _join(self) -> None:
        """Wait for the threads, which end when the engine's ends of the pipes close. Then close ours, unless a thread still reads."""
        for thread in self._threads:
            thread.join(timeout=1.0)
        self.log.stop()  # a process that the engine has started in another session may keep the pipe open
        streams = (self._process.stdin, self._process.stdout, self._process.stderr)
        for stream in streams if not any(thread.is_alive() for thread in self._threads) else ():
            with suppress(OSError):
                if stream is not None:
                    stream.close()

    def _send(self, command: str) -> None:
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(command.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._why_it_ended(command) from error

    def _read_answer(self, command: str, deadline: Deadline) -> str:
        """Return the lines up to the empty line that ends an answer; empty lines before it are skipped."""
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

    def _next_line(self, command: str, deadline: Deadline) -> bytes:
        while True:
            try:
                line = self._lines.get(timeout=deadline.seconds_left())
            except queue.Empty:
                if not deadline.extend():
                    raise Hung(f"no answer to {command!r} in time") from None
                continue
            if line is None:
                raise self._why_it_ended(command)
            return line

    def _why_it_ended(self, command: str) -> EngineFailure:
        if self._killed_for_memory:
            return TooMuchMemory(
                f"used {self.peak_memory_mib:,.0f} MiB at {command!r}; the limit is {self._memory_limit_mib:,.0f} MiB"
            )
        with suppress(Exception):
            self._process.wait(1.0)  # the streams close a moment before the process ends
        return Crashed(f"{exit_reason(self._process)} at {command!r}{self.log.last_words()}")

    def _watch(self) -> None:
        while not self._closing.wait(WATCH_SECONDS) and self._process.poll() is None:
            used = self.usage().memory_mib
            if self._memory_limit_mib is not None and used > self._memory_limit_mib:
                self._killed_for_memory = True
                kill_group(self._process)
                return


class Deadline:
    """The deadline of an answer. It is extended up to EXTENSIONS times for a busy engine that got little processor time."""

    def __init__(self, client: GtpClient, seconds: float) -> None:
        self._client = client
        self._seconds = seconds
        self._due = time.monotonic() + seconds
        self._left = EXTENSIONS
        self._cpu_before: float | None = None

    def seconds_left(self) -> float:
        """Return the seconds until the next check; the first is early, and costs nothing if the answer comes at once."""
        left = max(0.0, self._due - time.monotonic())
        if self._cpu_before is None and left > QUICK_SECONDS:
            return QUICK_SECONDS
        return left

    def extend(self) -> bool:
        """Return whether there is more time."""
        usage = self._client.usage()
        if self._cpu_before is None:
            self._cpu_before = usage.cpu_seconds
        if time.monotonic() < self._due:
            return True
        is_starved = usage.is_busy and usage.cpu_seconds - self._cpu_before < self._seconds / 2
        if not is_starved or not self._left:
            return False
        self._left -= 1
        self._due += self._seconds
        return True


def _read_lines(stream: IO[bytes], lines: queue.Queue[bytes | None], closing: threading.Event) -> None:
    """Put the lines of a stream into a queue, without the control characters that GTP ignores; `None` at the end."""
    line: bytes | None = b""
    while line is not None:
        try:
            line = stream.readline(16384) or None
        except (OSError, ValueError):
            line = None
        _put(lines, None if line is None else line.rstrip(b"\r\n").replace(b"\r", b"").replace(b"\t", b" "), closing)


def _put(lines: queue.Queue[bytes | None], line: bytes | None, closing: threading.Event) -> None:
    """Put a line into the queue; stop waiting when the client is closing."""
    while not closing.is_set():
        with suppress(queue.Full):
            return lines.put(line, timeout=0.5)
    return None
