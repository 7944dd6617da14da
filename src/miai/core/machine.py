"""The machine that miai runs on: its cores, and the programs that are installed."""

from __future__ import annotations

import os
import shutil
import sys

GAMES_FOLDER = "/usr/games"
"""The folder of games on Debian; it is on the PATH of users, but often not on that of services."""


def usable_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def find_program(name: str) -> str | None:
    """Return the full path of a program on the PATH or among Debian's games, or `None`."""
    return shutil.which(name) or shutil.which(name, path=GAMES_FOLDER)


def is_running(process: int) -> bool:
    """Return whether a process with this number exists. On Windows, where asking would end it, the answer is always yes."""
    if sys.platform == "win32":
        return True
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:  # it belongs to another user
        return True
    return True
