"""Learning from tables of games: patterns with territory and answers in one pass, the encoding of qualities in a second one."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new_array
from miai.core.streams import new_stream
from miai.go.board.board import clear_board, new_board
from miai.go.joseki import regions
from miai.go.joseki.desk import new_desks
from miai.go.joseki.learning.encoding import learn_encoding
from miai.go.joseki.learning.replaying import appearance_t, count_final_owners, list_appearances, measure_at_moves
from miai.go.joseki.learning.summing import Appearances, tables_of
from miai.go.joseki.memory import memory_of, without_patterns
from miai.go.joseki.tables import COMPONENTS, QUALITIES, JosekiTables
from miai.go.knowledge.learned.game_tables import GameTables
from miai.go.playouts import PlayoutSettings
from miai.go.records.fast_replay import cells_of, play_all

OPENING = 80
"""Moves of a game in which patterns are noted."""
PLAYOUTS = 8
"""Playouts from the last position of a game, for the owners of points. The mean of a pattern is that of many games, so few are enough."""
DIGITS = 10
"""Digits of the encodings after the point: sums of many numbers differ between machines in the last of the sixteen or so."""
SAMPLE_FROM, SAMPLE_TO, SAMPLES = 16, 62, 2
"""Positions of each game for the encoding: drawn after this number of moves to that one."""
_ROOM = 4096

Array = np.ndarray[Any, Any]
Report = Callable[[str, int], None]


def learn_joseki(tables: GameTables, games: int, seed: int, playouts: int = PLAYOUTS, report: Report | None = None) -> JosekiTables:
    """Return tables learned from at most `games` games marked `train`. Equal arguments give equal tables."""
    if tables.size != regions.SIZE:
        raise UserError(f"joseki are learned from games on 19x19, not on {tables.size}x{tables.size}")
    found = collect(tables, games, seed, playouts, report)
    arrays: dict[str, Any] = dict(tables_of(found))
    zeros = np.zeros((2, COMPONENTS, len(QUALITIES)))
    made = JosekiTables(**arrays, encodings=zeros)
    rows = sample_qualities(tables, made, games, seed, report)
    encoding = learn_encoding(rows, seed)
    about = {
        "games": len(found.territory),
        "seed": seed,
        "playouts": playouts,
        "opening": OPENING,
        "positions": len(rows),
        "qualities": list(QUALITIES),
        "quality_deviations": [round(float(each), 4) for each in encoding.deviations],
        "inverse": [[round(float(each), 4) for each in column] for column in encoding.inverse.T],
        "explained_by_two_components": round(encoding.explained, 4),
    }
    return replace(made, encodings=encoding.weights().round(DIGITS), about=about)


def collect(tables: GameTables, games: int, seed: int, playouts: int, report: Report | None = None) -> Appearances:
    """Return the patterns of games, and the territory at their ends by playouts from the last position."""
    geometry, (desks, plies) = without_patterns(), new_desks(1)
    ply, work, policy = plies[0][0], new_board(regions.SIZE), PlayoutSettings().as_record()
    room = new_array(appearance_t, _ROOM)
    masks = _region_masks()
    rows, numbers, territory = [], [], []
    for number, game in enumerate(itertools.islice(tables.games("train"), games)):
        colors, cells = cells_of(game.moves, regions.SIZE)
        clear_board(ply.board)
        count = int(list_appearances(geometry.record, ply, colors, cells, OPENING, room))
        rows.append(np.array(room[:count]))
        numbers.append(np.full(count, number, np.int32))
        clear_board(ply.board)
        play_all(ply.board, colors, cells, True)
        ply.board.passes = 0
        owned = np.zeros(regions.CELLS, np.int32)
        count_final_owners(ply.board, work, policy, new_stream(seed, number), playouts, owned)
        territory.append(masks @ ((1.0 + owned / playouts) / 2.0))
        if report is not None and number % 500 == 499:
            report("patterns", number + 1)
    del desks
    if not rows:
        raise UserError("there is no game to learn from")
    return Appearances(np.concatenate(rows), np.concatenate(numbers), np.array(territory, np.float32))


def _region_masks() -> Array:
    """Return a row of 0 and 1 by cell for each region."""
    of_cells = regions.regions_of_cells().astype(np.int64)
    return np.array([(of_cells >> region) & 1 for region in range(regions.REGIONS)], np.float64)


def sample_qualities(tables: GameTables, made: JosekiTables, games: int, seed: int, report: Report | None = None) -> Array:
    """Return the qualities of random positions of the games, (positions, own and other, qualities)."""
    memory, (desks, plies) = memory_of(made), new_desks(1)
    source, ply = np.random.default_rng(seed), plies[0][0]
    rows = np.zeros((SAMPLES, 2, len(QUALITIES)))
    found = []
    for number, game in enumerate(itertools.islice(tables.games("train"), games)):
        moves = np.sort(source.choice(np.arange(SAMPLE_FROM, SAMPLE_TO + 1), SAMPLES, replace=False))
        colors, cells = cells_of(game.moves, regions.SIZE)
        clear_board(ply.board)
        count = int(measure_at_moves(memory.record, desks[0], colors, cells, moves, rows))
        found.append(rows[:count].copy())
        if report is not None and number % 5000 == 4999:
            report("qualities", number + 1)
    return np.concatenate(found)
