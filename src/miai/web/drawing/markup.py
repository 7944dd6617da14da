"""The markup of a record on the board: signs, labels, arrows and lines."""

from __future__ import annotations

import math
from html import escape

from miai.go.notation.coordinates import Point, to_vertex
from miai.go.notation.position import Position
from miai.web.drawing.board import Canvas
from miai.web.markup import Markup

LONGEST_LABEL = 6
SHAPES = {
    "TR": "M0 -11L9.6 6H-9.6Z",
    "SQ": "M-8 -8H8V8H-8Z",
    "CR": "M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0 -19 0Z",
    "MA": "M-7.5 -7.5L7.5 7.5M-7.5 7.5L7.5 -7.5",
}
"""Outlines around the centre of a point."""


def draw_markup(canvas: Canvas, markup: Markup, position: Position) -> str:
    """Draw the markup of a node over the stones of `position`."""
    shapes = [_link(canvas, name, first, last) for name, first, last in markup.links]
    for name, points in markup.signs.items():
        shapes += [_sign(canvas, name, point, position) for point in points]
    shapes += [_label(canvas, point, label, position) for point, label in markup.labels.items()]
    return canvas.layer("".join(shapes), "markup")


def _ground(point: Point, position: Position) -> str:
    """Return the class of a mark by what lies below it."""
    color = position.color_at(point)
    return f"on-{'bw'[color - 1]}" if color else "on-wood"


def _sign(canvas: Canvas, name: str, point: Point, position: Position) -> str:
    x, y = canvas.at(point)
    data = f'data-mark="{name}" data-point="{to_vertex(point)}"'
    if name in ("TB", "TW"):
        return f'<rect class="point {"b" if name == "TB" else "w"}" {data} x="{x - 6}" y="{y - 6}" width="12" height="12" rx="2"/>'
    if name == "SL":
        return f'<circle class="mark-light" {data} cx="{x}" cy="{y}" r="17"/>'
    return f'<path class="mark {_ground(point, position)}" {data} transform="translate({x} {y})" d="{SHAPES[name]}"/>'


def _label(canvas: Canvas, point: Point, label: str, position: Position) -> str:
    """Draw a label; on an empty point the lines below it are covered."""
    x, y = canvas.at(point)
    text = label if len(label) <= LONGEST_LABEL else f"{label[: LONGEST_LABEL - 1]}…"
    size = {1: 20, 2: 17, 3: 13}.get(len(text), 10)
    cover = "" if position.color_at(point) else f'<circle class="cover" cx="{x}" cy="{y}" r="13"/>'
    return (
        f'{cover}<text class="label {_ground(point, position)}" data-mark="LB" data-point="{to_vertex(point)}" x="{x}" y="{y}" '
        f'font-size="{size}">{escape(text)}</text>'
    )


def _link(canvas: Canvas, name: str, first: Point, last: Point) -> str:
    (a, b), (c, d) = canvas.at(first), canvas.at(last)
    line = f'<path class="mark-link" data-mark="{name}" d="M{a} {b}L{c} {d}"/>'
    if name == "LN":
        return line
    angle = math.degrees(math.atan2(d - b, c - a))
    return f'{line}<path class="mark-head" transform="translate({c} {d}) rotate({angle:.1f})" d="M1 0L-15 7.5L-11 0L-15 -7.5Z"/>'


def draw_played(canvas: Canvas, point: Point, color: int) -> str:
    """Draw a ring around the move that was played, among the candidates."""
    x, y = canvas.at(point)
    kinds = ("played-ground", f"played {'bw'[color - 1]}")
    ring = "".join(f'<circle class="{kind}" cx="{x}" cy="{y}" r="20.5"/>' for kind in kinds)
    return canvas.layer(f'<g data-played="{to_vertex(point)}">{ring}</g>', "played-move")
