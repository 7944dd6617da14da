"""States for tests, given by the actions that lead to them."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.problems import load, start_state
from miai.search.problem import apply_action, is_terminal, legal_actions, position_key, problem_of, reward


def after(name: str, moves: str = "", *options: str) -> Any:
    """Return the state of a built-in problem after `moves`, the texts of legal actions separated by blanks."""
    return play(start_state(load(name), options), moves)


def play(state: Any, moves: str) -> Any:
    """Return a new state: `state` after `moves`."""
    state = copy_record(state)
    for text in moves.split():
        assert not is_terminal(state), f"terminal before {text}"
        apply_action(state, np.int32(problem_of(state).parse_action(state, text)))
    return state


def legal_texts(state: Any) -> list[str]:
    """Return the texts of the legal actions."""
    return [problem_of(state).action_text(state, action) for action in legal_actions(state)]


def rewards(state: Any) -> tuple[float, ...]:
    """Return the rewards of all players in a state that must be terminal."""
    assert is_terminal(state)
    return tuple(float(reward(state, player)) for player in range(problem_of(state).players))


def reachable(state: Any) -> dict[int, Any]:
    """Return a state for every position key that can be reached."""
    found: dict[int, Any] = {}
    waiting = [state]
    while waiting:
        each = waiting.pop()
        if int(position_key(each)) in found:
            continue
        found[int(position_key(each))] = each
        for action in [] if is_terminal(each) else legal_actions(each):
            after_it = copy_record(each)
            apply_action(after_it, np.int32(action))
            waiting.append(after_it)
    return found
