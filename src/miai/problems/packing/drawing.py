"""Pictures of packings: text for a terminal, SVG, and PNG.

The strip stands upright: y = 0 is the lower end. A rectangle's colour depends on its size, so that equal ones look alike.
"""

from __future__ import annotations

import colorsys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from miai.core import extras
from miai.problems.packing.checking import Placement, height_of

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
EMPTY = "."
SVG_WIDTH, SVG_HEIGHT = 480.0, 1200.0
"""A picture is at most this large, in pixels; the scale is the same in both directions."""


def colour_of(width: int, height: int) -> tuple[float, float, float]:
    """Return the colour of rectangles of this size, as red, green and blue from 0 to 1."""
    longer, shorter = max(width, height), min(width, height)
    hue = (longer * 0.381966 + shorter * 0.618034 * 0.7548777) % 1.0
    return colorsys.hls_to_rgb(hue, 0.55 + 0.2 * ((longer * shorter * 0.618034) % 1.0), 0.55)


def draw_text(placements: Sequence[Placement], strip_width: int, columns: int = 60, rows: int = 30) -> str:
    """Return the packing as letters, one for each rectangle, highest row first; `.` is empty. Large packings are scaled down."""
    top = max(1, height_of(placements))
    grid, wide, high = _sampled(placements, strip_width, top, columns, rows)
    lines = [
        "".join(EMPTY if each is None else LETTERS[each % len(LETTERS)] for each in grid[row]) for row in reversed(range(high))
    ]
    return "\n".join([f"|{line}|" for line in lines] + [f"+{'-' * wide}+ width {strip_width}, height {top}"])


def draw_blocks(placements: Sequence[Placement], strip_width: int, columns: int = 60, rows: int = 24) -> Any:
    """Return the packing as a `rich` text of coloured half blocks: two rows of the picture in each line of the terminal."""
    from rich.style import Style
    from rich.text import Text

    top = max(1, height_of(placements))
    grid, wide, high = _sampled(placements, strip_width, top, columns, 2 * rows)
    colours = [_hex_colour(*colour_of(each.width, each.height)) for each in placements]
    text = Text()
    for row in range(high - 1 + high % 2, -1, -2):
        for column in range(wide):
            upper = grid[row][column] if row < high else None
            lower = grid[row - 1][column] if row >= 1 else None
            style = Style(
                color=None if upper is None else colours[upper],
                bgcolor=None if lower is None else colours[lower],
            )
            text.append("▀" if upper is not None else " ", style)
        text.append("\n")
    return text


def draw_svg(placements: Sequence[Placement], strip_width: int, title: str = "") -> str:
    """Return the packing as an SVG document."""
    top = max(1, height_of(placements))
    scale = min(SVG_WIDTH / strip_width, SVG_HEIGHT / top)
    wide, high = strip_width * scale, top * scale
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide + 2:.1f}" height="{high + 2:.1f}" '
        f'viewBox="-1 -1 {wide + 2:.1f} {high + 2:.1f}">',
        f"<title>{_escape(title or f'width {strip_width}, height {top}')}</title>",
        f'<rect width="{wide:.2f}" height="{high:.2f}" fill="#f4f4f2"/>',
    ]
    for each in placements:
        x, y = each.x * scale, (top - each.y - each.height) * scale
        parts.append(
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{each.width * scale:.2f}" height="{each.height * scale:.2f}" '
            f'fill="{_hex_colour(*colour_of(each.width, each.height))}" stroke="#333" stroke-width="0.7">'
            f"<title>{each.width} x {each.height} at ({each.x}, {each.y})</title></rect>"
        )
    return "\n".join([*parts, f'<path d="M0 0V{high:.2f}H{wide:.2f}V0" fill="none" stroke="#111" stroke-width="1.5"/>', "</svg>\n"])


def write_png(file: Path, placements: Sequence[Placement], strip_width: int, title: str = "") -> None:
    """Write the packing as a PNG."""
    extras.need("experiments", "a packing as PNG", "matplotlib")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    top = max(1, height_of(placements))
    scale = min(6.0 / strip_width, 12.0 / top)
    figure = Figure(figsize=(max(2.0, strip_width * scale + 1.0), max(2.0, top * scale + 0.8)), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.add_subplot()
    for each in placements:
        axes.add_patch(
            Rectangle(
                (each.x, each.y),
                each.width,
                each.height,
                facecolor=colour_of(each.width, each.height),
                edgecolor="#333333",
                linewidth=0.5,
            )
        )
    axes.set(xlim=(0, strip_width), ylim=(0, top), aspect="equal", title=title)
    figure.savefig(file, format="png", dpi=120)


def _sampled(
    placements: Sequence[Placement], strip_width: int, top: int, columns: int, rows: int
) -> tuple[list[list[int | None]], int, int]:
    """Return a grid of indices of placements with its width and height: what lies in the middle of each cell."""
    wide = min(columns, strip_width)
    high = max(1, min(rows, round(top * wide / strip_width)))
    grid: list[list[int | None]] = [[None] * wide for _ in range(high)]
    for index, each in enumerate(placements):
        for row in _cells(each.y, each.height, top, high):
            for column in _cells(each.x, each.width, strip_width, wide):
                grid[row][column] = index
    return grid, wide, high


def _cells(start: int, length: int, whole: int, cells: int) -> range:
    """Return the cells whose middle lies in [start, start + length)."""
    first = -(-(2 * start * cells - whole) // (2 * whole))
    last = -(-(2 * (start + length) * cells - whole) // (2 * whole))
    return range(max(0, first), min(cells, last))


def _hex_colour(red: float, green: float, blue: float) -> str:
    return f"#{round(255 * red):02x}{round(255 * green):02x}{round(255 * blue):02x}"


def _escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")
