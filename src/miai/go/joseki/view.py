"""The patterns' knowledge of a position as plain data: for `miai go joseki show`, `miai analyze` and the web board. Compiles nothing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class PatternView:
    """A known pattern on the board."""

    kind: str
    place: str
    games: int
    black: float
    """Mean of the region's points that are Black's at the end of a game."""
    deviation: float
    points: int
    """Points of the region."""
    is_used: bool
    """Whether its territory counts: that of a small corner does not where the big one is known."""
    answers: tuple[tuple[str, str, int], ...]
    """(move, colour, games) of frequent next moves in the region, the most frequent first."""

    def as_dict(self) -> dict[str, Any]:
        return {**vars(self), "black": round(self.black, 2), "deviation": round(self.deviation, 2)}


@dataclass(frozen=True)
class OpeningView:
    """The qualities of a position, their encoding, and the moves that patterns suggest."""

    to_play: str
    patterns: tuple[PatternView, ...]
    qualities: dict[str, tuple[float, float]]
    """Of Black and of White, by name."""
    components: tuple[float, float]
    """Strength and speed, and territory: the lead of the player to move in standard deviations."""
    direction: tuple[float, float]
    """L', the weights of both components."""
    candidates: tuple[tuple[str, float, float, float], ...]
    """(move, value minus the mean of all, both components of the leaf that gave it), the best first."""

    def as_dict(self) -> dict[str, Any]:
        """Return the view for JSON."""
        return {
            "to_play": self.to_play,
            "patterns": [each.as_dict() for each in self.patterns],
            "qualities": {name: [round(value, 2) for value in pair] for name, pair in self.qualities.items()},
            "components": [round(each, 3) for each in self.components],
            "direction": [round(each, 3) for each in self.direction],
            "candidates": [[move, *(round(each, 3) for each in values)] for move, *values in self.candidates],
        }

    def answers(self) -> list[tuple[str, str, int, int]]:
        """Return (move, region, games with the answer, games with the pattern) for the player to move, the most frequent first."""
        rows = [
            (move, f"{each.kind}, {each.place}", games, each.games)
            for each in self.patterns
            if each.is_used
            for move, color, games in each.answers
            if color == self.to_play
        ]
        return sorted(rows, key=lambda row: (-row[2] / row[3], row[0]))
