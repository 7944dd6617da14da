"""The loop around the kernels: simulations run in slices of a few milliseconds, and between slices Python checks the limits.

`think` is the one loop that every search runs in. `SliceRunner` runs one slice, on one thread or several, and adapts its length.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.search.loop import run_simulations

if TYPE_CHECKING:
    from miai.search.driver import Search

SLICE_SECONDS = 0.004
THREADS_SLICE_SECONDS = 0.016
"""Longer, because at the end of a slice all threads wait for the last; `stop` does not wait for the end of a slice."""
FIRST_SLICE = 256
LARGEST_SLICE = 1 << 20

CHECKS = 16
"""Number of times that a search by playouts checks whether it may stop early."""
LEAST_CHUNK = 32
CHECK_SECONDS = 0.05
"""Seconds between two checks of a search by time whether it may stop early, or is decided."""


@dataclass(frozen=True)
class Limit:
    """The conditions under which a search stops; the first that holds counts. A proven root stops it in any case.

    Parameters
    ----------
    playouts : int, optional
        Number of simulations; of all searches together where a cluster shares the work.
    seconds : float, optional
        Time limit in seconds.
    most_seconds : float, optional
        With `seconds`: the search continues up to this time while the most visited action does not have the best value.
    stop_early : bool
        Whether to stop as soon as the second action cannot catch up with the first.
    """

    playouts: int | None = None
    seconds: float | None = None
    most_seconds: float | None = None
    stop_early: bool = False


def think(
    search: Search,
    limit: Limit,
    should_stop: Callable[[], bool] | None = None,
    on_report: Callable[[Search], None] | None = None,
    interval: float = 0.5,
) -> None:
    """Run slices of `search` until a limit is reached, the root is proven, `search.stop()` is called or `should_stop()` holds.

    `should_stop` is called after every slice, `on_report` every `interval` seconds.
    """
    watch = _LimitWatch(search, limit)
    next_report = watch.began + interval
    while not (search.is_finished() or (should_stop is not None and should_stop())):
        count = watch.allowed()
        if count <= 0:
            break
        if search.exchange is not None:
            count = search.exchange.allowed(count)
        search.slices.run(min(count, search.slices.size))
        if search.exchange is not None:
            search.exchange.after_slice(search)
        search.watch.notice(search.searched_seconds + time.perf_counter() - watch.began)
        if on_report is not None and time.perf_counter() >= next_report:
            on_report(search)
            next_report = time.perf_counter() + interval


class _LimitWatch:
    """The limits of one call of `think`, measured from its beginning. On a cluster the simulations of all searches count."""

    def __init__(self, search: Search, limit: Limit) -> None:
        self.search, self.limit = search, limit
        self.began, self.before = time.perf_counter(), search.simulations
        self.last_check = self.began
        self.step = max(LEAST_CHUNK, (limit.playouts or 0) // CHECKS)
        self.next_check = self.step

    def allowed(self) -> int:
        """Return how many simulations may run before the next check; 0 if a limit is reached."""
        limit = self.limit
        done, now = self._done(), time.perf_counter()
        left = LARGEST_SLICE if limit.playouts is None else limit.playouts - done
        elapsed = now - self.began
        is_check_due = now - self.last_check >= CHECK_SECONDS
        if left <= 0:
            return 0
        if limit.seconds is not None and elapsed >= limit.seconds:
            return 0 if limit.most_seconds is None or elapsed >= limit.most_seconds or self._is_decided(is_check_due, now) else left
        if not limit.stop_early or done == 0:
            return min(left, self.step) if limit.stop_early else left
        return 0 if self._is_beyond_reach(done, elapsed, is_check_due, now) else min(left, self.next_check - done)

    def _done(self) -> int:
        own = self.search.simulations - self.before
        return own if self.search.exchange is None else own + self.search.exchange.simulations_of_run

    def _is_decided(self, is_check_due: bool, now: float) -> bool:
        if not is_check_due and self.last_check > self.began + (self.limit.seconds or 0.0):
            return False
        self.last_check = now
        return is_decided(self.search)

    def _is_beyond_reach(self, done: int, elapsed: float, is_check_due: bool, now: float) -> bool:
        """Return whether the second action cannot catch up in the simulations that the limits leave."""
        remaining = float("inf")
        if self.limit.playouts is not None and done >= self.next_check:
            remaining = float(self.limit.playouts - done)
        while self.next_check <= done:
            self.next_check += self.step
        if self.limit.seconds is not None and is_check_due:
            self.last_check = now
            remaining = min(remaining, done * (self.limit.seconds - elapsed) / max(elapsed, 1e-6))
        return remaining < float("inf") and lead(self.search) > remaining


def lead(search: Search) -> float:
    """Return the visits of the first action at the root minus those of the second, with the weight of its history."""
    weights = sorted(search.view().weight_by_action(int(search.graph.head.root)).values(), reverse=True)
    return weights[0] - (weights[1] if len(weights) > 1 else 0.0) if weights else 0.0


def is_decided(search: Search) -> bool:
    """Return whether the most visited action also has the best value among those with at least half as many visits."""
    rows = search.result().actions
    rivals = [row for row in rows[:5] if row.weight * 2 >= rows[0].weight and row.value is not None]
    return not rivals or max(rivals, key=lambda row: row.value or 0.0) is rows[0]


class SliceRunner:
    """A runner of slices of one search, which adapts their length to the speed of the problem."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.size = FIRST_SLICE
        """Simulations of the next slice."""
        self._pool: ThreadPoolExecutor | None = None

    def run(self, count: int) -> None:
        """Run `count` simulations, fewer if something stops them; then prune the graph if memory is full."""
        search, head = self.search, self.search.graph.head
        head.tickets = count
        before, simulations = time.perf_counter(), int(head.simulations)
        if search.threads == 1:
            run_simulations(head, search.kernel_settings, search.states, search.workers[0])
        else:
            self._run_on_threads()
        if search.problem.after_slice is not None:
            search.problem.after_slice()
        search.prune_if_full()
        self._adapt(int(head.simulations) - simulations, time.perf_counter() - before)

    def _run_on_threads(self) -> None:
        search = self.search
        if self._pool is None:
            self._pool = ThreadPoolExecutor(search.threads, thread_name_prefix="miai-search")
        arguments = (search.graph.head, search.kernel_settings, search.states)
        waiting = [self._pool.submit(run_simulations, *arguments, search.workers[number]) for number in range(search.threads)]
        try:
            for each in waiting:
                each.result()
        except KeyboardInterrupt:
            search.stop()
            for each in waiting:
                each.result()
            raise

    def _adapt(self, count: int, seconds: float) -> None:
        if count > 0 and seconds > 0:
            wanted = int(count * (SLICE_SECONDS if self.search.threads == 1 else THREADS_SLICE_SECONDS) / seconds) + 1
            self.size = min(max(wanted, self.size // 4, 1), self.size * 4, LARGEST_SLICE)
