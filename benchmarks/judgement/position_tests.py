"""A test position, and its lines in the format of `miai regress`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, Point, to_vertex
from miai.go.notation.position import Position

Symmetry = tuple[bool, bool, bool]
"""Whether the first coordinate is mirrored, the second is, and both are exchanged."""


@dataclass(frozen=True)
class PositionTest:
    """A position with the player to move and the moves that are right, or with `negated` those that are wrong."""

    name: str
    position: Position
    to_play: int
    moves: frozenset[str]
    negated: bool = False
    rules: str = "chinese"
    komi: float = 7.5
    passed: bool = False
    """Whether the opponent has just passed."""

    def lines(self, number: int) -> list[str]:
        """Return the GTP lines of the test."""
        size = self.position.size
        stones = [f"play b {to_vertex(point)}" for point in sorted(self.position.black)]
        stones += [f"play w {to_vertex(point)}" for point in sorted(self.position.white)]
        player, opponent = ("b", "w") if self.to_play == BLACK else ("w", "b")
        last = [f"play {opponent} pass"] if self.passed else []
        answers = "|".join(sorted(self.moves))
        return [
            f"# {self.name}",
            *(f"boardsize {size}", "clear_board", f"kgs-rules {self.rules}", f"komi {self.komi:g}"),
            *stones,
            *last,
            f"{number} reg_genmove {player}",
            f"#? [{'!' if self.negated else ''}{answers}]",
            "",
        ]


def vertices(points: Iterable[Point]) -> frozenset[str]:
    """Return the GTP names of `points`."""
    return frozenset(to_vertex(point) for point in points)


def turned(point: Point, size: int, symmetry: Symmetry) -> Point:
    """Return the image of a point under a symmetry of the board."""
    column, row = point
    column = size - 1 - column if symmetry[0] else column
    row = size - 1 - row if symmetry[1] else row
    return (row, column) if symmetry[2] else (column, row)


def write_tests(tests: Iterable[PositionTest], head: str) -> str:
    """Return the text of a test file that begins with the comment `head`."""
    lines = [f"# {head}", ""]
    for number, test in enumerate(tests, 1):
        lines += test.lines(number)
    return "\n".join(lines)
