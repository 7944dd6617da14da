"""Search for the best solution of a problem with one player, from Python.

    from miai.search.one_player import OnePlayerSearch
    result = OnePlayerSearch(state, method="nrpa", level=3, seed=1).run(seconds=10)
    result.solution.reward, result.solution.texts

Each thread searches independently, with its own random stream; the best solution of all is the answer. The kernels run on separate
threads while the caller's thread checks the clock, so that Ctrl-C, a time limit or a target end it within milliseconds.
With one thread and a limit of simulations, one seed gives one result.
"""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from miai.core.errors import UserError, unknown_name
from miai.core.records import copy_record
from miai.search.one_player.engines import Engine, new_engine
from miai.search.one_player.result import OnePlayerResult
from miai.search.one_player.settings import OnePlayerSettings
from miai.search.problem import Problem, is_terminal, player_to_act, problem_of
from miai.search.solutions import checked_solutions, merge_solutions

DEFAULT_SIMULATIONS = 10_000
POLL_SECONDS = 0.01
MOST_THREADS = 64

Listener = Callable[[OnePlayerResult], None]


class OnePlayerSearch:
    """A search for the best solution from one state. `run` may be called again: it continues the search and keeps the solutions.

    Parameters
    ----------
    state : record
        Where solutions begin.
    settings : OnePlayerSettings, optional
        Single settings may be given by name too: `method="nrpa"`.
    seed : int
        Random seed.
    threads : int
        Number of independent searches at a time.
    solutions : int
        How many of the best solutions are kept, at most 16.
    memory : float
        Memory limit of the trees in MiB, all threads together.
    """

    def __init__(
        self,
        state: Any,
        settings: OnePlayerSettings | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        solutions: int = 1,
        memory: float = 256.0,
        **changes: Any,
    ) -> None:
        self.problem = _checked_problem(state)
        self.settings = _changed(settings or OnePlayerSettings(), changes)
        self.start = copy_record(state)
        self.seed, self.threads = seed, _checked("threads", threads, 1, MOST_THREADS)
        self.wanted = checked_solutions(solutions)
        self.engines: list[Engine] = [
            new_engine(self.problem, state, self.settings, seed, number, self.wanted, memory / threads) for number in range(threads)
        ]
        self.seconds = 0.0
        self._best: float | None = None
        self._found_seconds: float | None = None
        self._target: float | None = None
        self._stopping = False

    def run(
        self,
        simulations: int | None = None,
        *,
        seconds: float | None = None,
        target: float | None = None,
        listener: Listener | None = None,
    ) -> OnePlayerResult:
        """Search until a limit or the target is reached or every play is known, and return `result()`.

        With neither limit nor target, 10,000 simulations. `target` is a reward: at least that is wanted, or at most where the problem
        minimises. The listener gets each better result. After Ctrl-C, `result()` has the best solution so far.
        """
        _check_limits(simulations, seconds, target)
        if simulations is None and seconds is None and target is None:
            simulations = DEFAULT_SIMULATIONS
        self._target, self._stopping = target, False
        for engine in self.engines[:1]:
            engine.worker.stop = 1
            engine.run()  # compiles, before the clock starts
        for engine, share in zip(self.engines, _shares(simulations, self.threads), strict=True):
            engine.prepare(share, target)
        began, before = time.perf_counter(), self.seconds
        with ThreadPoolExecutor(self.threads, thread_name_prefix="miai-one-player") as pool:
            running = [pool.submit(_run_quietly, engine) for engine in self.engines]
            try:
                self._watch(running, began, before, seconds, listener)
            finally:
                self._stop_engines()
                wait(running)
                self.seconds = before + time.perf_counter() - began
        for each in running:
            each.result()
        self._notice(None)
        return self.result()

    def stop(self) -> None:
        """End the present `run` after the plays under way. May be called from any thread."""
        self._stopping = True
        self._stop_engines()

    def result(self) -> OnePlayerResult:
        """Return what was found so far."""
        solutions = merge_solutions(self.problem, self.start, (each.worker.best for each in self.engines), self.wanted)
        simulations = sum(int(each.worker.simulations) for each in self.engines)
        total = sum(float(each.worker.total * each.worker.sign) for each in self.engines)
        if solutions:
            solutions = (dataclasses.replace(solutions[0], found_seconds=self._found_seconds), *solutions[1:])
        best = solutions[0] if solutions else None
        reached = best is not None and self._target is not None and self._sign * best.reward >= self._sign * self._target
        return OnePlayerResult(
            problem=self.problem.name,
            goal=self.problem.goal,
            method=self.settings.method,
            solution=best,
            solutions=solutions,
            simulations=simulations,
            seconds=self.seconds,
            exhausted=any(each.is_exhausted() for each in self.engines),
            target_reached=reached,
            repeated=sum(int(each.worker.repeated) for each in self.engines),
            mean_reward=total / simulations if simulations else None,
            nodes=sum(each.node_count() for each in self.engines),
            memory_used=sum(each.memory_used() for each in self.engines),
            exploration=self.engines[0].exploration(),
            seed=self.seed,
            threads=self.threads,
        )

    @property
    def _sign(self) -> float:
        return -1.0 if self.problem.goal == "minimise" else 1.0

    def _watch(
        self, running: list[Future[None]], began: float, before: float, seconds: float | None, listener: Listener | None
    ) -> None:
        """Watch the searches until they end, and stop them at a limit."""
        while not all(each.done() for each in running):
            wait(running, timeout=POLL_SECONDS)
            self.seconds = before + time.perf_counter() - began
            self._notice(listener)
            enough = self._target is not None and self._best is not None and self._best >= self._sign * self._target
            ended = any(each.done() and engine.is_exhausted() for each, engine in zip(running, self.engines, strict=True))
            if self._stopping or enough or ended or (seconds is not None and time.perf_counter() - began >= seconds):
                self._stop_engines()

    def _notice(self, listener: Listener | None) -> None:
        """Call the listener if there is a better solution."""
        best = max((float(each.worker.best.scores[0]) for each in self.engines if each.worker.best.kept > 0), default=None)
        if best is not None and (self._best is None or best > self._best):
            self._best, self._found_seconds = best, self.seconds
            if listener:
                listener(self.result())

    def _stop_engines(self) -> None:
        for engine in self.engines:
            engine.worker.stop = 1


