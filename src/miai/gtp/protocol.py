"""The lines of GTP 2: reading commands and writing answers.

A line is cleaned as the standard says: control characters are dropped, tabs become blanks, text after `#` is a comment, and an empty
line is ignored. A line begins with an optional number, which the answer repeats.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from miai.core.printable import printable

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]+")
LONGEST_NUMBER = 18
"""Most digits of a number that an answer repeats; a longer one is read as an unknown command."""


class Command(NamedTuple):
    """A command as it was sent."""

    number: str
    """The number as it was written; empty if there is none."""
    name: str
    arguments: tuple[str, ...]


class Failure(Exception):
    """The failure of a command. The message is the one that the standard prescribes, if it does."""


def parse_line(line: str) -> Command | None:
    """Return the command in `line`; `None` for a line without one."""
    words = _CONTROL.sub("", line.replace("\t", " ")).partition("#")[0].split()
    if not words:
        return None
    number = ""
    if _NUMBER.fullmatch(words[0]) and len(words[0]) <= LONGEST_NUMBER and words[0].isascii():
        number = words.pop(0)
    if not words:
        return Command(number, "", ())
    return Command(number, words[0], tuple(words[1:]))


def success(number: str, text: str = "") -> str:
    """Return the answer of a command that succeeded. Empty lines in `text` would end the answer and are dropped."""
    return f"={number}{' ' if text else ''}{without_empty_lines(text)}\n\n"


def failure(number: str, text: str) -> str:
    """Return the answer of a command that failed."""
    return f"?{number} {without_empty_lines(text)}\n\n"


def without_empty_lines(text: str) -> str:
    """Return `text` without empty lines, each of which would end an answer, and without codes that control a terminal."""
    return "\n".join(printable(line.rstrip()) for line in text.splitlines() if line.strip())
