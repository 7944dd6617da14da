"""Loading of a problem: a built-in one by its name, a user's own by the path of its file, one of OpenSpiel by `openspiel:` and its name.

A user's file is an ordinary Python module that registers one `Problem`. It may import modules beside it. Loading an unchanged file again
returns the same problem; after an edit a new problem is loaded, and the old one stays valid.
"""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import TYPE_CHECKING

from miai.core.cache import file_fingerprint
from miai.core.errors import UserError, did_you_mean, unknown_name
from miai.core.user_files import run_file

if TYPE_CHECKING:
    from miai.search.problem import Problem

BUILT_IN = (
    "tictactoe",
    "connect4",
    "hex",
    "nim",
    "pig",
    "dag",
    "pgame",
    "race",
    "knapsack",
    "bandit",
    "packing",
    "morpion",
    "samegame",
)
"""The names of the built-in problems; each is the module of that name in this package."""

OPENSPIEL = "openspiel:"
"""The beginning of the name of a game of OpenSpiel."""

_outcomes: dict[str, Problem | UserError] = {}
"""The problem or the error of each file that was loaded, by its fingerprint.

Errors are kept too: kernels that a file registered before it failed cannot be removed, so that it must not run twice.
"""


def load(name_or_path: str | Path) -> Problem:
    """Return a problem by its name, or the problem that a user's file registers.

    It runs the user's file, but does not call its kernels; `open_problem` does.

    Parameters
    ----------
    name_or_path
        A name of `BUILT_IN`, the path of a .py file, or `openspiel:` and a game of OpenSpiel.

    Returns
    -------
    Problem
        The registered problem. The same name, or the same unchanged file, gives the same object.

    Raises
    ------
    UserError
        If there is no such name or file, or if the file fails or does not register exactly one problem.

    Examples
    --------
    >>> from miai.problems import load
    >>> load("nim").players
    2
    >>> load("conect4")
    Traceback (most recent call last):
        ...
    miai.core.errors.UserError: unknown problem 'conect4'; did you mean 'connect4'?
    """
    text = str(name_or_path)
    if text in BUILT_IN:
        return _built_in(text)
    if text.startswith(OPENSPIEL):
        from miai.problems.openspiel import openspiel_problem

        return openspiel_problem(text)
    if not _looks_like_a_path(text):
        raise unknown_name("problem", text, BUILT_IN, also="or the path of a .py file, or openspiel:GAME")
    return _load_file(Path(text).expanduser())


def open_problem(name_or_path: str | Path) -> Problem:
    """Return what `load` returns, and check a user's own problem by two random plays.

    Parameters
    ----------
    name_or_path
        A name of `BUILT_IN`, the path of a .py file, or `openspiel:` and a game of OpenSpiel.

    Returns
    -------
    Problem
        The registered problem.

    Raises
    ------
    UserError
        If `load` raises it, or if the problem breaks the contract of `miai.search.problem`. The message names the file and the rule.

    Examples
    --------
    >>> from miai.problems import open_problem, start_state
    >>> from miai.search.problem import is_terminal
    >>> problem = open_problem("tictactoe")
    >>> bool(is_terminal(start_state(problem)))
    False
    """
    problem = load(name_or_path)
    if str(name_or_path) not in BUILT_IN and not str(name_or_path).startswith(OPENSPIEL):
        from miai.problems.contract import check_file

        check_file(problem, Path(name_or_path).expanduser())
    return problem


def load_all() -> list[Problem]:
    """Return all built-in problems."""
    return [_built_in(name) for name in BUILT_IN]


def _built_in(name: str) -> Problem:
    problem: Problem = importlib.import_module(f"miai.problems.{name}").PROBLEM
    return problem


def _looks_like_a_path(text: str) -> bool:
    return text.endswith(".py") or "/" in text or "\\" in text or Path(text).is_file()


def _load_file(file: Path) -> Problem:
    if not file.exists():
        raise UserError(f"no file {str(file)!r}{_nearest_name(file)}")
    if not file.is_file() or file.suffix != ".py":
        raise UserError(f"{str(file)!r} is not a Python file: a problem is a name or a file.py that registers one")
    try:
        fingerprint = file_fingerprint(file)
    except OSError as error:
        raise UserError(f"cannot read {str(file)!r}: {error.strerror or error}") from None
    if fingerprint not in _outcomes:
        _outcomes[fingerprint] = _problem_or_error(file)
    outcome = _outcomes[fingerprint]
    if isinstance(outcome, UserError):
        raise outcome
    return outcome


def _problem_or_error(file: Path) -> Problem | UserError:
    try:
        return _already_imported(file) or _the_one_registered_by(file)
    except UserError as error:
        return error


def _already_imported(file: Path) -> Problem | None:
    """Return the problem of a file that was imported as an ordinary module: running it again would register everything twice."""
    from miai.search.problem import registered_problems

    for problem in registered_problems().values():
        source = getattr(getattr(problem.start, "__code__", None), "co_filename", "")
        if source and Path(source).resolve() == file.resolve() and problem not in _outcomes.values():
            return problem
    return None


def _nearest_name(file: Path) -> str:
    beside = sorted(str(each) for each in file.parent.glob("*.py")) if file.parent.is_dir() else []
    return did_you_mean(str(file), [*beside, *BUILT_IN])


def _the_one_registered_by(file: Path) -> Problem:
    from miai.search.problem import Problem, registered_problems

    before = registered_problems()
    module = run_file(file)
    made = [each for name, each in registered_problems().items() if before.get(name) is not each]
    if not made:
        unregistered = any(isinstance(each, Problem) for each in vars(module).values())
        advice = "it makes a Problem but does not call register() with it" if unregistered else "it needs register(Problem(...))"
        raise UserError(f"{file} registers no problem: {advice}")
    if len(made) > 1:
        raise UserError(
            f"{file} registers {len(made)} problems ({', '.join(each.name for each in made)}); put each in a separate file"
        )
    return made[0]
