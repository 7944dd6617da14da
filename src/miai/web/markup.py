"""The markup of a node as SGF has it: signs and labels on points, arrows and lines between them, points of territory.

    TR SQ CR MA SL   a triangle, square, circle, cross, or highlight on each point          LB   a label: "dd:A"
    TB TW            territory of Black, of White                                           AR LN   an arrow, a line: "dd:pp"

Values that are no points of the board are left out: files have all kinds of them, and the record keeps them as they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from miai.core.printable import printable
from miai.go.notation.coordinates import Point, from_letters

SIGNS = ("TR", "SQ", "CR", "MA", "SL", "TB", "TW")
LINKS = ("AR", "LN")
MOST_MARKS = 1000
"""Marks of one node that are drawn; a board has 361 points."""


@dataclass
class Markup:
    """The markup of one node."""

    signs: dict[str, list[Point]] = field(default_factory=dict)
    """Points by the name of the sign."""
    labels: dict[Point, str] = field(default_factory=dict)
    links: list[tuple[str, Point, Point]] = field(default_factory=list)
    """AR or LN, with its two ends."""

    def points(self) -> set[Point]:
        """Return the points with a sign or a label."""
        return {point for points in self.signs.values() for point in points} | set(self.labels)


def read_markup(properties: Mapping[str, list[str]], size: int) -> Markup:
    """Return the markup among the properties of a node."""
    found = Markup()
    for name in SIGNS:
        points = [point for value in properties.get(name, ()) for point in _points(value, size)][:MOST_MARKS]
        if points:
            found.signs[name] = points
    for value in properties.get("LB", ())[:MOST_MARKS]:
        place, colon, label = value.partition(":")
        point = _point(place, size)
        if point is not None and colon and label.strip():
            found.labels[point] = printable(plain_text(label)).strip()  # no character that is none in XML
    for name in LINKS:
        for value in properties.get(name, ())[:MOST_MARKS]:
            first, _, last = value.partition(":")
            ends = _point(first, size), _point(last, size)
            if ends[0] is not None and ends[1] is not None and ends[0] != ends[1]:
                found.links.append((name, ends[0], ends[1]))
    return found


def plain_text(value: str) -> str:
    """Return the text of a raw SGF value: without its escapes, and without the line breaks that they hide."""
    return re.sub(r"\\(\r\n|\n\r|.)", lambda found: "" if found[1][0] in "\r\n" else found[1], value, flags=re.DOTALL)


def _point(letters: str, size: int) -> Point | None:
    try:
        move = from_letters(letters, size)
    except ValueError:
        return None
    return None if isinstance(move, str) else move


def _points(value: str, size: int) -> Iterator[Point]:
    """Yield the points of a value: one point, or a rectangle such as "aa:cc"."""
    first, _, last = value.partition(":")
    one = _point(first, size)
    other = _point(last, size) if last else one
    if one is not None and other is not None:
        columns, rows = (sorted((one[axis], other[axis])) for axis in (0, 1))
        yield from ((column, row) for row in range(rows[0], rows[1] + 1) for column in range(columns[0], columns[1] + 1))
