"""Runs an experiment in this process, without a directory: for tests and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from miai.experiments.frame.declaration import Cell, Experiment, Scalar, plain_scalars
from miai.experiments.frame.identity import job_id, job_seed
from miai.experiments.frame.parameters import make_parameters


def run_here(experiment: Experiment, preset: str = "smoke", seed: int = 1, **settings: Any) -> list[Cell]:
    """All cells of the experiment, derived ones last: the same cells that `miai experiment run` stores for the same seed."""
    parameters = make_parameters(experiment, preset, settings)
    cells = [cell for job in list_jobs(experiment, parameters) for cell in measure_job(experiment, parameters, job, seed)]
    return check_cells(experiment, [*cells, *experiment.derived(parameters, cells)])


def list_jobs(experiment: Experiment, parameters: Any) -> list[dict[str, Scalar]]:
    """The jobs, in the experiment's order. Raises `ValueError` if two are alike."""
    jobs = [plain_scalars(f"a job of {experiment.name}", job) for job in experiment.jobs(parameters)]
    seen = set()
    for job in jobs:
        name = job_id(job)
        if name in seen:
            raise ValueError(f"{experiment.name}: two jobs are alike: {job}")
        seen.add(name)
    return jobs


def measure_job(experiment: Experiment, parameters: Any, job: dict[str, Scalar], seed: int) -> list[Cell]:
    """The cells of one job in a run with `seed`."""
    return list(experiment.measure(parameters, job, job_seed(seed, job_id(job))))


def check_cells(experiment: Experiment, cells: Sequence[Cell]) -> list[Cell]:
    """The cells, if no two are the same one. Raises `ValueError` that names it."""
    seen = set()
    for cell in cells:
        if cell.key in seen:
            raise ValueError(f"{experiment.name}: {cell.measure!r} with {dict(cell.parameters)} is measured twice")
        seen.add(cell.key)
    return list(cells)
