"""The answer of a one-player search: the best complete solution."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any

from miai.search.solutions import Solution


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
