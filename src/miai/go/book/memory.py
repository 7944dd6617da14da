"""Book moves that lost: a small file beside a book that is read at the start and written when a move is struck out."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from miai.core.errors import UserError
from miai.core.files import write_file
from miai.core.json_text import parse_json
from miai.go.book import SHIPPED

Struck = set[tuple[int, int, int]]
"""Board size, key of the position, and point of each move."""


def memory_of(book: Path, chosen: str = "") -> Path | None:
    """Return the file that remembers struck moves of a book: `chosen`, none for "none", else beside the book.

    For the book that comes with miai it is in the folder of a user's state, since the package may not be writable.
    """
    if chosen == "none":
        return None
    if chosen:
        return Path(chosen)
    if book == SHIPPED:
        return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "miai" / "openings.struck.json"
    return book.with_name(f"{book.name}.struck.json")


def read_struck(path: Path) -> Struck:
    """Return the struck moves in a file; none if there is no file. Raise `UserError` if it is broken."""
    try:
        data = parse_json(path.read_text("utf-8"))
        found = {(size, key, point) for size, key, point in data["struck"]}
        if any(type(number) is not int for row in found for number in row) or data.get("sum", _sum(found)) != _sum(found):
            raise ValueError("other rows than were written")
        return found
    except FileNotFoundError:
        return set()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UserError(f"{path}: struck moves of an opening book cannot be read; delete the file to forget them") from error


def _sum(struck: Struck) -> str:
    """Return a checksum of struck moves."""
    return hashlib.blake2b(repr(sorted(struck)).encode(), digest_size=8).hexdigest()


def write_struck(path: Path, struck: Struck) -> None:
    """Write the struck moves. Raise `UserError`."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, json.dumps({"struck": sorted(struck), "sum": _sum(struck)}))
    except OSError as error:
        raise UserError(f"{path}: cannot be written: {error.strerror}") from error
