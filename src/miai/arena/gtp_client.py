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
import subprocess
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from miai.arena.engine_log import EngineLog, one_line
from miai.arena.processes import end_process, exit_reason, kill_group, kill_process, start_process
from miai.arena.usage import Usage, usage_of

ANSWER_LIMIT = 1_000_000
"""Bytes of one answer; an engine that goes on is talking nonsense."""

LINES_AHEAD = 1000
"""Lines, or pieces of 16 KiB of a longer one, that an engine may write without being asked; then it has to wait."""

EXTENSIONS = 20
"""How often a busy engine that gets no processor is given its time again."""

QUICK_SECONDS = 1.0
"""What comes within this needs no second look."""

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
        """Send a command and return what is answered, without "= " and the empty line. `seconds` is all the time it may take.

        An engine that wants to compute and is not let to, on a machine with too much else to do, gets more: see `Deadline`.
        """
        self._send(command)
        answer = self._read_answer(command, Deadline(self, seconds))
        mark, text = answer[:1], answer[1:].lstrip("0123456789").strip()
        if mark == "?":
            raise Refused(f"{command!r} was refused: {one_line(text)}")
        if mark != "=":
            raise Nonsense(f"answer to {command!r} begins with neither = nor ?: {one_line(answer)}")
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
        self.ignored_quit = was_alive and not self._ends_within(patience)
        end_process(self._process)
        self._join()

    def kill(self) -> None:
        """End it at once: for an engine that has just shown that it does not answer."""
        if not self._closing.is_set():
            self._closing.set()
            self.usage()
            kill_process(self._process)
            self._join()

    def _ends_within(self, seconds: float) -> bool:
        """Whether the process ends by itself, with more time for one that gets no processor."""
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
        """Wait for the threads, which end with the pipes' other ends, then close ours; not under a thread that still reads."""
        for thread in self._threads:
            thread.join(timeout=1.0)
        self.log.stop()  # whom the engine has started in a session of its own may keep the pipe open
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


class Deadline:
    """When an answer is due. It is put off, up to EXTENSIONS times, for an engine that is busy but got little of the processor."""

    def __init__(self, client: GtpClient, seconds: float) -> None:
        self._client = client
        self._seconds = seconds
        self._due = time.monotonic() + seconds
        self._left = EXTENSIONS
        self._cpu_before: float | None = None

    def seconds_left(self) -> float:
        """Until it is due; the first look at the processor time is early, and costs nothing where the answer comes at once."""
        left = max(0.0, self._due - time.monotonic())
        if self._cpu_before is None and left > QUICK_SECONDS:
            return QUICK_SECONDS
        return left

    def extend(self) -> bool:
        """Whether there is more time."""
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
