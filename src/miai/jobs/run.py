"""Run the pending jobs of a run directory, long ones first, and store each result once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from miai.core.machine import usable_cores
from miai.jobs.cluster import run_on_cluster
from miai.jobs.local import run_in_processes
from miai.jobs.outcome import JobOutcome
from miai.jobs.progress import Progress
from miai.store import DONE, Job, RunDirectory

Task = Callable[[Job], Any]
Watch = Callable[[Job, Any], str | None]
Keep = Callable[[Job, Any], Any]


class StopRun(Exception):
    """Raised by `watch` to end a run early: no more jobs are started, and running ones are cancelled."""


@dataclass(frozen=True)
class RunSummary:
    """The jobs done and failed in this session, and the jobs of the run that are left (failed ones included)."""

    done: int
    failed: int
    left: int
    first_error: str


def run_jobs(
    run: RunDirectory,
    task: Task,
    *,
    title: str = "",
    noun: str = "jobs",
    workers: int | None = None,
    cluster: str | None = None,
    keep: Keep | None = None,
    watch: Watch | None = None,
) -> RunSummary:
    """Run `task` on all pending jobs of `run`, in `workers` processes (by default one per core) or on `cluster`.

    Parameters
    ----------
    run : RunDirectory
        The run; each result is on disk before the next one is handled.
    task : callable
        Takes a job and returns its result; see the docstring of the package.
    title, noun : str
        Title of the progress, and the word for jobs in it.
    workers, cluster : int or str, optional
        Number of processes, or address of a Dask cluster.
    keep : callable, optional
        `keep(job, result)` is called before a result is stored and returns the part to store. It may write files beside it.
    watch : callable, optional
        `watch(job, result)` is called after a result is stored. It returns a note for the progress and may raise `StopRun`.

    Raises
    ------
    UserError
        If the disk or the cluster fails. Finished jobs are on disk, as after `KeyboardInterrupt`.

    Notes
    -----
    A job that raises or kills its worker fails, and the others continue.
    """
    jobs = sorted(run.pending(), key=lambda job: -job.cost)
    by_id = {job.id: job for job in jobs}
    done, errors = 0, []
    costs = {job.id: job.cost for job in jobs}
    with (
        Progress(title, costs, run.counts()[DONE], noun=noun) as progress,
        closing(_outcomes(task, jobs, workers, cluster)) as outcomes,
    ):
        try:
            for arrived in outcomes:
                outcome = _write(run, by_id[arrived.job], arrived, keep)
                done += not outcome.error
                errors += [outcome.error] if outcome.error else []
                note = watch(by_id[outcome.job], outcome.result) if watch and not outcome.error else None
                progress.job_ended(outcome.job, bool(outcome.error), note or "")
        except StopRun:
            pass
    return RunSummary(done, len(errors), len(jobs) - done, errors[0] if errors else "")


def _outcomes(task: Task, jobs: Sequence[Job], workers: int | None, cluster: str | None) -> Generator[JobOutcome]:
    if not jobs:
        return
    if cluster is None:
        yield from run_in_processes(task, jobs, min(workers or usable_cores(), len(jobs)))
    else:
        yield from run_on_cluster(task, jobs, cluster)


def _write(run: RunDirectory, job: Job, outcome: JobOutcome, keep: Keep | None) -> JobOutcome:
    """Store an outcome, and return it as it was stored."""
    if outcome.error:
        run.fail(outcome.job, outcome.error, outcome.seconds, outcome.place)
        return outcome
    kept = replace(outcome, result=keep(job, outcome.result)) if keep else outcome
    run.finish(kept.job, kept.result, kept.seconds, kept.place)
    return kept
