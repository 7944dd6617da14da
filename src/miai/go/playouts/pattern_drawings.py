"""The urgent 3x3 patterns, drawn: the move is the point in the middle, played as an answer to a stone beside it.

    X O   stones of the two colours: each pattern holds with the colours exchanged too, and for both players
    .     empty                 x   anything on the board but X        #   beyond the edge
    ?     anything on the board o   anything on the board but O

Each holds in all eight symmetries. They are the shapes that MoGo made known (Gelly, Wang, Munos, Teytaud, 2006); `only` names the one
colour that may play it.
"""

from __future__ import annotations

from typing import NamedTuple


class Drawing(NamedTuple):
    """One pattern: its name, its three rows from the top, and the colour that may play it (both if empty)."""

    name: str
    rows: str
    only: str = ""


DRAWINGS = (
    Drawing("hane, enclosing", "X O X   . . .   ? ? ?"),
    Drawing("hane, not cutting", "X O .   . . .   ? . ?"),
    Drawing("hane, turning", "X O ?   X . .   x . ?"),
    Drawing("hane, thin", "X O O   . . .   ? . ?", only="X"),
    Drawing("shoulder", ". O .   X . .   . . ."),
    Drawing("cut, not protected", "X O ?   O . o   ? o ?"),
    Drawing("cut, peeped at", "X O ?   O . X   ? ? ?"),
    Drawing("cut, pushing through", "? X ?   O . O   o o o"),
    Drawing("cut, of a knight's move", "O X ?   o . O   ? ? ?"),
    Drawing("edge, chase", "X . ?   O . ?   # # #"),
    Drawing("edge, block of a cut", "O X ?   X . O   # # #"),
    Drawing("edge, block of a connection", "? X ?   x . O   # # #"),
    Drawing("edge, descent", "? X O   x . x   # # #"),
    Drawing("edge, cut", "? O X   X . O   # # #"),
)
