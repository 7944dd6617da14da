"""One thread of a one-player search, behind one interface for all methods."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from miai.core.records import new_array
from miai.search.one_player.nested import run_nested
from miai.search.one_player.policy import run_policy
from miai.search.one_player.settings import NESTED, NRPA, OnePlayerSettings
from miai.search.one_player.worker import new_solo_worker
from miai.search.problem import Problem, action_code

CODES = 1 << 16
"""Size of a policy where the problem has codes of its own; the codes are taken modulo this."""
UNLIMITED = 2**62


class Engine(Protocol):
    """The interface of a search for the driver."""

    worker: Any

    def prepare(self, simulations: int | None, target: float | None) -> None: ...
    def run(self) -> None: ...
    def is_exhausted(self) -> bool: ...
    def node_count(self) -> int: ...
    def memory_used(self) -> int: ...
    def exploration(self) -> float | None: ...


class RolloutEngine:
    """Base of all searches; it is complete for those without a tree."""

    def __init__(self, problem: Problem, state: Any, settings: OnePlayerSettings, seed: int, number: int, solutions: int) -> None:
        self.problem, self.settings = problem, settings
        self.worker = new_solo_worker(problem, seed, number, solutions)
        self.steps = self.worker.path.size
        self.state = state

    def prepare(self, simulations: int | None, target: float | None) -> None:
        """Set the limits of the next run."""
        self.worker.stop = 0
        self.worker.limit = UNLIMITED if simulations is None else int(self.worker.simulations) + simulations
        self.worker.target = np.inf if target is None else self.worker.sign * target

    def is_exhausted(self) -> bool:
        return False

    def node_count(self) -> int:
        return 0

    def memory_used(self) -> int:
        return 0

    def exploration(self) -> float | None:
        return None


class NestedEngine(RolloutEngine):
    """Nested Monte-Carlo search."""

    def run(self) -> None:
        level = self.settings.level
        states = new_array(self.problem.state_t, level + 2)
        states[level + 1] = self.state
        lists = np.zeros((level + 1, self.worker.actions.size), np.int32)
        plays, lengths = np.zeros((level + 1, self.steps), np.int32), np.zeros(level + 1, np.int64)
        run_nested(states, lists, plays, lengths, self.worker, np.int64(level))


class PolicyEngine(RolloutEngine):
    """Nested rollout policy adaptation."""

    def run(self) -> None:
        level, settings = self.settings.level, self.settings
        states = new_array(self.problem.state_t, 2)
        states[1] = self.state
        own = action_code.is_implemented(self.problem.state_t)
        codes = CODES if own else 1 << (self.problem.actions - 1).bit_length()
        room = (np.zeros((level + 1, codes)), np.zeros(codes), np.zeros(codes, np.int32), np.zeros(codes, np.bool_))
        plays, lengths = np.zeros((level + 1, self.steps), np.int32), np.zeros(level + 1, np.int64)
        run_policy(
            states, room, plays, lengths, self.worker, np.int64(level), np.int64(settings.iterations), np.float64(settings.step)
        )


def new_engine(
    problem: Problem, state: Any, settings: OnePlayerSettings, seed: int, number: int, solutions: int, memory: float
) -> Engine:
    """Return the engine of the method that `settings` name."""
    if settings.method == NESTED:
        return NestedEngine(problem, state, settings, seed, number, solutions)
    if settings.method == NRPA:
        return PolicyEngine(problem, state, settings, seed, number, solutions)
    from miai.search.one_player.uct import TreeEngine

    return TreeEngine(problem, state, settings, seed, number, solutions, memory)
