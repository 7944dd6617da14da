"""Compilation ahead of need: a child process compiles what will be called next, while this process answers what needs none of it.

The work comes in parts, in the order of need. Nothing can be done before the first part is ready, so it runs at full priority; the
others run at a low one, while a person thinks. Compiled code goes to the cache on disk, where this process finds it: it calls `wait`
before it needs the first part, and gets the rest whenever it asks, since the lock of an entry makes it wait for the child.

A file in the cache marks work that was finished, so that the next start costs nothing. As in `compile_child`, the child is a fork, and
only programs that own their process have one. It ends with this process.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import os
import signal
import socket
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from numba.core import event

from miai.core import cache, compile_child
from miai.core.linking import LINKING
from miai.core.system import lower_priority

LOW_PRIORITY = 10
"""Niceness of all parts but the first."""
WORK_OF_LINKING = 0.4
"""Work of linking and optimising one function, where compiling it is 1."""
REPORT_SECONDS = 0.2
"""Time between two reports."""
MOST = 0.99
"""Fraction that is shown until a part is done, however wrong the estimate of its work was."""


@dataclass(frozen=True)
class Part:
    """A part of the work: `run` calls kernels. `work` is about how many functions it compiles, each counted once more when linked."""

    name: str
    run: Callable[[], object]
    work: float = 0.0


@dataclass(frozen=True)
class CompileProgress:
    """The progress of compilation."""

    part: str
    """The part being compiled; empty when all are done."""
    is_ready: bool
    """Whether the first part is done."""
    functions: int
    seconds: float
    """Since compilation began."""
    fraction: float
    """Of the first part, from 0 to 1."""

    @property
    def seconds_left(self) -> float | None:
        """Seconds until the first part is done, at the speed so far; `None` while there is nothing to judge by."""
        return self.seconds * (1.0 - self.fraction) / self.fraction if self.fraction > 0.0 else None


class CompileAhead:
    """Work that a child process compiles. `key` names it: the same key and version of miai stand for the same compiled code.

    `on_progress` is called from another thread, a few times a second, and at the end of each part.
    """

    def __init__(
        self, key: str, parts: Sequence[Part], on_progress: Callable[[CompileProgress], None] = lambda progress: None
    ) -> None:
        self.parts = parts
        self.on_progress = on_progress
        self._mark = _mark_of(key)
        self._meter = WorkMeter(parts[0].work)
        self._done = 0
        self._functions = 0
        self._is_ready = threading.Event()
        self._connection: Connection[Any, Any] | None = None

    def start(self) -> None:
        """Start the child, unless the work was done before or this process may not fork."""
        if not compile_child.is_enabled() or self._mark.exists():
            self._finish()
            return
        ours, theirs = socket.socketpair()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)  # Python warns of threads: the child uses none of them
            process = os.fork()
        if process == 0:
            compile_child.leave_parent()
            _work(Connection(compile_child.only_open_file(theirs)), self.parts, self._mark)
        os.waitpid(process, 0)
        theirs.close()
        self._connection = Connection(ours.detach())
        threading.Thread(target=self._listen, name="miai-compile-ahead", args=(self._connection,), daemon=True).start()

    def wait(self) -> None:
        """Return when the first part is compiled, or when no child compiles it."""
        self._is_ready.wait()

    def stop(self) -> None:
        """End the child when it begins the next function. What it has compiled stays."""
        if self._connection is not None:
            with contextlib.suppress(OSError), socket.socket(fileno=os.dup(self._connection.fileno())) as ours:  # it may have ended
                ours.shutdown(socket.SHUT_RDWR)
        self._is_ready.set()

    def progress(self) -> CompileProgress:
        """Return what was compiled so far."""
        part = self.parts[self._done].name if self._done < len(self.parts) else ""
        fraction = 1.0 if self._done else min(MOST, self._meter.fraction())
        return CompileProgress(part, self._done > 0, self._functions, self._meter.seconds(), fraction)

    def _listen(self, connection: Connection) -> None:
        reported = 0.0
        try:
            while self._done < len(self.parts):
                ends_part = False
                if connection.poll(REPORT_SECONDS):
                    ends_part = self._take(*connection.recv())
                if ends_part or time.monotonic() - reported > REPORT_SECONDS:
                    reported = time.monotonic()
                    self.on_progress(self.progress())
        except (EOFError, OSError):
            pass  # it was stopped, or has died: whoever needs the code compiles it
        self._finish()

    def _take(self, kind: str, number: int) -> bool:
        """Take in a message of the child. Return whether it ends a part."""
        if kind == "function":
            self._functions += 1
            self._meter.add(1.0)
        elif kind == "linking":
            self._meter.expect(WORK_OF_LINKING * number)
        elif kind == "linked":
            self._meter.complete()
        else:
            self._done = number + 1
            self._is_ready.set()
        return kind == "done"

    def _finish(self) -> None:
        self._is_ready.set()


class WorkMeter:
    """Work done out of a total, and the time since the beginning.

    While an expected piece of work is under way, as much of it counts as the speed so far would have done since it began.
    """

    def __init__(self, total: float, now: Callable[[], float] = time.monotonic) -> None:
        self.total, self._now = total, now
        self._began = now()
        self._work = self._expected = 0.0
        self._expected_since = 0.0

    def add(self, work: float) -> None:
        """Count work that was done."""
        self._work += work

    def expect(self, work: float) -> None:
        """Note that a piece of work begins, which reports nothing before its end."""
        self._expected, self._expected_since = work, self._now()

    def complete(self) -> None:
        """Note that the expected piece of work is done."""
        self._work, self._expected = self._work + self._expected, 0.0

    def seconds(self) -> float:
        """Return the seconds since the beginning."""
        return self._now() - self._began

    def fraction(self) -> float:
        """Return the share of the total that is done."""
        if self.total <= 0.0:
            return 0.0
        pending = 0.0
        if self._expected:
            speed = self._work / max(self._expected_since - self._began, 1e-9)
            pending = min(self._expected, speed * (self._now() - self._expected_since))
        return (self._work + pending) / self.total


def _mark_of(key: str) -> Path:
    return cache.open_cache().path / f"ahead-{hashlib.sha256(key.encode()).hexdigest()[:16]}"


class _Reporter(event.Listener):
    """Sends the beginning of every function, and the beginning and the end of linking, to the parent."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def on_start(self, event: Any) -> None:
        if event.kind == LINKING:
            self.connection.send(("linking", event.data["functions"]))
        else:
            self.connection.send(("function", 0))

    def on_end(self, event: Any) -> None:
        if event.kind == LINKING:
            self.connection.send(("linked", 0))


def _work(connection: Connection, parts: Sequence[Part], mark: Path) -> None:
    """Run all parts in the child. Never returns."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent too, which ends its child
        compile_child.forget_parent()
        for kind in (compile_child.COMPILING, LINKING):
            event.register(kind, _Reporter(connection))
        gc.disable()
        for number, part in enumerate(parts):
            part.run()
            connection.send(("done", number))
            if number == 0:
                lower_priority(LOW_PRIORITY)
        mark.touch()
    except BaseException:  # the parent has gone, or it will meet the same error, where the user can see it
        pass
    finally:
        os._exit(0)
