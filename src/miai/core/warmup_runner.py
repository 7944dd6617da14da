"""Run warm-ups in this process, or in several, which write into one cache and compile nothing twice."""

from __future__ import annotations

import multiprocessing
import time
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

from miai.core.warmup import Action, import_everything, registered


@dataclass(frozen=True)
class WarmupStep:
    """One warm-up that was run: the functions it compiled and the wall-clock seconds it took."""

    name: str
    functions_compiled: int
    seconds: float


def run_here(name: str, action: Action) -> WarmupStep:
    """Run one warm-up in this process."""
    from miai.core.kernels import compilations

    before, began = compilations(), time.perf_counter()
    action()
    return WarmupStep(name, compilations() - before, round(time.perf_counter() - began, 3))


def run_in_processes(names: Iterable[str], workers: int, report: Callable[[WarmupStep], None]) -> list[WarmupStep]:
    """Run the warm-ups called `names` in `workers` processes, and call `report` after each. Return the steps in the order of `names`.

    The memory that the compiler needs is returned to the system when the processes end.
    """
    names = list(names)
    plan = WarmupPlan({name: family_of(registered()[name]) for name in names})
    steps: dict[str, WarmupStep] = {}
    context: Any = multiprocessing.get_context("spawn")  # a fork would copy the locks and threads of the parent
    with ExitStack() as stack:
        pools = [
            stack.enter_context(ProcessPoolExecutor(1, mp_context=context, initializer=import_everything))
            for _ in range(min(workers, len(names)))
        ]
        running: dict[Future[WarmupStep], int] = {}

        def start_next(worker: int) -> None:
            name = plan.take(worker)
            if name is not None:
                running[pools[worker].submit(_run_registered, name)] = worker

        for worker in range(len(pools)):
            start_next(worker)
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                worker = running.pop(future)
                start_next(worker)
                step = future.result()
                steps[step.name] = step
                report(step)
    return [steps[name] for name in names]


class WarmupPlan:
    """Which worker runs which warm-up next.

    Warm-ups of one family call many of the same kernels, which a process compiles once. So a worker stays with a family as long as
    it can, then begins the largest one that no other worker has begun, and at last helps with the largest that is left.
    """

    def __init__(self, families: dict[str, str]) -> None:
        self._waiting = dict(families)
        self._family_of_worker: dict[int, str] = {}

    def take(self, worker: int) -> str | None:
        """Return the next warm-up for `worker`; `None` if none is left."""
        if not self._waiting:
            return None
        left = Counter(self._waiting.values())
        own = self._family_of_worker.get(worker)
        if own not in left:
            begun = set(self._family_of_worker.values())
            own = max(left, key=lambda family: (family not in begun, left[family]))
            self._family_of_worker[worker] = own
        name = next(name for name, family in self._waiting.items() if family == own)
        del self._waiting[name]
        return name


def family_of(action: Action) -> str:
    """Return the package below `miai` that registered a warm-up."""
    function = getattr(action, "func", action)  # that of a `functools.partial`
    return str(function.__module__.split(".")[1])


def _run_registered(name: str) -> WarmupStep:
    return run_here(name, registered()[name])
