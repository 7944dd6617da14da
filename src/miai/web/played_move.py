"""The move that was played in the displayed position, to be compared with the candidates."""

from __future__ import annotations

from typing import NamedTuple

from miai.go.notation.coordinates import BLACK, Move, to_vertex
from miai.web.tree import GameTree


class PlayedMove(NamedTuple):
    """The next move of the line: by whom, and its value if the position after it is analysed."""

    move: Move
    color: int
    win: float | None
    """For the player who moved."""
    visits: int

    @property
    def word(self) -> str:
        """The move as text."""
        return to_vertex(self.move)


def played_move(tree: GameTree) -> PlayedMove | None:
    """Return the move with which the line goes on from the current node; `None` at its end."""
    line = tree.line()
    place = line.index(tree.current) + 1
    after = tree.nodes[line[place]] if place < len(line) else None
    if after is None or after.move is None or after.color is None:
        return None
    if after.analysis is None:
        return PlayedMove(after.move, after.color, None, 0)
    win = after.analysis["win"] if after.color == BLACK else 1 - after.analysis["win"]
    return PlayedMove(after.move, after.color, win, after.analysis["visits"])
