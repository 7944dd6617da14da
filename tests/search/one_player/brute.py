"""The optimum of a small problem, by trying every play once."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.search.problem import apply_action, is_terminal, legal_actions, position_key, problem_of, reward


def best_reward(state: Any) -> float:
    """Return the best reward that any play from `state` ends with."""
    pick = min if problem_of(state).goal == "minimise" else max
    known: dict[int, float] = {}

    def explore(here: Any) -> float:
        if is_terminal(here):
            return float(reward(here, 0))
        key = int(position_key(here))
        if key not in known:
            after = []
            for action in legal_actions(here):
                child = copy_record(here)
                apply_action(child, np.int32(action))
                after.append(explore(child))
            known[key] = pick(after)
        return known[key]

    return explore(state)
