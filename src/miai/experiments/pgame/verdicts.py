"""Whether a claim holds, from an estimate with its interval."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from miai.experiments.frame import Cell

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"

SHARE, LEAST = 0.1, 0.005
SAME = f"up to {SHARE:.0%} of the base's error, or {LEAST:g} if that is more"
"""What counts as the same. The second is for small errors, of which a tenth is less than half a choice in a hundred."""


def same_within(base_error: float) -> float:
    """How far two mean errors may lie apart and still count as the same, where the base has `base_error`."""
    return max(SHARE * base_error, LEAST)


def is_below(value: float, low: float, high: float) -> str:
    """Whether something is below 0: the whole interval is, none of it is, or it cannot be told."""
    return HOLDS if high < 0 else FAILS if low > 0 else OPEN


def is_near_zero(low: float, high: float, margin: float) -> str:
    """Whether something is 0 up to `margin`: the whole interval is within, all of it is outside, or it cannot be told."""
    if -margin < low and high < margin:
        return HOLDS
    return FAILS if low > margin or high < -margin else OPEN


def is_at_most_zero(low: float, high: float, margin: float) -> str:
    """Whether something is not above 0 by more than `margin`."""
    return HOLDS if high < margin else FAILS if low > 0 else OPEN


def all_of(verdicts: Iterable[str]) -> str:
    """What follows for a claim that needs all of these."""
    found = list(verdicts)
    return FAILS if FAILS in found else OPEN if OPEN in found or not found else HOLDS


def bounds(cell: Cell) -> tuple[float, float]:
    """The interval of a cell; from minus to plus infinity where it has none."""
    return (
        float("-inf") if cell.low is None else cell.low,
        float("inf") if cell.high is None else cell.high,
    )


def widened(cell: Cell, comparisons: int, blocks: int) -> tuple[float, float]:
    """The interval made wider, so that of so many all hold their value with 95 % probability (Bonferroni)."""
    from scipy import stats

    low, high = bounds(cell)
    one, all_together = (float(stats.t.ppf(1 - 0.025 / count, blocks - 1)) for count in (1, max(1, comparisons)))
    centre, reach = (low + high) / 2, (high - low) / 2 * all_together / one
    return centre - reach, centre + reach


def listed(parts: Sequence[str], most: int = 8) -> str:
    """Some of the parts, in one line."""
    rest = f"; and {len(parts) - most} more" if len(parts) > most else ""
    return "; ".join(parts[:most]) + rest
