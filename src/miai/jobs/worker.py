"""A process that runs jobs one after another for the runner at the other end of a socket.

`miai.jobs.local` starts it as the leader of a new session. So Ctrl-C in the terminal does not reach it, and it can end its children with
itself. It ends at once, even during a job, when the runner closes the socket or dies.
"""

from __future__ import annotations

import os
import sys
import threading
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from miai.core.system import KILL, leads_group, signal_group
from miai.jobs.outcome import attempt

READY = "ready"
OUT_OF_MEMORY = 137
"""Exit code; shells report the same one for a process killed by the system, usually for lack of memory."""


def main(socket: int) -> None:
    """Run the jobs that arrive through `socket` until it is closed."""
    os.set_inheritable(socket, False)
    connection = Connection(socket)
    inbox: SimpleQueue[Any] = SimpleQueue()
    threading.Thread(target=_receive, args=(connection, inbox), daemon=True).start()
    connection.send(READY)
    task, version = inbox.get()
    while True:
        try:
            outcome = attempt(task, inbox.get(), version)
        except MemoryError:
            os._exit(OUT_OF_MEMORY)
        connection.send(outcome)


def _receive(connection: Connection, inbox: SimpleQueue[Any]) -> None:
    """Receive messages of the runner, in a thread; end the process when the runner has gone."""
    try:
        while True:
            inbox.put(connection.recv())
    except (EOFError, OSError):
        end_with_descendants()


def end_with_descendants() -> None:
    """End this process and all its descendants, such as engines and their children."""
    sys.stdout.flush()
    for process in _descendants():
        with suppress(ProcessLookupError, PermissionError):
            os.kill(process, KILL)
    if leads_group():
        signal_group(os.getpid())
    os._exit(1)


def _descendants() -> list[int]:
    """Return all descendants of this process in any session, from Linux's /proc; none on other systems."""
    children: dict[int, list[int]] = {}
    for name in filter(str.isdigit, os.listdir("/proc") if os.path.isdir("/proc") else []):
        with suppress(OSError, IndexError):
            stat = Path("/proc", name, "stat").read_text(errors="replace").rpartition(")")[2].split()
            children.setdefault(int(stat[1]), []).append(int(name))
    found = list(children.get(os.getpid(), []))
    for process in found:  # the list grows during the loop
        found += children.get(process, [])
    return found
