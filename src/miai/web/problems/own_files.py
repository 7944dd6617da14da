"""The user's own games: files that were named when the server was started. Visitors choose them by label; no path comes from a browser."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from miai.core.errors import UserError
from miai.web.problems.offers import OFFERS

Stamp = tuple[int, int]


class OwnFiles:
    """The files of `miai web --game`, by label, and the time of their last change."""

    def __init__(self, files: Sequence[Path] = ()) -> None:
        self.files: dict[str, Path] = {}
        for file in files:
            self.files[self._label(file)] = file
        self._stamps = {label: _stamp(file) for label, file in self.files.items()}

    def _label(self, file: Path) -> str:
        """Return the label of a file: its name, with a number where another file has the same."""
        base = re.sub(r"[^\w.-]", "_", file.name)
        taken = {*self.files, *OFFERS}
        return base if base not in taken else next(f"{base}-{k}" for k in range(2, 1000) if f"{base}-{k}" not in taken)

    def changed(self) -> list[str]:
        """Return the labels of the files that were changed since the last call."""
        found = []
        for label, file in self.files.items():
            now = _stamp(file)
            if now is not None and now != self._stamps[label]:  # a file that is being replaced may be missing for a moment
                found.append(label)
                self._stamps[label] = now
        return found

    def as_arguments(self) -> list[str]:
        """Return the files for the command line of a worker."""
        return [f"--game={label}={file}" for label, file in self.files.items()]


def _stamp(file: Path) -> Stamp | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def check_files(files: Sequence[Path]) -> list[Path]:
    """Return the absolute paths of Python files. Raise `UserError` for one that does not exist, or is no Python file."""
    for file in files:
        if not file.is_file() or file.suffix != ".py":
            raise UserError(f"web: --game {file}: there is no such Python file")
    return [file.absolute() for file in files]
