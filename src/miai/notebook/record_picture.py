"""A position of a game record as a picture for documents: coordinates, the marks of the record, numbers of moves."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from miai.go.notation.coordinates import Point
from miai.go.records.record import GameRecord
from miai.go.records.replay import Moment
from miai.notebook.go_picture import BOARD_STYLE
from miai.notebook.picture import framed
from miai.web.drawing.board import Canvas, draw_stones, draw_wood
from miai.web.drawing.markup import draw_markup
from miai.web.markup import Markup, read_markup

MARKS_STYLE = (
    " & .number{font-size:16px;font-weight:600} & .number.small{font-size:13px} & .number.on-b{fill:#fff} & .number.on-w{fill:#1c1c1e} "
    "& .mark{fill:none;stroke-width:2.4;stroke-linejoin:round} & .mark.on-b{stroke:#fff} & .mark.on-w{stroke:#1c1c1e} "
    "& .mark.on-wood{stroke:#4a3a22;stroke-width:2.8} & .mark-light{fill:#2f7fd6;opacity:.35} "
    "& .label{font-weight:700} & .label.on-b{fill:#fff} & .label.on-w{fill:#1c1c1e} & .label.on-wood{fill:#1d1408} "
    "& .cover{fill:#e3c185} & .mark-link{stroke:#14532d;stroke-width:3.4;fill:none;stroke-linecap:round;opacity:.85} "
    "& .mark-head{fill:#14532d;opacity:.9} & .point.b{fill:#17171a;stroke:#000} & .point.w{fill:#fbfaf6;stroke:#8d8879}"
)
"""Colours of numbers and marks, as those of the web board on light wood."""


class RecordPicture(NamedTuple):
    """A picture as SVG, and the numbered moves that it cannot show, because another stone stands on their point or none does."""

    svg: str
    hidden: list[tuple[int, Point]]


def picture_of_moment(
    record: GameRecord,
    moment: Moment,
    coordinates: bool = True,
    marks: bool = True,
    first_number: int | None = None,
    width: int = 760,
) -> RecordPicture:
    """Return a moment of the main line as a picture of `width` units; stones from move `first_number` on have their numbers."""
    moves = list(record.each_move())[: moment.number]
    numbers, hidden = numbers_on_stones(moves, moment, first_number)
    canvas = Canvas(record.size, coordinates)
    last = None if isinstance(moment.move, str) else moment.move
    layers = [draw_wood(canvas), draw_stones(canvas, moment.position, None if numbers else last, numbers=numbers)]
    if marks and (markup := markup_of_moment(record, moment)) is not None:
        layers.append(draw_markup(canvas, markup, moment.position))
    content = "".join(re.sub(r"^<svg[^>]*>|</svg>$", "", layer) for layer in layers)
    return RecordPicture(framed(content, canvas.width, canvas.width, "miai-go", BOARD_STYLE + MARKS_STYLE, shown=width), hidden)


def numbers_on_stones(
    moves: Iterable[tuple[int, Any]], moment: Moment, first: int | None
) -> tuple[dict[Point, int], list[tuple[int, Point]]]:
    """Return the numbers of the moves from `first` on by point, each on its stone, and the moves whose stone is gone."""
    numbered = [(number, color, move) for number, (color, move) in enumerate(moves, 1) if first is not None and number >= first]
    shown: dict[Point, int] = {}
    hidden = []
    for number, color, move in reversed(numbered):
        if isinstance(move, str):
            continue
        if move not in shown and moment.position.color_at(move) == color:
            shown[move] = number
        else:
            hidden.append((number, move))
    return shown, hidden[::-1]


def markup_of_moment(record: GameRecord, moment: Moment) -> Markup | None:
    """Return the markup of the last node of the main line that leads to a moment."""
    count, found = 0, record.root
    for node in record.main_line():
        count += len(record.step(node).moves)
        if count > moment.number:
            break
        found = node
    properties = {
        name: [value.decode("utf-8", "replace") for value in values] for name, values in found.get_raw_property_map().items()
    }
    return read_markup(properties, record.size)
