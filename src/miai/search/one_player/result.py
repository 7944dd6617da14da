"""The answer of a one-player search: the best complete solution."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.records import copy_record
from miai.search.problem import Problem, apply_action


@dataclass(frozen=True)
class Solution:
    """A complete play from the start of the search."""

    actions: tuple[int, ...]
    texts: tuple[str, ...]
    """The actions as people write them."""
    reward: float
    """In the problem's units."""
    found_after: int
    """Simulations until it was found."""
    found_seconds: float | None = None
    """Seconds until it was noticed; kept for the best solution only."""


@dataclass(frozen=True)
class OnePlayerResult:
    """The result of a one-player search."""

    problem: str
    goal: str
    method: str
    solution: Solution | None
    """The best; `None` before the first play has ended."""
    solutions: tuple[Solution, ...]
    """The best ones with distinct ends, the best first."""
    simulations: int
    seconds: float
    exhausted: bool
    """Whether every play was tried or ruled out: the solution is optimal."""
    target_reached: bool
    repeated: int
    """Plays that ended in a position evaluated before: a lower bound, since the oldest positions are dropped."""
    mean_reward: float | None
    nodes: int
    memory_used: int
    """Bytes of the tree in use."""
    exploration: float | None
    """uct: the weight of the exploration term, given or chosen by the sample."""
    seed: int
    threads: int

    def as_dict(self) -> dict[str, Any]:
        """Return a dictionary for JSON."""
        return dataclasses.asdict(self)


def describe_solution(problem: Problem, start: Any, actions: list[int], reward: float, found_after: int) -> Solution:
    """Return the solution with the texts of its actions, which are played from a copy of `start`."""
    state, texts = copy_record(start), []
    for action in actions:
        texts.append(problem.action_text(state, action))
        apply_action(state, np.int32(action))
    return Solution(tuple(actions), tuple(texts), reward, found_after)
