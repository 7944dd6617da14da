"""More final positions with their score by Japanese rules, as in `japanese_positions`: drawn later, to check the judgement again."""

from __future__ import annotations

from tests.go.player.japanese_position import JapanesePosition

EYE_IN_THE_CORNER = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    O X X X X O X . .
    . X . X O O X . .
"""
FALSE_EYE_OF_A_WALL = """
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O O . .
    . . . . X X O . .
    . . . . . X O . .
    . . . . X X O . .
    . . . . X O O . .
    . . . . X O . O .
    . . . . X . O . .
"""
DAME_IN_THREE_PLACES = """
    . . . . X . O . .
    . . . . X . O . .
    . . . . X O O . .
    . . . . X O . . .
    . . . . X . O . .
    . . . . X O . . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X X O . .
"""
BENT_FOUR_ABOVE = """
    X X X . O X . . .
    . O O O O X . . .
    O O X X X X . . .
    X X X . . . . . .
    . . . . . . . . .
    X X X X X X X X X
    O O O O O O O O O
    . . . . . . . . .
    . . . . . . . . .
"""
NOTCH = """
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O O . .
    . . . . X . . O .
    . . . . X O O . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
"""
THREE_STONES_IN_A_ROOM = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    . . . . . . . . .
    X X X X X X X . .
    O O O O O O X . .
    X X X . . O X . .
"""
BULKY_FIVE = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X . . . .
    O O O O X . . . .
    X X . O X . . . .
    X X X O X . . . .
"""
ROW_OF_STONES = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X X X
    O O O O O O O O X
    . O X X X X . O X
    O O X X X X . O X
"""
FALSE_EDGE_EYE = """
    . O . O X . . . .
    O O O X X . . . .
    X X X . . . . . .
    . . . . . . . . .
    X X X X X X X X X
    . . . . . . . . .
    O O O O O O O O O
    . . . . . . . . .
    . . . . . . . . .
"""
BETWEEN_LIVING_CHAINS = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X X X X
    O O O O O O O O X
    . X X O O X X . O
    O O . . . . O O O
"""
EYE_AND_DAME = """
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    . . . X O . . . .
    X X X X O O O O .
    O O O O X X X O .
    . O O . X X . O .
"""
DAME_BESIDE_EYES = """
    . . . . . . . . .
    . . . . . . . . .
    O O O O O O O O O
    X X X X X X X X X
    . . . . . . . . .
    X X X X X X . . .
    O O O O . X . . .
    . O . O O X . . .
    O O O . O X . . .
"""
DIAGONAL_DAME = """
    . . . . . X . O .
    . . . . . X . O .
    . . . . X . O O .
    . . . . X . O . .
    . . . X . O O . .
    . . . X . O . . .
    . . X . O O . . .
    . . X . O . . . .
    . . X . O . . . .
"""
DEAD_CORNER_BEHIND_DAME = """
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    X X X . X . O . .
    O O X . X . O . .
    . O X . X . O . .
    O . X . X . O . .
"""
TWO_DEAD_BEHIND_DAME = """
    . . . . X . O . .
    . . . . X . O X .
    . . . . X . O X .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
    . . . . X . O . .
"""
EYE_OF_FOUR = """
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    . . . . X O . . .
    X X X X X O O O O
    O O O O X X X X O
    . . O . X . . X O
    . . O X X X . X O
"""
MORE = [
    JapanesePosition("a corner eye and no second one", EYE_IN_THE_CORNER, 21, dead="A2"),
    JapanesePosition("false eye of a wall", FALSE_EYE_OF_A_WALL, 17),
    JapanesePosition("dame in three places", DAME_IN_THREE_PLACES, 16),
    JapanesePosition("bent four in a corner above", BENT_FOUR_ABOVE, 22, dead="A7"),
    JapanesePosition("a notch of two points", NOTCH, 13),
    JapanesePosition("three stones in a room of five die", THREE_STONES_IN_A_ROOM, -2, dead="A1"),
    JapanesePosition("a bulky five kills", BULKY_FIVE, 20, dead="A3"),
    JapanesePosition("one eye and a row of stones in it", ROW_OF_STONES, -28, dead="C1"),
    JapanesePosition("a false eye on the edge", FALSE_EDGE_EYE, 17, dead="A8 D9"),
    JapanesePosition("stones without eyes between living ones", BETWEEN_LIVING_CHAINS, -23, dead="B2 F2"),
    JapanesePosition("an eye and a dame against a dame", EYE_AND_DAME, -22, dead="E1"),
    JapanesePosition("a dame beside two eyes", DAME_BESIDE_EYES, 0),
    JapanesePosition("dame along a diagonal", DIAGONAL_DAME, 9),
    JapanesePosition("dead corner behind open dame", DEAD_CORNER_BEHIND_DAME, 16, dead="A1 A3"),
    JapanesePosition("two dead stones behind open dame", TWO_DEAD_BEHIND_DAME, 16, dead="H7"),
    JapanesePosition("an eye of four points wins a fight", EYE_OF_FOUR, 25, dead="A3"),
]
