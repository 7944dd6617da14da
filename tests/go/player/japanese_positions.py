"""Final positions with their score by Japanese rules, komi 6.5, without prisoners. Each was counted by hand; GNU Go counts them in a test.

`dead` and `seki` are the judgement that the rules text gives. Half of the positions are the others with exchanged colours.
"""

from __future__ import annotations

from dataclasses import dataclass

from miai.go.notation.coordinates import Point, from_vertex_list
from miai.go.notation.diagram import read_diagram
from miai.go.notation.position import Position

KOMI = 6.5


@dataclass(frozen=True)
class JapanesePosition:
    """A position, its dead stones and stones in seki (one vertex per chain), and Black's territory minus White's."""

    name: str
    diagram: str
    margin: int
    dead: str = ""
    seki: str = ""
    first: str = "b"
    """The colour that passes first. GNU Go counts the dame as filled by turns."""

    @property
    def position(self) -> Position:
        return read_diagram(self.diagram)

    @property
    def result(self) -> str:
        return as_result(self.margin - KOMI)

    def points(self, vertices: str) -> set[Point]:
        return set(from_vertex_list(vertices, self.position.size)) if vertices else set()


def as_result(score: float) -> str:
    return f"B+{score:g}" if score > 0 else f"W+{-score:g}"


def swapped(diagram: str) -> str:
    """Return the diagram with the colours exchanged."""
    return diagram.translate(str.maketrans("XO", "OX"))


OPEN_LINE = """
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
"""
DEAD_STONES = """
    . . X . O . . . .
    . . X . O . . . .
    . O X . O . . . .
    . O X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
"""
CLOSED_LINE = """
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""
ONE_DAME = """
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O O . .
    . . . . X . O . .
    . . . . X O O . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""
STRIP_SEKI = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X .
    O O O O O O O X .
    . X X X X . O X .
"""
SEKI_AND_OPEN_LINE = """
    . . . . . . . . .
    O O O O O O O O O
    . . . . . . . . .
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X .
    O O O O O O O X .
    . X X X X . O X .
"""
EYE_AGAINST_EYE = """
    . . X O . . . . .
    . . X O . . . . .
    . . X O . . . . .
    . . X O . . . . .
    . . X O . . . . .
    . . X O . . . . .
    X X X O O O O . .
    O O O X X X O . .
    . O . X . X O . .
"""
TWO_EYES_BESIDE_DAME = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X . . . . .
    O O O O X . . . .
    . O . O . X . . .
"""
FOUR_IN_A_ROW_BESIDE_DAME = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X . . . .
    O O O O O X . . .
    . . . . O . X . .
"""
WIDE_DAME = """
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
    . . . X . . O . .
"""
BENT_FOUR = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X . . . . . . .
    O O X X X . . . .
    . O O O O X . . .
    X X X . O X . . .
"""
DEAD_GROUP = """
    . . X . O . . . .
    . O X . O . . . .
    O O X . O . . X .
    O . X . O . . . .
    . . X . O . . . .
    . . X O O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
"""
HOLE_BOTH_SIDES = """
    . . . . X O . . .
    . . . . X O . . .
    . . . X . O . . .
    . . . . X O . . .
    . . . . X . O . .
    . . . . X O . . .
    . . . X . . O . .
    . . . . X O . . .
    . . . . X O . . .
"""
TWO_SEKIS = """
    . X X X X . O X .
    O O O O O O O X .
    X X X X X X X X .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X .
    O O O O O O O X .
    . X X X X . O X .
"""
DAME_IN_A_WALL = """
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X X
    O O O O O O O . O
    . . . . . . . O O
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
DEAD_STONE_IN_SEKI = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    X X X X O O O O .
    O O O O X X X O .
    X . O . X . X O .
"""

SHORT_STRIP = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    . X X X . O X . .
"""
LONG_STRIP = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X X
    O O O O O O O O X
    . X X X X X . O X
"""
NAKADE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X . . .
    O O O O O X . . .
    . X X . O X . . .
"""
DEAD_CORNERS = """
    X . O . . . O . X
    X X O . . . O X X
    O O O . . . O O O
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
SEKI_AND_DEAD_STONES = """
    . . . . . . . . .
    . . . . X . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X X .
    O O O O O O O X .
    . X X X X . O X .
"""
NARROW_OPEN_LINE = """
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
    . . X . O . . . .
"""
BASES = [
    JapanesePosition("dame left open", OPEN_LINE, 36 - 18),
    JapanesePosition("dame left open and dead stones", DEAD_STONES, 18 + 2 - 36, dead="B7 B6"),
    JapanesePosition("closed boundary", CLOSED_LINE, 36 - 27),
    JapanesePosition("one dame", ONE_DAME, 36 - 24),
    JapanesePosition("seki without eyes", STRIP_SEKI, 18 + 3 - 18, seki="A2 B1"),
    JapanesePosition("seki and dame left open", SEKI_AND_OPEN_LINE, 18 + 3 - 9, seki="A2 B1"),
    JapanesePosition("seki, eye against eye", EYE_AGAINST_EYE, 12 - 36, seki="A2 D2"),
    JapanesePosition("two eyes beside a dame", TWO_EYES_BESIDE_DAME, 30 - 20),
    JapanesePosition("four in a row beside a dame", FOUR_IN_A_ROW_BESIDE_DAME, 27 - 22),
    JapanesePosition("two lines of dame", WIDE_DAME, 27 - 18),
    JapanesePosition("bent four in the corner", BENT_FOUR, 26 + 7 + 7 + 2 - 18, dead="A3"),
    JapanesePosition("dead groups on both sides", DEAD_GROUP, 18 + 4 - 36 - 1, dead="B8 A7 H7"),
    JapanesePosition("unfinished boundary of single points", HOLE_BOTH_SIDES, 34 - 25),
    JapanesePosition("two sekis", TWO_SEKIS, 3 * 9 + 6, seki="A2 B1 A8 B9"),
    JapanesePosition("dame in a wall", DAME_IN_A_WALL, 18 - 43),
    JapanesePosition("seki with three stones inside", SHORT_STRIP, 18 + 6 - 18, seki="A2 B1"),
    JapanesePosition("seki with five stones inside", LONG_STRIP, 18 - 18, seki="A2 B1"),
    JapanesePosition("two stones inside kill", NAKADE, 18 + 9 + 6 + 6 + 2 - 18, dead="A2"),
    JapanesePosition("dead corners", DEAD_CORNERS, 27 - 26 - 6, dead="A8 J8 A9 J9"),
    JapanesePosition("dead stone in a seki", DEAD_STONE_IN_SEKI, 18 - 27 - 1, dead="A1", seki="A2 E2"),
    JapanesePosition("seki and a dead stone elsewhere", SEKI_AND_DEAD_STONES, 18 + 3 - 18 - 1, dead="E8", seki="A2 B1"),
    JapanesePosition("dame left open, White ahead", NARROW_OPEN_LINE, 18 - 36),
]

POSITIONS = [
    *BASES,
    *(
        JapanesePosition(f"{base.name}, colours exchanged", swapped(base.diagram), -base.margin, base.dead, base.seki, first="w")
        for base in BASES
    ),
]
