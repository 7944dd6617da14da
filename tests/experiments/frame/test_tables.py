"""Tables: every cell in its place, published numbers, and an error for two cells in one place."""

from types import SimpleNamespace

import pytest

from miai.core.errors import UserError
from miai.experiments.frame import Cell, Published, Table
from miai.experiments.frame.agreement import compare
from miai.experiments.frame.tables import as_markdown, make_grid, split_columns

pytestmark = pytest.mark.plain

TABLE = Table("Errors", "error", rows=("mode", "size"), columns="n", digits=2)


def results_of(*cells, published=lambda cell: None):
    def compared(cell):
        source = published(cell)
        return source, source and compare(cell, source)

    return SimpleNamespace(cells=cells, compared=compared)


def cell(mode, size, n, value, low=None, high=None):
    return Cell({"mode": mode, "size": size, "n": n}, "error", value, low, high)


def test_every_cell_is_in_its_place_and_a_missing_cell_is_a_dot():
    cells = [
        cell("tree", 3, 10, 0.5, 0.4, 0.6),
        cell("tree", 3, 1000, 0.25),
        cell("graph", 3, 10, 12345.678),
        cell("graph", 4, 1000, None),
    ]
    assert as_markdown(make_grid(TABLE, results_of(*cells))).splitlines() == [
        "| mode | size | n=10 | 1000 |",
        "| --- | --- | ---: | ---: |",
        "| tree | 3 | 0.50 ±0.10 | 0.25 |",
        "| graph | 3 | 12,345.68 | · |",
        "| graph | 4 | · | · |",
    ]


def test_a_published_number_is_shown_and_marked_where_it_differs():
    cells = [cell("tree", 3, 10, 0.5, 0.4, 0.6), cell("tree", 3, 20, 0.5, 0.4, 0.6)]
    results = results_of(*cells, published=lambda each: Published(0.45 if each.parameters["n"] == 10 else 0.75))
    assert as_markdown(make_grid(TABLE, results)).splitlines()[-1] == "| tree | 3 | 0.50 ±0.10 (0.45) | **0.50 ±0.10** (0.75 ≠) |"


def test_cells_of_other_parameters_are_left_out():
    other = Cell({"mode": "tree", "size": 3, "n": 10}, "seconds", 1.0)
    table = Table("Errors", "error", rows="mode", columns="n", where={"size": 3})
    grid = make_grid(table, results_of(cell("tree", 3, 10, 0.5), cell("tree", 4, 10, 0.6), other, Cell({}, "error", 1.0)))
    assert as_markdown(grid).splitlines()[2:] == ["| tree | 0.500 |"]


def test_without_columns_the_measures_are_the_columns():
    cells = [Cell({"board": "naive"}, "exponent", 3.5), Cell({"board": "naive"}, "last step", 4.5)]
    grid = make_grid(Table("Growth", ("exponent", "last step"), rows="board", digits=1), results_of(*cells))
    assert as_markdown(grid).splitlines()[0] == "| board | exponent | last step |"


def test_the_error_about_two_cells_in_one_place_names_their_difference():
    table = Table("Errors", "error", rows="mode", columns="n")
    with pytest.raises(UserError) as error:
        make_grid(table, results_of(cell("tree", 3, 10, 0.5), cell("tree", 4, 10, 0.5)))
    assert str(error.value) == "table 'Errors': two cells of 'error' fit one place; add what differs to `where`: size"


def test_a_wide_table_is_split_and_each_part_names_its_columns():
    grid = make_grid(TABLE, results_of(*(cell("tree", 3, n, 0.5, 0.4, 0.6) for n in range(10, 20))))
    parts = split_columns(grid, width=60)
    assert [part.heads[0] for part in parts] == ["n=10", "n=13", "n=16", "n=19"]
    assert [column for part in parts for column in part.columns] == list(grid.columns)
    assert [len(split_columns(grid, width)) for width in (1000, 1)] == [1, 10]
