"""Options that belong together, as one dataclass argument of a command.

typer takes a command's options from the parameters of its function. A function with thirty parameters is hard to read, and cannot
share them. With `takes_groups` a parameter may be a dataclass whose fields are options:

    @dataclass(frozen=True)
    class BoardOptions:
        size: Annotated[int, typer.Option(help="Board size.")] = 9

    @app.command()
    @takes_groups
    def play(board: BoardOptions) -> None: ...

typer then sees the options of all groups, and the function gets each group as one value. `prefixed(BoardOptions, "a")` is the same
group with options called `--a-size`, which are left out of the help.
"""

from __future__ import annotations

import copy
import functools
import inspect
from collections.abc import Callable
from dataclasses import MISSING, Field, dataclass, fields, is_dataclass
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass(frozen=True)
class Prefix:
    """Metadata of a group whose options are hidden and begin with `--<name>-`."""

    name: str


def prefixed(group: type, name: str) -> Any:
    """Return the annotation of a group whose options begin with `--<name>-` and are not listed in the help."""
    return Annotated[group, Prefix(name)]


def takes_groups(function: Command) -> Command:
    """Return `function` with each dataclass parameter replaced by one keyword parameter per field."""
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return", None)
    groups = {name: split for name, hint in hints.items() if (split := _as_group(hint)) is not None}

    @functools.wraps(function)
    def call(**given: Any) -> Any:
        for name, (group, prefix) in groups.items():
            given[name] = group(**{each.name: given.pop(f"{prefix}{each.name}") for each in fields(group)})
        return function(**given)

    parameters: list[inspect.Parameter] = []
    for name, parameter in inspect.signature(function).parameters.items():
        if name in groups:
            parameters += _parameters_of(*groups[name])
        else:
            parameters.append(parameter.replace(annotation=hints[name], kind=inspect.Parameter.KEYWORD_ONLY))
    call.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {each.name: each.annotation for each in parameters}
    return call  # type: ignore[return-value]


def _as_group(hint: Any) -> tuple[Any, str] | None:
    """Return the dataclass of a parameter and the prefix of its fields, or `None` for an ordinary parameter."""
    kind, *metadata = get_args(hint) if get_origin(hint) is Annotated else (hint,)
    if not is_dataclass(kind):
        return None
    return kind, "".join(f"{each.name}_" for each in metadata if isinstance(each, Prefix))


def _parameters_of(group: Any, prefix: str) -> list[inspect.Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [_parameter(field, hints[field.name], prefix) for field in fields(group)]


def _parameter(field: Field[Any], hint: Any, prefix: str) -> inspect.Parameter:
    if prefix:
        kind, option = get_args(hint)
        hidden = copy.copy(option)
        hidden.hidden, hidden.default, hidden.param_decls = True, ..., None  # in Annotated the first name is in `default`
        hint = Annotated[kind, hidden]
    default = inspect.Parameter.empty if field.default is MISSING else field.default
    return inspect.Parameter(f"{prefix}{field.name}", inspect.Parameter.KEYWORD_ONLY, default=default, annotation=hint)
