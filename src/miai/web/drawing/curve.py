"""The curve of a game: Black's win rate and lead over the moves, and the points that each move lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from miai.go.game_report import MoveLoss
from miai.web.languages import text as _

WIDTH, HEIGHT = 600, 170
LEFT, RIGHT, TOP, BOTTOM = 38, 38, 10, 20


def draw_curve(
    notes: Sequence[dict[str, Any] | None], current: int, marked: Sequence[int] = (), losses: Sequence[MoveLoss] = ()
) -> str:
    """Draw the analyses (`notes`) of positions 0, 1, 2, ... `current` is the position on the board, `marked` are mistakes.

    `losses` are drawn as bars from the bottom, on the scale of the lead.
    """
    last = max(len(notes) - 1, 1)
    most = max([5.0, *(abs(note["lead"]) for note in notes if note)])
    scale = next(step for step in (5, 10, 20, 40, 80, 160, 400, 10_000) if most <= step)

    def x(number: int) -> float:
        return round(LEFT + (WIDTH - LEFT - RIGHT) * number / last, 1)

    def y(share: float) -> float:
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - min(max(share, 0.0), 1.0)), 1)

    wins = [(x(n), y(note["win"])) for n, note in enumerate(notes) if note]
    leads = [(x(n), y(0.5 + 0.5 * note["lead"] / scale)) for n, note in enumerate(notes) if note]
    parts = [_frame(y, scale), *(_loss_bar(each, x(each.number), y, scale, (WIDTH - LEFT - RIGHT) / last) for each in losses)]
    if wins:
        floor = y(0)
        parts.append(f'<path class="win-area" d="M{wins[0][0]} {floor}{_path(wins, "L")}L{wins[-1][0]} {floor}z"/>')
        parts.append(f'<path class="lead-line" d="{_path(leads, "M")}"/><path class="win-line" d="{_path(wins, "M")}"/>')
        parts += [f'<circle class="win-dot" cx="{a}" cy="{b}" r="2.4"/>' for a, b in wins] if len(wins) < 60 else []
    parts += [
        f'<circle class="slip" data-mistake="{n}" cx="{x(n)}" cy="{y(note["win"])}" r="5"/>' for n in marked if (note := notes[n])
    ]
    parts.append(f'<path class="now" d="M{x(current)} {TOP}V{HEIGHT - BOTTOM}"/>')
    parts += [f'<text class="axis" x="{x(n)}" y="{HEIGHT - 5}" text-anchor="middle">{n}</text>' for n in _ticks(last)]
    label = _("win rate and lead over {count} moves").format(count=len(notes) - 1)
    return f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" class="curve" role="img" aria-label="{label}">{"".join(parts)}</svg>'


def _loss_bar(loss: MoveLoss, x: float, y: Any, scale: int, step: float) -> str:
    """Return the bar of a move; its height is the points that the move lost."""
    top, width = y(0.5 * loss.point_loss / scale), round(min(5.0, 0.7 * step), 1)
    return (
        f'<rect class="loss {loss.color[0]}" data-lost="{loss.point_loss:.1f}" x="{x - width / 2:.1f}" y="{top}" '
        f'width="{width}" height="{y(0) - top:.1f}"/>'
    )


def move_at(share: float, count: int) -> int:
    """Return the position at `share` of the picture's width, in a game of `count` positions."""
    inner = (share * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT)
    return min(max(round(inner * max(count - 1, 1)), 0), count - 1)


def _frame(y: Any, scale: int) -> str:
    lines = "".join(f'<path class="grid" d="M{LEFT} {y(share)}H{WIDTH - RIGHT}"/>' for share in (0, 0.25, 0.5, 0.75, 1))
    left = "".join(
        f'<text class="axis win" x="{LEFT - 5}" y="{y(s) + 4}" text-anchor="end">{100 * s:.0f}%</text>' for s in (0, 0.5, 1)
    )
    right = "".join(
        f'<text class="axis lead" x="{WIDTH - RIGHT + 5}" y="{y(s) + 4}">{2 * (s - 0.5) * scale:+.0f}</text>' for s in (0, 0.5, 1)
    )
    return lines + left + right.replace("+0<", "0<")


def _path(points: Sequence[tuple[float, float]], first: str) -> str:
    return first + "L".join(f"{a} {b}" for a, b in points)


def _ticks(last: int) -> range:
    step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000) if last / step <= 8)
    return range(0, last + 1, step)
