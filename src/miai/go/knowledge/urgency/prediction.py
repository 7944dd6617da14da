"""Prediction by urgencies: at which rank the move that was played is among the known patterns of its position."""

# mypy: allow-untyped-defs
from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from miai.core.kernels import kernel
from miai.go.knowledge.urgency.choices import Array, Moves, choices_of_game
from miai.go.knowledge.urgency.learning import Urgencies


@dataclass(frozen=True)
class Prediction:
    """How well urgencies predict the moves of games."""

    positions: int
    """All positions with a move on the board."""
    known: int
    """Positions in which a known pattern was played."""
    ranks: Array
    """float64: positions by the rank of the played move among the known patterns, from 0; equal strengths share their ranks."""
    random_hit: float
    """Mean chance that a random legal move is the one that was played."""

    @property
    def share_known(self) -> float:
        return self.known / max(1, self.positions)

    def share_at(self, rank: int) -> float:
        """Return the share of the known positions in which the played move is at a rank, from 1."""
        return float(self.ranks[rank - 1]) / max(1, self.known)

    def share_among(self, first: int) -> float:
        """Return the share of the known positions in which the played move is among the first ones."""
        return float(self.ranks[:first].sum()) / max(1, self.known)

    def moves_for(self, share: float) -> int:
        """Return the number of first moves that contain the played one in `share` of the known positions."""
        return int(np.searchsorted(np.cumsum(self.ranks) / max(1, self.known), share - 1e-12) + 1)

    @property
    def better_than_random(self) -> int:
        """The number of ranks, from the first, that are the played move more often than a random legal move is."""
        worse = np.flatnonzero(self.ranks / max(1, self.known) <= self.random_hit)
        return int(worse[0]) if len(worse) else len(self.ranks)


def predict(games: Iterable[Moves], table: Urgencies) -> Prediction:
    """Return how well `table` predicts the moves of games."""
    ranks = np.zeros(table.size * table.size + 1)
    positions = known = 0
    hits = 0.0
    for moves in games:
        found = choices_of_game(moves, table.size, table.places, table.known)
        positions += len(found.ends)
        known += int((found.played >= 0).sum())
        hits += float((1.0 / np.maximum(1, found.legal)).sum())
        add_ranks(found.candidates, found.ends, found.played, table.strengths, ranks)
    return Prediction(positions, known, ranks, hits / max(1, positions))


@kernel
def add_ranks(candidates, ends, played, strengths, ranks):
    """Count the rank of the played pattern of each position, from 0. Equal strengths share the ranks that they take together."""
    begin = 0
    for position in range(ends.size):
        end = ends[position]
        if played[position] >= 0:
            own = strengths[played[position]]
            better, equal = 0, 0
            for i in range(begin, end):
                better += int(strengths[candidates[i]] > own)
                equal += int(strengths[candidates[i]] == own)
            for rank in range(better, better + equal):
                ranks[rank] += 1.0 / equal
        begin = end
