"""What goes wrong because of what the user gave us, as opposed to a mistake in the program."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class UserError(Exception):
    """Something the user can put right: wrong input, a missing extra, a folder that cannot be written.

    The message is one line without a full stop: what was wrong, where, and what is accepted or what to do. The command `miai`
    prints it as `miai: error: ...` and exits with code 2, without a traceback.
    """


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """` (did you mean 'this'?)`, or nothing if `given` resembles none of `known`."""
    close = get_close_matches(given, list(known), n=1)
    return f" (did you mean {close[0]!r}?)" if close else ""
