"""Margins and joint intervals for comparisons of mean errors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from miai.experiments.frame import Cell
from miai.experiments.frame.verdicts import Interval, bounds, decided_by
from miai.experiments.pgame.scale import Scale

SHARE, LEAST = 0.1, 0.005
SAME = f"up to {SHARE:.0%} of the base's error, or {LEAST:g} if that is more, counts as equal"
"""The margin in words. `LEAST` is for small errors, of which a tenth is less than half a choice in a hundred."""


def same_within(base_error: float) -> float:
    """Return the largest difference of two mean errors that counts as none, where the base has `base_error`."""
    return max(SHARE * base_error, LEAST)


def widened(cell: Cell, comparisons: int, blocks: int) -> Interval:
    """Return the interval widened by Bonferroni's correction: all of `comparisons` intervals contain their value with 95 % probability."""
    return widen(*bounds(cell), comparisons, blocks)


def jointly(cell: Cell, comparisons: int, blocks: int) -> Cell:
    """Return the cell with the interval of `widened`."""
    low, high = widened(cell, comparisons, blocks)
    return replace(cell, low=low, high=high)


def widen(low: float, high: float, comparisons: int, blocks: int) -> Interval:
    """Return what `widened` returns, for an interval given by its bounds."""
    from scipy import stats

    one, all_together = (float(stats.t.ppf(1 - 0.025 / count, blocks - 1)) for count in (1, max(1, comparisons)))
    centre, reach = (low + high) / 2, (high - low) / 2 * all_together / one
    return centre - reach, centre + reach


def alone(scale: Scale) -> str:
    """Return how the interval of a single comparison was made."""
    return decided_by(f"95 % jackknife interval over {scale.blocks} blocks of games")


def tested(comparisons: int) -> str:
    """Return how intervals of `comparisons` numbers were made, for the evidence of a finding."""
    return decided_by("95 % jackknife intervals over blocks of games", comparisons, "joint by Bonferroni's correction")


def listed(parts: Sequence[str], most: int = 8) -> str:
    """Return up to `most` of the parts in one line, and the number of the others."""
    rest = f"; and {len(parts) - most} more" if len(parts) > most else ""
    return "; ".join(parts[:most]) + rest
