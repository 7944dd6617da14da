"""SGF files: reading and writing game records, through sgfmill.

`read_record` and `read_collection` read real files (`encoding.py` decodes them, `grammar.py` parses them) and raise an `SgfError` with
file, place and reason for a broken one. A `GameRecord` holds the whole tree with every property, known or not; writing it back loses
none. Its facts about the game (`size`, `komi`, `moments()`) are those of the main line: the first variation everywhere.

Files are written in UTF-8. Small letters in property names, the order of properties in a node, and a size written as 19:19 are not
kept, because they have no meaning.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from miai.go.records.encoding import UNSAFE, Text
from miai.go.records.grammar import MOST_BYTES, SgfError, Source, find_game, parse_game
from miai.go.records.record import GameRecord

__all__ = ["GameRecord", "SgfError", "parse_record", "read_collection", "read_record"]


def read_record(path: str | Path, index: int = 0, check: bool = True) -> GameRecord:
    """Return the game number `index` (from 0) of the file at `path`, or of standard input for "-".

    With `check` its main line is replayed. Raise `SgfError` for a file that cannot be read or replayed.
    """
    for number, record in enumerate(read_collection(path)):
        if number == index:
            if check:
                record.last_moment()
            return record
    raise SgfError(f"{path}: has {number + 1} games; there is no game {index + 1}")


def read_collection(path: str | Path) -> Iterator[GameRecord]:
    """Yield the games of the file at `path`, not replayed. Raise `SgfError` at a broken one."""
    return parse_collection(_read(path), "standard input" if str(path) == "-" else str(path))


def _read(path: str | Path) -> bytes:
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise SgfError(f"{path}: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise SgfError(f"{path}: larger than {MOST_BYTES // 2**20} MiB, too large for a game record")
    return data


def parse_record(data: bytes, name: str = "SGF") -> GameRecord:
    """Return the first game in `data`, which errors call `name`. Its main line is not replayed."""
    return next(parse_collection(data, name))


def parse_collection(data: bytes, name: str) -> Iterator[GameRecord]:
    """Yield the games in `data`, like `read_collection`."""
    source = Source(data, name)
    if _bytes_were_escaped(source):
        yield from _parse_by_bytes(source)
        return
    place, number = find_game(source, 0), 0
    if place is None:
        raise SgfError(f"{name}: {'the file is empty' if not data.strip() else 'no SGF found: a game begins with (;'}")
    while place is not None:
        number += 1
        game_source = source if number == 1 else source.named(f"{name}, game {number}")
        try:
            tree, end = parse_game(game_source, place)
        except SgfError:
            if source.encoding not in UNSAFE or number > 1:
                raise
            yield from _parse_by_bytes(source)
            return
        yield GameRecord.of_tree(tree, game_source)
        place = find_game(source, end)


def _bytes_were_escaped(source: Source) -> bool:
    """Return whether each byte that looks like a backslash was escaped, even where it is half of a character."""
    if source.encoding not in UNSAFE:
        return False
    letters = [letter for letter in set(source.text) if not letter.isascii()]
    ending = [letter for letter in letters if letter.encode(source.encoding, "ignore")[-1:] == b"\\"]
    return bool(ending) and all(source.text.count(letter) == source.text.count(letter + "\\") for letter in ending)


def _parse_by_bytes(source: Source) -> Iterator[GameRecord]:
    """Yield the games like `parse_collection`, but find brackets among the bytes and decode the values between them."""
    by_bytes = Source(source.data, source.name, Text(source.data.decode("latin-1"), "latin-1"))
    place = find_game(by_bytes, 0)
    while place is not None:
        tree, end = parse_game(by_bytes, place)
        for properties in _all_properties(tree):
            for values in properties.values():
                values[:] = [_reencode(value, source.encoding) for value in values]
        yield GameRecord.of_tree(tree, by_bytes)
        place = find_game(by_bytes, end)


def _all_properties(tree: Any) -> Iterator[dict[str, list[bytes]]]:
    waiting = [tree]
    while waiting:
        each = waiting.pop()
        yield from each.sequence
        waiting += each.children


def _reencode(value: bytes, encoding: str) -> bytes:
    """Return a value whose bytes were escaped one by one as UTF-8 text with the necessary escapes."""
    raw = value.decode("utf-8").encode("latin-1")
    plain = re.sub(
        rb"\\(\r\n|\n\r|.)", lambda found: b"" if found[1] in (b"\n", b"\r", b"\r\n", b"\n\r") else found[1], raw, flags=re.DOTALL
    )
    return plain.decode(encoding, "replace").replace("\\", "\\\\").replace("]", "\\]").encode()
