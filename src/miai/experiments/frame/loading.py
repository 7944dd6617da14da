"""Loading of an experiment: a registered one by its name, a user's own by the path of its file."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from miai.core.errors import UserError, unknown_name
from miai.core.extras import need
from miai.core.user_files import describe_fault, run_file
from miai.experiments.frame.declaration import Experiment
from miai.experiments.registry import EXPERIMENTS


def locate(name_or_path: str) -> str:
    """Return the place where every process finds the experiment: its name, or the absolute path of its file.

    Raise `UserError` if there is no such name or file.
    """
    if name_or_path in EXPERIMENTS:
        return name_or_path
    if not name_or_path.endswith(".py"):
        raise unknown_name("experiment", name_or_path, EXPERIMENTS, also="or the path of a .py file")
    file = Path(name_or_path).expanduser().absolute()
    if not file.is_file():
        raise UserError(f"no file {name_or_path!r}")
    return str(file)


@functools.cache
def load(place: str) -> Experiment:
    """Return the experiment at a place that `locate` returned. Runs a user's file; errors in it raise `UserError`."""
    need("experiments", "an experiment")
    module = importlib.import_module(EXPERIMENTS[place].module) if place in EXPERIMENTS else _run_file(Path(place))
    experiment = getattr(module, "EXPERIMENT", None)
    if not isinstance(experiment, Experiment):
        raise UserError(f"{place} declares no experiment: it needs EXPERIMENT = Experiment(...)")
    return experiment


@contextmanager
def faults_as_user_errors(place: str) -> Iterator[None]:
    """Turn whatever a user's own experiment raises into a `UserError` that names the line. Errors of our experiments stay as they are."""
    try:
        yield
    except (UserError, OSError):
        raise
    except Exception as error:
        if place in EXPERIMENTS:
            raise
        raise UserError(describe_fault(error, Path(place))) from error


def _run_file(file: Path) -> ModuleType:
    """Run a user's file as a module that may import modules beside it. Raise `UserError` that names the line if the file fails."""
    if not file.is_file():
        raise UserError(f"no experiment file {file}")
    return run_file(file)
