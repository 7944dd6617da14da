"""A kit for pictures of states: plain Python that returns SVG. A problem gives its picture as `Problem(..., draw=draw)`.

>>> from miai.problems.drawing import board
>>> def draw(state):
...     return board([["X", "."], [".", "O"]], actions={(1, 0): [1], (0, 1): [2]})
>>> draw(None)[:4]
'<svg'

The parts (`rectangle`, `disc`, `ring`, `cross`, `hexagon`, `line`, `text`, `card`) return elements, and `picture` puts them together. The
larger ones (`board`, `cards`) return whole pictures. Lengths are in units of the picture, which is scaled to the page.

**Actions.** A part with `actions=[3]` has the mark `data-action="3"`: a click plays action 3. A part may belong to several actions, as a
piece that can move to several squares; then a click on it and another one on the square choose the action that both have.

**Colours.** A colour is a name of `COLOURS`, which follows the light or dark theme of the page, or any colour of CSS.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from html import escape

COLOURS = {
    "ink": "#23262b",
    "soft": "#6a6f78",
    "rule": "#d9d5cb",
    "card": "#ffffff",
    "paper": "#f3f0e8",
    "accent": "#0f766e",
    "field": "#e9e4d8",
    "first": "#c2410c",
    "second": "#1d4ed8",
    "third": "#15803d",
    "frame": "#33507a",
    "gold": "#d99a1c",
}
"""Names of colours, with their values outside of a page. `first`, `second` and `third` are the players."""
PLAYERS = ("first", "second", "third")
SHOWN = 1.5
"""Pixels of a unit where nothing else decides the size of a picture, as in a notebook."""
CELL = 40
"""Side of a cell of a board."""


def colour(name: str) -> str:
    """Return a colour as CSS: a name of `COLOURS` follows the theme of the page, other texts are taken as they are."""
    return f"var(--miai-{name},{COLOURS[name]})" if name in COLOURS else name


def picture(width: float, height: float, parts: Iterable[str], label: str = "the position") -> str:
    """Return an SVG picture of this size with these parts. `label` is for screen readers."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SHOWN * width:.0f}" height="{SHOWN * height:.0f}" '
        f'viewBox="0 0 {_short(width)} {_short(height)}" role="group" '
        f'aria-label="{escape(label)}" font-family="system-ui,sans-serif">{"".join(parts)}</svg>'
    )


def rectangle(
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str = "card",
    border: str = "",
    rounded: float = 0,
    actions: Sequence[int] = (),
) -> str:
    """Return a rectangle with its upper left corner at (x, y)."""
    place = f'x="{_short(x)}" y="{_short(y)}" width="{_short(width)}" height="{_short(height)}" rx="{_short(rounded)}"'
    return f"<rect {place}{_style(fill, border)}{_mark(actions)}/>"


def disc(x: float, y: float, radius: float, fill: str = "first", border: str = "", actions: Sequence[int] = ()) -> str:
    """Return a disc with its centre at (x, y)."""
    return f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}"{_style(fill, border)}{_mark(actions)}/>'


def ring(x: float, y: float, radius: float, stroke: str = "second", width: float = 4) -> str:
    """Return a circle without filling."""
    return f'<circle cx="{_short(x)}" cy="{_short(y)}" r="{_short(radius)}"{_style("none", stroke, width)}/>'


def cross(x: float, y: float, radius: float, stroke: str = "first", width: float = 4) -> str:
    """Return two crossing lines around (x, y)."""
    return line(x - radius, y - radius, x + radius, y + radius, stroke, width) + line(
        x - radius, y + radius, x + radius, y - radius, stroke, width
    )


def hexagon(x: float, y: float, radius: float, fill: str = "card", border: str = "rule", actions: Sequence[int] = ()) -> str:
    """Return a hexagon that stands on a corner."""
    corners = ((x + radius * math.sin(math.pi * k / 3), y - radius * math.cos(math.pi * k / 3)) for k in range(6))
    points = " ".join(f"{_short(a)},{_short(b)}" for a, b in corners)
    return f'<polygon points="{points}"{_style(fill, border)}{_mark(actions)}/>'


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = "rule", width: float = 1) -> str:
    """Return a line with round ends."""
    ends = f'x1="{_short(x1)}" y1="{_short(y1)}" x2="{_short(x2)}" y2="{_short(y2)}"'
    return f'<line {ends} stroke-linecap="round"{_style("none", stroke, width)}/>'


