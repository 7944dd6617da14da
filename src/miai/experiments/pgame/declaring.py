"""The declaration of an experiment on artificial games: `declare` fills in everything that these experiments share."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Experiment, Table
from miai.experiments.pgame.measuring import compile_all, measure
from miai.experiments.pgame.plots import draw_errors, draw_gains
from miai.experiments.pgame.scale import SMOKE, Labels, jobs
from miai.experiments.pgame.summary import summarise

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Cells = Sequence[Cell]
More = Callable[[Any, Cells], Cells]


def declare(
    base: Labels, presets: dict[str, dict[str, Any]], more: More = lambda parameters, cells: [], **fields: Any
) -> Experiment:
    """Return an experiment whose `parameters` are a `Scale`.

    Contenders are compared with the one that has the labels in `base`. `more` returns cells in addition to those of `summarise`. `fields`
    are further fields of `Experiment`.
    """

    def derived(parameters: Any, cells: Cells) -> Cells:
        return [*summarise(parameters, cells, base), *more(parameters, cells)]

    presets = {**presets, "smoke": {**SMOKE, **presets["smoke"]}, "paper": {}}
    return Experiment(presets=presets, jobs=jobs, measure=measure, derived=derived, prepare=compile_all, **fields)


def old_names(stored: Mapping[str, Any]) -> str:
    """Return why a stored run cannot be read: it was made when the modes of the graph had other names. Empty where it can."""
    if "random_places" in stored:
        return ""
    return "its modes have old names: `uct-dag` is now `path-mean`, and `graph` is now `uct-dag`; run it again"


def comparison_tables(rows: str | Sequence[str], columns: str, base: str, late: bool = True) -> list[Table]:
    """Return the tables of mean errors and of their excess over the base; with `late`, also over the second half of the checkpoints."""
    tables = [
        Table("Mean error over all checkpoints", "mean error", rows, columns, digits=4),
        Table(f"Mean error minus that of {base}", "excess", rows, columns, digits=4),
    ]
    if late:
        tables.append(Table("The same over the second half of the checkpoints", "late excess", rows, columns, digits=4))
    return tables


def errors_plot(name: str, title: str, line: str, panel: str, **where: Any) -> Callable[[Any, Cells], Figure | None]:
    """Return a plot of error against iterations, for the cells that fit `where`."""
    return _named(name, lambda parameters, cells: draw_errors(cells, title, line, panel, where))


def gains_plot(name: str, title: str, line: str, panel: str, **where: Any) -> Callable[[Any, Cells], Figure | None]:
    """Return a plot of base error over error, for the cells that fit `where`."""
    return _named(name, lambda parameters, cells: draw_gains(cells, title, line, panel, where))


def _named(name: str, plot: Callable[[Any, Cells], Figure | None]) -> Callable[[Any, Cells], Figure | None]:
    plot.__name__ = name  # the name of the plot's files
    return plot
