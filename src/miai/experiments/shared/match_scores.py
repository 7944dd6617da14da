"""Cells of matches and gains: the share of games won with its interval, the same in Elo, and verdicts on claims about them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from miai.core.statistics import elo_from_score, mean_with_interval, wilson
from miai.experiments.frame import Cell, Scalar
from miai.experiments.frame.verdicts import bounds, is_above, is_below


def score_cell(labels: Mapping[str, Scalar], won: float, games: int, measure: str = "score") -> Cell:
    """Return the share of games won; a draw is half a game."""
    share = wilson(round(won), games)
    return Cell(labels, measure, share.share, share.low, share.high, games)


def elo_cells(score: Cell) -> list[Cell]:
    """Return the score in Elo; no cell where all games were won or lost, for which Elo is infinite."""
    if score.value is None or not 0 < score.value < 1:
        return []
    elo, low, high = (elo_from_score(share) for share in (score.value, *bounds(score)))
    return [Cell(score.parameters, "elo", elo, low, high, score.count)]


def is_above_half(score: Cell) -> str:
    """Return the verdict on the claim that a side wins more games than it loses."""
    return is_above(bounds(score), 0.5)


def is_below_half(score: Cell) -> str:
    """Return the verdict on the claim that a side loses more games than it wins."""
    return is_below(bounds(score), 0.5)


def gain_cell(labels: Mapping[str, Scalar], gains: Sequence[float]) -> Cell:
    """Return the mean of at least two gains with its interval."""
    mean = mean_with_interval(gains)
    return Cell(labels, "gain", mean.mean, mean.low, mean.high, mean.count)


def score_in_words(score: Cell) -> str:
    """Return a score with its games and interval as text: "score 0.750 in 100 games (0.657 to 0.825)"."""
    low, high = bounds(score)
    return f"score {score.value or 0.0:.3f} in {score.count} games ({low:.3f} to {high:.3f})"
