"""How old is what the deciding search knows of others, with artificial delays? Compared with a model.

    python benchmarks/cluster_delays.py            # searches that rest most of the time: the age does not depend on the load
    python benchmarks/cluster_delays.py --busy     # searches at full speed: needs a core for each

Searches of connect four on a local cluster. Each call to a worker is held back by `delay` on its way there, and its answer on its way
back. Workers write down how many simulations they have made, with the time; all processes of a machine have the same clock. So the age of
what is known at any moment is exact: the time since the worker had made as many simulations as are known of it. It is read every 20 ms;
how much later than that the reader wakes up is printed too, because a busy machine wakes everybody late.

The model: a worker enters its statistics in its ledger T/8 before a call is due. The call takes `delay` in each direction, the next comes T
later, or 2 x delay later if that is more. So the age is T/8 + 2 x delay when a message arrives, and grows until the next: on average by
T/2.
"""

from __future__ import annotations

import argparse
import bisect
import statistics
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np

from miai.distributed import Team
from miai.distributed.actor import SearchActor
from miai.problems import load
from miai.search import Search


def slow_down(search: Search) -> None:
    """Let a search rest for 4 ms after every 8 simulations."""
    run = search.slices.run

    def run_and_rest(count: int) -> None:
        run(min(count, 8))
        time.sleep(0.004)

    search.slices.run = run_and_rest  # type: ignore[method-assign]


class RecordingActor(SearchActor):
    """A search of a worker that writes down the time and its simulations in a file, every 5 ms."""

    folder, is_busy = "", False

    def _begin(self, assignment: Any, root: Any) -> tuple[Search, Any]:
        search, kept = super()._begin(assignment, root)
        if not self.is_busy:
            slow_down(search)
        return search, kept

    def __init__(self, name: str) -> None:
        super().__init__(name)
        threading.Thread(target=self._record, daemon=True).start()

    def _record(self) -> None:
        with (Path(self.folder) / self.name.split()[-1]).open("ab", buffering=0) as file:
            while not self._closed:
                if self.search is not None:
                    file.write(np.array([time.monotonic(), float(self.search.simulations)]).tobytes())
                time.sleep(0.005)


class DelayedCall:
    """A call that begins `delay` seconds late, and whose answer is there `delay` seconds late."""

    def __init__(self, actor: Any, request: Any, delay: float) -> None:
        self._delay, self._error = delay, ""
        self._call: Any = None
        self._done_at: float | None = None
        self._timer = threading.Timer(delay, self._begin, [actor, request])
        self._timer.daemon = True
        self._timer.start()

    def _begin(self, actor: Any, request: Any) -> None:
        try:
            self._call = actor.exchange(request)
        except Exception as error:  # the team was closed while the request was on its way
            self._error = str(error)

    def done(self) -> bool:
        """Return whether the answer, or an error, is there."""
        if self._error:
            return True
        if self._done_at is None and self._call is not None and self._call.done():
            self._done_at = time.monotonic()
        return self._done_at is not None and time.monotonic() >= self._done_at + self._delay

    def result(self, timeout: float) -> Any:
        """Return the answer."""
        if self._call is None:
            raise RuntimeError(self._error)
        return self._call.result(timeout=timeout)


class DelayedActor:
    """An actor behind a slow network."""

    def __init__(self, actor: Any, delay: float) -> None:
        self.actor, self.delay = actor, delay

    def exchange(self, request: Any) -> DelayedCall:
        """Send a request."""
        return DelayedCall(self.actor, request, self.delay)

    def close(self) -> Any:
        """End the worker's search."""
        return self.actor.close()


