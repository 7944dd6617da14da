"""Finds an experiment: one of the table by its name, or a user's own by the path of its file."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from miai.core.errors import UserError, did_you_mean
from miai.core.user_files import describe_fault, run_file
from miai.experiments.frame.declaration import Experiment
from miai.experiments.registry import EXPERIMENTS


def locate(name_or_path: str) -> str:
    """How other processes find the experiment: its name, or the absolute path of its file. Raises `UserError` if it is neither."""
    if name_or_path in EXPERIMENTS:
        return name_or_path
    if not name_or_path.endswith(".py"):
        known = ", ".join(EXPERIMENTS)
        near = did_you_mean(name_or_path, EXPERIMENTS)
        raise UserError(f"there is no experiment {name_or_path!r}{near}; the experiments are: {known}, or a file.py of yours")
    file = Path(name_or_path).expanduser().absolute()
    if not file.is_file():
        raise UserError(f"there is no file {name_or_path!r}")
    return str(file)


@functools.cache
def load(place: str) -> Experiment:
    """The experiment at a place that `locate` gave. Runs a user's file, with all that it does; its faults are `UserError`s."""
    module = importlib.import_module(EXPERIMENTS[place].module) if place in EXPERIMENTS else _run_file(Path(place))
    experiment = getattr(module, "EXPERIMENT", None)
    if not isinstance(experiment, Experiment):
        raise UserError(f"{place} declares no experiment: it needs EXPERIMENT = Experiment(...)")
    return experiment


@contextmanager
def faults_told(place: str) -> Iterator[None]:
    """Whatever the functions of a user's own experiment raise becomes a `UserError` that names the line. Ours are ours to report."""
    try:
        yield
    except (UserError, OSError):
        raise
    except Exception as error:
        if place in EXPERIMENTS:
            raise
        raise UserError(describe_fault(error, Path(place))) from error


def _run_file(file: Path) -> ModuleType:
    """Run a user's file as a module that may import those beside it. Whatever it raises becomes a `UserError` that names the line."""
    if not file.is_file():
        raise UserError(f"the experiment's file {file} is not there")
    return run_file(file)
