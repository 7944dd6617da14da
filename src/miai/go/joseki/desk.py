"""The working memory of one thread: a board with its patterns for each move of the evaluation's own search.

| field of `ply_t` | dtype, shape | meaning |
|---|---|---|
| `board` | board_dtype(19) | the position |
| `keys` | uint64, 48 | keys of all regions in all variants |
| `found`, `variant` | int32, 12; uint8, 12 | index of the pattern of each region, -1: none; the variant that gave its key |
| `black`, `white` | float64, 12 | territory of both colours in each region, by its pattern |
| `value`, `first`, `second` | float64 | evaluation for the player at the root of the search, and both components of it |
| `low`, `high`, `best_first`, `best_second` | float64 | bounds of alpha and beta; components of the leaf that gave the value |
| `moves`, `weight` | uint16, 128; float32, 128 | the moves to try, and the share of the pattern's answers that each is |
| `count`, `next`, `last` | int32; int32; uint16 | number of moves, the next of them, and the move that led here |
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.pointers import accessor, keep_address
from miai.core.records import new_array, record
from miai.go.board.board import board_dtype
from miai.go.joseki import regions
from miai.go.joseki.memory import KEYS
from miai.go.joseki.tables import QUALITIES

MOVES = 128
"""Most candidate moves of a position."""
PLIES = 8
PAIRS = 256
"""Most adjacencies of chains that are counted."""
REACH = 4
"""Manhattan distance within which a stone reaches empty points."""

ply_t = record(
    "joseki_ply",
    [
        ("board", board_dtype(regions.SIZE)),
        ("keys", np.uint64, KEYS),
        ("black", np.float64, regions.REGIONS),
        ("white", np.float64, regions.REGIONS),
        *((name, np.float64) for name in ("value", "first", "second", "low", "high", "best_first", "best_second")),
        ("found", np.int32, regions.REGIONS),
        ("count", np.int32),
        ("next", np.int32),
        ("weight", np.float32, MOVES),
        ("moves", np.uint16, MOVES),
        ("last", np.uint16),
        ("variant", np.uint8, regions.REGIONS),
    ],
)
desk_t = record(
    "joseki_desk",
    [
        ("plies_at", np.int64),
        ("ply_limit", np.int64),
        ("qualities", np.float64, (2, len(QUALITIES))),
        ("liberties", np.uint16, regions.CELLS),
        ("pairs", np.uint32, PAIRS),
        ("rows", np.uint64, (3, regions.SIZE + 2 * REACH)),
        ("moves", np.uint16, MOVES),
        ("values", np.float64, MOVES),
        ("firsts", np.float64, MOVES),
        ("seconds", np.float64, MOVES),
        ("count", np.int64),
        ("leaves", np.int64),
        ("busy", np.int32),
    ],
)
"""`qualities` are Black's and White's; `moves`, `values`, `firsts` and `seconds` the `count` candidates of the last evaluation with their
values and components; `rows` the empty points and the stones of both colours as sets of columns, with `REACH` empty rows on both sides;
`leaves` the positions that were evaluated; `busy` is 1 while a thread uses the desk."""

ply_at = accessor(lambda desk_dtype: ply_t, "plies_at", "ply_limit")
"""The position after some moves of the evaluation's own search: `ply_at(desk, moves)`."""


def new_desks(count: int) -> tuple[Any, list[Any]]:
    """Return desks for `count` threads, and the plies of each, which the caller keeps alive."""
    desks, kept = new_array(desk_t, count), []
    for index in range(count):
        kept.append(new_array(ply_t, PLIES))
        desks[index].plies_at, desks[index].ply_limit = keep_address(kept[-1]), PLIES
    return desks, kept