class Reader(threading.Thread):
    """Reads every 20 ms how many simulations of each worker are known here, until it is stopped."""

    def __init__(self, search: Search) -> None:
        super().__init__(daemon=True)
        self.search, self.stopped = search, threading.Event()
        self.seen: list[tuple[float, str, int]] = []
        self.late = 0.0
        """Seconds, the sum of all wake-ups, after the time at which they were due."""

    def run(self) -> None:
        """Read until the end."""
        assert self.search.exchange is not None
        ledger = self.search.exchange.ledger
        began = time.monotonic()
        while not self.stopped.wait(0.02):
            self.late += time.monotonic() - began - 0.02
            names = [name for name in ledger.senders() if name != "here"]
            everybody = ledger.simulations_without("here")
            for name in names:
                own = everybody - ledger.simulations_without("here", name)
                self.seen.append((time.monotonic(), name, own))
            began = time.monotonic()


def ages_of(seen: list[tuple[float, str, int]], folder: Path, began: float) -> list[float]:
    """Return the ages in seconds of what was known of each worker at each moment from `began` on."""
    ages = []
    records = {file.name: np.fromfile(file).reshape(-1, 2) for file in folder.iterdir()}
    for now, name, known in seen:
        record = records[name.split()[-1]]
        if now < began or known == 0:
            continue
        place = bisect.bisect_right(record[:, 1].tolist(), known) - 1
        ages.append(max(0.0, now - float(record[max(0, place), 0])))
    return ages


def measure(searches: int, delay: float, runs: int, seconds: float, is_busy: bool) -> tuple[float, list[float], float, float]:
    """Return simulations per second of all searches, the ages, the lateness, and the processor time of sharing per second."""
    with tempfile.TemporaryDirectory() as folder:
        RecordingActor.folder, RecordingActor.is_busy = folder, is_busy
        with Team(f"local:{searches}", notice=lambda line: None, actor=RecordingActor) as team:
            search = Search(load("connect4").start(), seed=1, memory=256, solver=False, cluster=team)
            exchange = search.exchange
            assert exchange is not None
            if not is_busy:
                slow_down(search)
            while len(exchange.ledger.senders()) < searches:
                search.run(seconds=0.3)
            for member in team.members:
                member.actor = DelayedActor(member.actor, delay)
            ages: list[float] = []
            late, count = 0.0, 0
            spent, before = exchange.seconds, search.simulations + exchange.simulations
            for _ in range(runs):
                reader, began = Reader(search), time.monotonic()
                reader.start()
                search.run(seconds=seconds)
                reader.stopped.set()
                reader.join()
                late, count = late + reader.late, count + len(reader.seen) // (searches - 1)
                ages += ages_of(reader.seen, Path(folder), began + seconds / 3)
            made = search.simulations + exchange.simulations - before
            search.close()
            return made / runs / seconds, ages, late / max(1, count), (exchange.seconds - spent) / runs / seconds


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--runs", type=int, default=4)
    options.add_argument("--seconds", type=float, default=2.5)
    options.add_argument("--searches", type=int, nargs="*", default=[2, 4])
    options.add_argument("--delays", type=float, nargs="*", default=[0.0, 1.0, 10.0, 100.0], help="in milliseconds")
    options.add_argument("--busy", action="store_true", help="let searches work at full speed")
    given = options.parse_args()
    if given.busy:
        alone = Search(load("connect4").start(), seed=1, memory=256, solver=False)
        alone.run(100)
        print(f"1 search: {alone.run(seconds=given.seconds).simulations / given.seconds:,.0f} simulations/s", flush=True)
    interval = min(0.25, given.seconds / 8)
    for searches in given.searches:
        for delay in given.delays:
            speed, ages, late, spent = measure(searches, delay / 1000, given.runs, given.seconds, given.busy)
            model = interval / 8 + 2 * delay / 1000 + max(interval, 2 * delay / 1000) / 2
            parts = statistics.quantiles(ages, n=20)
            print(
                f"{searches} searches, delay {delay:g} ms: {speed:,.0f} simulations/s; age {1000 * statistics.mean(ages):.0f} ms"
                f" (median {1000 * statistics.median(ages):.0f}, 5 to 95 % {1000 * parts[0]:.0f} to {1000 * parts[-1]:.0f}),"
                f" model {1000 * model:.0f} ms; wake-ups {1000 * late:.0f} ms late; sharing takes {1000 * spent:.1f} ms/s",
                flush=True,
            )


if __name__ == "__main__":
    main()
