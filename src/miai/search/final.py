"""The choice of the action to play. Proofs have precedence over every rule."""

from __future__ import annotations

import math
from collections.abc import Sequence

from miai.search.result import ActionResult
from miai.search.settings import Settings


def choose_final(actions: Sequence[ActionResult], settings: Settings) -> ActionResult | None:
    """Return the action to play; `None` if there is none. Of equal ones the lowest is taken, so that the choice is reproducible."""
    if not actions:
        return None
    surest = max(row.sure_low for row in actions)
    widest = max(row.sure_high for row in actions if row.sure_low == surest)
    candidates = [row for row in actions if row.sure_high > surest or row.sure_high == widest]  # the others cannot be better
    won = [row for row in candidates if row.sure_low == surest and surest >= max(row.sure_high for row in candidates)]
    rule = {"robust": _robust, "max": _highest, "robust-max": _robust_max, "secure": _secure}[settings.final]
    return rule(won or candidates, settings)


def _value(row: ActionResult) -> float:
    """Return the value within the proven bounds; -1, below all others, if the action was never tried."""
    if row.proven:
        return row.sure_low
    return -1.0 if row.value is None else min(max(row.value, row.sure_low), row.sure_high)


def _robust(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the action with the most visits, the weight of its history included."""
    return min(rows, key=lambda row: (-row.weight, -_value(row), row.action))


def _highest(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the action with the best value."""
    return min(rows, key=lambda row: (-_value(row), -row.weight, row.action))


def _robust_max(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the action that is best in visits and value, if there is one; otherwise the one with the most visits."""
    robust, highest = _robust(rows, settings), _highest(rows, settings)
    return highest if highest.weight == robust.weight else robust


def _secure(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the action with the best lower bound, value - secure / sqrt(visits)."""
    return min(rows, key=lambda row: (-(_value(row) - settings.secure / math.sqrt(max(1, row.weight))), -row.weight, row.action))
