"""Boards as text: diagrams, and a board for the terminal.

A diagram has one line per row, the top row first. Coordinates, a frame and blanks between the points are optional:

       A B C D E
     5 . . . . .       X x # @ ●    black
     4 . X O . .       O o ○        white
     3 . X . O .       . + , *      empty (+ is a star point)
     2 . X O . .       a ... w      empty, with a name for tests (not o)
     1 . . . . a

`read_diagram` reads what `draw` writes.
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
    """A position, and its points that are marked with letters."""

    position: Position
    marks: dict[str, Point]


def read_marked_diagram(text: str) -> MarkedPosition:
    """Return the position and the marks in a diagram. Raise `ValueError` with the line if it is not square or has an unknown sign."""
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
    """Return the position in a diagram. Raise `ValueError` like `read_marked_diagram`."""
    return read_marked_diagram(text).position


def _cells(line: str) -> str:
    """Return the signs of a row without coordinates, frame and blanks; nothing if the line is not a row."""
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
    """Return the points that a printed board marks with a dot."""
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
    """Return the position as a plain diagram in X, O and `.`; ends without a newline."""
    signs = {EMPTY: ".", BLACK: "X", WHITE: "O"}
    size = position.size
    rows = [[signs[position.color_at((column, row))] for column in range(size)] for row in reversed(range(size))]
    if not coordinates:
        return "\n".join(" ".join(row) for row in rows)
    header = "   " + " ".join(COLUMNS[:size])
    return "\n".join([header, *(f"{size - index:2} {' '.join(row)}" for index, row in enumerate(rows))])


class Caption(NamedTuple):
    """Text beside a board."""

    to_play: int | None = None
    captures: tuple[int, int] | None = None
    """Stones that Black has captured, stones that White has captured."""
    lines: tuple[str, ...] = ()


def pretty(
    position: Position,
    last: Point | None = None,
    dead: Collection[Point] = (),
    caption: Caption | None = None,
    ansi: bool = False,
) -> str:
    """Return the board for people: with coordinates, star points, the last move marked, and the caption beside the upper rows.

    With `ansi` the board is in colour: the last move is a diamond, dead stones are crosses. Otherwise it is plain ASCII: the last move is
    in parentheses, dead stones are small letters; `read_diagram` reads that if there is no caption.
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
    """Return a line such as "move 12: White D4"."""
    word = move if isinstance(move, str) else to_vertex(move)
    return f"move {number}: {COLOR_NAMES[color].capitalize()} {word}"
