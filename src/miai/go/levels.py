"""Levels of strength: fewer playouts, and moves played at first sight, as a person plays who does not read far.

A level limits the playouts of a move. Below level 12 a share of the moves is also played *at first sight*: drawn by how likely the priors
hold each move, from its shape and its surroundings, without a search. Such a move looks natural and is often wrong, which is how people
make mistakes; no move is drawn evenly from all points.

docs/results/levels.md has the measured ratings.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Level:
    """One level of strength."""

    playouts: int | None
    """Most playouts of a move; `None`: no limit."""
    sight: float = 0.0
    """Share of the moves that are played at first sight."""
    focus: float = 2.0
    """Exponent of the weights in the draw: a larger one prefers the likely moves more."""


LEVELS = (
    Level(16, 1.0, 1.0),
    Level(16, 1.0, 1.3),
    Level(16, 1.0, 1.7),
    Level(16, 0.9),
    Level(20, 0.75),
    Level(30, 0.6),
    Level(40, 0.46),
    Level(55, 0.34),
    Level(75, 0.23),
    Level(100, 0.14),
    Level(125, 0.06),
    Level(150),
    Level(250),
    Level(400),
    Level(650),
    Level(1100),
    Level(1800),
    Level(3000),
    Level(5000),
    Level(None),
)
"""The levels, from 1 (the first) to the last, which is full strength."""
FULL = len(LEVELS)


@dataclass(frozen=True)
class Rank:
    """An estimate of a rank."""

    kyu: int
    error: int
    """The rank is probably from `kyu - error` to `kyu + error`."""


RATINGS: dict[int, tuple[float, float]] = {5: (-619, 301), 7: (-482, 271), 9: (-99, 205), 11: (216, 247), 16: (382, 80)}
"""Elo above GNU Go 3.8 at level 10 on 9x9 of the levels that were measured, and half of the 95 % interval."""
GNU_GO_KYU, GNU_GO_ERROR = 8, 3
"""The rank of GNU Go as reports put it; it was not measured here."""
WEAKEST = 30
"""The last kyu that has a meaning."""
_ELO_OF_BETA = 400 / math.log(10)


def rating_of(level: int) -> tuple[float, float] | None:
    """Return the rating of a level and its error, between two measured levels in proportion; `None` outside of them."""
    lower = [each for each in RATINGS if each <= level]
    upper = [each for each in RATINGS if each >= level]
    if not lower or not upper:
        return None
    low, high = max(lower), min(upper)
    share = (level - low) / (high - low) if high > low else 0.0
    elo = (1 - share) * RATINGS[low][0] + share * RATINGS[high][0]
    return elo, max(RATINGS[low][1], RATINGS[high][1])


def rank_of(elo: float, error: float) -> Rank:
    """Return the rank of a rating above GNU Go's.

    The European Go Federation expects a player with rating r to win with odds exp(beta), where beta = -7 ln(3300 - r) (2021); 2100 is
    1 dan, and a kyu is 100.
    """
    distance = 7 * _ELO_OF_BETA
    below = (1200 + 100 * GNU_GO_KYU) * math.exp(-elo / distance)  # 3300 - r
    kyu = (below - 1200) / 100
    slope = below / 100
    spread = math.hypot(GNU_GO_ERROR * slope / (12 + GNU_GO_KYU), error * slope / distance)
    return Rank(round(kyu), math.ceil(spread))


def rank_of_level(level: int) -> Rank | None:
    """Return the rank of a level on 9x9 as far as it was measured and is a kyu; docs/results/levels.md says how."""
    rating = rating_of(level)
    if rating is None:
        return None
    rank = rank_of(*rating)
    return rank if 1 <= rank.kyu <= WEAKEST else None


def level_numbered(number: int) -> Level:
    """Return the level with a number from 1 to `FULL`."""
    return LEVELS[number - 1]
