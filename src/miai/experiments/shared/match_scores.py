"""Matches and gains as experiments report them: the share of games won with its interval, the same in Elo, and what they say of a claim."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from miai.core.statistics import elo_from_score, mean_with_interval, wilson
from miai.experiments.frame import Cell, Scalar


def score_cell(labels: Mapping[str, Scalar], won: float, games: int, measure: str = "score") -> Cell:
    """The share of games won; a draw is half a game."""
    share = wilson(round(won), games)
    return Cell(labels, measure, share.share, share.low, share.high, games)


def elo_cells(score: Cell) -> list[Cell]:
    """The same in Elo; none where all games were won or lost, since no number would do."""
    if score.value is None or not 0 < score.value < 1:
        return []
    elo, low, high = (elo_from_score(share) for share in (score.value, *bounds(score)))
    return [Cell(score.parameters, "elo", elo, low, high, score.count)]


def is_above_half(score: Cell) -> str:
    """The verdict on a side that is said to win more than it loses."""
    low, high = bounds(score)
    return "holds" if low > 0.5 else "does not hold" if high < 0.5 else "undecided"


def is_below_half(score: Cell) -> str:
    """The verdict on a side that is said to lose more than it wins."""
    low, high = bounds(score)
    return "holds" if high < 0.5 else "does not hold" if low > 0.5 else "undecided"


def gain_cell(labels: Mapping[str, Scalar], gains: Sequence[float]) -> Cell:
    """The mean of what was gained, two times at least."""
    mean = mean_with_interval(gains)
    return Cell(labels, "gain", mean.mean, mean.low, mean.high, mean.count)


def is_gain(difference: Cell) -> str:
    """The verdict on something that is said to gain, by how much it gains."""
    low, high = bounds(difference)
    return "holds" if low > 0 else "does not hold" if high < 0 else "undecided"


def score_in_words(score: Cell) -> str:
    low, high = bounds(score)
    return f"{score.value or 0.0:.3f} of {score.count} games ({low:.3f} to {high:.3f})"


def bounds(score: Cell) -> tuple[float, float]:
    """The interval; all that is possible where none is known."""
    return 0.0 if score.low is None else score.low, 1.0 if score.high is None else score.high
