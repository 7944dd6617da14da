"""Exact values of a small problem, computed from the definition. Tests compare searches with them.

Every reachable position is visited once, in plain Python. The values of a terminal state are its rewards; of a chance state, the mean over
the outcomes; of a player's state, the values after the action that is best for that player (minimax for two players, max^n for more). Where
positions can repeat, values are iterated until they converge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.search.problem import (
    CHANCE,
    apply_action,
    chance_weight,
    is_terminal,
    legal_actions,
    player_to_act,
    position_key,
    problem_of,
    reward,
)

Values = tuple[float, ...]
"""A reward for each player, in the problem's own units."""

PRECISION = 1e-12
"""Values are iterated until none changes by more than this."""


@dataclass(frozen=True)
class SolvedPosition:
    """A position of the solver: the player to act, and the position after each action."""

    player: int
    actions: list[int]
    children: list[int]
    """The keys of the positions after the actions."""
    weights: list[float]
    """The probabilities of the outcomes of a chance state; empty elsewhere."""
    rewards: Values
    """The rewards of a terminal state; empty elsewhere."""


@dataclass(frozen=True)
class ExactSolution:
    """All positions that can be reached from a root, and their values."""

    root: int
    positions: dict[int, SolvedPosition]
    values: dict[int, Values]

    @property
    def value(self) -> Values:
        """The value of the root, for each player."""
        return self.values[self.root]

    def value_of(self, state: Any) -> Values:
        """Return the value of a state that can be reached from the root, for each player."""
        return self.values[int(position_key(state))]

    def best_actions(self, state: Any, tolerance: float = 1e-9) -> list[int]:
        """Return all best actions of a player's state, from the viewpoint of the player to act."""
        position = self.positions[int(position_key(state))]
        worth = [self.values[child][position.player] for child in position.children]
        return [action for action, value in zip(position.actions, worth, strict=True) if value >= max(worth) - tolerance]


def solve_exactly(state: Any, limit: int = 1_000_000) -> ExactSolution:
    """Return the values of all positions that can be reached from `state`. Raise `UserError` if there are more than `limit`."""
    root = int(position_key(state))
    positions = _explore(state, limit)
    values: dict[int, Values] = {key: (0.5,) * problem_of(state).players for key in positions}
    order = _children_first(root, positions)
    while _sweep(order, positions, values) > PRECISION:
        pass
    return ExactSolution(root, positions, values)


def _explore(state: Any, limit: int) -> dict[int, SolvedPosition]:
    positions: dict[int, SolvedPosition] = {}
    waiting = [copy_record(state)]
    while waiting:
        each = waiting.pop()
        key = int(position_key(each))
        if key in positions:
            continue
        if len(positions) >= limit:
            raise UserError(f"the problem has more than {limit} positions, too many to solve exactly")
        positions[key], successors = _look_at(each)
        waiting += successors
    return positions


def _look_at(state: Any) -> tuple[SolvedPosition, list[Any]]:
    """Return the solver's position for a state, and the state's successors."""
    if is_terminal(state):
        rewards = tuple(float(reward(state, player)) for player in range(problem_of(state).players))
        return SolvedPosition(CHANCE, [], [], [], rewards), []
    actions = legal_actions(state)
    successors = [successor(state, action) for action in actions]
    children = [int(position_key(each)) for each in successors]
    player = int(player_to_act(state))
    weights = [float(chance_weight(state, action)) for action in actions] if player == CHANCE else []
    return SolvedPosition(player, actions, children, [weight / sum(weights) for weight in weights], ()), successors


def successor(state: Any, action: int) -> Any:
    """Return a new state, the one after `action`."""
    after = copy_record(state)
    apply_action(after, np.int32(action))
    return after


def _children_first(root: int, positions: dict[int, SolvedPosition]) -> list[int]:
    """Return the keys in an order in which one sweep is enough if no position repeats: children before parents."""
    order, seen = [], {root}
    path = [(root, iter(positions[root].children))]
    while path:
        key, children = path[-1]
        for child in children:
            if child not in seen:
                seen.add(child)
                path.append((child, iter(positions[child].children)))
                break
        else:
            order.append(key)
            path.pop()
    return order


def _sweep(order: list[int], positions: dict[int, SolvedPosition], values: dict[int, Values]) -> float:
    """Recompute every value from its children, in place, and return the largest change."""
    change = 0.0
    for key in order:
        new = _value_from_children(positions[key], values)
        change = max(change, *(abs(a - b) for a, b in zip(new, values[key], strict=True)))
        values[key] = new
    return change


def _value_from_children(position: SolvedPosition, values: dict[int, Values]) -> Values:
    if position.rewards:
        return position.rewards
    of_children = [values[child] for child in position.children]
    if position.player == CHANCE:
        return tuple(float(np.dot(position.weights, column)) for column in zip(*of_children, strict=True))
    return max(of_children, key=lambda each: each[position.player])
