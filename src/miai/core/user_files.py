"""Python files of the user, run as modules; their errors are reported in one line that names the file and the line in it."""

from __future__ import annotations

import importlib.util
import re
import sys
import traceback
from pathlib import Path
from types import ModuleType

from miai.core.cache import file_fingerprint
from miai.core.errors import UserError

_COLOURS = re.compile(r"\x1b\[[0-9;]*m")
_NOISE = re.compile(r"Failed in \w+ mode pipeline|^File \"|^During: |^<source|^\s*$|^-+\s*$|^\s*\^")


def run_file(file: Path) -> ModuleType:
    """Run a user's file as a module, which may import those beside it. Raise `UserError` that names the line for all that it raises."""
    name = f"{file.stem}_{file_fingerprint(file)}"  # never the name of a module that somebody else imports
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    folder = str(file.resolve().parent)
    sys.modules[name] = module
    sys.path.insert(0, folder)
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[name]
        raise UserError(describe_fault(error, file)) from error
    finally:
        sys.path.remove(folder)
    return module


def describe_fault(error: BaseException, file: Path) -> str:
    """Return one line about an error that was raised while `file` ran or its kernels were compiled.

    It reads `mygame.py, line 12: NameError: name 'x' is not defined`.
    """
    return f"{_place(error, file)}: {_cause(error)}"


def _place(error: BaseException, file: Path) -> str:
    """Return the file and the innermost of its lines that `error` passed; for a kernel that does not compile, at least its name.

    Files are compared by name: an unchanged copy in another folder is the same problem, whose code names the first folder.
    """
    if isinstance(error, SyntaxError) and error.filename and error.lineno:
        return f"{error.filename}, line {error.lineno}"
    reported_by_numba = re.findall(r'File "([^"]+)", line (\d+)', str(error))
    lines = [int(line) for name, line in reported_by_numba if Path(name).name == file.name]
    frames = traceback.extract_tb(error.__traceback__)
    lines = lines or [frame.lineno or 0 for frame in frames if Path(frame.filename).name == file.name]
    if lines:
        return f"{file}, line {lines[-1]}"
    kernel = _kernel_being_compiled(error, file)
    return f"{file}, {kernel}()" if kernel else str(file)


def _kernel_being_compiled(error: BaseException, file: Path) -> str:
    """Return the name of the kernel of `file` whose compilation is in the traceback of `error`, or nothing."""
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
