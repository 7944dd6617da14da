"""Decoding of SGF files: real files are in many encodings and seldom declare which.

The whole file is decoded before it is parsed. Many parsers parse first, and then the second byte of a Chinese or Japanese character may
look like the bracket that ends a value: in Shift-JIS, GBK and Big5 it may be any of `[ \\ ]`.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Callable
from typing import NamedTuple

_BOMS = [(codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")]
_DECLARED = re.compile(rb"(?<![A-Za-z])C[a-z]*A[a-z]*\s*\[\s*([-\w.:]{1,40})\s*\]")
_WIDER = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "big5": "big5hkscs",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
}
"""Files that declare the encoding on the left often use the larger set on the right."""

UNSAFE = {"gb18030", "cp932", "big5hkscs", "cp949"}
"""Encodings in which an ASCII byte may be half of a character."""

_SAMPLE = 50_000
"""Bytes, from the first that is not ASCII, that are used to guess an encoding."""
_ASCII = bytes(set(range(128)) - {0x0E, 0x0F, 0x1B})


class Text(NamedTuple):
    """The text of a file, its encoding, and the length of its byte order mark."""

    text: str
    encoding: str
    mark: int = 0


def decode(data: bytes) -> Text:
    """Return the text of `data` by its byte order mark, its declared encoding (CA), or a guess. Never fails.

    A declared encoding is ignored if most of the file contradicts it. Invalid bytes become U+FFFD.
    """
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return Text(data[len(mark) :].decode(encoding, "replace"), encoding, len(mark))
    if data.isascii() and b"\x1b$" not in data:
        return Text(data.decode("ascii"), "ascii")
    encoding = _declared(data) or _guess(data)
    return Text(data.decode(encoding, "replace"), encoding)


def _declared(data: bytes) -> str | None:
    """Return the encoding that the file declares, if it is supported and fits."""
    found = _DECLARED.search(data[:10_000])
    if found is None:
        return None
    try:
        name = codecs.lookup(found[1].decode("ascii")).name
        encoding = _WIDER.get(name, name)
        if _ASCII.decode(encoding) != _ASCII.decode("ascii"):
            return None
        text = data.decode(encoding, "replace")
    except (LookupError, ValueError, TypeError):  # unknown, or one of Python's codecs that are not for text
        return None
    foreign, broken = sum(map(len, re.findall("[^\0-\x7f]+", text))), text.count("\ufffd")
    return encoding if broken * 2 <= foreign - broken or not broken else None


def _guess(data: bytes) -> str:
    """Return the most plausible encoding of `data`, which has bytes that are not ASCII, or escapes."""
    if data.isascii():
        return "iso2022_jp"
    try:
        data.decode("utf-8")
        return "utf-8"
    except UnicodeDecodeError:
        pass
    start = len(data) - len(data.lstrip(_ASCII))
    sample = data[start : start + _SAMPLE]
    scores = {encoding: _plausibility(sample, encoding, weight) for encoding, weight in _WEIGHTS.items()}
    scores["cp1252"] = _western(sample)
    return max(scores, key=lambda encoding: scores[encoding])


def _plausibility(data: bytes, encoding: str, weight: Callable[[int, int], float]) -> float:
    """Return the mean weight of the characters by their first byte; invalid bytes count against it."""
    letters = [letter for letter in data.decode(encoding, "replace") if not letter.isascii()]
    total = 0.0
    for letter in letters:
        code = b"" if letter == "\ufffd" else letter.encode(encoding, "ignore")
        total += weight(code[0], len(letters)) if len(code) == 2 else -1.0 if not code else 0.1
    return total / max(1, len(letters))


def _western(data: bytes) -> float:
    """Return the share of bytes above ASCII that stand alone between ASCII letters, like accents."""
    runs = re.findall(rb"[\x80-\xff]+", data)
    return sum(1.0 if len(run) == 1 else 0.2 * len(run) for run in runs) / max(1, sum(map(len, runs)))


def _band(first: int, bands: list[tuple[int, int, float]]) -> float:
    return next((weight for low, high, weight in bands if low <= first <= high), 0.0)


_WEIGHTS: dict[str, Callable[[int, int], float]] = {
    # First bytes of common characters, rare characters, signs. All Korean syllables lie among the common Chinese characters; only a
    # longer text in which all characters do is likely Korean.
    "gb18030": lambda first, _: _band(first, [(0xB0, 0xD7, 1.0), (0xD8, 0xF7, 0.3), (0xA1, 0xA3, 0.5)]),
    "cp932": lambda first, _: _band(
        first, [(0x82, 0x83, 1.2), (0x88, 0x98, 1.0), (0x99, 0x9F, 0.3), (0xE0, 0xEA, 0.3), (0x81, 0x81, 0.5)]
    ),
    "big5hkscs": lambda first, _: _band(first, [(0xA4, 0xC6, 1.0), (0xC9, 0xF9, 0.3), (0xA1, 0xA3, 0.5)]),
    "euc_jp": lambda first, _: _band(first, [(0xA4, 0xA5, 1.2), (0xB0, 0xCF, 0.9), (0xD0, 0xF4, 0.3), (0xA1, 0xA2, 0.5)]),
    "cp949": lambda first, count: _band(first, [(0xB0, 0xC8, 1.05 if count > 5 else 0.95), (0xCA, 0xFD, 0.2), (0xA1, 0xA3, 0.5)]),
}
