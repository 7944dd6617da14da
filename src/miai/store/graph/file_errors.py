"""Errors of a graph file, or of its disk, reported in one line each."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from miai.core.errors import UserError

KEPT = "what was saved before is kept"
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""LMDB reports "input/output error" when a disk accepts only a part of a write, which is how most disks become full."""


class BeingWritten(UserError):
    """The error of a graph that another process writes."""


@contextmanager
def as_user_errors(path: Path) -> Iterator[None]:
    """Turn errors of the graph in `path` into a `UserError`."""
    import lmdb

    try:
        yield
    except lmdb.MapFullError as error:
        raise UserError(f"the graph {path} has reached its limit; {KEPT}; prune it, or raise the limit") from error
    except (lmdb.InvalidError, lmdb.VersionMismatchError) as error:
        raise UserError(f"{path} is not a graph of miai") from error
    except (lmdb.CorruptedError, lmdb.PageNotFoundError, lmdb.PanicError) as error:
        raise UserError(f"the graph {path} is damaged: {error}") from error
    except (lmdb.Error, OSError) as error:
        raise UserError(_line_for(path, error)) from error


def _line_for(path: Path, error: Exception) -> str:
    number, text = getattr(error, "errno", None), str(error)
    if number in _NO_ROOM or any(_message(each) in text for each in _NO_ROOM):
        why = getattr(error, "strerror", None) or text.rpartition(": ")[2]
        return f"no room left on the disk for the graph {path} ({why}); {KEPT}"
    if isinstance(error, FileNotFoundError) or _message(errno.ENOENT) in text:
        return f"there is no graph {path}"
    if isinstance(error, OSError):
        return f"cannot use the graph {path}: {error.strerror or error}"
    return f"cannot use the graph {path}: {text.rpartition(': ')[2]}"


def _message(number: int) -> str:
    import os

    return os.strerror(number)
