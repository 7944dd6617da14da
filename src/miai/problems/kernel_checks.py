"""Checks of the functions that a problem registers: they must be kernels with the right number of arguments."""

from __future__ import annotations

import inspect
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.search.problem import Problem


def check_kernels(problem: Problem, file: Path) -> None:
    """Check that the functions of `problem` are kernels with the right number of arguments. Raise `UserError` for the first fault."""
    from miai.core.kernels import COMPILING
    from miai.search import problem as interface

    for generic in vars(interface).values():
        if not (callable(generic) and hasattr(generic, "is_implemented") and generic.is_implemented(problem.state_t)):
            continue
        function = generic.choose(problem.state_t)
        if COMPILING and not hasattr(function, "py_func"):
            raise UserError(f"{file}: {function.__name__}() is registered for {generic.__name__} but is not a @kernel")
        wanted, given = (_parameters(each) for each in (generic, getattr(function, "py_func", function)))
        if len(wanted) != len(given):
            takes = f"takes ({', '.join(given)}), but {generic.__name__} takes ({', '.join(wanted)})"
            raise UserError(f"{file}: {function.__name__}() {takes}")


def _parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)
