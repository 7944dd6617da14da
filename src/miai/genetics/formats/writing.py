"""Write files as a whole or not at all."""

from __future__ import annotations

import contextlib
import gzip
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from miai.core.errors import UserError


@contextlib.contextmanager
def all_or_none(*paths: Path) -> Iterator[tuple[Path, ...]]:
    """Yield a temporary path beside each of `paths`; they get their names at the end, or are removed after an error.

    Raises `UserError` where a file cannot be written.
    """
    unfinished = tuple(path.with_name(f".{path.name}.{os.getpid()}.unfinished") for path in paths)
    try:
        yield unfinished
        for temporary, path in zip(unfinished, paths, strict=True):
            os.replace(temporary, path)
    except OSError as error:
        raise UserError(f"cannot write {paths[0]}: {error.strerror or error}") from error
    finally:
        for temporary in unfinished:
            temporary.unlink(missing_ok=True)


def open_output(temporary: Path, path: Path) -> IO[str]:
    """Open `temporary` for text, compressed if the final name `path` ends in .gz."""
    if path.suffix == ".gz":
        return gzip.open(temporary, "wt", encoding="utf-8", compresslevel=6, newline="\n")
    return temporary.open("w", encoding="utf-8", newline="\n")


def as_word(name: str, empty: str = "?") -> str:
    """A name without blanks, for formats whose columns are separated by blanks; `empty` for an empty one."""
    return "_".join(name.split()) or empty
