"""The solutions of a running search for one player: its target, and the time at which the best one was found."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.search.problem import Problem
from miai.search.solutions import Solution, checked_solutions, keep_after, merge_solutions


class SolutionWatch:
    """The best plays of a search, as its workers keep them. For problems with more players there are none."""

    def __init__(self, problem: Problem, workers: Any, solutions: int) -> None:
        self.problem, self.wanted = problem, checked_solutions(solutions)
        self.sign = -1.0 if problem.goal == "minimise" else 1.0
        if problem.players != 1 and solutions != 1:
            raise UserError(f"{problem.name} has {problem.players} players; only problems with one player have solutions")
        self.use(workers)

    def use(self, workers: Any) -> None:
        """Keep solutions in `workers`, which are new."""
        self.workers = workers
        self._best: float | None = None
        self._found_seconds: float | None = None
        for worker in self._keepers():
            worker.best.wanted = self.wanted

    def adopt(self, workers: Any) -> None:
        """Continue with the solutions of `workers`, which come from a checkpoint. The time of the best one is not known."""
        self.workers = workers
        self.wanted = max((int(each.best.wanted) for each in self._keepers()), default=1)
        self._best = self._best_score()

    def set_target(self, target: float | None) -> None:
        """Let the search end at a reward as good as `target`."""
        if target is None:
            wanted = np.inf
        elif self.problem.players != 1:
            raise UserError(f"{self.problem.name} has {self.problem.players} players; only a search for one player has a target")
        elif isinstance(target, bool | str) or not np.isfinite(target):
            raise UserError(f"target must be a number, not {target!r}")
        else:
            wanted = self.sign * target
        for worker in self._keepers():
            worker.target = wanted

    def notice(self, seconds: float) -> bool:
        """Return whether there is a better solution than at the last call, and note that it was found at `seconds`."""
        best = self._best_score()
        if best is None or (self._best is not None and best <= self._best):
            return False
        self._best, self._found_seconds = best, seconds
        return True

    def solutions(self, start: Any) -> tuple[Solution, ...]:
        """Return the best solutions from `start`, the best first."""
        found = merge_solutions(self.problem, start, (each.best for each in self._keepers()), self.wanted)
        if found and self._found_seconds is not None:
            found = (dataclasses.replace(found[0], found_seconds=self._found_seconds), *found[1:])
        return found

    def keep_after(self, action: int) -> None:
        """Keep the solutions that begin with `action`, which has been played."""
        for worker in self._keepers():
            keep_after(worker.best, action)
        self._best = self._best_score()

    def _best_score(self) -> float | None:
        return max((float(each.best.scores[0]) for each in self._keepers() if each.best.kept), default=None)

    def _keepers(self) -> list[Any]:
        return list(self.workers) if self.problem.players == 1 else []
