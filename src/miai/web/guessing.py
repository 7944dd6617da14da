"""Guess the move: a record is replayed, the user guesses each next move of one player or of both, and is scored."""

from __future__ import annotations

from dataclasses import dataclass, field

from miai.go.notation.coordinates import Point
from miai.web.tree import GameTree


@dataclass(frozen=True)
class Guess:
    """A guess beside the move of the record."""

    number: int
    """Number of the move."""
    guessed: Point
    played: Point

    @property
    def is_hit(self) -> bool:
        """Whether the guess is the move."""
        return self.guessed == self.played

    @property
    def is_near(self) -> bool:
        """Whether the guess is one of the eight points around the move."""
        return not self.is_hit and max(abs(self.guessed[axis] - self.played[axis]) for axis in (0, 1)) == 1


@dataclass
class Guessing:
    """A replay of the line through the current node of a tree."""

    tree: GameTree
    color: int | None = None
    """The player whose moves are guessed; `None` for both."""
    guesses: list[Guess] = field(default_factory=list)

    def begin(self) -> None:
        """Go to the first position whose next move is to be guessed."""
        self._line = self.tree.line()
        self._skip()

    def next_node(self) -> int | None:
        """Return the node of the move to guess; `None` at the end of the record, or if the user has left the line."""
        if self.tree.current not in self._line:
            return None
        place = self._line.index(self.tree.current) + 1
        return self._line[place] if place < len(self._line) else None

    def guess(self, point: Point) -> Guess | None:
        """Score a guess and play the move of the record; return `None` where there is none."""
        number = self.next_node()
        if number is None:
            return None
        played = self.tree.nodes[number].move
        assert played is not None and not isinstance(played, str)
        made = Guess(self.tree.moves_to(number), point, played)
        self.guesses.append(made)
        self.tree.go_to(number)
        self._skip()
        return made

    def _skip(self) -> None:
        """Go forward over moves that are not guessed: passes, set-up stones, and those of the other player."""
        while (number := self.next_node()) is not None:
            node = self.tree.nodes[number]
            is_move = node.move is not None and not isinstance(node.move, str)
            if is_move and self.color in (None, node.color):
                return
            self.tree.go_to(number)

    @property
    def hits(self) -> int:
        """The number of exact guesses."""
        return sum(each.is_hit for each in self.guesses)

    @property
    def near(self) -> int:
        """The number of guesses next to the move."""
        return sum(each.is_near for each in self.guesses)
