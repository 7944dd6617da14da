"""Error messages of one line: what was wrong, where, and what is accepted."""

from __future__ import annotations

from typing import Any

import typer

from miai.core.errors import UserError, unknown_name
from miai.core.printable import printable_line

_CLICK_EXCEPTION: Any = next(base for base in typer.BadParameter.__mro__ if base.__name__ == "ClickException")
"""The base class of typer's own errors. Some versions of typer import it from click, some define it."""


def complaint_about(error: Exception) -> str | None:
    """Return the line for an error of the user, or `None` if `error` is an error of ours."""
    if isinstance(error, UserError):
        return printable_line(str(error))
    if not isinstance(error, _CLICK_EXCEPTION):
        return None
    context = getattr(error, "ctx", None)
    if hasattr(error, "possibilities"):
        return _unknown_option(error.option_name, context)
    parameter = getattr(error, "param", None)
    if isinstance(error, typer.BadParameter) and parameter is not None and error.message:
        return printable_line(f"{_where(context)}{_name_of(parameter)}: {_lower_first(error.message).rstrip('.')}")
    usage = f" ({context.get_usage().replace('Usage:', 'usage:')})" if context else ""
    return printable_line(f"{_where(context)}{_lower_first(error.format_message()).rstrip('.')}{usage}")


def _unknown_option(name: str, context: Any) -> str:
    options = [option for parameter in context.command.get_params(context) for option in parameter.opts if option.startswith("-")]
    return str(unknown_name("option", name, options, where=_where(context).removesuffix(": ")))


def _where(context: Any) -> str:
    """Return the sub-command that was called, as `doctor: `, or an empty string for `miai` itself."""
    path = context.command_path.split(maxsplit=1)[1:] if context else []
    return "".join(f"{part.rstrip()}: " for part in path)


def _name_of(parameter: Any) -> str:
    return parameter.opts[0] if parameter.param_type_name == "option" else str(parameter.human_readable_name)


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
