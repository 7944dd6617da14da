"""The board as a stack of SVG layers: layers that change often are small, large layers rarely change.

wood      lines, star points, coordinates        hints     candidate moves
owners    expected owner of each point           overlay   an expected variation, a stone to be confirmed
stones    stones, the last move, numbers, dead stones and territory at the end
markup    the markup of a record (`markup.py`)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from miai.go.notation.coordinates import BLACK, COLUMNS, WHITE, Point, all_points, to_vertex
from miai.go.notation.position import Position
from miai.web.drawing.geometry import UNIT, edge_of, place, width_of
from miai.web.languages import text as _

RADIUS = 18.6
LEVELS = 6
"""Sizes of the squares that show owners."""


class Canvas:
    """The geometry that all layers of a board share."""

    def __init__(self, size: int, coordinates: bool) -> None:
        self.size, self.coordinates = size, coordinates
        self.width = width_of(size, coordinates)

    def layer(self, content: str, name: str) -> str:
        """Return a layer as SVG."""
        return f'<svg viewBox="0 0 {self.width} {self.width}" class="layer {name}" aria-hidden="true">{content}</svg>'

    def at(self, point: Point) -> tuple[int, int]:
        """Return the centre of a point."""
        return place(point, self.size, self.coordinates)


def star_points(size: int) -> list[Point]:
    """Return the star points of a board."""
    if size < 7:
        return [(size // 2, size // 2)] if size == 5 else []
    low = 3 if size > 12 else 2
    lines = (low, size - 1 - low)
    corners = [(column, row) for column in lines for row in lines]
    if size % 2 == 0:
        return corners
    middle = size // 2
    sides = [(middle, low), (middle, size - 1 - low), (low, middle), (size - 1 - low, middle)] if size > 13 else []
    return [*corners, (middle, middle), *sides]


def draw_wood(canvas: Canvas) -> str:
    """Draw the empty board."""
    first, last = edge_of(canvas.coordinates), edge_of(canvas.coordinates) + UNIT * (canvas.size - 1)
    spots = range(first, last + 1, UNIT)
    lines = "".join(f"M{first} {spot}H{last}M{spot} {first}V{last}" for spot in spots)
    stars = "".join('<circle cx="{}" cy="{}" r="3.6"/>'.format(*canvas.at(point)) for point in star_points(canvas.size))
    letters = _letters(canvas) if canvas.coordinates else ""
    defs = (
        '<defs><radialGradient id="stone-b" cx=".35" cy=".3" r=".8"><stop offset="0" stop-color="#6b6b70"/>'
        '<stop offset=".55" stop-color="#26262a"/><stop offset="1" stop-color="#0c0c0e"/></radialGradient>'
        '<radialGradient id="stone-w" cx=".35" cy=".3" r=".85"><stop offset="0" stop-color="#fff"/>'
        '<stop offset=".6" stop-color="#f1f0ec"/><stop offset="1" stop-color="#c9c6bf"/></radialGradient>'
        '<linearGradient id="grain" x1="0" y1="0" x2="1" y2="1"><stop offset="0" class="wood-a"/>'
        '<stop offset="1" class="wood-b"/></linearGradient></defs>'
    )
    rect = f'<rect width="{canvas.width}" height="{canvas.width}" fill="url(#grain)"/>'
    return canvas.layer(f'{defs}{rect}<path class="lines" d="{lines}"/><g class="stars">{stars}</g>{letters}', "wood")


def _letters(canvas: Canvas) -> str:
    found = []
    for index in range(canvas.size):
        x, y = canvas.at((index, index))
        for other in (12, canvas.width - 12):
            found.append(f'<text x="{x}" y="{other}">{COLUMNS[index]}</text><text x="{other}" y="{y}">{index + 1}</text>')
    return f'<g class="letters">{"".join(found)}</g>'


def draw_stones(
    canvas: Canvas,
    position: Position,
    last: Point | None = None,
    dead: Iterable[Point] = (),
    numbers: dict[Point, int] | None = None,
    points: tuple[Iterable[Point], Iterable[Point]] = ((), ()),
) -> str:
    """Draw the stones, with `dead` stones faded and `numbers` on them; `points` are those of Black and White at the end."""
    dead = set(dead)
    shapes = []
    for name, stones in (("b", position.black), ("w", position.white)):
        for stone in sorted(stones):
            x, y = canvas.at(stone)
            kind = f"{name} dead" if stone in dead else name
            shapes.append(f'<circle class="{kind}" data-at="{to_vertex(stone)}" cx="{x}" cy="{y}" r="{RADIUS}"/>')
    marks = [_cross(canvas, stone, position) for stone in sorted(dead)]
    marks += [
        _territory(canvas, point, name)
        for name, owned in zip("bw", points, strict=True)
        for point in sorted(owned)
        if not _is_alive(point, position, dead)
    ]
    if numbers:
        marks += [_number(canvas, point, number, position.color_at(point)) for point, number in numbers.items()]
    elif last is not None and position.color_at(last):
        x, y = canvas.at(last)
        marks.append(f'<circle class="last on-{"bw"[position.color_at(last) - 1]}" cx="{x}" cy="{y}" r="8.5"/>')
    return canvas.layer(f'<g class="stones">{"".join(shapes)}</g>{"".join(marks)}', "board-stones")


def _is_alive(point: Point, position: Position, dead: set[Point]) -> bool:
    return position.color_at(point) != 0 and point not in dead


def _cross(canvas: Canvas, point: Point, position: Position) -> str:
    x, y = canvas.at(point)
    return f'<path class="cross on-{"bw"[position.color_at(point) - 1]}" d="M{x - 6} {y - 6}l12 12m-12 0l12 -12"/>'


def _territory(canvas: Canvas, point: Point, name: str) -> str:
    x, y = canvas.at(point)
    return f'<rect class="point {name}" data-point="{to_vertex(point)}" x="{x - 6}" y="{y - 6}" width="12" height="12" rx="2"/>'


def _number(canvas: Canvas, point: Point, number: int, color: int) -> str:
    x, y = canvas.at(point)
    small = " small" if number > 99 else ""
    return f'<text class="number on-{"bw"[color - 1] if color else "wood"}{small}" x="{x}" y="{y}">{number}</text>'


def draw_owners(canvas: Canvas, owners: Sequence[int]) -> str:
    """Draw the expected owner of each point, with larger squares for surer ones.

    `owners` runs row by row from the top: 100 for Black, -100 for White.
    """
    paths: dict[tuple[str, int], list[str]] = {}
    for point, owner in zip(all_points(canvas.size), owners, strict=True):
        level = round(abs(owner) / 100 * LEVELS)
        if level:
            x, y = canvas.at(point)
            side = 4 + 3 * level
            paths.setdefault(("b" if owner > 0 else "w", level), []).append(
                f"M{x - side / 2:g} {y - side / 2:g}h{side}v{side}h-{side}z"
            )
    shapes = [f'<path class="owner {name} s{level}" d="{"".join(parts)}"/>' for (name, level), parts in sorted(paths.items())]
    return canvas.layer("".join(shapes), "owners")


def draw_hints(canvas: Canvas, moves: Sequence[tuple[Point, float, int]]) -> str:
    """Draw candidate moves, the best first: (point, value for the player to move, visits)."""
    if not moves:
        return canvas.layer("", "hints")
    best_value, most = moves[0][1], max(visits for _, _, visits in moves)
    shapes = []
    for rank, (point, value, visits) in reversed(list(enumerate(moves))):
        x, y = canvas.at(point)
        strength = 0.45 + 0.5 * (visits / most) ** 0.5
        first = " best" if rank == 0 else ""
        shapes.append(
            f'<g class="hint{first}" data-hint="{to_vertex(point)}"><circle cx="{x}" cy="{y}" r="18" '
            f'fill="{hint_color(best_value - value)}" fill-opacity="{strength:.2f}"/>'
            f'<text x="{x}" y="{y - 3}" class="win">{100 * value:.0f}</text>'
            f'<text x="{x}" y="{y + 10}" class="visits">{short(visits)}</text></g>'
        )
    return canvas.layer("".join(shapes), "hints")


def hint_color(loss: float) -> str:
    """Return the colour of a move that wins `loss` less often than the best: blue, green, yellow, red from 20 %."""
    share = min(max(loss / 0.20, 0.0), 1.0)
    return f"hsl({195 - 190 * share**0.6:.0f} {70 + 10 * share:.0f}% {58 - 4 * share:.0f}%)"


def short(number: int) -> str:
    """Return a count in at most four characters: 950, 1.2k, 34k, 2.1M."""
    if number < 1000:
        return str(number)
    for unit, letter in ((1e6, "M"), (1e3, "k")):
        if number >= 0.9995 * unit:
            scaled = number / unit
            return f"{scaled:.1f}{letter}" if scaled < 9.95 else f"{scaled:.0f}{letter}"
    return str(number)


def draw_line(canvas: Canvas, line: Sequence[Point | None], color: int, position: Position) -> str:
    """Draw a numbered variation; `None` is a pass. A point that is played twice keeps its first number."""
    shapes, seen = [], set()
    for number, point in enumerate(line, 1):
        if point is not None and point not in seen and (number == 1 or not position.color_at(point)):
            seen.add(point)
            x, y = canvas.at(point)
            name = "bw"[color - 1]
            shapes.append(
                f'<circle class="{name} planned" data-pv="{number}" cx="{x}" cy="{y}" r="{RADIUS}"/>'
                f'<text class="number on-{name}" x="{x}" y="{y}">{number}</text>'
            )
        color = BLACK + WHITE - color
    return canvas.layer("".join(shapes), "overlay")


def draw_pending(canvas: Canvas, point: Point, color: int) -> str:
    """Draw a stone that waits for confirmation."""
    x, y = canvas.at(point)
    name = "bw"[color - 1]
    ring = f'<circle class="ring" cx="{x}" cy="{y}" r="{RADIUS + 5}"/>'
    return canvas.layer(
        f'<circle class="{name} pending" data-pending="{to_vertex(point)}" cx="{x}" cy="{y}" r="{RADIUS}"/>{ring}', "overlay"
    )


def describe_board(position: Position, to_play: int) -> str:
    """Return a description of the board for screen readers."""
    turn = _("Black to play") if to_play == BLACK else _("White to play")
    stones_of = [
        f"{name}: {', '.join(to_vertex(stone) for stone in sorted(stones)) or _('no stones')}"
        for name, stones in ((_("Black"), position.black), (_("White"), position.white))
    ]
    return escape(f"{turn}. {'. '.join(stones_of)}.")
