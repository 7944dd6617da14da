"""A lesson on the board: the refutation of a mistake as numbered stones, a ring on the better move, a cross on a wrong guess."""

from __future__ import annotations

from collections.abc import Sequence

from miai.go.notation.coordinates import Point, to_vertex
from miai.go.notation.position import Position
from miai.web.drawing.board import RADIUS, Canvas, draw_line


def draw_lesson(canvas: Canvas, line: Sequence[Point | None], color: int, position: Position, better: Point | None) -> str:
    """Draw the refutation `line`, which begins with a move of `color`, and the point of the better move."""
    ring = ""
    if better is not None:
        x, y = canvas.at(better)
        ring = canvas.layer(
            f'<circle class="better" data-better="{to_vertex(better)}" cx="{x}" cy="{y}" r="{RADIUS + 1}"/>', "lesson"
        )
    return f'<div class="stacked">{draw_line(canvas, line, color, position)}{ring}</div>'


def draw_missed(canvas: Canvas, point: Point) -> str:
    """Draw a cross on the point of a wrong guess or answer."""
    x, y = canvas.at(point)
    cross = f'<path class="missed" data-missed="{to_vertex(point)}" d="M{x - 9} {y - 9}l18 18m-18 0l18 -18"/>'
    return f'<div class="stacked">{canvas.layer(cross, "missed-layer")}</div>'
