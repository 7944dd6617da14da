"""Pictures to share: the board as PNG, the game as an animated GIF. Drawn by Pillow, from the same data as the board of the page."""

from __future__ import annotations

import functools
import io
from collections.abc import Collection
from typing import Any

from miai.go.notation.coordinates import BLACK, COLUMNS, WHITE, Point, all_points
from miai.go.notation.position import Position
from miai.go.rules.illegal_moves import IllegalMove
from miai.web.drawing.board import star_points
from miai.web.markup import Markup, read_markup
from miai.web.tree import GameTree

PNG_SIDE = 800
"""Pixels of a side of the PNG, or a few less."""
GIF_UNIT = 22
"""Pixels between two lines of the GIF."""
SMOOTH = 3
"""Pictures are drawn larger by this factor and then reduced, which smooths the edges."""
MOST_FRAMES = 400
"""Frames of a game; of a longer one every second, third, ... move is shown."""
FRAME_MS, LAST_MS = 700, 4000
"""Time of a frame, and of the last one."""
WOOD, LINE, BLACK_STONE, WHITE_STONE, EDGE = (228, 194, 134), (74, 58, 34), (28, 28, 31), (250, 249, 245), (130, 125, 112)


class _Painter:
    """A board that is being drawn."""

    def __init__(self, size: int, unit: int) -> None:
        from PIL import Image, ImageDraw

        self.size, self.unit = size, unit * SMOOTH
        self.width = self.unit * (size + 1)
        self.image = Image.new("RGB", (self.width, self.width), WOOD)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, point: Point) -> tuple[int, int]:
        """Return the pixel of a point; around the lines there is room for coordinates."""
        return self.unit * (point[0] + 1), self.unit * (self.size - point[1])

    def circle(self, point: Point, share: float, fill: Any = None, outline: Any = None, width: int = 1) -> None:
        """Draw a circle whose radius is a share of the distance of two lines."""
        x, y = self.at(point)
        radius = share * self.unit
        self.draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=fill, outline=outline, width=width * SMOOTH)

    def text(self, x: float, y: float, text: str, fill: Any, share: float) -> None:
        """Write a text around a pixel."""
        from PIL import ImageFont

        self.draw.text((x, y), text, fill=fill, font=ImageFont.load_default(share * self.unit), anchor="mm")

    def wood(self) -> None:
        """Draw lines, star points and coordinates."""
        first, last = self.unit, self.unit * self.size
        for index in range(self.size):
            spot = self.unit * (index + 1)
            self.draw.line((first, spot, last, spot), fill=LINE, width=SMOOTH)
            self.draw.line((spot, first, spot, last), fill=LINE, width=SMOOTH)
            x, y = self.at((index, index))
            for edge in (0.32 * self.unit, self.width - 0.32 * self.unit):
                self.text(x, edge, COLUMNS[index], LINE, 0.36)
                self.text(edge, y, str(index + 1), LINE, 0.36)
        for point in star_points(self.size):
            self.circle(point, 0.1, fill=LINE)

    def stones(self, position: Position, ringed: Collection[Point | None]) -> None:
        """Draw the stones, with a ring on some."""
        for point in all_points(self.size):
            color = position.color_at(point)
            if color:
                self.circle(point, 0.47, fill=BLACK_STONE if color == BLACK else WHITE_STONE, outline=EDGE)
                if point in ringed:
                    self.circle(point, 0.22, outline=self._ink(position, point), width=2)

    def _ink(self, position: Position, point: Point) -> tuple[int, int, int]:
        return WHITE_STONE if position.color_at(point) == BLACK else BLACK_STONE

    def marks(self, markup: Markup, position: Position) -> None:
        """Draw signs and labels."""
        for sign, points in markup.signs.items():
            for point in points:
                self._sign(sign, point, self._ink(position, point))
        for point, label in markup.labels.items():
            if not position.color_at(point):
                self.circle(point, 0.36, fill=WOOD)
            x, y = self.at(point)
            self.text(x, y, label[:3], self._ink(position, point), 0.56 if len(label) < 2 else 0.4)

    def _sign(self, sign: str, point: Point, ink: tuple[int, int, int]) -> None:
        (x, y), reach, width = self.at(point), 0.24 * self.unit, 2 * SMOOTH
        if sign == "CR":
            self.circle(point, 0.25, outline=ink, width=2)
        elif sign in ("SQ", "SL"):
            self.draw.rectangle((x - reach, y - reach, x + reach, y + reach), outline=ink, width=width)
        elif sign == "TR":
            corners = [(x, y - 1.2 * reach), (x + 1.1 * reach, y + 0.8 * reach), (x - 1.1 * reach, y + 0.8 * reach)]
            self.draw.polygon(corners, outline=ink, width=width)
        elif sign == "MA":
            self.draw.line((x - reach, y - reach, x + reach, y + reach), fill=ink, width=width)
            self.draw.line((x - reach, y + reach, x + reach, y - reach), fill=ink, width=width)

    def finished(self) -> Any:
        """Return the picture in its final size."""
        width = self.width // SMOOTH
        return self.image.resize((width, width))


