"""Pictures of a report as SVG, in the colours of the page (CSS variables), with a tooltip on every mark."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

COLOURS = (
    "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#d55e00", "#56b4e9", "#b8a800", "#7f4fc9", "#8c564b", "#17a2a2",
    "#c0392b", "#5d6d7e",
)  # fmt: skip
"""Colours of categories: those of Okabe and Ito, which most colour-blind people can tell apart, then others."""
TICKS = (1, 2, 4, 8, 12, 20, 30, 50, 75, 100, 200, 500, 1000)
SHAPES = ("circle", "square", "triangle", "diamond")
"""Marks of categories; every fourth category has the same."""


def colour_of(category: int) -> str:
    """Return the colour of a category."""
    return COLOURS[category % len(COLOURS)]


def legend(items: Sequence[tuple[int, str]]) -> str:
    """Return marks of categories, by number, with words."""
    spans = []
    for number, words in items:
        mark = f'<svg viewBox="-6 -6 12 12" width="14" height="14" aria-hidden="true">{_mark(number, 0, 0, 4.5)}</svg>'
        spans.append(f"<span>{mark} {escape(words)}</span>")
    return f'<p class="legend">{"".join(spans)}</p>'


def _mark(category: int, x: float, y: float, size: float, title: str = "") -> str:
    shape, paint = SHAPES[category % len(SHAPES)], f'fill="{colour_of(category)}"'
    tip = f"<title>{escape(title)}</title>" if title else ""
    if shape == "circle":
        return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{size:.1f}" {paint}>{tip}</circle>'
    if shape == "square":
        side = 1.8 * size
        return f'<rect x="{x - side / 2:.1f}" y="{y - side / 2:.1f}" width="{side:.1f}" height="{side:.1f}" {paint}>{tip}</rect>'
    reach = 1.25 * size
    corners = [(x, y - reach), (x + reach, y + 0.8 * reach), (x - reach, y + 0.8 * reach)]
    if shape == "diamond":
        corners = [(x, y - reach), (x + reach, y), (x, y + reach), (x - reach, y)]
    return f'<polygon points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in corners)}" {paint}>{tip}</polygon>'


def scatter(components: dict[str, Any], names: Sequence[str], title: str) -> str:
    """Two principal components, a mark for each person."""
    width, height, edge = 520.0, 430.0, 38.0
    points = components["points"]
    xs, ys = [point["x"] for point in points] or [0.0], [point["y"] for point in points] or [0.0]

    def place(value: float, low: float, high: float, first: float, last: float) -> float:
        return first + (value - low) / ((high - low) or 1.0) * (last - first)

    marks = []
    for point in points:
        x = place(point["x"], min(xs), max(xs), edge + 8, width - 10)
        y = place(point["y"], min(ys), max(ys), height - edge - 8, 10)
        tip = f"{point['id']}, {point['population'] or 'no population'}, {names[point['category']]}"
        marks.append(_mark(point["category"], x, y, 3.2, tip))
    first, second = (f"component {number + 1} ({share:.1%} of the variance)" for number, share in enumerate(components["shares"]))
    return (
        f'<figure><figcaption>{escape(title)}</figcaption><svg viewBox="0 0 {width:g} {height:g}" role="img" aria-label="{escape(title)}">'
        f'<rect x="{edge}" y="2" width="{width - edge - 2}" height="{height - edge - 2}" class="frame"/>'
        f'<g class="points">{"".join(marks)}</g>'
        f'<text x="{(width + edge) / 2}" y="{height - 12}" text-anchor="middle">{first}</text>'
        f'<text transform="translate(16 {(height - edge) / 2}) rotate(-90)" text-anchor="middle">{second}</text></svg></figure>'
    )


@dataclass(frozen=True)
class _Chart:
    """The scales of the accuracy chart: square roots of sizes from left to right, percentages upwards."""

    most: int
    floor: float
    width: float = 860.0
    height: float = 400.0
    left: float = 52.0
    bottom: float = 46.0

    def x(self, size: float) -> float:
        reach = (math.sqrt(size) - 1) / ((math.sqrt(self.most) - 1) or 1.0)
        return self.left + 10 + reach * (self.width - self.left - 30)

    def y(self, percent: float) -> float:
        return self.height - self.bottom - (percent - self.floor) / (100 - self.floor) * (self.height - self.bottom - 16)

    def grid(self) -> str:
        """Horizontal lines and the numbers at both axes."""
        parts = []
        for percent in range(int(self.floor), 101, 10):
            y = self.y(percent)
            parts.append(f'<line x1="{self.left}" x2="{self.width - 10}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
            parts.append(f'<text x="{self.left - 6}" y="{y + 4:.1f}" text-anchor="end">{percent}</text>')
        for size in [tick for tick in TICKS if tick <= self.most]:
            parts.append(f'<text x="{self.x(size):.1f}" y="{self.height - self.bottom + 18}" text-anchor="middle">{size}</text>')
        middle = (self.width + self.left) / 2, (self.height - self.bottom) / 2
        parts.append(f'<text x="{middle[0]}" y="{self.height - 8}" text-anchor="middle">SNPs</text>')
        parts.append(f'<text transform="translate(14 {middle[1]}) rotate(-90)" text-anchor="middle">per cent right</text>')
        return "".join(parts)

    def curve(self, sizes: Sequence[int], rows: Sequence[dict[str, float]], number: int, words: str) -> str:
        """Return a line with its band and a mark at each size."""
        pairs = list(zip(sizes, rows, strict=True))
        upper = [f"{self.x(size):.1f},{self.y(each['high']):.1f}" for size, each in pairs]
        lower = [f"{self.x(size):.1f},{self.y(each['low']):.1f}" for size, each in reversed(pairs)]
        middle = [f"{self.x(size):.1f},{self.y(each['percent']):.1f}" for size, each in pairs]
        marks = [
            _mark(number, self.x(size), self.y(each["percent"]), 3.4, f"{size} SNPs, {words}: {_interval(each)}")
            for size, each in pairs
        ]
        return (
            f'<polygon points="{" ".join(upper + lower)}" fill="{colour_of(number)}" class="band"/>'
            f'<polyline points="{" ".join(middle)}" stroke="{colour_of(number)}" class="line"/>{"".join(marks)}'
        )

    def point(self, size: int, each: dict[str, float], number: int, words: str) -> str:
        """Return one mark with its interval."""
        x, low, high = self.x(size), self.y(each["low"]), self.y(each["high"])
        whisker = f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{low:.1f}" y2="{high:.1f}" class="whisker"/>'
        return whisker + _mark(number, x, self.y(each["percent"]), 6, f"{size} SNPs, {words}: {_interval(each)}")


def _interval(each: dict[str, float]) -> str:
    return f"{each['percent']:.1f} % ({each['low']:.1f} to {each['high']:.1f})"


def accuracy_chart(curve: dict[str, Any], panel: tuple[int, float, float, float] | None) -> str:
    """Held-out percentage against the number of SNPs, with intervals; `panel` is its size, percentage, low and high."""
    words = ["chosen one by one", "the most informative", "the method of the panel"]
    lows = [each["low"] for name in ("greedy", "ranked") for each in curve[name]] + ([panel[2]] if panel else [])
    chart = _Chart(max([*curve["sizes"], panel[0] if panel else 1]), max(0.0, 10.0 * (min(lows) // 10)))
    parts = [
        chart.grid(),
        chart.curve(curve["sizes"], curve["ranked"], 1, words[1]),
        chart.curve(curve["sizes"], curve["greedy"], 0, words[0]),
    ]
    items = [(0, words[0]), (1, words[1])]
    if panel:
        parts.append(chart.point(panel[0], dict(zip(("percent", "low", "high"), panel[1:], strict=True)), 4, words[2]))
        items.append((4, words[2]))
    title = "Held-out percentage right against the number of SNPs"
    return (
        f'<figure><figcaption>{title}</figcaption>{legend(items)}<svg viewBox="0 0 {chart.width:g} {chart.height:g}" role="img" '
        f'aria-label="{title}">{"".join(parts)}</svg></figure>'
    )


def shade(share: float | None, is_hit: bool = False) -> str:
    """Return attributes of a cell whose background is stronger the higher `share`, from 0 to 1; `is_hit` frames it."""
    if share is None:
        return ' class="none"'
    return f' class="shade{" hit" if is_hit else ""}" style="--share:{max(0.0, min(share, 1.0)):.3f}"'
