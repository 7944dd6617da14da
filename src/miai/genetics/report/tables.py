"""Pieces of HTML tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any

from miai.genetics.report.pictures import shade


def table(head: Iterable[str], rows: Iterable[str]) -> str:
    """Return a table that scrolls sideways where it is too wide."""
    return f'<div class="scroll"><table><thead><tr>{"".join(head)}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'


def row(*cells: str) -> str:
    """Return a row of cells."""
    return f"<tr>{''.join(cells)}</tr>"


def cell(text: Any, kind: str = "") -> str:
    """Return a cell with text, which is escaped."""
    return f'<td class="{kind}">{escape(str(text))}</td>' if kind else f"<td>{escape(str(text))}</td>"


def share_cell(share: float | None, is_hidden: bool = False) -> str:
    """Return a cell whose background is stronger the higher the share; hatched without one."""
    shown = None if is_hidden else share
    return f"<td{shade(shown)}>{'' if shown is None else f'{shown:.2f}'}</td>"


def heads(names: Sequence[str], kind: str = "") -> list[str]:
    """Return the cells of a header."""
    return [f'<th class="{kind}">{escape(name)}</th>' if kind else f"<th>{escape(name)}</th>" for name in names]
