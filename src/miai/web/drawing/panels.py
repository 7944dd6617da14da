"""Pictures of the page *Panels*: the value of the best panel over time, and histograms of quality."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from miai.web.languages import text as _

WIDTH, HEIGHT = 640, 220
LEFT, RIGHT, TOP, BOTTOM = 56, 48, 10, 30


def draw_value(course: Sequence[Sequence[float]], seconds: float, objective: str) -> str:
    """Draw what the search maximises (`objective`, solid) and the percentage right (dashed) of the best panel over time, in steps.

    `course` has seconds, evaluations, value of the objective and percentage for each better panel. The percentage may fall, as the search
    does not maximise it.
    """
    last = max([seconds, *(point[0] for point in course), 0.1])
    lines = []
    for place, style, axis_x, anchor in ((2, "win", LEFT - 6, "end"), (3, "lead", WIDTH - RIGHT + 6, "start")):
        scale = _Scale.of([point[place] for point in course])
        steps = [(_x(point[0], last), scale.y(point[place])) for point in course]
        lines.append(scale.axis(f"axis {style}", axis_x, anchor) + _steps(steps, style, _x(last, last)))
    grid = "".join(f'<path class="grid" d="M{LEFT} {_height(step / 4)}H{WIDTH - RIGHT}"/>' for step in range(5))
    ticks = "".join(
        f'<text class="axis" x="{_x(last * step / 4, last)}" y="{HEIGHT - 8}" text-anchor="middle">{_seconds(last * step / 4)}</text>'
        for step in range(5)
    )
    left = escape(_("{objective}, which the search maximises (left)").format(objective=objective))
    right = escape(_("per cent right in random divisions (right)"))
    legend = (
        f'<div class="legend"><span><i class="ln" style="background:var(--win)"></i>{left}</span>'
        f'<span><i class="ln" style="background:var(--lead)"></i>{right}</span></div>'
    )
    words = escape(_("value of the best panel over time, on the people it is chosen from"))
    svg = f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="curve still" role="img" aria-label="{words}">{grid}{ticks}{"".join(lines)}</svg>'
    return svg + legend


@dataclass(frozen=True)
class _Scale:
    """A vertical axis. The first panels are random: what is far below the best is cut off at the bottom."""

    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> _Scale:
        best = max(values, default=1.0)
        spread = best - sorted(values)[len(values) // 4] if values else 0.0
        reach = max(1.25 * spread, 0.02 * abs(best), 1e-6)
        return cls(best - reach, best + 0.1 * reach)

    def y(self, value: float) -> float:
        return _height(max(0.0, (value - self.low) / (self.high - self.low)))

    def axis(self, style: str, x: float, anchor: str) -> str:
        values = [self.low + (self.high - self.low) * step / 4 for step in range(5)]
        digits = 1 if self.high - self.low > 2 else 2 if self.high - self.low > 0.2 else 4
        return "".join(
            f'<text class="{style}" x="{x}" y="{self.y(value) + 4}" text-anchor="{anchor}">{value:.{digits}f}</text>'
            for value in values
        )


def _x(second: float, last: float) -> float:
    return round(LEFT + (WIDTH - LEFT - RIGHT) * second / last, 1)


def _height(share: float) -> float:
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)


def _steps(points: Sequence[tuple[float, float]], style: str, end: float) -> str:
    """Return a line in steps to the right edge, with a dot at each point."""
    if not points:
        return ""
    path = f"M{points[0][0]} {points[0][1]}" + "".join(f"H{x}V{y}" for x, y in points[1:])
    dots = "".join(f'<circle class="{style}-dot" cx="{x}" cy="{y}" r="3"/>' for x, y in points[-200:]) if style == "win" else ""
    return f'<path class="{style}-line" d="{path}H{end}"/>{dots}'


def _seconds(seconds: float) -> str:
    return _("{seconds} s").format(seconds=f"{seconds:.0f}" if seconds >= 10 or not seconds else f"{seconds:.1f}")


def draw_histogram(counts: Sequence[int], first: str, last: str, title: str) -> str:
    """Draw bars of equal bins; `first` and `last` are the ends of the axis."""
    width, height, floor = 300, 110, 90
    most = max([*counts, 1])
    step = (width - 8) / len(counts)
    bars = "".join(
        f'<rect class="bin" x="{4 + n * step + 0.5:.1f}" y="{floor - 78 * count / most:.1f}" width="{step - 1:.1f}" '
        f'height="{78 * count / most:.1f}"><title>{count:,}</title></rect>'
        for n, count in enumerate(counts)
    )
    return (
        f'<figure class="histogram"><svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title)}">{bars}'
        f'<path class="grid" d="M4 {floor}H{width - 4}"/><text class="axis" x="4" y="{height - 4}">{first}</text>'
        f'<text class="axis" x="{width - 4}" y="{height - 4}" text-anchor="end">{last}</text></svg>'
        f"<figcaption>{escape(title)}</figcaption></figure>"
    )
