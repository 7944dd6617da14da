"""Run warm-ups in this process, or in several, which write into one cache and compile nothing twice."""

from __future__ import annotations

import multiprocessing
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor, as_completed
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
    steps: dict[str, WarmupStep] = {}
    names = list(names)
    context: Any = multiprocessing.get_context("spawn")  # a fork would copy the locks and threads of the parent
    with ProcessPoolExecutor(min(workers, len(names)), mp_context=context, initializer=import_everything) as pool:
        futures = [pool.submit(_run_registered, name) for name in names]
        try:
            for future in as_completed(futures):
                step = future.result()
                steps[step.name] = step
                report(step)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return [steps[name] for name in names]


def _run_registered(name: str) -> WarmupStep:
    return run_here(name, registered()[name])
