"""Tables of cells: our number with the half-width of its interval, the published number, and a mark where they differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from miai.core.errors import UserError
from miai.core.settings import as_text
from miai.experiments.frame.declaration import Cell, Scalar, Table
from miai.experiments.frame.results import RunResults

DIFFERS = "≠"
MISSING = "·"


@dataclass(frozen=True)
class TableEntry:
    """The text of one place of a table."""

    ours: str
    published: str = ""
    differs: bool = False


@dataclass(frozen=True)
class Grid:
    """The text of a table: the names of the row parameters, the columns, and for each row its labels and entries."""

    title: str
    labels: Sequence[str]
    over: str
    """The parameter of the columns; empty if they are measures."""
    columns: Sequence[str]
    rows: Sequence[tuple[Sequence[str], Sequence[TableEntry]]]

    @property
    def heads(self) -> list[str]:
        """The column headings; the first one also names the parameter."""
        return [f"{self.over}={each}" if self.over and number == 0 else each for number, each in enumerate(self.columns)]


def make_grid(table: Table, results: RunResults) -> Grid:
    """Return `table` filled with the cells of `results`. Raise `UserError` if two cells fit one place."""
    measures = (table.measure,) if isinstance(table.measure, str) else tuple(table.measure)
    rows = (table.rows,) if isinstance(table.rows, str) else tuple(table.rows)
    fitting = [cell for cell in results.cells if cell.measure in measures and fits(cell, table.where, rows)]
    if table.columns:
        fitting = [cell for cell in fitting if table.columns in cell.parameters]
    places: dict[tuple[Any, Any], Cell] = {}
    for cell in fitting:
        column = cell.parameters[table.columns] if table.columns else cell.measure
        place = (tuple(cell.parameters[name] for name in rows), column)
        if place in places:
            raise UserError(_two_in_one_place(table, cell, places[place]))
        places[place] = cell
    labels = in_order(row for row, _ in places)
    columns = in_order(column for _, column in places)
    lines = [(list(map(as_label, row)), [_entry(table, results, places.get((row, each))) for each in columns]) for row in labels]
    return Grid(table.title, rows, table.columns, list(map(as_label, columns)), lines)


def fits(cell: Cell, where: Any, names: Iterable[str] = ()) -> bool:
    """Return whether a cell has the parameters of `where`, and a value for each of `names`."""
    return all(cell.parameters.get(name) == value for name, value in where.items()) and all(
        name in cell.parameters for name in names
    )


def in_order(values: Iterable[Any]) -> list[Any]:
    """Return each value once, in the order of first appearance."""
    return list(dict.fromkeys(values))


def as_label(value: Scalar) -> str:
    """Return a parameter's value as it appears in a table or legend: 0.1, 8192, true."""
    return f"{value:g}" if isinstance(value, float) else as_text(value)


def _two_in_one_place(table: Table, one: Cell, two: Cell) -> str:
    differing = [name for name in {**one.parameters, **two.parameters} if one.parameters.get(name) != two.parameters.get(name)]
    return f"table {table.title!r}: two cells of {one.measure!r} fit one place; add what differs to `where`: {', '.join(differing)}"


def _entry(table: Table, results: RunResults, cell: Cell | None) -> TableEntry:
    if cell is None:
        return TableEntry(MISSING)
    ours = as_number(cell.value, table.digits)
    if cell.low is not None and cell.high is not None:
        ours += f" ±{as_number((cell.high - cell.low) / 2, table.digits)}"
    published, comparison = results.compared(cell)
    if published is None or comparison is None:
        return TableEntry(ours)
    return TableEntry(ours, as_number(published.value, table.digits), bool(comparison.differs))


def as_number(value: float | None, digits: int) -> str:
    """Return a number with `digits` after the decimal point and a comma between thousands."""
    return MISSING if value is None else f"{value:,.{digits}f}"


def as_markdown(grid: Grid) -> str:
    """Return a table as Markdown: the published number in brackets, our number in bold where it differs."""
    header = [*grid.labels, *grid.heads]
    lines = [header, ["---"] * len(grid.labels) + ["---:"] * len(grid.columns)]
    lines += [[*labels, *map(_markdown_entry, entries)] for labels, entries in grid.rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _markdown_entry(entry: TableEntry) -> str:
    if not entry.published:
        return entry.ours
    return f"**{entry.ours}** ({entry.published} {DIFFERS})" if entry.differs else f"{entry.ours} ({entry.published})"


def as_rich(grid: Grid, width: int) -> list[Any]:
    """Return a table for a terminal of `width` characters, with the published number below ours; several tables if it is too wide."""
    return [_rich_table(part) for part in split_columns(grid, width)]


def split_columns(grid: Grid, width: int) -> list[Grid]:
    """Return the table in parts that fit, each with at least one column and with all labels of the rows."""
    padding = 3
    left = sum(_widest([name, *(labels[i] for labels, _ in grid.rows)]) + padding for i, name in enumerate(grid.labels))
    parts: list[list[int]] = [[]]
    used = left
    for i, name in enumerate(grid.columns):
        need = (
            _widest([name, *(text for _, entries in grid.rows for text in (entries[i].ours, f"{entries[i].published} ."))])
            + padding
        )
        if parts[-1] and used + need > width:
            parts.append([])
            used = left
        parts[-1].append(i)
        used += need
    return [
        Grid(
            grid.title if number == 0 else "",
            grid.labels,
            grid.over,
            [grid.columns[i] for i in part],
            [(labels, [entries[i] for i in part]) for labels, entries in grid.rows],
        )
        for number, part in enumerate(parts)
    ]


def _widest(texts: Iterable[str]) -> int:
    return max(map(len, texts))


def _rich_table(grid: Grid) -> Any:
    from rich.box import SIMPLE_HEAD
    from rich.table import Table as RichTable

    shown = RichTable(title=grid.title or None, title_justify="left", title_style="bold", box=SIMPLE_HEAD, pad_edge=False)
    for label in grid.labels:
        shown.add_column(label, no_wrap=True)
    for column in grid.heads:
        shown.add_column(column, justify="right", no_wrap=True)
    for labels, entries in grid.rows:
        shown.add_row(*labels, *map(_rich_entry, entries))
    return shown


def _rich_entry(entry: TableEntry) -> str:
    if not entry.published:
        return entry.ours
    mark = f"[bold red]{entry.published} {DIFFERS}[/]" if entry.differs else f"[dim]{entry.published}[/]"
    return f"{entry.ours}\n{mark}"
