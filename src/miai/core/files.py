"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Give a new path beside `path` to write to; afterwards that file takes the place of `path`, safely on disk.

    If the block raises, `path` stays as it was and the unfinished file is removed. Raises what writing raises (`OSError`).
    """
    target = Path(path)
    unfinished = target.with_name(f"{target.name}.{secrets.token_hex(4)}.part")
    try:
        yield unfinished
        _flush_to_disk(unfinished)
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write `content` to `path`, whole or not at all, after a loss of power too. Raises `OSError`."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(content.encode() if isinstance(content, str) else content)


def _flush_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)  # Windows flushes only what is open for writing
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