class _Stamps:
    """Pictures of full boards, from which the points of a frame are cut: much faster than drawing every frame."""

    def __init__(self, size: int, unit: int) -> None:
        self.size, self.unit = size, unit
        points = all_points(size)
        empty, black, white = (Position.of(size, *stones) for stones in ((), (points, ()), ((), points)))
        drawn = {
            key: self._draw(position, ringed)
            for key, position, ringed in (
                ((0, False), empty, ()),
                ((BLACK, False), black, ()),
                ((BLACK, True), black, points),
                ((WHITE, False), white, ()),
                ((WHITE, True), white, points),
            )
        }
        half = Position.of(size, points[::2], points[1::2])
        palette = self._draw(half, points[::3]).quantize(64)
        self._full = {key: picture.quantize(palette=palette, dither=0) for key, picture in drawn.items()}

    @staticmethod
    @functools.lru_cache(4)
    def of(size: int, unit: int) -> _Stamps:
        """Return the stamps of a board; those of the latest sizes are kept."""
        return _Stamps(size, unit)

    def _draw(self, position: Position, ringed: Collection[Point]) -> Any:
        painter = _Painter(self.size, self.unit)
        painter.wood()
        painter.stones(position, ringed)
        return painter.finished()

    def frame(self, position: Position, last: Point | None) -> Any:
        """Return the picture of a position."""
        made = self._full[0, False].copy()
        for color, stones in ((BLACK, position.black), (WHITE, position.white)):
            for point in stones:
                left, top = self.unit * point[0] + self.unit // 2, self.unit * (self.size - 1 - point[1]) + self.unit // 2
                box = (left, top, left + self.unit, top + self.unit)
                made.paste(self._full[color, point == last].crop(box), box)
        return made


def board_png(tree: GameTree) -> bytes:
    """Return the position on the board with its marks, as a PNG."""
    markup = read_markup(tree.node.properties, tree.size)
    position, last = tree.game().position, _last_move(tree, tree.current)
    painter = _Painter(tree.size, PNG_SIDE // (tree.size + 1))
    painter.wood()
    painter.stones(position, {last} - markup.points())
    painter.marks(markup, position)
    out = io.BytesIO()
    painter.finished().save(out, "PNG", optimize=True)
    return out.getvalue()


def game_gif(tree: GameTree) -> bytes:
    """Return the line through the current node as an animated GIF, which is repeated."""
    line = _legal(tree)
    step = -(-len(line) // MOST_FRAMES)
    shown = sorted({*line[::step], line[-1]}, key=line.index)
    stamps = _Stamps.of(tree.size, GIF_UNIT)
    frames = [stamps.frame(tree.game(number).position, _last_move(tree, number)) for number in shown]
    out = io.BytesIO()
    times = [FRAME_MS] * (len(frames) - 1) + [LAST_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=False)
    return out.getvalue()


def _legal(tree: GameTree) -> list[int]:
    """Return the nodes of the line up to a move that breaks the rules."""
    line = tree.line()
    for place, number in enumerate(line):
        try:
            tree.game(number)
        except IllegalMove:
            return line[:place]
    return line


def _last_move(tree: GameTree, number: int) -> Point | None:
    move = tree.nodes[number].move
    return move if move is not None and not isinstance(move, str) else None
