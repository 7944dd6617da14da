"""A whole lesson: games from tables, weights from the games, and how well these foretell the moves of other games."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.learned.learning import Choices, choices_of, fit, judge
from miai.go.learned.tables import SPLITS, Tables

VALID_SHARE = 0.2
"""Games to check with, for each to learn from, at most."""
RANKS = 5


@dataclass(frozen=True)
class Lesson:
    """Weights, and what they are worth."""

    size: int
    seed: int
    rounds: int
    weights: np.ndarray[Any, np.dtype[np.float64]]
    splits: dict[str, dict[str, float]]
    """By the name of the split: games, positions, loss, and the shares of moves that were the first choice, and among five."""

    def as_data(self) -> dict[str, Any]:
        return {"size": self.size, "seed": self.seed, "rounds": self.rounds, **self.splits}


def learn_from(tables: Tables, games: int, rounds: int, seed: int) -> Lesson:
    """Learn from the games marked `train`, and check with those marked `valid`."""
    most = {"train": games, "valid": int(games * VALID_SHARE) + 1}
    known = {split: choices_of(itertools.islice(tables.games(split), most[split]), tables.size) for split in SPLITS}
    weights = fit(known["train"], seed, rounds)
    return Lesson(tables.size, seed, rounds, weights, {split: _judged(known[split], weights) for split in SPLITS})


def _judged(choices: Choices, weights: np.ndarray[Any, Any]) -> dict[str, float]:
    ranks = np.zeros(RANKS + 1, np.int64)
    loss = judge(choices.rows, choices.starts, choices.played, weights, np.zeros(512), ranks)
    total = int(ranks.sum())
    return {
        "games": choices.games,
        "positions": total,
        "loss": float(loss),
        "first": float(ranks[0] / total),
        "among_five": float(ranks[:RANKS].sum() / total),
    }
