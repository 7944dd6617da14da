"""Write files as a whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from miai.core.errors import UserError
from miai.core.files import replacing


@contextlib.contextmanager
def all_or_none(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Yield a temporary path beside each of `paths`; they get their names at the end, or are removed after an error.

    The names are given after everything has been written. Raises `UserError` where a file cannot be written.
    """
    for path in paths:
        if path.is_dir():
            raise UserError(f"cannot write {path}: it is a folder")
    try:
        with contextlib.ExitStack() as stack:
            yield tuple(stack.enter_context(replacing(path)) for path in paths)
    except OSError as error:
        raise UserError(f"cannot write {paths[0]}: {error.strerror or error}") from error


def open_output(temporary: Path, path: Path) -> IO[str]:
    """Open `temporary` for text, compressed if the final name `path` ends in .gz."""
    if path.suffix == ".gz":
        return gzip.open(temporary, "wt", encoding="utf-8", compresslevel=6, newline="\n")
    return temporary.open("w", encoding="utf-8", newline="\n")


def as_word(name: str, empty: str = "?") -> str:
    """Return a name without blanks, for formats whose columns are separated by blanks; `empty` for an empty one."""
    return "_".join(name.split()) or empty
