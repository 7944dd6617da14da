"""Boards as text: columns have letters from the left, rows have numbers from the top. Pictures of boards are in `pictures.py`."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from typing import Any


def drawn_by(name: str) -> Callable[[Any], str]:
    """Return a function that draws a state with the function `name` of `pictures.py`, which is imported at its first use.

    Found by its name, because what a problem's file imports belongs to the fingerprint of compiled code: a change of a picture must not
    discard it.
    """

    def draw(state: Any) -> str:
        drawn: str = getattr(importlib.import_module("miai.problems.pictures"), name)(state)
        return drawn

    return draw


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
