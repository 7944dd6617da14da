"""From a position to an `OpeningView`: the patterns, the qualities, and the moves that M-eval prefers."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.go.board.board import point_at
from miai.go.joseki.desk import new_desks
from miai.go.joseki.evaluation import encode, evaluate_moves, open_desk
from miai.go.joseki.matching import answer_cell, answer_color, is_in_use
from miai.go.joseki.memory import JosekiMemory
from miai.go.joseki.qualities import measure_qualities
from miai.go.joseki.regions import KINDS, LENGTHS, PLACES, REGIONS, SIDE, SIZE
from miai.go.joseki.settings import JosekiSettings
from miai.go.joseki.tables import QUALITIES
from miai.go.joseki.view import OpeningView, PatternView
from miai.go.notation.coordinates import COLOR_NAMES, to_vertex

CORNER_NAMES = ("lower left", "lower right", "upper right", "upper left")
SIDE_NAMES = ("bottom", "right", "top", "left")


def describe_opening(
    board: Any, memory: JosekiMemory, settings: JosekiSettings | None = None, direction: Any = (0.5**0.5, 0.5**0.5)
) -> OpeningView:
    """Return what the patterns say about a position on 19x19, with its player to move."""
    settings, tables, weights = settings or JosekiSettings(), memory.record, np.array(direction, float)
    desks, kept = new_desks(1)
    desk, ply = desks[0], kept[0][0]
    open_desk(tables, desk, board)
    measure_qualities(tables, desk, ply)
    color = np.uint64(board.to_play)
    encode(tables, desk, ply, weights, color)
    qualities = {name: (float(desk.qualities[0, at]), float(desk.qualities[1, at])) for at, name in enumerate(QUALITIES)}
    components = float(ply.first), float(ply.second)
    patterns = tuple(_pattern(memory, ply, region) for region in range(REGIONS) if ply.found[region] >= 0)
    count = int(evaluate_moves(tables, desk, weights, settings.depth, settings.width))
    values = np.array(desk.values[:count])
    rows = [
        (
            to_vertex(point_at(int(desk.moves[i]), SIZE)),
            float(values[i] - values.mean()),
            float(desk.firsts[i]),
            float(desk.seconds[i]),
        )
        for i in np.argsort(-values, kind="stable")
    ]
    return OpeningView(
        COLOR_NAMES[int(color)], patterns, qualities, components, (float(weights[0]), float(weights[1])), tuple(rows)
    )


def _pattern(memory: JosekiMemory, ply: Any, region: int) -> PatternView:
    index, kind = int(ply.found[region]), region // PLACES
    tables, names = memory.tables, SIDE_NAMES if kind == SIDE else CORNER_NAMES
    is_exchanged = int(ply.variant[region]) >= 2
    mean = float(tables.means[index])
    answers = []
    for at in range(int(tables.starts[index]), int(tables.starts[index + 1])):
        row = memory.answers[at]
        vertex = to_vertex(point_at(int(answer_cell(memory.record, ply, region, row)), SIZE))
        answers.append((vertex, COLOR_NAMES[int(answer_color(ply, region, row))], int(row.games)))
    return PatternView(
        KINDS[kind],
        names[region % PLACES],
        int(tables.games[index]),
        LENGTHS[kind] - mean if is_exchanged else mean,
        float(tables.deviations[index]),
        LENGTHS[kind],
        bool(is_in_use(ply, region)),
        tuple(answers),
    )
