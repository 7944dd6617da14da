"""Training: weights from the games of tables, and their accuracy on other games."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.go.knowledge.learned.fitting import Choices, choices_of, fit, judge, leave_out
from miai.go.knowledge.learned.game_tables import SPLITS, GameTables

VALID_SHARE = 0.2
"""Most games for validation, per game for training."""
RANKS = 5
BATCH_ROWS = 8_000_000
"""About the number of moves in memory at once, at 36 bytes each. Games are read again for each round."""


@dataclass(frozen=True)
class TrainingResult:
    """Weights, and their accuracy."""

    size: int
    seed: int
    rounds: int
    weights: np.ndarray[Any, np.dtype[np.float64]]
    splits: dict[str, dict[str, float]]
    """By split: games, positions, loss, and the shares of moves that were the first choice, and among the first five."""

    def as_dict(self) -> dict[str, Any]:
        return {"size": self.size, "seed": self.seed, "rounds": self.rounds, **self.splits}


def train(tables: GameTables, games: int, rounds: int, seed: int, without: Sequence[str] = ()) -> TrainingResult:
    """Learn from the games marked `train` and validate with those marked `valid`, without the kinds of features in `without`."""
    most = {"train": games, "valid": int(games * VALID_SHARE) + 1}

    def batches(split: str) -> Iterator[Choices]:
        left = itertools.islice(tables.games(split), most[split])
        while batch := list(itertools.islice(left, max(1, BATCH_ROWS // tables.size**4))):
            choices = choices_of(batch, tables.size)
            leave_out(choices, without)
            yield choices

    weights = fit(lambda: batches("train"), seed, rounds)
    return TrainingResult(tables.size, seed, rounds, weights, {split: _judged(batches(split), weights) for split in SPLITS})


def _judged(batches: Iterable[Choices], weights: np.ndarray[Any, Any]) -> dict[str, float]:
    ranks, room = np.zeros(RANKS + 1, np.int64), np.zeros(512)
    games, loss = 0, 0.0
    for choices in batches:
        games += choices.games
        loss += float(judge(choices.rows, choices.starts, choices.played, weights, room, ranks))
    total = int(ranks.sum())
    return {
        "games": games,
        "positions": total,
        "loss": loss / total,
        "first": float(ranks[0] / total),
        "among_five": float(ranks[:RANKS].sum() / total),
    }
