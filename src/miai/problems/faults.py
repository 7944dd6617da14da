"""Says in one line what is wrong with a user's own file, and where: what Python and Numba raise is written for programmers of those."""

from __future__ import annotations

import inspect
import re
import traceback
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError

if TYPE_CHECKING:
    from miai.search.problem import Problem

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_NOISE = re.compile(r"Failed in \w+ mode pipeline|^File \"|^During: |^<source|^\s*$|^-+\s*$|^\s*\^")


def describe_fault(error: BaseException, file: Path) -> str:
    """`mygame.py, line 12: NameError: name 'x' is not defined`: what was raised while `file` ran or its kernels were compiled."""
    return f"{_place(error, file)}: {_cause(error)}"


def _place(error: BaseException, file: Path) -> str:
    """The file, and the innermost of its lines that has to do with `error`; for a kernel that does not compile, at least its name.

    Files are compared by name: an unchanged copy in another folder is the same problem, whose code says where it was first.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{error.filename}, line {error.lineno}"
    told_by_numba = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    lines = [int(line) for name, line in told_by_numba if Path(name).name == file.name]
    frames = traceback.extract_tb(error.__traceback__)
    lines = lines or [frame.lineno or 0 for frame in frames if Path(frame.filename).name == file.name]
    if lines:
        return f"{file}, line {lines[-1]}"
    kernel = _kernel_being_compiled(error, file)
    return f"{file}, {kernel}()" if kernel else str(file)


def _kernel_being_compiled(error: BaseException, file: Path) -> str:
    """The name of the kernel of `file` whose compilation is in the traceback of `error`."""
    names = [""]
    for frame, _ in traceback.walk_tb(error.__traceback__):
        function = getattr(frame.f_locals.get("self"), "py_func", None)
        if function is not None and Path(function.__code__.co_filename).name == file.name:
            names.append(function.__name__)
    return names[-1]


def _cause(error: BaseException) -> str:
    if isinstance(error, UserError):
        return str(error)
    if isinstance(error, SyntaxError):
        return f"{type(error).__name__}: {error.msg}"
    if type(error) is KeyError and "numba" in str(traceback.extract_tb(error.__traceback__)[-1].filename):
        return f"the record has no field {error}"  # what Numba makes of state.playr
    if not type(error).__module__.startswith("numba"):
        return " ".join(f"{type(error).__name__}: {error}".split())
    lines = [line.strip() for line in _COLOURS.sub("", str(error)).splitlines()]
    telling = [line for line in lines if not _NOISE.search(line)] or [""]
    call = next((line.removeprefix(">>>").strip() for line in telling if line.startswith(">>>")), "")
    return " ".join(f"{type(error).__name__}: {telling[0]} {call}".split())


def check_kernels(problem: Problem, file: Path) -> None:
    """Check that what is registered for `problem` are kernels with the right number of arguments. Raises `UserError`."""
    from miai.core.kernels import COMPILING
    from miai.search import problem as interface

    for generic in vars(interface).values():
        if not (callable(generic) and hasattr(generic, "is_implemented") and generic.is_implemented(problem.state_t)):
            continue
        function = generic.choose(problem.state_t)
        if COMPILING and not hasattr(function, "py_func"):
            raise UserError(f"{file}: {function.__name__}() is registered for {generic.__name__} but is no @kernel")
        wanted, given = (_parameters(each) for each in (generic, getattr(function, "py_func", function)))
        if len(wanted) != len(given):
            takes = f"takes ({', '.join(given)}), but {generic.__name__} takes ({', '.join(wanted)})"
            raise UserError(f"{file}: {function.__name__}() {takes}")


def _parameters(function: Any) -> list[str]:
    return list(inspect.signature(function).parameters)
