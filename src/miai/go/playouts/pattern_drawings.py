"""The urgent 3x3 patterns, drawn: the move is the point in the middle, played as an answer to a stone beside it.

    X O   stones of the two colours: each pattern holds with the colours exchanged too, and for both players
    .     empty                 x   anything on the board but X        #   beyond the edge
    ?     anything on the board o   anything on the board but O

Each holds in all eight symmetries. They are the shapes of MoGo: Gelly, Wang, Munos and Teytaud (2006), *Modification of UCT with Patterns
in Monte-Carlo Go*. `only` names the one colour that may play a pattern.
"""

from __future__ import annotations

from typing import NamedTuple


class PatternDrawing(NamedTuple):
    """One pattern: its name, its three rows from the top, and the colour that may play it (both if empty)."""

    name: str
    rows: str
    only: str = ""


DRAWINGS = (
    PatternDrawing("hane, enclosing", "X O X   . . .   ? ? ?"),
    PatternDrawing("hane, not cutting", "X O .   . . .   ? . ?"),
    PatternDrawing("hane, turning", "X O ?   X . .   x . ?"),
    PatternDrawing("hane, thin", "X O O   . . .   ? . ?", only="X"),
    PatternDrawing("shoulder", ". O .   X . .   . . ."),
    PatternDrawing("cut, not protected", "X O ?   O . o   ? o ?"),
    PatternDrawing("cut, peeped at", "X O ?   O . X   ? ? ?"),
    PatternDrawing("cut, pushing through", "? X ?   O . O   o o o"),
    PatternDrawing("cut, of a knight's move", "O X ?   o . O   ? ? ?"),
    PatternDrawing("edge, chase", "X . ?   O . ?   # # #"),
    PatternDrawing("edge, block of a cut", "O X ?   X . O   # # #"),
    PatternDrawing("edge, block of a connection", "? X ?   x . O   # # #"),
    PatternDrawing("edge, descent", "? X O   x . x   # # #"),
    PatternDrawing("edge, cut", "? O X   X . O   # # #"),
)
