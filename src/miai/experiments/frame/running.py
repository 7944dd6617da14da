"""Run of an experiment into a directory: finished jobs are kept, the others are run."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import miai
from miai.core.errors import UserError
from miai.core.machine import usable_cores
from miai.experiments.frame.declaration import Cell, Experiment
from miai.experiments.frame.identity import job_id
from miai.experiments.frame.inline import list_jobs, measure_job
from miai.experiments.frame.loading import faults_as_user_errors, load
from miai.experiments.frame.parameters import parameters_from
from miai.experiments.frame.stored import describe, describe_outcome
from miai.jobs import Job, RunSummary, run_jobs
from miai.store import RunDirectory, RunHead, open_run
from miai.store.provenance import commit, in_words

KIND = "experiment"

VIEWS = {
    "cells": "SELECT jobs.id AS job, json_extract(cell.value, '$.measure') AS measure, json_extract(cell.value, '$.value') AS value, "
    "json_extract(cell.value, '$.low') AS low, json_extract(cell.value, '$.high') AS high, "
    "json_extract(cell.value, '$.count') AS count, json_extract(cell.value, '$.parameters') AS parameters "
    "FROM jobs, json_each(jobs.result) AS cell WHERE jobs.state = 'done' ORDER BY jobs.number, cell.key"
}


@dataclass(frozen=True)
class Measuring:
    """The task of an experiment's run: returns the cells of a job as JSON data. `place` is where `load` finds the experiment."""

    place: str
    parameters: dict[str, Any]
    seed: int

    def __call__(self, job: Job) -> list[dict[str, Any]]:
        experiment = load(self.place)
        parameters = parameters_from(experiment, self.parameters)
        return [asdict(cell) for cell in measure_job(experiment, parameters, dict(job.parameters), self.seed)]


def run_into(
    directory: Path,
    place: str,
    parameters: Any,
    seed: int,
    *,
    label: str = "",
    workers: int | None = None,
    cluster: str | None = None,
    on_notice: Callable[[str], None] = lambda line: None,
) -> RunSummary:
    """Run all jobs of the experiment at `place` that are not done in `directory`.

    `on_notice` receives one line if the run mixes versions of miai. Raises what `open_run` and `run_jobs` raise.
    """
    experiment = load(place)
    head = RunHead(KIND, experiment.name, asdict(parameters), seed, label, "" if place == experiment.name else place)
    with faults_as_user_errors(place):
        jobs = [Job(job_id(job), job, experiment.cost(parameters, job)) for job in list_jobs(experiment, parameters)]
    with open_run(directory, head, VIEWS, how=f"cluster {cluster}" if cluster else f"{workers or usable_cores()} workers") as run:
        _check_jobs(run, jobs, experiment)
        _report_mixed_versions(run, on_notice)
        run.add_jobs(jobs)
        run.set_report(describe(experiment))
        if run.pending():
            with faults_as_user_errors(place):
                experiment.prepare(parameters)
        task = Measuring(place, asdict(parameters), seed)
        summary = run_jobs(run, task, title=f"{experiment.name} {label}".strip(), workers=workers, cluster=cluster)
        if not run.pending():
            with faults_as_user_errors(place):
                run.set_report(_outcome(run, experiment, parameters))
        return summary


def _outcome(run: RunDirectory, experiment: Experiment, parameters: Any) -> dict[str, Any]:
    """Return the report of a complete run as JSON data."""
    measured = [Cell(**cell) for record in run.records() for cell in record.result]
    derived = list(experiment.derived(parameters, measured))
    cells = [*measured, *derived]
    published = {cell.key: experiment.published(cell) for cell in cells}
    known = {key: source for key, source in published.items() if source is not None}
    return describe_outcome(experiment, derived, experiment.findings(parameters, cells), known, cells)


def _check_jobs(run: RunDirectory, jobs: list[Job], experiment: Experiment) -> None:
    strange = len(run.ids() - {job.id for job in jobs})
    if strange:
        raise UserError(
            f"{run.directory} was made by another version of {experiment.name}: {strange} of its jobs no longer exist; "
            "choose another directory"
        )


def _report_mixed_versions(run: RunDirectory, on_notice: Callable[[str], None]) -> None:
    here = (miai.__version__, commit())
    before = {(session["version"], session["commit_id"]) for session in run.sessions() if session["jobs"]} - {here}
    if before and run.pending():
        shown = ", ".join(in_words(*each) for each in sorted(before, key=str))
        on_notice(f"some jobs in {run.directory} were done by {shown}; the rest will be done by {in_words(*here)}")
