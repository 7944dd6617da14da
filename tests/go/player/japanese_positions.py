"""Final positions with their score by Japanese rules, komi 6.5, without prisoners. Most were counted by hand; GNU Go counts all in a test.

`TWO_STONES_BETWEEN_EYES` is published: `GroupTaxSekiScoring2` in KataGo's `cpp/tests/testrules.cpp`, which has B+3.5 at a komi of 0.5.

`dead` and `seki` are the judgement that the rules text gives. Half of the positions are the others with exchanged colours.
"""

from __future__ import annotations

from tests.go.player.japanese_position import JapanesePosition
from tests.go.player.japanese_positions_more import MORE


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
ONE_SIDED_DAME = """
    . . . . X . O . .
    . . . . X . O . .
    . . . . X O O . .
    . . . . X O . . .
    . . . . X O . . .
    . . . X X O . . .
    . . . X O O . . .
    . . . X . O . . .
    . . . X . O . . .
"""
EDGE_WITHOUT_EYES = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O O O O O
    . . . X X X X X X
    . . . . . . . . .
    X X . . . . . . .
    O X X X X X X X X
    . O O O O O O O .
"""
SMALL_LIFE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X . . .
    O O O O O X . . .
    . O . O O X . . .
    O O O O . X . . .
"""
STRIP_OF_THREE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    O X X X X O X . .
    . X . X . O X . .
"""
TWO_STONES_BETWEEN_EYES = """
    . X . X O . O . X
    . . . X O O O X .
    . X X X X X X O O
    X O O O O O X O .
    X O . O . O X O O
    X O O O O O X X X
    X X X O X X X O O
    . X X X O O O O .
    . X . X O . O . O
"""
BENT_FOUR_RIGHT = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . X X
    . . . . X X X O O
    . . . X O O O O .
    . . . X O . X X X
"""
TRUE_EYES_BESIDE_A_CUT = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X X .
    X O O O O O O X .
    O O . O O . O X .
    O . O O O O O X .
"""
STONE_IN_AN_EYE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    . X . O . O X . .
    . . . O . O X . .
"""
ONE_SIDED_EDGE = """
    . . . X . O . . .
    . . . X . O . . .
    . . . X O O . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O O . . .
    . . . X . O . . .
"""
DEAD_BEHIND_DAME = """
    . . . X . O . . .
    . X . X . O . O .
    . . . X . O . . .
    . . . X . O . X .
    . . . X . O . . .
    . O . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
    . . . X . O . . .
"""
THREE_IN_A_ROW = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X . . . .
    O O O O X . . . .
    . X . O X . . . .
"""
TWO_EYES_TOO_SMALL = """
    . X . O . . . . .
    X X X O . . . . .
    O O O O . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
ONE_EYE = """
    . X X O . . . . .
    X X O O . . . . .
    O O O . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""
SQUARE_FOUR = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X . . . .
    O O O O X . . . .
    X X O O X . . . .
    X X . O X . . . .
"""
BIG_EYE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X X .
    O O O O O O X X .
    . . O X X O O X .
    . . O X . X O X .
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
    JapanesePosition("one-sided dame", ONE_SIDED_DAME, 8),
    JapanesePosition("false eyes on the edge", EDGE_WITHOUT_EYES, 37, dead="A2 B1"),
    JapanesePosition("two eyes and a dame on the edge", SMALL_LIFE, 1),
    JapanesePosition("a group dies around a dying fight", STRIP_OF_THREE, 20),
    JapanesePosition("seki of two groups with an eye each and two stones between", TWO_STONES_BETWEEN_EYES, 4, seki="E8 H5 H8 J9"),
    JapanesePosition("bent four in the other corner", BENT_FOUR_RIGHT, 24, dead="E1"),
    JapanesePosition("eyes beside a cutting stone", TRUE_EYES_BESIDE_A_CUT, -8),
    JapanesePosition("dead stone in an eye of a living group", STONE_IN_AN_EYE, -10, dead="B2"),
    JapanesePosition("one-sided dame on the edge", ONE_SIDED_EDGE, -4),
    JapanesePosition("dead stones on both sides of open dame", DEAD_BEHIND_DAME, 0, dead="B4 H6"),
    JapanesePosition("stone in the middle of three kills", THREE_IN_A_ROW, 24, dead="A2 D1"),
    JapanesePosition("corner of three points dies", TWO_EYES_TOO_SMALL, -7, dead="A8 B9"),
    JapanesePosition("corner with one eye", ONE_EYE, -7, dead="A8 B9"),
    JapanesePosition("four stones in a room of five kill", SQUARE_FOUR, 22, dead="A3"),
    JapanesePosition("a large eye wins a fight", BIG_EYE, -18, dead="D2 F1"),
]

POSITIONS = [
    *BASES,
    *MORE,
    *(
        JapanesePosition(f"{base.name}, colours exchanged", swapped(base.diagram), -base.margin, base.dead, base.seki, first="w")
        for base in [*BASES, *MORE]
    ),
]
