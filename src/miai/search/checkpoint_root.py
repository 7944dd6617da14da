"""The state at the root of a checkpoint: it is played from a state that is known, or tried out before kernels use it.

A search that began at the problem's usual start, or at the state that the caller passes, is replayed by its actions. Any other state is
tried in another process (`state_trial.py`).
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import copy_record
from miai.search.checkpoint_checks import DamagedCheckpoint, need
from miai.search.problem import Problem, play_actions
from miai.search.state_trial import NoTrial, try_state


@dataclass(frozen=True)
class RootOfFile:
    """The facts in a file: the state where the search began, the actions played since then, and the state they led to."""

    path: Path
    problem: Problem
    first: Any
    played: Any
    state: Any

    def find(self, passed: Any) -> Any:
        """Return the state at the root. `passed` is the caller's state, or `None`."""
        known = self.problem.start() if passed is None else copy_record(passed)
        self._take_addresses(known, passed is not None)
        need(isinstance(self.played, list) and all(type(action) is int for action in self.played), "the actions played")
        if self._are_alike(self.first, known):
            return self._replayed(known)
        if passed is not None and self._are_alike(self.state, known):
            return known
        self._try()
        return self._replayed(self.first)

    def _take_addresses(self, known: Any, is_passed: bool) -> None:
        """Take addresses from a state of this process: those of the file are not valid here."""
        for name in self.problem.addresses:
            if not is_passed and not known[name] and self.state[name]:
                raise UserError(
                    f"the state in {self.path} points to memory of the process that saved it; pass a state of the same game"
                )
            self.first[name] = self.state[name] = known[name]

    def _are_alike(self, one: Any, other: Any) -> bool:
        """Return whether two states are the same position; what kernels use as buffers does not count."""
        one, other = copy_record(one), copy_record(other)
        for name in self.problem.scratch:
            one[name] = other[name] = np.zeros((), one.dtype[name].base)
        return bool(one.tobytes() == other.tobytes())

    def _replayed(self, known: Any) -> Any:
        state = play_actions(known, self.played)
        need(state is not None, "an action that was played is not legal")
        need(self._are_alike(state, self.state), "the state at the root")
        return state

    def _try(self) -> None:
        if self.problem.addresses:
            raise UserError(f"the search in {self.path} began at another state; pass that state, or the one at its root")
        try:
            passed = try_state(self.problem, self.first)
        except NoTrial as error:
            raise UserError(f"cannot check the state in {self.path}: {error}; pass the state at which the search began") from error
        if not passed:
            raise DamagedCheckpoint("a state that no play reaches")
