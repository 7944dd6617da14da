"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import re
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

from miai.core.errors import UserError
from miai.core.machine import is_running


@contextmanager
def replacing(path: str | Path) -> Iterator[Path]:
    """Give a new path beside `path` to write to; afterwards that file takes the place of `path`, safely on disk.

    If the block raises, `path` stays as it was and the unfinished file is removed. A process that is killed cannot do that: the next
    process of this machine that writes into the folder removes what it left. Raises what writing raises (`OSError`).
    """
    target = Path(path)
    _remove_abandoned(target.parent)
    unfinished = target.with_name(f"{target.name}.{socket.gethostname()}-{os.getpid()}-{secrets.token_hex(4)}.part")
    try:
        yield unfinished
        _flush_to_disk(unfinished)
        os.replace(unfinished, target)
    finally:
        unfinished.unlink(missing_ok=True)


def check_folder(path: Path) -> None:
    """Raise `UserError` before a long computation, not after it, if a file cannot be written because there is no such folder."""
    if not path.absolute().parent.is_dir():
        raise UserError(f"{path}: cannot be written: there is no folder {path.parent}")


def write_file(path: str | Path, content: str | bytes) -> None:
    """Write `content` to `path`, whole or not at all, after a loss of power too. Raises `OSError`."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(content.encode() if isinstance(content, str) else content)


@cache
def _remove_abandoned(folder: Path) -> None:
    """Remove the unfinished files in `folder` whose writers on this machine have died. A process looks once into each folder."""
    of_this_machine = re.compile(rf"\.{re.escape(socket.gethostname())}-(\d+)-[0-9a-f]{{8}}\.part$")
    with suppress(OSError):  # a missing or unreadable folder is reported by whoever writes to it
        for name in os.listdir(folder):
            writer = of_this_machine.search(name)
            if writer and not is_running(int(writer[1])):
                (folder / name).unlink(missing_ok=True)


def _flush_to_disk(path: Path) -> None:
    descriptor = os.open(path, os.O_RDWR)  # Windows flushes only what is open for writing
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
