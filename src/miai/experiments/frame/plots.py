"""Drawing of an experiment's plots: declared curves, and plots that the experiment draws itself."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core import extras
from miai.experiments.frame.declaration import Cell, Curve, Plot, Scalar
from miai.experiments.frame.loading import faults_as_user_errors
from miai.experiments.frame.results import RunResults
from miai.experiments.frame.style import (
    MARKERS,
    STYLE,
    colours,
    legend_outside,
    new_figure,
    save,
    sign,
    write_out_numbers,
)
from miai.experiments.frame.tables import as_label, fits, in_order
from miai.store.disk_errors import as_user_errors

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FOLDER = "plots"
MOST_PANELS = 24
"""The largest number of panels in a plot. Hundreds would take minutes to draw. The title says where panels are left out."""
FEW_LINES, VISIBLE, FAINT = 6, 0.18, 0.09
"""Opacity of a band: `VISIBLE` for up to `FEW_LINES` lines, `FAINT` for more, whose bands overlap."""


def draw_plots(results: RunResults) -> list[Path]:
    """Draw all plots that have cells, write them into `plots` in the run's directory, and return the files.

    Raise `UserError` if they cannot be written.
    """
    extras.need("experiments", "a plot", "matplotlib")
    import matplotlib

    files = []
    with matplotlib.rc_context(STYLE):
        for plot in results.experiment.plots:
            with faults_as_user_errors(results.place):
                figure = draw(plot, results)
            if figure is not None:
                sign(figure, _provenance(plot, results))
                with as_user_errors(results.directory):
                    files += save(figure, results.directory / FOLDER, name_of(plot))
    return files


def name_of(plot: Plot) -> str:
    """Return the name of a plot's files."""
    return plot.name if isinstance(plot, Curve) else plot.__name__.replace("_", "-")


def draw(plot: Plot, results: RunResults) -> Figure | None:
    """Return the figure, or `None` if there are no cells for it."""
    if not isinstance(plot, Curve):
        return plot(results.parameters, results.cells) if results.is_complete else None
    cells = [cell for cell in results.cells if cell.measure == plot.measure and fits(cell, plot.where, _names(plot))]
    return draw_curve(plot, cells, lambda cell: results.compared(cell)[0]) if cells else None


def _names(plot: Curve) -> list[str]:
    return [name for name in (plot.x, plot.line, plot.panel) if name]


def _provenance(plot: Plot, results: RunResults) -> str:
    last = results.sessions[-1]
    words = f"miai {last['version']}, {results.head.name} {results.head.label}, seed {results.head.seed}"
    return f"{words}; with 95 % intervals" if isinstance(plot, Curve) else words  # other plots explain their intervals themselves


def draw_curve(plot: Curve, cells: Sequence[Cell], published: Callable[[Cell], Any]) -> Figure:
    """Return a figure with a panel for each value of `panel` and a line for each value of `line`.

    Bands are intervals, open markers are published numbers.
    """
    every = in_order(cell.parameters.get(plot.panel, "") for cell in cells)
    panels = every[:MOST_PANELS]
    lines = in_order(cell.parameters.get(plot.line, "") for cell in cells)
    looks = dict(zip(lines, zip(colours(len(lines)), MARKERS * len(lines), strict=False), strict=False))
    cut = f"the first {MOST_PANELS} of {len(every)} panels" if len(every) > MOST_PANELS else ""
    figure, axes = new_figure(len(panels), ", ".join(filter(None, [plot.title, cut])))
    for value, each in zip(panels, axes, strict=True):
        inside = [cell for cell in cells if cell.parameters.get(plot.panel, "") == value]
        _draw_panel(each, plot, inside, looks)
        _draw_published(each, plot, inside, looks, published)
        _label(each, plot, value, inside)
    if plot.line or figure.axes[0].get_legend_handles_labels()[1] != [""]:
        legend_outside(figure, plot.line_label or plot.line)
    return figure


def _draw_panel(axes: Any, plot: Curve, cells: Sequence[Cell], looks: Mapping[Scalar, tuple[Any, str]]) -> None:
    for value, (colour, marker) in looks.items():
        mine = [cell for cell in cells if cell.parameters.get(plot.line, "") == value]
        ys = [cell.value if _is_drawable(cell, plot) else math.nan for cell in mine]  # nan breaks the line
        axes.plot(
            [cell.parameters[plot.x] for cell in mine], ys, color=colour, marker=marker, label=as_label(value) if plot.line else ""
        )
        drawn = [cell for cell in mine if _is_drawable(cell, plot)]
        sure = [cell for cell in drawn if cell.low is not None and cell.high is not None]
        _draw_intervals(axes, plot, sure, colour, FAINT if len(looks) > FEW_LINES else VISIBLE)


def _draw_intervals(axes: Any, plot: Curve, cells: Sequence[Cell], colour: Any, opacity: float) -> None:
    """Draw intervals as a band, or as bars where x is a word: there is nothing between two words."""
    if not cells:
        return
    xs = [cell.parameters[plot.x] for cell in cells]
    lows, highs = [cell.low for cell in cells], [cell.high for cell in cells]
    if any(isinstance(x, str) for x in xs):
        axes.vlines(xs, lows, highs, color=colour, linewidth=1.2)
    else:
        axes.fill_between(xs, lows, highs, color=colour, alpha=opacity, linewidth=0)


def _is_drawable(cell: Cell, plot: Curve) -> bool:
    return cell.value is not None and (cell.value > 0 or not plot.log_y)


def _draw_published(
    axes: Any, plot: Curve, cells: Sequence[Cell], looks: Mapping[Scalar, tuple[Any, str]], published: Callable[[Cell], Any]
) -> None:
    found = [(cell, published(cell)) for cell in cells]
    known = [(cell, source) for cell, source in found if source is not None]
    for cell, source in known:
        colour, _ = looks[cell.parameters.get(plot.line, "")]
        axes.plot([cell.parameters[plot.x]], [source.value], "o", mfc="none", mec=colour, mew=1.0, markersize=7)
    if known:
        axes.plot([], [], "o", mfc="none", mec="#555555", mew=1.0, markersize=7, label="published")


def _label(axes: Any, plot: Curve, panel: Scalar, cells: Sequence[Cell]) -> None:
    if plot.log_x:
        axes.set_xscale("log")
    if plot.log_y:
        axes.set_yscale("log")
    xs = [cell.parameters[plot.x] for cell in cells]
    if not any(isinstance(x, str) for x in xs):
        write_out_numbers(axes.xaxis, [float(x) for x in xs], plot.log_x)
    write_out_numbers(axes.yaxis, [], plot.log_y)
    axes.set_xlabel(plot.x_label or plot.x)
    axes.set_ylabel(plot.y_label or plot.measure if axes.get_subplotspec().is_first_col() else "")
    if plot.panel:
        axes.set_title(", ".join(filter(None, [axes.get_title(), f"{plot.panel} {as_label(panel)}"])))
