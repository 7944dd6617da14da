"""Foreign text that is safe to print: text of files, requests and other programs may contain codes that control a terminal."""

from __future__ import annotations

import re

_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]")
"""Control characters except tab and line feed, marks that reverse the direction of text, line separators, lone surrogates, and two codes
that are no characters. None of them is allowed in XML or wanted on a terminal."""


def printable(text: str) -> str:
    r"""Return `text` with every character that could control a terminal as an escape sequence of Python.

    >>> printable("\x1b[2J and \u202e")
    '\\x1b[2J and \\u202e'
    >>> printable("two\nlines")
    'two\nlines'
    """
    return _UNPRINTABLE.sub(_escaped, text)


def printable_line(text: str) -> str:
    r"""Return `text` as one printable line, with single blanks.

    >>> printable_line("two\n lines\x07")
    'two lines\\x07'
    """
    return printable(" ".join(text.split()))


def _escaped(found: re.Match[str]) -> str:
    code = ord(found[0])
    return f"\\x{code:02x}" if code < 256 else f"\\u{code:04x}"
