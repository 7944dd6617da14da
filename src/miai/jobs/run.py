"""Runs what is pending in a run directory: sends the jobs, long ones first, and writes what comes back, each once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from typing import Any

from miai.core.machine import usable_cores
from miai.jobs.cluster import run_on_cluster
from miai.jobs.local import run_here_in_processes
from miai.jobs.outcome import JobOutcome
from miai.jobs.progress import Progress
from miai.store import DONE, Job, RunDirectory

Task = Callable[[Job], Any]
Watch = Callable[[Job, Any], str | None]
Keep = Callable[[Job, Any], Any]


class StopRun(Exception):
    """Raised by `watch` when the question is answered: no more jobs are done, and those under way are given up."""


@dataclass(frozen=True)
class RunSummary:
    """What a session has done: jobs done and failed in it, and jobs of the run that are still to be done (failed ones included)."""

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
    """Do all pending jobs of `run` by `task`, in `workers` processes (as many as there are cores) or on `cluster`.

    `noun` is what the progress calls jobs. `keep(job, result)` is called here before a result is written and returns what is written of
    it: a place to write files beside it, which are then there whenever the result is. Each result is on disk before the next is looked
    at. `watch(job, result)` is called after that, may raise `StopRun`, and returns what the progress shall tell from now on. A job that
    raises or kills its worker has failed, and the others go on. Ctrl-C comes out as `KeyboardInterrupt`, at once; trouble with the disk
    or the cluster as `UserError`. In each case what is done is on disk.
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
        yield from run_here_in_processes(task, jobs, min(workers or usable_cores(), len(jobs)))
    else:
        yield from run_on_cluster(task, jobs, cluster)


def _write(run: RunDirectory, job: Job, outcome: JobOutcome, keep: Keep | None) -> JobOutcome:
    """Write what came of a job, and return it as it was written."""
    if outcome.error:
        run.fail(outcome.job, outcome.error, outcome.seconds, outcome.place)
        return outcome
    kept = replace(outcome, result=keep(job, outcome.result)) if keep else outcome
    run.finish(kept.job, kept.result, kept.seconds, kept.place)
    return kept
