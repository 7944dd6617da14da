"""Where programs that we call are found on this machine."""

from __future__ import annotations

import shutil

GAMES_FOLDER = "/usr/games"
"""Where Debian puts games; it is on the PATH of users, but often not on that of services."""


def find_program(name: str) -> str | None:
    """The full path of a program, on the PATH or among Debian's games."""
    return shutil.which(name) or shutil.which(name, path=GAMES_FOLDER)
