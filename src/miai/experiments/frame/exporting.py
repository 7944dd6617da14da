"""Export of all cells of a run as one flat table: a column for each parameter, then the number and the published number."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from miai.core.extras import need
from miai.experiments.frame.results import RunResults, cell_as_data
from miai.experiments.frame.tables import in_order
from miai.store.disk_errors import as_user_errors

NUMBERS = ("value", "low", "high", "count", "published", "published_low", "published_high", "differs")


def flat_rows(results: RunResults) -> tuple[list[str], list[dict[str, Any]]]:
    """Return the names of all columns and a row for each cell. A missing value is `None`."""
    names = in_order(name for cell in results.cells for name in cell.parameters)
    columns = ["measure", *names, *(f"cell_{name}" if name in names else name for name in NUMBERS)]
    return columns, [_flat_row(results, cell, names) for cell in results.cells]


def _flat_row(results: RunResults, cell: Any, names: list[str]) -> dict[str, Any]:
    data = cell_as_data(results, cell)
    numbers = {f"cell_{name}" if name in names else name: data.get(name) for name in NUMBERS}
    return {"measure": cell.measure, **{name: cell.parameters.get(name) for name in names}, **numbers}


def write_csv(results: RunResults, file: Path) -> None:
    """Write the cells as CSV in UTF-8, with a header line. A missing value is an empty field."""
    columns, rows = flat_rows(results)
    with as_user_errors(file), file.open("w", newline="", encoding="utf-8") as stream:
        writer = csv.DictWriter(stream, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def write_parquet(results: RunResults, file: Path) -> None:
    """Write the cells as Parquet. Needs the extra `parquet`. A column of numbers and words is written as words."""
    need("parquet", "--parquet")
    import pyarrow
    import pyarrow.parquet

    columns, rows = flat_rows(results)
    table = pyarrow.table({name: _of_one_type([row[name] for row in rows]) for name in columns})
    with as_user_errors(file):
        pyarrow.parquet.write_table(table, str(file))


def _of_one_type(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) <= 1:
        return values
    wider: Any = float if kinds == {int, float} else str
    return [None if value is None else wider(value) for value in values]
