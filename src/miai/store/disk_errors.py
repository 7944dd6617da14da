"""Errors of the disk, reported in one line each."""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from miai.core.errors import UserError
from miai.core.printable import printable_line
from miai.store.checksums import DamagedRows

RESUME = "what is done is kept, and the same command resumes"

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_UNWRITABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN", "SQLITE_PERM", "SQLITE_AUTH")
_BROKEN = ("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_FORMAT", "SQLITE_MISMATCH")
_MISSING = ("no such table", "no such column", "has no column", "malformed database schema", "unsupported file format")


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


def damaged(directory: Path, reason: str) -> str:
    """Return the line about results that are damaged."""
    return f"the results in {directory} are damaged: {printable_line(reason)[:200]}; they are left as they are; choose another directory"


@contextmanager
def damage_as_user_error(directory: Path) -> Iterator[None]:
    """Turn whatever reading a damaged or forged file raises into a `UserError` about `directory`."""
    try:
        yield
    except (UserError, OSError, MemoryError):
        raise
    except (DamagedRows, sqlite3.Error, ValueError, TypeError, KeyError, IndexError, OverflowError, RecursionError) as error:
        if isinstance(error, sqlite3.DatabaseError):
            line = _line_for(directory, getattr(error, "sqlite_errorname", ""), str(error))
            raise UserError(line or damaged(directory, str(error))) from error
        raise UserError(damaged(directory, str(error) or type(error).__name__)) from error


def _line_for(directory: Path, name: str, message: str) -> str | None:
    if name == "SQLITE_FULL" or name.startswith("SQLITE_IOERR"):
        # A limit on the size of files, and some network disks, give "I/O error" where others give "full".
        return f"cannot write the results in {directory}: {message}; make room: {RESUME} then"
    if name.startswith(_UNWRITABLE):
        return f"cannot write the results in {directory}: {message}"
    if name.startswith(_BROKEN) or any(text in message for text in _MISSING):
        return damaged(directory, message)
    if name.startswith("SQLITE_BUSY"):
        return f"the results in {directory} are in use by another program; {RESUME}"
    return None
