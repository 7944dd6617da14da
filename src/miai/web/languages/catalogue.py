"""Gettext files (`.po`): reading and writing. They are read as they are, without a step that compiles them."""

from __future__ import annotations

import ast
from collections.abc import Mapping


def read_catalogue(source: str) -> dict[str, str]:
    """Return the translations by their English text, with empty ones. Raise `ValueError` for a line that is not understood."""
    found: dict[str, list[str]] = {}
    parts: list[str] = []
    key: list[str] = []
    for number, line in enumerate(source.splitlines(), 1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word == "msgid":
            key = parts = [_unquote(rest, number)]
        elif word == "msgstr":
            parts = [_unquote(rest, number)]
            found["".join(key)] = parts
        elif word.startswith('"'):
            parts.append(_unquote(line.strip(), number))
        else:
            raise ValueError(f"line {number}: expected msgid, msgstr or a text in quotes")
    return {english: "".join(words) for english, words in found.items() if english}


def _unquote(text: str, number: int) -> str:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise ValueError(f"line {number}: expected a text in quotes") from None
    return str(value)


def write_catalogue(language: str, messages: Mapping[str, str]) -> str:
    """Return the gettext file of a language, sorted by the English text."""
    head = f'msgid ""\nmsgstr ""\n"Language: {language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n'
    rows = [f"\nmsgid {_quote(english)}\nmsgstr {_quote(messages[english])}\n" for english in sorted(messages)]
    return head + "".join(rows)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
