"""The tables as kernels read them: one record, and two arrays at addresses.

| record | fields |
|---|---|
| `joseki_t` | keys of stones and of empty regions, cells of regions, `starts` of patterns by the upper 16 bits of their keys, encoding |
| `pattern_t` | key, territory of both colours (lower bounds), games, answers |
| `answer_t` | point in the order of the region, colour, games |
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.pointers import accessor, keep_address
from miai.core.records import new_array, record
from miai.go.joseki import regions
from miai.go.joseki.settings import ENCODINGS, JosekiSettings
from miai.go.joseki.tables import COMPONENTS, QUALITIES, JosekiTables, path_of, tables_or_none

BUCKETS = 1 << 16
KEYS = regions.REGIONS * regions.VARIANTS
RIM = len(regions.ALL_KINDS[regions.BIG].rim())

joseki_t = record(
    "joseki",
    [
        ("stone_keys", np.uint64, (regions.CELLS * 3, KEYS)),
        ("base_keys", np.uint64, KEYS),
        ("cells", np.uint16, (regions.REGIONS * regions.MIRRORS, regions.LONGEST)),
        ("regions_of", np.uint16, regions.CELLS),
        ("rims", np.uint16, (regions.PLACES, RIM)),
        ("lengths", np.int64, len(regions.KINDS)),
        ("starts", np.uint32, BUCKETS + 1),
        ("encoding", np.float64, (COMPONENTS, len(QUALITIES))),
        ("patterns_at", np.int64),
        ("pattern_limit", np.int64),
        ("answers_at", np.int64),
        ("answer_limit", np.int64),
    ],
)
pattern_t = record(
    "joseki_pattern",
    [
        ("key", np.uint64),
        ("own", np.float32),
        ("other", np.float32),
        ("games", np.uint32),
        ("answered", np.uint32, 2),
        ("first", np.uint32),
        ("count", np.uint8),
        ("kind", np.uint8),
    ],
)
answer_t = record("joseki_answer", [("point", np.uint8), ("color", np.uint8), ("games", np.uint32)])

pattern_at = accessor(lambda tables_t: pattern_t, "patterns_at", "pattern_limit")
"""A pattern: `pattern_at(tables, index)`."""
answer_at = accessor(lambda tables_t: answer_t, "answers_at", "answer_limit")
"""An answer: `answer_at(tables, index)`."""


@dataclass(frozen=True)
class JosekiMemory:
    """The tables in memory. Keep it as long as kernels use the record."""

    array: Any
    """Array with the one record of `joseki_t`."""
    patterns: Any
    answers: Any
    tables: JosekiTables

    @property
    def record(self) -> Any:
        return self.array[0]


def memory_of(tables: JosekiTables, encoding: str = ENCODINGS[0]) -> JosekiMemory:
    """Return tables in the form that kernels read."""
    patterns, answers = new_array(pattern_t, max(1, len(tables.keys))), new_array(answer_t, max(1, len(tables.points)))
    count = len(tables.keys)
    rows = patterns[:count]
    lengths = np.array(regions.LENGTHS, np.float64)[tables.kinds]
    error = tables.deviations / np.sqrt(tables.games)
    rows["key"], rows["games"], rows["answered"], rows["kind"] = tables.keys, tables.games, tables.answered, tables.kinds
    rows["own"] = np.maximum(0.0, tables.means - error)
    rows["other"] = np.maximum(0.0, lengths - tables.means - error)
    rows["first"], rows["count"] = tables.starts[:-1], np.diff(tables.starts.astype(np.int64))
    given = answers[: len(tables.points)]
    given["point"], given["color"], given["games"] = tables.points, tables.colors, tables.counts
    array = new_array(joseki_t, 1)
    made = array[0]
    made.stone_keys[:], made.base_keys[:], made.cells[:], made.regions_of[:], made.rims[:] = _geometry()
    made.lengths[:] = regions.LENGTHS
    made.starts[:] = np.searchsorted(tables.keys >> np.uint64(48), np.arange(BUCKETS + 1, dtype=np.uint64))
    made.encoding[:] = tables.encodings[ENCODINGS.index(encoding)]
    made.patterns_at, made.pattern_limit = keep_address(patterns), len(patterns)
    made.answers_at, made.answer_limit = keep_address(answers), len(answers)
    return JosekiMemory(array, patterns, answers, tables)


@functools.cache
def _geometry() -> tuple[Any, ...]:
    return (
        regions.stone_keys(),
        regions.base_keys(),
        regions.cells_of_regions(),
        regions.regions_of_cells(),
        regions.rims_of_big_corners(),
    )


@functools.lru_cache(maxsize=4)
def loaded(path: Path, encoding: str = ENCODINGS[0]) -> JosekiMemory | None:
    """Return the tables of a file in memory, always the same; `None` with a line in the log if they cannot be used."""
    tables = tables_or_none(path)
    return None if tables is None else memory_of(tables, encoding)


def memory_for(settings: JosekiSettings, size: int) -> JosekiMemory | None:
    """Return the tables for a game on a board of `size`; `None` where the knowledge is off or is not about this board."""
    if not settings.on or size != regions.SIZE:
        return None
    return loaded(path_of(settings.table), settings.encoding)


def without_patterns() -> JosekiMemory:
    """Return memory with the geometry alone, for learning."""
    empty: dict[str, Any] = {
        name: np.zeros(0, np.int64) for name in ("kinds", "games", "means", "deviations", "points", "colors", "counts")
    }
    tables = JosekiTables(
        keys=np.zeros(0, np.uint64),
        answered=np.zeros((0, 2), np.uint32),
        starts=np.zeros(1, np.uint32),
        encodings=np.zeros((2, COMPONENTS, len(QUALITIES))),
        **empty,
    )
    return memory_of(tables)
