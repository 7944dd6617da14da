"""Go as pictures: a board with candidate moves and owners of points, and the curve of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from miai.core.errors import UserError
from miai.go.analysis import PositionAnalysis
from miai.go.notation.coordinates import Point, from_vertex
from miai.go.notation.diagram import draw as draw_as_text
from miai.go.notation.position import Position
from miai.notebook.picture import Picture, framed
from miai.web.drawing.board import Canvas, draw_hints, draw_owners, draw_stones, draw_wood
from miai.web.drawing.curve import draw_curve

SHOWN_WIDTH = 380
BOARD_STYLE = (
    "& .wood-a{stop-color:#eccf98} & .wood-b{stop-color:#dcb573} & .lines{stroke:#4a3a22;stroke-width:1.1;fill:none} "
    "& .stars circle{fill:#4a3a22} & text{text-anchor:middle;dominant-baseline:central} "
    "& .letters text{font-size:13px;fill:#4a3a22;opacity:.8} & .b{fill:url(#stone-b)} & .w{fill:url(#stone-w)} "
    "& .last{fill:none;stroke-width:2.6} & .last.on-b{stroke:#fff} & .last.on-w{stroke:#222} "
    "& .owner{opacity:.62;stroke:#0003;stroke-width:.6} & .owner.b{fill:#101012} & .owner.w{fill:#fffefa} "
    "& .hint text{fill:#10141a} & .hint .win{font-size:14.5px;font-weight:700} & .hint .visits{font-size:10px} "
    "& .hint.best circle{stroke:#fff;stroke-width:2.4}"
)
CURVE_STYLE = (
    "& .grid{stroke:#e3dfd6;fill:none} & .axis{font-size:12px;fill:#6a6f78} & .axis.win{fill:#0f766e} & .axis.lead{fill:#c27803} "
    "& .win-line{fill:none;stroke:#0f766e;stroke-width:2.2} & .win-area{fill:#0f766e;opacity:.12} & .win-dot{fill:#0f766e} "
    "& .lead-line{fill:none;stroke:#c27803;stroke-width:1.6;stroke-dasharray:5 3} "
    "& .slip{fill:none;stroke:#d1352b;stroke-width:2.4} & .now{stroke:none}"
)


def picture_of_position(position: Position, analysis: PositionAnalysis | None = None, last: Point | None = None) -> str:
    """Return a Go board as SVG, with the candidate moves and the owners of an analysis."""
    canvas = Canvas(position.size, coordinates=True)
    layers = [draw_wood(canvas)]
    if analysis is not None:
        layers.append(draw_owners(canvas, [round(100 * owner) for row in analysis.ownership for owner in row]))
    layers.append(draw_stones(canvas, position, last))
    if analysis is not None:
        layers.append(draw_hints(canvas, _hints(position.size, analysis)))
    content = "".join(re.sub(r"^<svg[^>]*>|</svg>$", "", layer) for layer in layers)
    return framed(content, canvas.width, canvas.width, "miai-go", BOARD_STYLE, shown=SHOWN_WIDTH)


def _hints(size: int, analysis: PositionAnalysis) -> list[tuple[Point, float, int]]:
    moves = [(from_vertex(each.move, size), each.win_rate, each.visits) for each in analysis.candidates]
    return [(point, value, visits) for point, value, visits in moves if not isinstance(point, str)]


def show_position(position: Position, analysis: PositionAnalysis | None = None, last: Point | None = None) -> Picture:
    """Return the picture of a Go position, with the candidate moves of `analysis` and a mark on the stone at `last`."""
    return Picture(picture_of_position(position, analysis, last), draw_as_text(position, coordinates=True))


def plot_game(analyses: Sequence[PositionAnalysis], mistakes: Iterable[Any] = ()) -> Picture:
    """Return the curve of a Go game: Black's win rate (line) and lead in points (dashes) before each move; mistakes have rings.

    Parameters
    ----------
    analyses : sequence of PositionAnalysis
        The positions of a game in their order, as `miai.go.player.review.analyse_game` yields them.
    mistakes : iterable of Mistake
        The mistakes to mark, as `miai.go.analysis.mistakes_in` returns them.

    Returns
    -------
    Picture
        A notebook shows it; `save(path)` writes it as SVG.
    """
    if not analyses:
        raise UserError("plot_game needs at least one analysed position")
    notes = [{"win": each.win_rate, "lead": each.lead} for each in analyses]
    first = analyses[0].number
    marked = [each.number - first for each in mistakes if 0 <= each.number - first < len(notes)]
    drawn: Any = re.match(r'<svg viewBox="0 0 (\d+) (\d+)"[^>]*>(.*)</svg>$', draw_curve(notes, 0, marked), re.S)
    svg = framed(drawn[3], float(drawn[1]), float(drawn[2]), "miai-curve", CURVE_STYLE)
    return Picture(svg, " ".join(f"{each.win_rate:.0%}" for each in analyses))
