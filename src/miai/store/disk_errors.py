"""Errors of the disk, reported in one line each."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from miai.core.errors import UserError

RESUME = "what is done is kept, and the same command resumes"

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_UNWRITABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB")


@contextmanager
def as_user_errors(directory: Path) -> Iterator[None]:
    """Turn errors of the disk into a `UserError` about `directory`. Errors in SQL are not changed."""
    try:
        yield
    except sqlite3.DatabaseError as error:
        line = _line_for(directory, getattr(error, "sqlite_errorname", ""), str(error))
        if line is None:
            raise
        raise UserError(line) from error
    except OSError as error:
        if error.errno in _NO_ROOM:
            raise UserError(f"no room left in {directory}; {RESUME} when there is some") from error
        raise UserError(f"cannot write {directory}: {error.strerror or error}") from error


def _line_for(directory: Path, name: str, message: str) -> str | None:
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        # A limit on the size of files, and some network disks, give "I/O error" where others give "full".
        return f"cannot write the results in {directory}: {message}; make room: {RESUME} then"
    if name.startswith(_UNWRITABLE):
        return f"cannot write the results in {directory}: {message}"
    if name.startswith(_BROKEN):
        return f"the results in {directory} are damaged: {message}; they are left as they are; choose another directory"
    if name.startswith("SQLITE_BUSY"):
        return f"the results in {directory} are in use by another program; {RESUME}"
    return None
