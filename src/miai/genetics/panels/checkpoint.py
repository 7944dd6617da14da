"""A running search on disk. If the process is killed while it writes, the previous file stays."""

from __future__ import annotations

import hashlib
import json
import math
import time
import zipfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.archives import DAMAGE, check_arrays
from miai.core.errors import UserError
from miai.core.files import replacing
from miai.core.json_text import parse_json
from miai.core.records import new_array
from miai.genetics.methods.driver import SearchRun
from miai.genetics.methods.interface import PanelSearch, PanelTask
from miai.genetics.panels.saved_parts import FIXED, check_part, growth_group

FIRST_SECONDS, SECONDS_BETWEEN = 1.0, 10.0
"""Until the first save, and between two later ones; in between the time doubles, so that a search that is young loses little."""
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
        if time.monotonic() - self.written >= min(self.seconds_between, max(FIRST_SECONDS, run.seconds)):
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
            arrays = _read(self.path)
            head = dict(parse_json(arrays.pop("head").tobytes()))
            is_same = head.get("version") == VERSION and head.get("identity") == identity_of(run.search)
            seconds, curve = _clock_of(head)
            parts = _checked_parts(run.search, arrays) if is_same else {}
        except (OSError, *DAMAGE) as error:
            raise UserError(f"{self.path} is not a checkpoint, or it is damaged: {' '.join(str(error).split())}") from None
        if not is_same:
            raise UserError(f"{self.path} is the checkpoint of another search (data, grouping, settings, method or seed differ)")
        for name, part in parts.items():
            run.search.replace_part(name, part)
        run.seconds, run.curve = seconds, curve
        return True

    def remove(self) -> None:
        """Delete the file: the search has ended."""
        self.path.unlink(missing_ok=True)


def _clock_of(head: dict[str, Any]) -> tuple[float, list[tuple[int, float, float]]]:
    """Return the seconds of a search so far, and the last point of its curve."""
    seconds = float(head["seconds"])
    curve = [(int(evaluations), float(when), float(value)) for evaluations, when, value in head["curve"]]
    if not 0 <= seconds < math.inf:
        raise ValueError("its time is no number of seconds")
    return seconds, curve


def _read(path: Path) -> dict[str, Any]:
    """Return the arrays of a file. Compressed ones are refused: a small file could fill the memory."""
    with open(path, "rb") as file, np.load(file, allow_pickle=False) as saved:
        if any(member.compress_type != zipfile.ZIP_STORED for member in saved.zip.infolist()):
            raise ValueError("its arrays are compressed")
        check_arrays(saved.zip)
        return {name: saved[name] for name in saved.files}


def _checked_parts(search: PanelSearch, arrays: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of `search` with the saved arrays. Raise `ValueError` or `KeyError` for what they cannot contain."""
    search.prepare()
    found = {}
    for part_name, part in search.parts().items():
        values: dict[str, Any] = {}
        growth: dict[int, int] = {FIXED: 1}
        for name, value in zip(part._fields, part, strict=True):
            loaded = arrays[f"{part_name}.{name}"]
            is_record = isinstance(value, np.record)
            factor = _growth(loaded, _as_bytes(value) if is_record else value)
            if factor == 0 or growth.setdefault(growth_group(part, name), factor) != factor:
                raise ValueError(f"{part_name}.{name} has another type or shape")
            values[name] = _record_of(loaded, value.dtype) if is_record else loaded
        found[part_name] = type(part)(**values)
        check_part(found[part_name], part, search.task)
    return found


def _growth(loaded: Any, fresh: Any) -> int:
    """Return how many times as long as the `fresh` array the `loaded` one is; 0 if a search cannot make it so."""
    if loaded.dtype != fresh.dtype or loaded.ndim != fresh.ndim or fresh.size == 0:
        return int(loaded.dtype == fresh.dtype and loaded.shape == fresh.shape)
    if loaded.shape == fresh.shape:
        return 1
    factor, rest = divmod(loaded.size, fresh.size)
    return factor if fresh.ndim == 1 and rest == 0 and factor & (factor - 1) == 0 else 0


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
