"""Differences between operating systems: locks on files, limits and priorities of processes, and how processes are ended.

Only this module imports what Linux and macOS have and Windows does not (`fcntl`, `resource`), and calls such functions of `os`. On Windows
a lock is one of `msvcrt`; limits and priorities are not set. docs/install.md lists what else stands in the way there.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import signal
import time
from typing import Any

IS_WINDOWS = os.name == "nt"
KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that no process can ignore; on Windows every signal ends a process."""
LOCKED_BYTE = 2**30
"""The byte that stands for the whole file in a lock of Windows, where others cannot read a locked byte."""
SECONDS_BETWEEN_TRIES = 0.05
USUAL_DESCRIPTORS = 512
"""Descriptors that a process has where the system does not say."""


def lock_file(file: int, wait: bool = False) -> None:
    """Lock an open file until it is closed or the process ends.

    Raise `BlockingIOError` if another process has the lock and `wait` is false, and `OSError` where files cannot be locked.
    """
    if IS_WINDOWS:
        _lock_on_windows(file, wait)
        return
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def _lock_on_windows(file: int, wait: bool) -> None:
    msvcrt: Any = importlib.import_module("msvcrt")
    while True:
        place = os.lseek(file, 0, os.SEEK_CUR)
        try:
            os.lseek(file, LOCKED_BYTE, os.SEEK_SET)
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
            return
        except PermissionError:
            if not wait:
                raise BlockingIOError("another process has the lock") from None
        finally:
            os.lseek(file, place, os.SEEK_SET)
        time.sleep(SECONDS_BETWEEN_TRIES)


def limit_process(*, memory: int | None = None, seconds: int | None = None, core_dumps: bool = True) -> None:
    """Limit the addresses (in bytes) and the processor time of this process, where the system can."""
    if IS_WINDOWS:
        return
    import resource

    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    if seconds is not None:
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if not core_dumps:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def most_descriptors() -> int:
    """Return the number of files and connections that this process may have open."""
    if IS_WINDOWS:
        return USUAL_DESCRIPTORS
    import resource

    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


LOWEST_PRIORITY = 19


def lower_priority(niceness: int) -> int:
    """Let other processes go first, where the system can. Return how far this process is below the usual priority."""
    return os.nice(niceness) if hasattr(os, "nice") else 0


def work_in_background() -> None:
    """Give this thread, and those it starts, the lowest priority: it takes what others leave, and nothing from them."""
    lower_priority(max(0, LOWEST_PRIORITY - lower_priority(0)))


def signal_group(process: int, number: int = KILL) -> None:
    """Send a signal to a process and its group; on Windows to the process alone. One that has ended is no error."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process, number)
        else:
            os.kill(process, number)


def leads_group() -> bool:
    """Return whether this process leads a group of processes."""
    return hasattr(os, "getpgrp") and os.getpgrp() == os.getpid()
