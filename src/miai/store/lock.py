"""A lock for one writer at a time. It ends with the process that holds it."""

from __future__ import annotations

import os
import socket
from pathlib import Path

from miai.core.errors import UserError
from miai.core.links import refuse_links
from miai.core.system import lock_file

LOCK_FILE = ".lock"


def _own(path: Path) -> Path:
    """Return `path`. Raise `UserError` if it is a link: the lock empties its file."""
    refuse_links([path])
    return path


class WriterLock:
    """The right to write in a directory, until `release` or the end of the process. Raises `UserError` if another process has it."""

    def __init__(self, directory: Path) -> None:
        self._file = os.open(_own(directory / LOCK_FILE), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            lock_file(self._file)
        except BlockingIOError:
            holder = os.read(self._file, 200).decode(errors="replace").strip() or "another process"
            os.close(self._file)
            raise UserError(f"{directory} is being written by {holder}; wait for it or choose another directory") from None
        self._sign()

    def _sign(self) -> None:
        try:
            os.ftruncate(self._file, 0)
            os.write(self._file, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
        except OSError:
            pass  # the name of the holder is optional; a full disk is reported where results are written

    def release(self) -> None:
        """Release the lock. The file stays: another process may just have locked it."""
        os.close(self._file)
