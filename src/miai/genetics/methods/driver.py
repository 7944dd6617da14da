"""Run a search within a budget, in slices; the clock, Ctrl-C, progress and checkpoints are handled between them."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from miai.genetics.methods.interface import Budget, Found, PanelSearch

SLICE_SECONDS = 0.1
FIRST_SLICE = 64

Watch = Callable[["SearchRun"], None]


@dataclass
class SearchRun:
    """A search that is under way or has ended, with its clock. `curve` has (evaluations, seconds, best value) after each slice."""

    search: PanelSearch
    budget: Budget
    seconds: float = 0.0
    was_interrupted: bool = False
    curve: list[tuple[int, float, float]] = field(default_factory=list)

    @property
    def share_done(self) -> float:
        """The used share of the budget, from 0 to 1."""
        shares = [0.0]
        if self.budget.seconds:
            shares.append(self.seconds / self.budget.seconds)
        if self.budget.evaluations:
            shares.append(self.search.evaluations / self.budget.evaluations)
        return min(1.0, max(shares))

    @property
    def is_over(self) -> bool:
        """Whether a limit is reached or nothing is left to do."""
        budget = self.budget
        return (
            self.search.is_finished
            or (budget.seconds is not None and self.seconds >= budget.seconds)
            or (budget.evaluations is not None and self.search.evaluations >= budget.evaluations)
        )

    def seconds_at(self, evaluation: int) -> float:
        """Return the approximate time of an evaluation in seconds, interpolated within its slice."""
        before, began = 0, 0.0
        for evaluations, seconds, _ in self.curve:
            if evaluation <= evaluations:
                return began + (seconds - began) * (evaluation - before) / max(1, evaluations - before)
            before, began = evaluations, seconds
        return began

    def best(self) -> list[Found]:
        return self.search.best()


def run_search(run: SearchRun, watch: Watch | None = None, stop: threading.Event | None = None) -> SearchRun:
    """Continue a search until its budget is used or `stop` is set. Ctrl-C ends it at once and keeps what was found."""
    slice_size = FIRST_SLICE
    try:
        while not run.is_over:
            if stop is not None and stop.is_set():
                run.was_interrupted = True
                break
            before, began = run.search.evaluations, time.perf_counter()
            target = before + slice_size
            if run.budget.evaluations is not None:
                target = min(target, run.budget.evaluations)
            run.search.advance(target)
            spent = time.perf_counter() - began
            run.seconds += spent
            _note(run)
            if run.search.evaluations == before and not run.search.is_finished:
                break  # memory is full, and the method has nothing else to do
            slice_size = _next_size(run, slice_size, spent)
            if watch is not None:
                watch(run)
    except KeyboardInterrupt:
        run.was_interrupted = True
    return run


def _note(run: SearchRun) -> None:
    best = run.best()
    run.curve.append((run.search.evaluations, run.seconds, best[0].value if best else float("nan")))


def _next_size(run: SearchRun, size: int, spent: float) -> int:
    """Return the evaluations of the next slice, by the time that the last one took and the time that is left."""
    wanted = SLICE_SECONDS
    if run.budget.seconds is not None:
        wanted = min(wanted, max(run.budget.seconds - run.seconds, 0.001))
    return max(1, min(4 * size, int(size * wanted / max(spent, 1e-6))))


def facts(run: SearchRun) -> dict[str, Any]:
    """Return the figures of a run for reports."""
    return {"evaluations": run.search.evaluations, "repeated": run.search.repeated, "seconds": run.seconds} | run.search.notes()
