"""The lines of GTP 2: how a command is read and an answer is written.

A line is cleaned as the standard says: control characters are dropped, tabs are blanks, what follows `#` is a comment, a line with
nothing left is ignored. It begins with an optional number, which the answer repeats.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")
_NUMBER = re.compile(r"[0-9]+")
LONGEST_NUMBER = 18
"""Digits of a number that an answer repeats; a longer one is no number but a command that nobody knows."""


class Command(NamedTuple):
    """One command as it was sent."""

    number: str
    """As it was written; empty if there is none."""
    name: str
    arguments: tuple[str, ...]


class Failure(Exception):
    """A command that fails; the message is what the standard prescribes, where it does."""


def parse_line(line: str) -> Command | None:
    """The command in `line`; `None` if there is none to answer."""
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
    """The answer to a command that was done. Empty lines in `text`, which would end the answer, are dropped."""
    return f"={number}{' ' if text else ''}{_without_empty_lines(text)}\n\n"


def failure(number: str, text: str) -> str:
    """The answer to a command that failed."""
    return f"?{number} {_without_empty_lines(text)}\n\n"


def _without_empty_lines(text: str) -> str:
    return "\n".join(line.rstrip() for line in text.splitlines() if line.strip())
