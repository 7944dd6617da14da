"""Errors that the user can correct, and the words in which they are reported."""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable
from difflib import get_close_matches

from miai.core.printable import printable_line


class UserError(Exception):
    """An error that the user can correct: wrong input, a missing extra, a folder that cannot be written.

    The message is one line without a full stop: what was wrong, where, and what is accepted or what to do. The command `miai`
    prints it as `miai: error: ...` and exits with code 2, without a traceback.
    """


def unknown_name(kind: str, name: str, known: Iterable[str], *, where: str = "", also: str = "") -> UserError:
    """Return the error for a name that is not among `known`. The caller raises it.

    Parameters
    ----------
    kind : str
        The kind of thing that was named, in the singular: "setting", "engine".
    name : str
        The name as the user gave it.
    known : iterable of str
        The names that are accepted.
    where : str, optional
        The place of the mistake, such as a file; it comes first in the message.
    also : str, optional
        A further possibility that has no fixed name, such as "or a path to a .py file".

    Examples
    --------
    >>> str(unknown_name("setting", "explration", ["mode", "exploration"]))
    "unknown setting 'explration'; did you mean 'exploration'?"
    >>> str(unknown_name("policy", "x", ["base", "uniform"], where="go.toml"))
    "go.toml: unknown policy 'x'; known policies: base, uniform"
    """
    names = list(known)
    close = closest_name(name, names)
    if close is not None:
        advice = f"did you mean {close!r}?"
    else:
        advice = f"known {_plural(kind)}: {', '.join([*(names or ['none']), *([also] if also else [])])}"
    return UserError(f"{where}: " * bool(where) + f"unknown {kind} {name!r}; {advice}")


def closest_name(given: str, known: Iterable[str]) -> str | None:
    """Return the one of `known` that `given` resembles most, or `None` if it resembles none."""
    by_folded = {each.casefold(): each for each in known}
    close = get_close_matches(given.casefold(), list(by_folded), n=1)
    return by_folded[close[0]] if close else None


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """Return ` (did you mean 'this'?)`, or nothing if `given` resembles none of `known`."""
    close = closest_name(given, known)
    return f" (did you mean {close!r}?)" if close is not None else ""


def warn(message: str) -> None:
    """Print one line of warning to stderr."""
    print(f"miai: warning: {printable_line(message)}", file=sys.stderr)


@functools.cache
def warn_once(message: str) -> None:
    """Print one line of warning to stderr, once in a process."""
    warn(message)


def _plural(kind: str) -> str:
    if kind.endswith("s"):
        return kind
    return f"{kind[:-1]}ies" if kind.endswith("y") and kind[-2:-1] not in "aeiou" else f"{kind}s"
