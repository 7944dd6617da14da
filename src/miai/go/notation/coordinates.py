"""Colours, points and moves, and how GTP and SGF write them.

    color    EMPTY (0), BLACK (1) or WHITE (2); the other colour is `3 - color`
    point    (column, row), both from 0; (0, 0) is the lower left corner, which GTP calls A1
    vertex   a point as GTP writes it: a letter without I and the row from 1, in any case: "D4", "q16"
    letters  a point as SGF writes it: column then row, counted from the *upper* left corner: "dp"
    move     a point, or PASS, or RESIGN

The corners of a 19x19 board:

              A1..T19                                 T19 = (18, 18) = "sa"
    A19 = (0, 18) = "aa"  +---------------------------+
                          |                           |
                     row  |                           |
                      ^   |                           |
                      |   +---------------------------+
    A1  = (0, 0)  = "as"   ---> column                T1  = (18, 0)  = "ss"
"""

from __future__ import annotations

import re
from typing import Final, Literal

EMPTY: Final = 0
BLACK: Final = 1
WHITE: Final = 2
COLOR_NAMES: Final = {BLACK: "black", WHITE: "white"}

SMALLEST: Final = 2
LARGEST: Final = 19
COLUMNS: Final = "ABCDEFGHJKLMNOPQRST"
"""The letters of GTP's columns; I is left out because it can be mistaken for J."""

PASS: Final = "pass"
RESIGN: Final = "resign"

Point = tuple[int, int]
Move = Point | Literal["pass", "resign"]

_VERTEX = re.compile(r"([A-HJ-Ta-hj-t])([1-9][0-9]?)")


def check_size(size: int) -> int:
    """Return `size`. Raise `ValueError` unless it is a supported board size."""
    if not SMALLEST <= size <= LARGEST:
        raise ValueError(f"board size {size} is not supported; it must be from {SMALLEST} to {LARGEST}")
    return size


def other(color: int) -> int:
    """Return the opponent of `color`."""
    return 3 - color


def color_from_text(text: str) -> int:
    """Return BLACK or WHITE for b, B, black, w, White and so on. Raise `ValueError` for anything else."""
    color = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}.get(text.strip().lower())
    if color is None:
        raise ValueError(f"{text!r} is not a colour; write black or white (or b or w)")
    return color


def all_points(size: int) -> list[Point]:
    """Return all points of the board in the order of a diagram: row by row from the top, each from the left."""
    return [(column, row) for row in reversed(range(size)) for column in range(size)]


def neighbours(point: Point, size: int) -> list[Point]:
    """Return the two, three or four points next to `point`."""
    column, row = point
    around = [(column, row + 1), (column - 1, row), (column + 1, row), (column, row - 1)]
    return [(c, r) for c, r in around if 0 <= c < size and 0 <= r < size]


def to_vertex(move: Move) -> str:
    """Return `move` as GTP writes it: D4, pass, resign."""
    if isinstance(move, str):
        return move
    return f"{COLUMNS[move[0]]}{move[1] + 1}"


def from_vertex(text: str, size: int) -> Move:
    """Return the move that GTP writes as `text`, in any case. Raise `ValueError` if it is none, or off the board."""
    word = text.strip()
    if word.lower() == PASS:
        return PASS
    if word.lower() == RESIGN:
        return RESIGN
    found = _VERTEX.fullmatch(word)
    if found is None:
        hint = " (there is no column I)" if re.fullmatch("[Ii][0-9]+", word) else ""
        raise ValueError(
            f"{text!r} is not a point{hint}; write a letter and a number such as {_upper_right(size)}, or pass or resign"
        )
    point = COLUMNS.index(found[1].upper()), int(found[2]) - 1
    if not (point[0] < size and point[1] < size):
        raise ValueError(f"{text!r} is not on a board of {size}x{size}; its points are A1 to {_upper_right(size)}")
    return point


def from_vertex_list(text: str, size: int) -> list[Point]:
    """Return the points in a list such as "A1 b2,C3". Raise `ValueError` for anything that is not a point of the board."""
    points = []
    for word in text.replace(",", " ").split():
        move = from_vertex(word, size)
        if isinstance(move, str):
            raise ValueError(f"{word!r} is not a point of the board; a list of points was expected")
        points.append(move)
    return points


def _upper_right(size: int) -> str:
    return to_vertex((size - 1, size - 1))


def to_letters(move: Move, size: int) -> str:
    """Return `move` as SGF writes it: two letters, nothing for a pass. Raise `ValueError` for a resignation, which SGF has no move for."""
    if move == PASS:
        return ""
    if isinstance(move, str):
        raise ValueError("SGF has no move for a resignation; it is written as the result of the game")
    column, row = move
    return chr(97 + column) + chr(97 + size - 1 - row)


def from_letters(text: str, size: int) -> Move:
    """Return the move that SGF writes as `text`; "tt" is a pass, as in old files. Raise `ValueError` for anything off the board."""
    word = text.strip()
    if word in ("", "tt"):
        return PASS
    if len(word) != 2 or not (word.isascii() and word.isalpha()):
        raise ValueError(f"{text[:20]!r} is not a point; SGF writes two letters such as 'dd'")
    column, row = ord(word[0].lower()) - 97, size - 1 - (ord(word[1].lower()) - 97)
    if not (0 <= column < size and 0 <= row < size):
        last = chr(96 + size)
        raise ValueError(f"{text!r} is not on a board of {size}x{size}; its points are 'aa' to '{last}{last}'")
    return column, row
