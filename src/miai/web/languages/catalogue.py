"""Gettext files (`.po`), read as they are. The lookup and the rules for plurals are those of the standard library's `gettext`.

The library reads compiled files (`.mo`) only. They are made in memory when a language is first used, within milliseconds: so the wheel
needs no step that compiles, and no compiled file can be older than its source.
"""

from __future__ import annotations

import ast
import gettext
import io
import struct
from pathlib import Path

MAGIC = 0x950412DE
"""The first number of a compiled catalogue."""
_HEAD = 28
"""Bytes before the tables of a compiled catalogue."""


def load_catalogue(file: Path) -> gettext.GNUTranslations:
    """Return the translations of a gettext file. Raise `ValueError` for a line that is not understood."""
    return gettext.GNUTranslations(io.BytesIO(compile_catalogue(read_entries(file.read_text("utf-8")))))


def read_entries(source: str) -> dict[str, str]:
    """Return translations by English text, without empty ones. The forms of a plural are separated by zero bytes, as in `.mo` files."""
    entries: dict[str, str] = {}
    fields: dict[str, str] = {}
    name = ""
    for number, line in enumerate([*source.splitlines(), "msgid"], 1):
        word, _, rest = line.strip().partition(" ")
        if not word or word.startswith("#"):
            continue
        if word.startswith('"') and name:
            fields[name] += _unquote(line.strip(), number)
        elif word in ("msgid", "msgid_plural", "msgstr") or (word.startswith("msgstr[") and word.endswith("]")):
            if word == "msgid":
                _add_entry(entries, fields)
                fields = {}
            name = word
            fields[name] = _unquote(rest, number) if rest else ""
        else:
            raise ValueError(f"line {number}: expected msgid, msgid_plural, msgstr or a text in quotes")
    return entries


def _add_entry(entries: dict[str, str], fields: dict[str, str]) -> None:
    forms = [words for name, words in fields.items() if name.startswith("msgstr")]
    if forms and all(forms):
        key = "\0".join([fields["msgid"], *([fields["msgid_plural"]] if "msgid_plural" in fields else [])])
        entries[key] = "\0".join(forms)


def _unquote(text: str, number: int) -> str:
    try:
        value = ast.literal_eval(text)
    except (ValueError, SyntaxError):
        raise ValueError(f"line {number}: expected a text in quotes") from None
    return str(value)


def compile_catalogue(entries: dict[str, str]) -> bytes:
    """Return a compiled catalogue: a head, two tables of lengths and offsets, then the texts, sorted."""
    keys = sorted(entries, key=str.encode)
    texts = [key.encode() for key in keys] + [entries[key].encode() for key in keys]
    offset = _HEAD + 8 * len(texts)
    table = []
    for text in texts:
        table += [len(text), offset]
        offset += len(text) + 1
    head = struct.pack("<7I", MAGIC, 0, len(keys), _HEAD, _HEAD + 8 * len(keys), 0, 0)
    return head + struct.pack(f"<{len(table)}I", *table) + b"".join(text + b"\0" for text in texts)
