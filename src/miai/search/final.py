"""The action that is played in the end. What is proven comes first, whatever the rule."""

from __future__ import annotations

import math
from collections.abc import Sequence

from miai.search.result import ActionResult
from miai.search.settings import Settings


def choose_final(actions: Sequence[ActionResult], settings: Settings) -> ActionResult | None:
    """Return the action to play; `None` if there is none. Ties go to the lower action, so that the choice is the same every time."""
    if not actions:
        return None
    surest = max(row.sure_low for row in actions)
    widest = max(row.sure_high for row in actions if row.sure_low == surest)
    candidates = [row for row in actions if row.sure_high > surest or row.sure_high == widest]  # the others can only be worse
    won = [row for row in candidates if row.sure_low == surest and surest >= max(row.sure_high for row in candidates)]
    rule = {"robust": _robust, "max": _highest, "robust-max": _robust_max, "secure": _secure}[settings.final]
    return rule(won or candidates, settings)


def _value(row: ActionResult) -> float:
    """Its value, within what is proven; below all others if it was never tried."""
    if row.proven:
        return row.sure_low
    return -1.0 if row.value is None else min(max(row.value, row.sure_low), row.sure_high)


def _robust(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the most visits, with what earlier searches are worth: a move that these know well is hardly tried again."""
    return min(rows, key=lambda row: (-row.weight, -_value(row), row.action))


def _highest(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the best value ("max child")."""
    return min(rows, key=lambda row: (-_value(row), -row.weight, row.action))


def _robust_max(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Best in visits and value at once, if there is such an action; otherwise the most visits."""
    robust, highest = _robust(rows, settings), _highest(rows, settings)
    return highest if highest.weight == robust.weight else robust


def _secure(rows: Sequence[ActionResult], settings: Settings) -> ActionResult:
    """Return the best lower bound: value - secure / sqrt(visits)."""
    return min(rows, key=lambda row: (-(_value(row) - settings.secure / math.sqrt(max(1, row.weight))), -row.weight, row.action))
