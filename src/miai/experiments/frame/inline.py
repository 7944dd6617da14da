"""Run of an experiment in this process, without a directory: for tests and notebooks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from miai.experiments.frame.declaration import Cell, Experiment, Scalar, plain_scalars
from miai.experiments.frame.identity import job_id, job_seed
from miai.experiments.frame.parameters import make_parameters


def run_here(experiment: Experiment, preset: str = "smoke", seed: int = 1, **settings: Any) -> list[Cell]:
    """Run all jobs of an experiment and return its cells, derived cells last.

    Parameters
    ----------
    experiment
        The declaration.
    preset
        The name of the preset.
    seed
        Random seed. `miai experiment run` stores the same cells for the same seed.
    **settings
        Parameters that differ from the preset.

    Returns
    -------
    list of Cell
        The cells of all jobs, in the order of the jobs, then the derived cells.

    Raises
    ------
    UserError
        If the preset or a parameter is unknown or out of range.

    Examples
    --------
    >>> from miai.experiments.frame import run_here
    >>> from miai.experiments.win_loss_states.settling import EXPERIMENT
    >>> cells = run_here(EXPERIMENT, "smoke", seed=1, ends=(25, 50))
    >>> [cell.parameters["end"] for cell in cells]
    [25, 50]
    """
    parameters = make_parameters(experiment, preset, settings)
    cells = [cell for job in list_jobs(experiment, parameters) for cell in measure_job(experiment, parameters, job, seed)]
    return check_cells(experiment, [*cells, *experiment.derived(parameters, cells)])


def list_jobs(experiment: Experiment, parameters: Any) -> list[dict[str, Scalar]]:
    """Return the jobs, in the experiment's order. Raise `ValueError` if two are equal."""
    jobs = [plain_scalars(f"a job of {experiment.name}", job) for job in experiment.jobs(parameters)]
    seen = set()
    for job in jobs:
        name = job_id(job)
        if name in seen:
            raise ValueError(f"{experiment.name}: two jobs are equal: {job}")
        seen.add(name)
    return jobs


def measure_job(experiment: Experiment, parameters: Any, job: dict[str, Scalar], seed: int) -> list[Cell]:
    """Return the cells of one job in a run with `seed`."""
    return list(experiment.measure(parameters, job, job_seed(seed, job_id(job))))


def check_cells(experiment: Experiment, cells: Sequence[Cell]) -> list[Cell]:
    """Return the cells. Raise `ValueError` that names the first repeated cell."""
    seen = set()
    for cell in cells:
        if cell.key in seen:
            raise ValueError(f"{experiment.name}: {cell.measure!r} with {dict(cell.parameters)} is measured twice")
        seen.add(cell.key)
    return list(cells)
