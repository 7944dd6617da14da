"""A running search on disk. If the process is killed while it writes, the previous file stays."""

from __future__ import annotations

import hashlib
import json
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.files import replacing
from miai.core.records import new_array
from miai.genetics.methods.driver import SearchRun
from miai.genetics.methods.interface import PanelSearch, PanelTask

SECONDS_BETWEEN = 10.0
VERSION = 1


@dataclass
class Checkpoint:
    """The file of a saved search, one per thread, and the time between saves in seconds."""

    path: Path
    seconds_between: float = SECONDS_BETWEEN
    written: float = 0.0

    def for_thread(self, number: int) -> Checkpoint:
        """Return the checkpoint of one of several searches: `NAME`, `NAME.1`, `NAME.2`, ..."""
        path = self.path if number == 0 else self.path.with_name(f"{self.path.name}.{number}")
        return Checkpoint(path, self.seconds_between)

    def save_now_and_then(self, run: SearchRun) -> None:
        """Save if the last save is long enough ago."""
        if time.monotonic() - self.written >= self.seconds_between:
            self.save(run)

    def save(self, run: SearchRun) -> None:
        """Write everything that the search needs to continue. Raise `UserError` where the file cannot be written."""
        arrays: dict[str, Any] = {}
        for part_name, part in run.search.parts().items():
            for name, value in zip(part._fields, part, strict=True):
                arrays[f"{part_name}.{name}"] = _as_bytes(value) if isinstance(value, np.record) else value
        head = {"version": VERSION, "identity": identity_of(run.search), "seconds": run.seconds, "curve": run.curve[-1:]}
        arrays["head"] = np.frombuffer(json.dumps(head).encode(), np.uint8)
        try:
            with replacing(self.path) as unfinished, open(unfinished, "wb") as file:
                np.savez(file, **arrays)
        except OSError as error:
            raise UserError(f"cannot write the checkpoint {self.path}: {error.strerror or error}") from None
        self.written = time.monotonic()

    def resume(self, run: SearchRun) -> bool:
        """Restore the saved state in a new search, and return whether there was one. Raise `UserError` if it belongs to another search."""
        self.written = time.monotonic()
        if not self.path.exists():
            return False
        try:
            with open(self.path, "rb") as file, np.load(file) as saved:
                arrays = {name: saved[name] for name in saved.files}
            head = json.loads(arrays.pop("head").tobytes())
        except (OSError, ValueError, KeyError, zipfile.BadZipFile) as error:
            raise UserError(f"{self.path} is not a checkpoint, or it is damaged: {' '.join(str(error).split())}") from None
        if head.get("version") != VERSION or head.get("identity") != identity_of(run.search):
            raise UserError(f"{self.path} is the checkpoint of another search (data, grouping, settings, method or seed differ)")
        _restore(run.search, arrays)
        run.seconds = float(head["seconds"])
        run.curve = [tuple(point) for point in head["curve"]]
        return True

    def remove(self) -> None:
        """Delete the file: the search has ended."""
        self.path.unlink(missing_ok=True)


def _restore(search: PanelSearch, arrays: dict[str, Any]) -> None:
    search.prepare()
    for part_name, part in search.parts().items():
        values = {}
        for name, value in zip(part._fields, part, strict=True):
            loaded = arrays[f"{part_name}.{name}"]
            values[name] = _record_of(loaded, value.dtype) if isinstance(value, np.record) else loaded
        search.replace_part(part_name, type(part)(**values))


def _as_bytes(value: np.record) -> Any:
    """Return the bytes of a record: a file does not keep how its fields are aligned."""
    return np.frombuffer(value.tobytes(), np.uint8)


def _record_of(loaded: Any, dtype: np.dtype[Any]) -> Any:
    made = new_array(dtype, 1)
    made.view(np.ndarray).view(np.uint8)[:] = loaded
    return made[0]


def identity_of(search: PanelSearch) -> str:
    """Return a fingerprint of all that the course of a search depends on."""
    task: PanelTask = search.task
    digest = hashlib.sha256()
    for array in (*task.evaluator.cases, task.priors, *task.statistics.values()):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(repr((search.name, search.settings, search.seed, task.size, task.evaluator.objective)).encode())
    return digest.hexdigest()
