"""Boards as text: columns are letters from the left, rows are numbers from the top."""

from __future__ import annotations

from collections.abc import Sequence


def cell_name(column: int, row: int) -> str:
    """What a person calls a cell: `b3` is the second column of the third row."""
    return f"{chr(ord('a') + column)}{row + 1}"


def grid(rows: Sequence[Sequence[str]], slant: int = 0) -> str:
    """The marks of a board with its coordinates around; each row is shifted `slant` characters to the right of the one above."""
    letters = " ".join(chr(ord("a") + column) for column in range(len(rows[0])))
    lines = [f"   {letters}"]
    for number, row in enumerate(rows):
        lines.append(f"{' ' * (slant * number)}{number + 1:2} {' '.join(row)}")
    return "\n".join(lines)
