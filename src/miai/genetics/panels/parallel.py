"""Many searches at once, on threads or on a Dask cluster: each has its own seed, and the best models of all are merged."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core.errors import UserError
from miai.core.settings import parse
from miai.core.system import work_in_background
from miai.genetics.methods.driver import SearchRun, Watch, run_search
from miai.genetics.methods.interface import LISTED, Budget, Found, PanelTask
from miai.genetics.methods.registry import find_method
from miai.genetics.methods.warmups import compile_method
from miai.genetics.panels.checkpoint import Checkpoint

if TYPE_CHECKING:
    from miai.genetics.panels.selection import SelectionRequest

Progress = Callable[[float, str], None]
"""Called with the share of the budget that is used, and the best value so far in words."""

SEED_STEP = 1_000_003
"""Between the seeds of searches that run at once."""


@dataclass(frozen=True)
class SearchOutcome:
    """The best models of all searches, with what they cost: evaluations in all, seconds of the longest."""

    found: tuple[Found, ...]
    found_seconds: tuple[float, ...]
    evaluations: int
    repeated: int
    seconds: float
    was_interrupted: bool
    notes: dict[str, Any]


def search_in_threads(
    task: PanelTask,
    request: SelectionRequest,
    progress: Progress | None = None,
    checkpoint: Checkpoint | None = None,
    watch: Watch | None = None,
) -> SearchOutcome:
    """Run `request.threads` searches on threads of this process. Ctrl-C stops all of them and keeps what they found.

    `watch` is called with the first search, ten times a second.
    """
    compile_method(request.method)
    stop = threading.Event()
    runs = [_new_run(task, request, number, request.threads) for number in range(request.threads)]
    files = [checkpoint.for_thread(number) if checkpoint else None for number in range(request.threads)]
    for run, file in zip(runs, files, strict=True):
        if file is not None:
            file.resume(run)
    if len(runs) == 1:
        _run(runs[0], files[0], stop, progress, watch)
    else:
        _run_together(runs, files, stop, progress, watch)
    return merge([outcome_of(run) for run in runs])


def _new_run(task: PanelTask, request: SelectionRequest, number: int, count: int) -> SearchRun:
    """Search `number` of `count`, with its share of the evaluations."""
    method = find_method(request.method)
    settings = parse(method.Settings(), request.method_settings)
    own = dataclasses.replace(task, evaluator=task.evaluator.with_own_scratch())
    search = method(own, request.seed + SEED_STEP * number, settings)
    limits = request.limits
    evaluations = limits.evaluations
    if evaluations is not None:
        evaluations = evaluations // count + (1 if number < evaluations % count else 0)
    return SearchRun(search, Budget(limits.seconds, evaluations))


def _run(
    run: SearchRun, file: Checkpoint | None, stop: threading.Event, progress: Progress | None, watch: Watch | None = None
) -> None:
    def after_slice(current: SearchRun) -> None:
        if file is not None:
            file.save_now_and_then(current)
        if progress is not None:
            progress(current.share_done, _in_words(current))
        if watch is not None:
            watch(current)

    with np.errstate(over="ignore"):  # in plain Python, random streams and keys rely on it; each thread has its own state
        run_search(run, after_slice, stop)
    if file is not None:
        file.save(run)


def _run_together(
    runs: Sequence[SearchRun],
    files: Sequence[Checkpoint | None],
    stop: threading.Event,
    progress: Progress | None,
    watch: Watch | None,
) -> None:
    with ThreadPoolExecutor(len(runs)) as pool:
        # the progress is that of the first search: all have the same budget
        futures = [
            pool.submit(_run, run, file, stop, None if number else progress, None if number else watch)
            for number, (run, file) in enumerate(zip(runs, files, strict=True))
        ]
        try:
            wait(futures)
        except KeyboardInterrupt:
            stop.set()
            wait(futures)
        for future in futures:
            future.result()


def _in_words(run: SearchRun) -> str:
    best = run.best()
    return f"best {best[0].value:.6g} after {run.search.evaluations:,} evaluations" if best else ""


def outcome_of(run: SearchRun) -> SearchOutcome:
    """Return the outcome of one search."""
    found = tuple(run.best())
    seconds = tuple(run.seconds_at(each.evaluation) for each in found)
    search = run.search
    return SearchOutcome(found, seconds, search.evaluations, search.repeated, run.seconds, run.was_interrupted, search.notes())


def merge(outcomes: Sequence[SearchOutcome]) -> SearchOutcome:
    """Return the best models of all searches, each set once, the best first; of equal values the one found by the first search."""
    best: dict[tuple[int, ...], tuple[Found, float]] = {}
    for outcome in outcomes:
        for found, seconds in zip(outcome.found, outcome.found_seconds, strict=True):
            best.setdefault(found.snps, (found, seconds))
    ordered = sorted(best.values(), key=lambda each: -each[0].value)[:LISTED]
    return SearchOutcome(
        tuple(found for found, _ in ordered),
        tuple(seconds for _, seconds in ordered),
        sum(outcome.evaluations for outcome in outcomes),
        sum(outcome.repeated for outcome in outcomes),
        max(outcome.seconds for outcome in outcomes),
        any(outcome.was_interrupted for outcome in outcomes),
        outcomes[0].notes if len(outcomes) == 1 else {"searches": [outcome.notes for outcome in outcomes]},
    )


@dataclass(frozen=True)
class ClusterSearch:
    """The task of a job on a cluster: search number `job.parameters["number"]`.

    On one machine all but the first have the lowest priority. So the first has what a search that is alone would have, also where
    there are more searches than cores, and the best of all is as good as its best.
    """

    task: PanelTask
    request: SelectionRequest
    count: int
    is_local: bool = False

    def __call__(self, job: Any) -> dict[str, Any]:
        number = int(job.parameters["number"])
        compile_method(self.request.method)
        if self.is_local and number > 0:
            work_in_background()
        run = _new_run(self.task, self.request, number, self.count)
        run_search(run)
        outcome = dataclasses.asdict(outcome_of(run))
        return outcome | {"found": [[list(each.snps), each.value, each.evaluation] for each in run.best()]}


def search_on_cluster(cluster: str, count: int) -> Callable[..., SearchOutcome]:
    """Return a function like `search_in_threads` that runs `count` searches on a Dask cluster."""
    from miai.jobs.cluster import check_address

    check_address(cluster)

    def search(
        task: PanelTask, request: SelectionRequest, progress: Progress | None = None, checkpoint: Checkpoint | None = None
    ) -> SearchOutcome:
        return _search_on_cluster(cluster, count, task, request, progress)

    return search


def _search_on_cluster(
    cluster: str, count: int, task: PanelTask, request: SelectionRequest, progress: Progress | None
) -> SearchOutcome:
    from miai.jobs import Job
    from miai.jobs.cluster import LOCAL, run_on_cluster

    jobs = [Job(f"search-{number}", {"number": number}) for number in range(count)]
    outcomes: dict[str, SearchOutcome] = {}
    errors = []
    was_interrupted = False
    try:
        for arrived in run_on_cluster(ClusterSearch(task, request, count, cluster.startswith(LOCAL)), jobs, cluster):
            if arrived.error:
                errors.append(arrived.error)
            else:
                outcomes[arrived.job] = _read_outcome(arrived.result)
            if progress is not None:
                progress(len(outcomes) / count, f"{len(outcomes)} of {count} searches done")
    except KeyboardInterrupt:
        was_interrupted = True
    if not outcomes:
        raise UserError(f"no search on the cluster {cluster} has ended{': ' + errors[0] if errors else ''}")
    merged = merge([outcomes[job.id] for job in jobs if job.id in outcomes])
    notes = merged.notes | ({"failed": errors} if errors else {})
    return dataclasses.replace(merged, was_interrupted=was_interrupted, notes=notes)


def _read_outcome(data: dict[str, Any]) -> SearchOutcome:
    found = tuple(Found(tuple(snps), value, evaluation) for snps, value, evaluation in data.pop("found"))
    return SearchOutcome(found, tuple(data.pop("found_seconds")), **data)
