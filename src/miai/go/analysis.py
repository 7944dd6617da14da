"""The analysis of a position as plain data, and the mistakes of a game. Importing this module compiles nothing.

GTP, the board in the browser and the review of games format a `PositionAnalysis`; `miai.go.player.describing` makes it from a search.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

from miai.go.joseki.view import OpeningView


@dataclass(frozen=True)
class CandidateMove:
    """A move that was searched. Values are from 0 to 1, from the viewpoint of the player to move."""

    move: str
    """The move as GTP writes it."""
    win_rate: float
    visits: int
    prior: float
    """Prior value."""
    variation: tuple[str, ...]
    """The expected line of play, this move included."""
    prior_share: float = 0.0
    """Share of all prior wins that this move has."""
    lower_bound: float = 0.0
    """Lower end of the 95 % interval of the win rate."""
    variation_visits: tuple[int, ...] = ()
    """Visits of the positions along the variation, where they were asked for."""
    lead: float | None = None
    """Points of the player to move minus those of the opponent after this move, komi included, by the playouts that began with
    it; `None` without any."""


@dataclass(frozen=True)
class PriorQuality:
    """Spearman's rank correlation of the prior and the found values of moves: 1 if the prior ranks them as the search does."""

    correlation: float
    """At the position."""
    low: float
    high: float
    """The bounds of its 95 % interval."""
    moves: int
    """Moves that were compared."""
    mean_below: float | None
    """Mean over the nodes of the search with at least 100 visits; `None` if there is none."""
    nodes: int
    """Number of these nodes."""


@dataclass(frozen=True)
class PositionAnalysis:
    """The result of a search of one position."""

    number: int
    """Moves made before the position."""
    to_play: str
    """black or white."""
    win_rate: float
    """Black's, so that a curve of win rates can be read through a game."""
    candidates: tuple[CandidateMove, ...]
    """The searched moves, best first; as many as were asked for."""
    ownership: tuple[tuple[float, ...], ...]
    """Mean owner of each point, rows from the top: 1 is Black's, -1 is White's."""
    played: str | None = None
    """The move that was made in the game."""
    lead: float = 0.0
    """Black's points minus White's, komi included: that after the best move where it is known, else by the mean owners of points."""
    visits: int = 0
    """Visits of the position."""
    candidate_visits: int = 0
    """Visits of all searched moves, also of those that are not among `candidates`."""
    value: float = 0.5
    """Mean value of the position, from the viewpoint of the player to move."""
    playouts: int = 0
    """Playouts of this search."""
    prior_quality: PriorQuality | None = None
    """How well the priors agree with the values found; `None` where it was not asked for, or cannot be said."""

    opening: OpeningView | None = None
    """The knowledge of joseki about the position, where the engine uses it."""

    source: str = "search"
    """Where the values come from: search, or book."""

    def as_dict(self) -> dict[str, Any]:
        """Return the analysis for JSON."""
        return {
            "number": self.number,
            "to_play": self.to_play,
            "win_rate": self.win_rate,
            "lead": round(self.lead, 2),
            "options": [
                {
                    "move": each.move,
                    "win_rate": each.win_rate,
                    "lead": None if each.lead is None else round(each.lead, 2),
                    "visits": each.visits,
                    "prior": each.prior,
                    "variation": each.variation,
                }
                for each in self.candidates
            ],
            "ownership": tuple(tuple(round(owner, 3) for owner in row) for row in self.ownership),
            "played": self.played,
            "opening": None if self.opening is None else self.opening.as_dict(),
            "prior_correlation": None if self.prior_quality is None else vars(self.prior_quality),
        }


@dataclass(frozen=True)
class Mistake:
    """A move that lost much of the win rate."""

    number: int
    color: str
    played: str
    better: str
    cost: float
    """The loss of win rate, from the viewpoint of its player."""
    points: float = 0.0
    """The loss of points, from the viewpoint of its player; negative if the lead grew."""


def mistakes_in(analyses: list[PositionAnalysis], most: int = 5, least_cost: float = 0.05) -> list[Mistake]:
    """Return the moves that lost most, worst first.

    The cost of a move is the win rate before it minus the win rate after it, from the viewpoint of its player.
    """
    found = []
    for before, after in itertools.pairwise(analyses):
        sign = 1 if before.to_play == "black" else -1
        cost = sign * (before.win_rate - after.win_rate)
        better = before.candidates[0].move if before.candidates else "pass"
        if before.played is not None and cost >= least_cost and better != before.played:
            points = round(sign * (before.lead - after.lead), 2)
            found.append(Mistake(before.number + 1, before.to_play, before.played, better, round(cost, 4), points))
    return sorted(found, key=lambda mistake: -mistake.cost)[:most]


def ownership_picture(analysis: PositionAnalysis) -> str:
    """Return the owners of points as signs: # Black's, x rather Black's, O White's, o rather White's, . neither's."""

    def sign(owner: float) -> str:
        if abs(owner) < 0.33:
            return "."
        return ("#" if owner > 0.75 else "x") if owner > 0 else ("O" if owner < -0.75 else "o")

    return "\n".join(" ".join(sign(round(owner, 3)) for owner in row) for row in analysis.ownership)
