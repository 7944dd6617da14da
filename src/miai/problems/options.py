"""A problem's options, from what a person types: `width=4`, `heaps=3,5,7`, `misere=yes`.

The options are the keyword arguments of the problem's `start`; the default of each says what type it has.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from miai.core.errors import UserError, did_you_mean

if TYPE_CHECKING:
    from miai.search.problem import Problem

_YES, _NO = ("yes", "true", "on", "1"), ("no", "false", "off", "0")


def start_state(problem: Problem, options: Iterable[str] = ()) -> Any:
    """The first state of `problem` with `options` of the form `name=value`. Raises `UserError` for one that it does not have."""
    defaults = options_of(problem)
    values = {}
    for option in options:
        name, equals, text = (part.strip() for part in option.partition("="))
        if not equals or not name:
            raise UserError(f"{problem.name}: an option is given as name=value, not {option!r}{_known(defaults)}")
        if name not in defaults:
            raise UserError(f"{problem.name} has no option {name!r}{did_you_mean(name, defaults)}{_known(defaults)}")
        values[name] = _convert(f"{problem.name}: option {name}", text, defaults[name])
    return _start(problem, values)


def _start(problem: Problem, values: dict[str, Any]) -> Any:
    try:
        return problem.start(**values)
    except UserError:
        raise
    except Exception as error:  # a user's own start() may raise anything; what they asked of it is the best explanation
        asked = ", ".join(f"{name}={value!r}" for name, value in values.items())
        raise UserError(f"{problem.name}: start({asked}) fails: {type(error).__name__}: {error}") from error


def options_of(problem: Problem) -> dict[str, Any]:
    """The options of `problem` with their defaults."""
    parameters = inspect.signature(problem.start).parameters.values()
    return {each.name: each.default for each in parameters if each.kind in (each.POSITIONAL_OR_KEYWORD, each.KEYWORD_ONLY)}


def numbers(name: str, value: str | Sequence[int]) -> list[int]:
    """The whole numbers in `value`: a text such as `3,4,5`, or a sequence. Raises `UserError` if it is neither."""
    parts: Sequence[Any] = value.split(",") if isinstance(value, str) else value
    try:
        return [int(part) for part in parts]
    except (TypeError, ValueError):
        raise UserError(f"{name} takes whole numbers with commas, such as 3,4,5; not {value!r}") from None


def _known(defaults: dict[str, Any]) -> str:
    shown = ", ".join(f"{name}={_as_typed(default)}" for name, default in defaults.items())
    return f"; the options are: {shown}" if shown else "; it has no options"


def _as_typed(default: Any) -> str:
    if isinstance(default, bool):
        return "yes" if default else "no"
    return ",".join(map(str, default)) if isinstance(default, list | tuple) else str(default)


def _convert(what: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return _yes_or_no(what, text)
    if isinstance(default, list | tuple):
        return type(default)(numbers(what, text))
    for kind, name in ((int, "a whole number"), (float, "a number")):
        if isinstance(default, kind):
            try:
                return kind(text)
            except ValueError:
                raise UserError(f"{what} takes {name}, not {text!r}") from None
    return text


def _yes_or_no(what: str, text: str) -> bool:
    if text.casefold() in _YES:
        return True
    if text.casefold() in _NO:
        return False
    raise UserError(f"{what} takes yes or no, not {text!r}")
