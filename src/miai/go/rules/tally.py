"""The score of a final position by given rules and dead stones.

It uses the plain rules (`miai.go.rules.plain`), so counting one position compiles nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from miai.go.notation.coordinates import BLACK, EMPTY, WHITE, Point, to_vertex
from miai.go.notation.position import Position
from miai.go.rules.plain import area, chain_at, territory
from miai.go.rules.rulesets import Rules


@dataclass(frozen=True)
class Tally:
    """Points of both sides; White's include komi and points for handicap stones."""

    black: float
    white: float

    @property
    def margin(self) -> float:
        """Black's points minus White's."""
        return self.black - self.white

    @property
    def winner(self) -> int | None:
        """BLACK or WHITE; `None` for a draw."""
        return BLACK if self.margin > 0 else WHITE if self.margin < 0 else None

    @property
    def result(self) -> str:
        """The result as records write it: B+3.5, W+0.5, 0."""
        return f"{'B' if self.margin > 0 else 'W'}+{abs(self.margin):g}" if self.margin else "0"


def tally(
    position: Position,
    rules: Rules,
    captures: tuple[int, int] = (0, 0),
    dead: Iterable[Point] = (),
    seki: Iterable[Point] = (),
    handicap: int = 0,
) -> Tally:
    """Return the points of a position.

    `captures` (by Black, by White) and `seki` matter for territory only; rules without dead stones ignore `dead`.
    """
    dead = set(dead) if rules.dead_stones else set()
    if rules.counting == "area":
        black, white = area(position, dead)
    else:
        black, white = territory(position, {BLACK: captures[0], WHITE: captures[1]}, dead, seki)
    return Tally(float(black), white + rules.komi + rules.points_for_handicap(handicap))


def whole_chains(position: Position, points: Iterable[Point]) -> set[Point]:
    """Return all stones of the chains on `points`. Raise `ValueError` where there is no stone."""
    stones: set[Point] = set()
    for point in points:
        if position.color_at(point) == EMPTY:
            raise ValueError(f"there is no stone at {to_vertex(point)}")
        stones |= chain_at(position, point).stones
    return stones


_NAMES = {
    "japanese": re.compile(r"jap|jp|korea|日本|territor", re.IGNORECASE),
    "aga": re.compile(r"\b(aga|bga|ffg)\b|french|america", re.IGNORECASE),
    "tromp-taylor": re.compile(r"tromp", re.IGNORECASE),
    "chinese": re.compile(r"chin|\bcn\b|中国|area|\bing\b|goe|nz|new ?zealand", re.IGNORECASE),
}


def preset_for(text: str) -> str | None:
    """Return the preset closest to the rules that a record names; `None` for an unknown name."""
    return next((name for name, pattern in _NAMES.items() if pattern.search(text)), None)
