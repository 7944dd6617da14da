"""A final position with its score by Japanese rules, komi 6.5, without prisoners."""

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
