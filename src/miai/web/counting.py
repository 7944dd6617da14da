"""The counting phase: the engine proposes the dead stones, the user corrects them."""

from __future__ import annotations

from collections.abc import Iterable

from miai.go.notation.coordinates import Point
from miai.go.notation.position import Position
from miai.go.rules.rulesets import Rules
from miai.go.rules.tally import whole_chains
from miai.web.scoring import ScoreSheet, count_score
from miai.web.tree import GameTree

Points = frozenset[Point]


class Counting:
    """The stones marked dead or in seki at the end of a game."""

    def __init__(self, dead: Points = frozenset(), seki: Points = frozenset(), is_judged: bool = False) -> None:
        self.dead, self.seki = dead, seki
        self.is_judged = is_judged
        """Whether the marks are complete: by the engine's proposal, by the user, or because the rules have no dead stones."""

    def clear(self) -> None:
        """Remove all marks."""
        self.dead = self.seki = frozenset()
        self.is_judged = False

    def begin(self, rules: Rules) -> None:
        """Start the phase. Without dead stones in the rules there is nothing to judge."""
        self.is_judged = not rules.dead_stones

    def propose(self, position: Position, dead: Iterable[Point], seki: Iterable[Point]) -> None:
        """Set the marks to the engine's proposal; empty points are ignored."""
        self.dead = frozenset(point for point in dead if position.color_at(point))
        self.seki = frozenset(point for point in seki if position.color_at(point))
        self.is_judged = True

    def toggle(self, position: Position, point: Point) -> None:
        """Mark the chain at `point` as dead, or as alive if it was dead."""
        chain = frozenset(whole_chains(position, [point]))
        self.dead = self.dead - chain if point in self.dead else self.dead | chain
        self.seki -= chain
        self.is_judged = True

    def score(self, tree: GameTree, number: int) -> ScoreSheet:
        """Return the score of the position at node `number` with the marked stones."""
        return count_score(tree.game(number), tree.rules, tree.handicap, self.dead, self.seki)
