"""What was thought of the positions of a game, as plain data, and where the game was lost. Nothing is compiled for it.

Win rates are Black's, from 0 to 1, so that a curve of them reads from the first move to the last.
"""

from __future__ import annotations

import itertools
from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True)
class Option:
    """A move that was thought about. `win_rate` is that of the player to move."""

    move: str
    win_rate: float
    visits: int
    prior: float
    variation: tuple[str, ...]


@dataclass(frozen=True)
class View:
    """One position."""

    number: int
    """Moves made before it."""
    to_play: str
    win_rate: float
    """Black's."""
    options: tuple[Option, ...]
    ownership: tuple[tuple[float, ...], ...]
    """Rows from the top: 1 Black's, -1 White's."""
    played: str | None = None
    """The move that was made here."""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True)
class Mistake:
    """A move that cost much."""

    number: int
    color: str
    played: str
    better: str
    cost: float
    """How much of the win rate it lost."""


def mistakes_in(views: list[View], most: int = 5, least_cost: float = 0.05) -> list[Mistake]:
    """The moves that lost most, the worst first: the win rate before them, less that after them, as their player sees it."""
    found = []
    for before, after in itertools.pairwise(views):
        sign = 1 if before.to_play == "black" else -1
        cost = sign * (before.win_rate - after.win_rate)
        better = before.options[0].move if before.options else "pass"
        if before.played is not None and cost >= least_cost and better != before.played:
            found.append(Mistake(before.number + 1, before.to_play, before.played, better, round(cost, 4)))
    return sorted(found, key=lambda mistake: -mistake.cost)[:most]


def ownership_picture(view: View) -> str:
    """The owners of the points as signs: # Black's, x rather Black's, O White's, o rather White's, . nobody's."""

    def sign(owner: float) -> str:
        if abs(owner) < 0.33:
            return "."
        return ("#" if owner > 0.75 else "x") if owner > 0 else ("O" if owner < -0.75 else "o")

    return "\n".join(" ".join(sign(owner) for owner in row) for row in view.ownership)
