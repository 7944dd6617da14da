"""Text files in columns: separators, headers, and lines that do not fit."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from miai.core.errors import UserError

LONGEST_LINE = 1 << 28
"""Characters of a line. A table of two million SNPs has lines of some ten million."""


def open_text(path: Path) -> TextIO:
    """Open a text file, decompressed if its name ends in .gz or .bgz. Raise `UserError` where it cannot be read."""
    try:
        if path.suffix in (".gz", ".bgz"):
            return gzip.open(path, "rt", encoding="utf-8", errors="replace")
        return path.open(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror or error}") from error


def read_lines(file: TextIO, path: Path) -> Iterator[tuple[int, str]]:
    """Yield the lines of a text file with their numbers. Raise `UserError` for a damaged file or one that is no text."""
    number = 0
    try:
        while line := file.readline(LONGEST_LINE):
            number += 1
            if len(line) == LONGEST_LINE:
                raise UserError(f"{path}, line {number}: longer than {LONGEST_LINE:,} characters; this is not a table")
            yield number, line
    except (OSError, EOFError, zlib.error) as error:
        raise UserError(f"{path}: damaged or truncated after line {number:,}") from error


def split_line(line: str) -> list[str]:
    """Return the cells of a line: separated by tabs if it has any, else by commas, else by blanks."""
    separator = "\t" if "\t" in line else "," if "," in line else None
    return [cell.strip().strip('"') for cell in line.rstrip("\r\n").split(separator)]


def two_columns(path: Path, headers: tuple[str, ...], meaning: str) -> Iterator[tuple[int, str, str]]:
    """Yield line number and the two cells of each line of a file.

    Empty lines, lines that begin with `#` and a first line whose first cell is one of `headers` are skipped. An empty second cell is
    accepted. Raise `UserError` for a line with another number of cells; `meaning` says there what the columns are.
    """
    with open_text(path) as file:
        is_first = True
        for number, line in read_lines(file, path):
            if not line.strip() or line.startswith("#"):
                continue
            cells = split_line(line)
            if is_first and cells[0].casefold() in headers:
                is_first = False
                continue
            is_first = False
            if len(cells) != 2 or not cells[0]:
                raise UserError(f"{path}, line {number}: {len(cells)} columns; accepted: two, {meaning}")
            yield number, cells[0], cells[1]