def search_solution(state: Any, simulations: int | None = None, **options: Any) -> OnePlayerResult:
    """Search from `state` and return the best solution. Options are those of `OnePlayerSearch` and of its `run`."""
    run_options = {name: options.pop(name) for name in ("seconds", "target", "listener") if name in options}
    return OnePlayerSearch(state, **options).run(simulations, **run_options)


def _run_quietly(engine: Engine) -> None:
    """Run on a thread of the pool. In plain Python integers may overflow as in kernels, and NumPy's settings hold for one thread."""
    with np.errstate(over="ignore"):
        engine.run()


def _checked_problem(state: Any) -> Problem:
    problem = problem_of(state)
    if problem.players != 1:
        raise UserError(f"{problem.name} has {problem.players} players; this search is for problems with one")
    if is_terminal(state):
        raise UserError(f"{problem.name}: the play has ended already, there is nothing to search")
    if int(player_to_act(state)) != 0:
        raise UserError(f"{problem.name}: chance decides here; one-player searches are for problems without chance")
    return problem


def _changed(settings: OnePlayerSettings, changes: dict[str, Any]) -> OnePlayerSettings:
    known = [field.name for field in dataclasses.fields(OnePlayerSettings)]
    for name in changes:
        if name not in known:
            raise unknown_name("setting", name, known)
    return dataclasses.replace(settings, **changes)


def _checked(name: str, value: int, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise UserError(f"{name} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _check_limits(simulations: int | None, seconds: float | None, target: float | None) -> None:
    if simulations is not None and (isinstance(simulations, bool) or not isinstance(simulations, int) or simulations < 1):
        raise UserError(f"simulations must be a whole number of at least 1, not {simulations!r}")
    if seconds is not None and (isinstance(seconds, bool | str) or not seconds >= 0):
        raise UserError(f"seconds must be a number of at least 0, not {seconds!r}")
    if target is not None and (isinstance(target, bool | str) or not np.isfinite(target)):
        raise UserError(f"target must be a number, not {target!r}")


def _shares(simulations: int | None, threads: int) -> list[int | None]:
    """Return the limit of each thread."""
    if simulations is None:
        return [None] * threads
    return [max(1, simulations // threads + (number < simulations % threads)) for number in range(threads)]
