"""Boards as text: columns have letters from the left, rows have numbers from the top."""

from __future__ import annotations

from collections.abc import Sequence


def cell_name(column: int, row: int) -> str:
    """Return the name of a cell: `b3` is the second column of the third row."""
    return f"{chr(ord('a') + column)}{row + 1}"


def grid(rows: Sequence[Sequence[str]], slant: int = 0) -> str:
    """Return a board as text with coordinates. Each row is shifted `slant` characters to the right of the row above."""
    letters = " ".join(chr(ord("a") + column) for column in range(len(rows[0])))
    lines = [f"   {letters}"]
    for number, row in enumerate(rows):
        lines.append(f"{' ' * (slant * number)}{number + 1:2} {' '.join(row)}")
    return "\n".join(lines)
