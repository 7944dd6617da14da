"""Boards as text: diagrams that are read and written, and a pretty board for the terminal.

A diagram has one line a row, the top row first. Coordinates around it, a frame and blanks between the points are optional:

       A B C D E
     5 . . . . .       X x # @ ●    black
     4 . X O . .       O o ○        white
     3 . X . O .       . + , *      empty (+ is a star point)
     2 . X O . .       a ... w      empty, with a name for tests to speak of (not o)
     1 . . . . a

`read_diagram` undoes `draw`.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from miai.go.notation.coordinates import BLACK, COLOR_NAMES, COLUMNS, EMPTY, WHITE, Point, to_vertex
from miai.go.notation.position import Position

BLACK_SIGNS = "Xx#@●⚫"
WHITE_SIGNS = "Oo○⚪"
EMPTY_SIGNS = ".+,*·"
MARKS = "abcdefghijklmnpqrstuvw"

_FRAME = re.compile(r"[\s+\-─┌┐└┘]*[-─][\s+\-─┌┐└┘]*")


class MarkedPosition(NamedTuple):
    """A position, and the points that were marked with letters."""

    position: Position
    marks: dict[str, Point]


def read_marked_diagram(text: str) -> MarkedPosition:
    """The position and the marks in a diagram. Raises `ValueError` with the line where it is not square or has an unknown sign."""
    lines = [(number, _cells(line)) for number, line in enumerate(text.splitlines(), 1)]
    rows = [(number, cells) for number, cells in lines if cells]
    size = len(rows)
    stones: dict[int, set[Point]] = {BLACK: set(), WHITE: set(), EMPTY: set()}
    marks: dict[str, Point] = {}
    for row, (number, cells) in zip(reversed(range(size)), rows, strict=True):
        if len(cells) != size:
            raise ValueError(f"line {number} of the diagram has {len(cells)} points, but there are {size} rows: {cells!r}")
        for column, sign in enumerate(cells):
            stones[_color(sign, number)].add((column, row))
            if sign in MARKS:
                if sign in marks:
                    raise ValueError(f"line {number} of the diagram uses the mark {sign!r} a second time")
                marks[sign] = column, row
    return MarkedPosition(Position.of(size, stones[BLACK], stones[WHITE]), marks)


def read_diagram(text: str) -> Position:
    """The position in a diagram. Raises `ValueError` as `read_marked_diagram` does."""
    return read_marked_diagram(text).position


def _cells(line: str) -> str:
    """The signs of a row without coordinates, frame and blanks; nothing if the line is not a row."""
    bare = "".join(line.split())
    if _FRAME.fullmatch(line) or (bare and COLUMNS.startswith(bare)):
        return ""
    return re.sub(r"^\d+|\d+$|[()|│]", "", bare)


def _color(sign: str, number: int) -> int:
    for color, signs in ((BLACK, BLACK_SIGNS), (WHITE, WHITE_SIGNS), (EMPTY, EMPTY_SIGNS + MARKS)):
        if sign in signs:
            return color
    raise ValueError(f"line {number} of the diagram has the unknown sign {sign!r}; use X for black, O for white and . for empty")


def star_points(size: int) -> set[Point]:
    """The points that a printed board marks with a dot."""
    if size < 5:
        return set()
    edge = 2 if size < 12 else 3
    lines = {edge, size - 1 - edge}
    stars = {(c, r) for c in lines for r in lines} if size > 6 else set()
    middle = size // 2
    if size % 2:
        stars.add((middle, middle))
        if size >= 15:
            stars |= {(c, middle) for c in lines} | {(middle, r) for r in lines}
    return stars


def draw(position: Position, coordinates: bool = False) -> str:
    """The position as a plain diagram in X, O and `.`; ends without a newline."""
    signs = {EMPTY: ".", BLACK: "X", WHITE: "O"}
    size = position.size
    rows = [[signs[position.color_at((column, row))] for column in range(size)] for row in reversed(range(size))]
    if not coordinates:
        return "\n".join(" ".join(row) for row in rows)
    header = "   " + " ".join(COLUMNS[:size])
    return "\n".join([header, *(f"{size - index:2} {' '.join(row)}" for index, row in enumerate(rows))])


class Caption(NamedTuple):
    """What is told beside a board."""

    to_play: int | None = None
    captures: tuple[int, int] | None = None
    """Stones that Black has taken, stones that White has taken."""
    lines: tuple[str, ...] = ()


def pretty(
    position: Position,
    last: Point | None = None,
    dead: Collection[Point] = (),
    caption: Caption | None = None,
    ansi: bool = False,
) -> str:
    """The board as people see it: coordinates, star points, the last move marked, the caption beside the upper rows.

    With `ansi` on a wooden board in colour (the last move a diamond, dead stones crosses). Else in plain ASCII (the last move in
    parentheses, dead stones in small letters), which `read_diagram` reads if there is no caption.
    """
    size = position.size
    row_text = _ansi_row if ansi else _plain_row
    header = "   " + "".join(f" {letter}" for letter in COLUMNS[:size])
    rows = [f"{row + 1:2} {row_text(position, row, last, dead)}{row + 1:<2}" for row in reversed(range(size))]
    beside = _beside(caption or Caption())
    lines = [f"{row}  {text}" for row, text in zip(rows, beside, strict=False)]
    lines = [header, *lines, *rows[len(lines) :], header, *beside[len(rows) :]]
    return "\n".join(line.rstrip() for line in lines)


def _beside(caption: Caption) -> list[str]:
    lines = [text for text in caption.lines if text]
    if caption.captures is not None:
        lines += [f"Black has captured {caption.captures[0]}", f"White has captured {caption.captures[1]}"]
    if caption.to_play is not None:
        lines.append(f"{COLOR_NAMES[caption.to_play].capitalize()} to play")
    return lines


def _plain_row(position: Position, row: int, last: Point | None, dead: Collection[Point]) -> str:
    stars = star_points(position.size)
    gaps = [" "] * (position.size + 1)
    if last is not None and last[1] == row:
        gaps[last[0] : last[0] + 2] = "()"
    text = gaps[0]
    for column in range(position.size):
        point = column, row
        color = position.color_at(point)
        sign = "X" if color == BLACK else "O" if color == WHITE else "+" if point in stars else "."
        text += (sign.lower() if point in dead else sign) + gaps[column + 1]
    return text


_INK = {BLACK: "38;5;16", WHITE: "38;5;231"}
_WOOD, _LINES = "48;5;179", "38;5;94"


def _ansi_row(position: Position, row: int, last: Point | None, dead: Collection[Point]) -> str:
    stars = star_points(position.size)
    text = f"\033[{_WOOD}m"
    for column in range(position.size):
        point = column, row
        color = position.color_at(point)
        if color == EMPTY:
            text += f"\033[{_LINES}m {'+' if point in stars else '·'}"
        else:
            text += f"\033[{_INK[color]}m {'◆' if point == last else '×' if point in dead else '●'}"
    return text + " \033[0m"


def describe_move(color: int, move: Point | str, number: int) -> str:
    """A line such as "move 12: White D4"."""
    word = move if isinstance(move, str) else to_vertex(move)
    return f"move {number}: {COLOR_NAMES[color].capitalize()} {word}"