def text(x: float, y: float, words: str, size: float = 14, fill: str = "ink", anchor: str = "middle", weight: int = 400) -> str:
    """Return a text whose middle (`anchor="middle"`), start or end is at (x, y). A click passes through to the part below it."""
    look = f'font-size="{_short(size)}" text-anchor="{anchor}" dominant-baseline="central" font-weight="{weight}" pointer-events="none"'
    return f'<text x="{_short(x)}" y="{_short(y)}" {look}{_style(fill)}>{escape(words)}</text>'


def card(
    x: float, y: float, width: float, height: float, words: Sequence[str], fill: str = "card", actions: Sequence[int] = ()
) -> str:
    """Return a card with lines of text: the first large, the others small."""
    parts = [rectangle(x, y, width, height, fill, "accent" if actions else "rule", 7, actions)]
    top = y + height / 2 - 8 * (len(words) - 1)
    for number, each in enumerate(words):
        parts.append(
            text(
                x + width / 2,
                top + 17 * number,
                each,
                12 if number else 17,
                "soft" if number else "ink",
                weight=400 if number else 600,
            )
        )
    return "".join(parts)


def cards(
    rows: Sequence[tuple[Sequence[str], Sequence[int]]], columns: int = 4, label: str = "the choices", below: str = ""
) -> str:
    """Return a picture of cards, each with (lines of text, actions), and a line of text below."""
    width, height, gap = 110.0, 64.0, 10.0
    columns = max(1, min(columns, len(rows)))
    parts = [
        card(
            gap + (number % columns) * (width + gap),
            gap + (number // columns) * (height + gap),
            width,
            height,
            words,
            "card",
            actions,
        )
        for number, (words, actions) in enumerate(rows)
    ]
    bottom = gap + math.ceil(len(rows) / columns) * (height + gap)
    whole = gap + columns * (width + gap)
    if below:
        parts.append(text(whole / 2, bottom + 8, below, 13, "soft"))
    return picture(whole, bottom + (24 if below else 0), parts, label)


def board(
    rows: Sequence[Sequence[str]],
    actions: Mapping[tuple[int, int], Sequence[int]] | None = None,
    pieces: str = "marks",
    names: bool = True,
    row_names: Sequence[str] | None = None,
    label: str = "the board",
) -> str:
    """Return a board of square cells.

    Parameters
    ----------
    rows
        The text of each cell, the upper row first. `X` and `O` are drawn as pieces of the two players, `.` is empty, others are written.
    actions
        The actions of a cell (column, row), counted from 0 at the upper left.
    pieces
        `marks` draws `X` and `O` as a cross and a ring, `discs` as discs.
    names
        Whether columns have letters and rows have numbers.
    row_names
        Other names of the rows, from the top.
    label
        Description for screen readers.
    """
    edge = 22 if names else 4
    marks = actions or {}
    parts = []
    for row, cells in enumerate(rows):
        for column, words in enumerate(cells):
            x, y = edge + CELL * column, edge + CELL * row
            shade = "card" if (row + column) % 2 else "paper"
            parts.append(rectangle(x, y, CELL, CELL, shade, "rule", 0, marks.get((column, row), ())))
            parts.append(_piece(x + CELL / 2, y + CELL / 2, words, pieces))
        if names:
            parts.append(text(edge / 2, edge + CELL * (row + 0.5), row_names[row] if row_names else str(row + 1), 12, "soft"))
    if names:
        parts += [
            text(edge + CELL * (column + 0.5), edge / 2, chr(ord("a") + column), 12, "soft") for column in range(len(rows[0]))
        ]
    return picture(edge + CELL * len(rows[0]) + 4, edge + CELL * len(rows) + 4, parts, label)


def _piece(x: float, y: float, words: str, pieces: str) -> str:
    if words in (".", " ", ""):
        return ""
    if words not in ("X", "O"):
        return text(x, y, words, 18, weight=600)
    if pieces == "discs":
        return disc(x, y, CELL * 0.36, "first" if words == "X" else "second").replace("/>", ' pointer-events="none"/>')
    return f'<g pointer-events="none">{cross(x, y, CELL * 0.24) if words == "X" else ring(x, y, CELL * 0.26)}</g>'


def _mark(actions: Sequence[int]) -> str:
    return f' data-action="{" ".join(str(int(each)) for each in actions)}"' if actions else ""


def _style(fill: str, stroke: str = "", width: float = 1) -> str:
    border = f";stroke:{colour(stroke)};stroke-width:{_short(width)}" if stroke else ""
    return f' style="fill:{colour(fill)}{border}"'


def _short(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
