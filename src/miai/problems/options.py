"""Options of a problem as people type them: `width=4`, `heaps=3,5,7`, `misere=yes`.

The options are the keyword arguments of the problem's `start`. The type of each follows from its default.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError, unknown_name
from miai.core.settings import Setting, infer, split_word

if TYPE_CHECKING:
    from miai.search.problem import Problem


def start_state(problem: Problem, options: Iterable[str] = ()) -> Any:
    """Return the first state of a problem.

    Parameters
    ----------
    problem
        A problem that `load` or `open_problem` returned.
    options
        Options of the problem, each as `name=value`.

    Returns
    -------
    record
        A new state.

    Raises
    ------
    UserError
        If the problem has no such option, or if it does not accept the value.

    Examples
    --------
    >>> from miai.problems import load, start_state
    >>> state = start_state(load("connect4"), ["width=4", "height=3"])
    >>> print(load("connect4").state_text(state))
    1 2 3 4
    . . . .
    . . . .
    . . . .
    """
    declared = options_of(problem)
    values = {}
    for option in options:
        name, typed = split_word(option, f"{problem.name} option")
        if name not in declared:
            raise unknown_name("option", name, declared, where=problem.name)
        values[name] = declared[name].check(declared[name].parse(typed), f"{problem.name}: option {name}")
    return _start(problem, values)


def _start(problem: Problem, values: dict[str, Any]) -> Any:
    try:
        return problem.start(**values)
    except UserError:
        raise
    except Exception as error:  # the start() of a user's own problem may raise anything
        asked = ", ".join(f"{name}={value!r}" for name, value in values.items())
        raise UserError(f"{problem.name}: start({asked}) fails: {type(error).__name__}: {error}") from error


def options_of(problem: Problem) -> dict[str, Setting]:
    """Return the declarations of a problem's options by name. An option without a default is a text."""
    parameters = inspect.signature(problem.start).parameters.values()
    kinds = (inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY)
    return {each.name: infer("" if each.default is each.empty else each.default) for each in parameters if each.kind in kinds}


def whole_numbers(name: str, value: str | Sequence[int], example: Sequence[int]) -> list[int]:
    """Return the whole numbers in `value`: a text such as `3,4,5`, or a sequence. Raise `UserError` for anything else."""
    setting = infer(tuple(example))
    return list(setting.check(setting.parse(value) if isinstance(value, str) else value, name))
