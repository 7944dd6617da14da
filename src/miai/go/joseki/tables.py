"""The patterns that were learned, in a file and in memory.

The file is a NumPy archive (.npz) with compression. `header` is JSON: format, version, and where the tables come from.

| array | dtype, shape | meaning |
|---|---|---|
| `keys` | uint64, patterns | keys of patterns (`regions.py`), in rising order |
| `kinds` | uint8, patterns | index in `regions.KINDS` |
| `games` | uint32, patterns | games with the pattern |
| `means`, `deviations` | float32, patterns | points of the region that are Black's at the end, as the key turns colours: mean and SD |
| `answered` | uint32, patterns x 2 | next moves in the region by Black and by White, all of them |
| `starts` | uint32, patterns + 1 | index of the first answer of each pattern |
| `points`, `colors`, `counts` | uint8, uint8, uint32, answers | a frequent next move: point in the order of the region, colour, games |
| `encodings` | float64, 2 x 2 x 8 | weights of the qualities in both components: learned, published |
"""

from __future__ import annotations

import functools
import io
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.archives import DAMAGE, check_arrays, check_members, write_archive
from miai.core.errors import UserError
from miai.core.json_text import parse_json
from miai.go.joseki.regions import KINDS, LENGTHS

log = logging.getLogger(__name__)

SHIPPED = Path(__file__).with_name("joseki.npz")
"""The tables that come with miai."""
FORMAT, VERSION = "miai joseki patterns", 1
QUALITIES = (
    *("terriCorner", "terriInSide", "strenStones", "strenLibert"),
    *("strenAdjLib", "strenUrgent", "speedRows34", "speedHigher"),
)
"""The qualities of Basaldúa (2013), table 3.2."""
COMPONENTS = 2
_DTYPES = {
    "keys": np.uint64,
    "kinds": np.uint8,
    "games": np.uint32,
    "means": np.float32,
    "deviations": np.float32,
    "answered": np.uint32,
    "starts": np.uint32,
    "points": np.uint8,
    "colors": np.uint8,
    "counts": np.uint32,
    "encodings": np.float64,
}

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class JosekiTables:
    """The arrays of a file; the module has their meaning."""

    keys: Array
    kinds: Array
    games: Array
    means: Array
    deviations: Array
    answered: Array
    starts: Array
    points: Array
    colors: Array
    counts: Array
    encodings: Array
    about: dict[str, Any] = field(default_factory=dict)
    """Sources and numbers of the learning, for people."""

    def check(self) -> None:
        """Raise `ValueError` if the arrays do not fit each other."""
        patterns, answers = len(self.keys), len(self.points)
        one_row = (self.keys, self.kinds, self.games, self.means, self.deviations, self.points, self.colors, self.counts)
        shapes = {
            "a row of each pattern": all(each.ndim == 1 for each in one_row)
            and {len(each) for each in one_row[:5]} == {patterns}
            and self.answered.shape == (patterns, 2),
            "answers": {len(each) for each in (self.points, self.colors, self.counts)} == {answers},
            "starts": self.starts.shape == (patterns + 1,) and int(self.starts[0]) == 0 and int(self.starts[-1]) == answers,
            "encodings": self.encodings.shape == (2, COMPONENTS, len(QUALITIES)) and bool(np.isfinite(self.encodings).all()),
        }
        wrong = [name for name, fits in shapes.items() if not fits]
        if wrong:
            raise ValueError(f"wrong {', '.join(wrong)}")
        if bool((self.keys[1:] <= self.keys[:-1]).any()):
            raise ValueError("the keys are in no order")
        if (
            bool((np.diff(self.starts.astype(np.int64)) < 0).any())
            or int(np.diff(self.starts.astype(np.int64)).max(initial=0)) > 255
        ):
            raise ValueError("wrong starts")
        if bool((self.kinds >= len(KINDS)).any()) or bool((self.games == 0).any()):
            raise ValueError("wrong kinds or games")
        values = np.concatenate([self.means, self.deviations])
        if not bool(np.isfinite(values).all()) or bool((values < 0).any()):
            raise ValueError("wrong means")
        lengths = np.array(LENGTHS)[np.repeat(self.kinds, self.starts[1:].astype(np.int64) - self.starts[:-1].astype(np.int64))]
        if bool((self.points >= lengths).any()) or not bool(np.isin(self.colors, (1, 2)).all()):
            raise ValueError("wrong answers")

    def summary(self) -> dict[str, Any]:
        """Return the numbers of patterns and answers of each kind, and what the file says about itself."""
        sizes = np.diff(self.starts.astype(np.int64))
        rows = {
            name: {"patterns": int((self.kinds == kind).sum()), "answers": int(sizes[self.kinds == kind].sum())}
            for kind, name in enumerate(KINDS)
        }
        return {"kinds": rows, "about": self.about}


def write_tables(path: Path, tables: JosekiTables) -> None:
    """Write tables, whole or not at all; the same tables give the same bytes. Raise `UserError` if they cannot be written."""
    arrays = {name: np.asarray(getattr(tables, name), dtype) for name, dtype in _DTYPES.items()}
    write_archive(path, {"format": FORMAT, "version": VERSION, "about": tables.about}, arrays)


def read_tables(path: Path) -> JosekiTables:
    """Return the tables in a file. Raise `UserError` in one line if it has none, is broken, or was made by a newer miai."""
    try:
        content = path.read_bytes()
        with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
            check_members(content, arrays.zip.infolist())
            check_arrays(arrays.zip)
            header = parse_json(np.asarray(arrays["header"], np.uint8).tobytes())
            if header["format"] != FORMAT:
                raise ValueError("another format")
            if header["version"] > VERSION:
                made = f"made by a newer miai (version {header['version']} of the tables; this one reads up to {VERSION})"
                raise UserError(f"{path}: {made}")
            tables = JosekiTables(
                **{name: np.asarray(arrays[name], dtype) for name, dtype in _DTYPES.items()}, about=dict(header.get("about", {}))
            )
        tables.check()
        return tables
    except OSError as error:
        raise UserError(f"{path}: cannot be read: {error.strerror or error}") from error
    except DAMAGE as error:
        raise UserError(f"{path}: no joseki patterns, or broken ones; make them with `miai go joseki learn`") from error


def path_of(name: str) -> Path:
    """Return the file of tables that a setting names."""
    return SHIPPED if name.strip().lower() in ("default", "") else Path(name)


@functools.lru_cache(maxsize=4)
def tables_or_none(path: Path) -> JosekiTables | None:
    """Return the tables in a file, always the same; `None` with a line in the log if they cannot be used."""
    try:
        return read_tables(path)
    except UserError as error:
        log.warning("%s; playing without joseki patterns", error)
        return None
