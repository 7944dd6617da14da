"""Ctrl-C while a kernel runs.

Python handles a signal between two of its own instructions. A compiled kernel that never returns, such as an endless loop in a user's
own game, would therefore ignore Ctrl-C for ever. The system still notes the signal and writes its number into a socket, where a thread
finds it. If the interpreter has not handled the signal after `GRACE` seconds, that thread ends the process. What was saved is safe:
everything is written so that it survives a kill.
"""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from types import FrameType

GRACE = 5.0
"""Seconds in which a kernel may return after Ctrl-C. Slices of a search take milliseconds."""
IMPATIENT = 3
"""Number of Ctrl-C within `GRACE` seconds that end the process at once."""
INTERRUPTED = 130
_handled = 0


def install() -> None:
    """Let Ctrl-C end this process even inside a kernel. Only for a program that owns its process; call it from the main thread."""
    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        return  # the caller of the process wants it to ignore Ctrl-C
    written, read = socket.socketpair()
    written.setblocking(False)
    signal.set_wakeup_fd(written.detach(), warn_on_full_buffer=False)
    signal.signal(signal.SIGINT, _interrupt)
    threading.Thread(target=_watch, args=(read,), daemon=True, name="miai-interrupts").start()


def _interrupt(number: int, frame: FrameType | None) -> None:
    global _handled
    _handled += 1
    raise KeyboardInterrupt


def _watch(arrivals: socket.socket) -> None:
    """Wait for signals, and end the process if one is not handled in time."""
    recent: list[float] = []
    while True:
        before = _handled
        count = arrivals.recv(64).count(signal.SIGINT)
        if not count or signal.getsignal(signal.SIGINT) is not _interrupt:
            continue  # another signal, or somebody else handles it
        now = time.monotonic()
        recent = [each for each in recent if now - each < GRACE] + [now] * count
        if len(recent) >= IMPATIENT or not _is_handled_after(before, now + GRACE, arrivals):
            _end_process()


def _is_handled_after(before: int, deadline: float, arrivals: socket.socket) -> bool:
    """Wait until the interpreter has handled a signal or time is up. A second Ctrl-C in the meantime also ends the wait."""
    while time.monotonic() < deadline:
        arrivals.settimeout(0.05)
        try:
            again = arrivals.recv(64)
        except TimeoutError:
            again = b""
        finally:
            arrivals.settimeout(None)
        if _handled > before:
            return True
        if signal.SIGINT in again:
            return False
    return _handled > before


def _end_process() -> None:
    print("miai: interrupted inside a kernel that did not return", file=sys.stderr, flush=True)
    os._exit(INTERRUPTED)
