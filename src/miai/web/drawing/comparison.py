"""Curves of a comparison: the share of the visits, or the value, of each action against the number of simulations."""

from __future__ import annotations

import math
from html import escape
from typing import Any

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 420, 190, 34, 22, 10, 26
PALETTE = ("#0f766e", "#c2410c", "#1d4ed8", "#a16207", "#7e22ce", "#be185d", "#4d7c0f", "#475569")
"""Colours of actions, also told apart by their names in the legend."""


def draw_curves(side: dict[str, Any], shown: list[int], kind: str, label: str) -> str:
    """Draw the `visits` (as shares) or the `values` of the actions `shown` of one side of a comparison."""
    points = side["points"]
    last = math.log(max(points[-1], 2)) if points else 1.0

    def x(count: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(max(count, 1)) / last

    def y(share: float) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (1 - share)

    parts = [f'<path class="grid" d="M{LEFT} {y(s):.1f}H{WIDTH - RIGHT}"/>' for s in (0, 0.25, 0.5, 0.75, 1)]
    parts += [f'<text class="axis" x="{LEFT - 5}" y="{y(s) + 4:.1f}" text-anchor="end">{s:g}</text>' for s in (0, 0.5, 1)]
    parts += [f'<text class="axis" x="{x(n):.1f}" y="{HEIGHT - 8}" text-anchor="middle">{n:,}</text>' for n in _ticks(points)]
    for place, action in enumerate(shown):
        rows = _shares(side, action) if kind == "visits" else side["values"].get(str(action), [])
        line = [f"{x(n):.1f} {y(min(1.0, max(0.0, v))):.1f}" for n, v in zip(points, rows, strict=False) if v is not None]
        if line:
            colour = PALETTE[place % len(PALETTE)]
            parts.append(f'<path class="track" style="stroke:{colour}" d="M{"L".join(line)}"/>')
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="curve still" role="img" aria-label="{escape(label)}">{"".join(parts)}</svg>'


def _shares(side: dict[str, Any], action: int) -> list[float]:
    own = side["visits"].get(str(action), [])
    totals = [max(1, sum(column)) for column in zip(*side["visits"].values(), strict=True)]
    return [visits / total for visits, total in zip(own, totals, strict=False)]


def _ticks(points: list[int]) -> list[int]:
    last = points[-1] if points else 1
    return [10**k for k in range(8) if 10**k <= last]


def most_visited(sides: list[dict[str, Any]], most: int = len(PALETTE)) -> list[int]:
    """Return the actions with the most visits on either side, the best first."""
    totals: dict[int, int] = {}
    for side in sides:
        for action, visits in side["visits"].items():
            totals[int(action)] = max(totals.get(int(action), 0), visits[-1] if visits else 0)
    return sorted(totals, key=lambda action: (-totals[action], action))[:most]
