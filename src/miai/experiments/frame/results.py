"""The results of a run that is read back: its cells beside the published numbers, and the findings."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from miai.core.errors import UserError
from miai.experiments.frame.agreement import Agreement, Comparison, agreement_of, compare
from miai.experiments.frame.declaration import Cell, Experiment, Finding, Published
from miai.experiments.frame.inline import check_cells
from miai.experiments.frame.loading import faults_as_user_errors, load
from miai.experiments.frame.parameters import parameters_from
from miai.experiments.frame.running import KIND
from miai.experiments.frame.stored import stored_experiment
from miai.experiments.frame.verdicts import OPEN
from miai.experiments.registry import EXPERIMENTS
from miai.store import DONE, FAILED, JobRecord, RunHead, read_run
from miai.store.disk_errors import damage_as_user_error

SMOKE = "smoke"
"""The preset that takes seconds."""


@dataclass(frozen=True)
class RunResults:
    """The results of a run, complete or not.

    Cells are in the order of the jobs. Derived cells (the last ones) and findings are missing until every job is done; derived cells can be
    made of the jobs that are done.
    """

    directory: Path
    head: RunHead
    place: str
    experiment: Experiment
    parameters: Any
    cells: Sequence[Cell]
    published: Mapping[Any, Published]
    """Published numbers by the key of the cell."""
    findings: Sequence[Finding]
    counts: Mapping[str, int]
    failures: Sequence[JobRecord]
    sessions: Sequence[Mapping[str, Any]]

    @property
    def is_complete(self) -> bool:
        return 0 < self.counts[DONE] == sum(self.counts.values())

    @functools.cached_property
    def agreement(self) -> Agreement:
        """The count of cells that differ from their published number."""
        return agreement_of(self.compared(cell)[1] for cell in self.cells)

    def compared(self, cell: Cell) -> tuple[Published | None, Comparison | None]:
        """Return the published number of a cell and the comparison with it; `None` where there is none."""
        published = self.published.get(cell.key)
        return published, compare(cell, published) if published else None


def read_results(directory: Path, place: str | None = None, derives_so_far: bool = False) -> RunResults:
    """Return the results in `directory`, shown by the experiment at `place`, which `locate` returned.

    Without `place` no file is executed, whatever the results say: see `stored.py`. With `derives_so_far` derived cells are made of the jobs
    that are done, also if some are missing. Raise `UserError` if the results cannot be read or are not those of the experiment at `place`.
    """
    with read_run(directory) as run:
        head, counts, sessions, records, report = run.head, run.counts(), run.sessions(), run.records(), run.report()
    if head.kind != KIND:
        raise UserError(f"{directory} holds a {head.kind}, not an experiment")
    with damage_as_user_error(directory):
        cells = [Cell(**cell) for record in records if record.state == DONE for cell in record.result]
        provenance_of(sessions)
    is_complete = 0 < counts[DONE] == len(records)
    if place is None and (head.origin or head.name not in EXPERIMENTS):
        with damage_as_user_error(directory):
            experiment, parameters = stored_experiment(head.name, report, cells), None
    else:
        experiment = load(place or head.name)
        if experiment.name != head.name:
            raise UserError(f"{directory} holds the experiment {head.name}, not {experiment.name}")
        reason = experiment.outdated(head.parameters)
        if reason:
            raise UserError(f"{directory} was made by another version of {experiment.name}: {reason}")
        parameters = parameters_from(experiment, head.parameters)
    place = place or head.name
    with faults_as_user_errors(place):
        cells = check_cells(experiment, [*cells, *(experiment.derived(parameters, cells) if is_complete or derives_so_far else ())])
        findings = judged(experiment.findings(parameters, cells), head.label) if is_complete else ()
        found = {cell.key: experiment.published(cell) for cell in cells}
    published = {key: source for key, source in found.items() if source is not None}
    failures = [record for record in records if record.state == FAILED]
    return RunResults(directory, head, place, experiment, parameters, cells, published, findings, counts, failures, sessions)


def provenance_of(sessions: Sequence[Mapping[str, Any]]) -> None:
    """Raise `KeyError` or `TypeError` unless the sessions have everything that reports name."""
    for session in sessions:
        for name in ("python", "numba", "numpy", "processor", "cores", "system"):
            str(session["machine"][name])


def judged(findings: Sequence[Finding], label: str) -> list[Finding]:
    """Return the findings of a run; those of the preset `smoke` are undecided, since it only shows that the experiment runs."""
    if label.split(" ", maxsplit=1)[0] != SMOKE:
        return list(findings)
    return [replace(each, verdict=OPEN, evidence=f"a smoke run decides nothing; {each.evidence}") for each in findings]


def as_data(results: RunResults) -> dict[str, Any]:
    """Return everything about a run as JSON data."""
    head = asdict(results.head)
    return {
        "experiment": head["name"],
        "question": results.experiment.question,
        "source": results.experiment.source,
        "preset": head["label"],
        "parameters": head["parameters"],
        "seed": head["seed"],
        "made": head["made"],
        "complete": results.is_complete,
        "jobs": dict(results.counts),
        "failures": [{"job": each.parameters, "error": each.error} for each in results.failures],
        "provenance": [dict(session) for session in results.sessions],
        "agreement": asdict(results.agreement),
        "findings": [asdict(finding) for finding in results.findings],
        "cells": [cell_as_data(results, cell) for cell in results.cells],
    }


def cell_as_data(results: RunResults, cell: Cell) -> dict[str, Any]:
    """Return a cell as JSON data, with the published number, its interval and whether ours differs from it, where there is one."""
    published, comparison = results.compared(cell)
    data = asdict(cell)
    if published is not None and comparison is not None:
        data |= {"published": published.value, "published_low": published.low, "published_high": published.high}
        data |= {"differs": comparison.differs}
    return data
