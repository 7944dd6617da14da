"""The look of all plots: one font size, colours that colour-blind people can distinguish, plain numbers, nothing on top of the data.

A plot that an experiment draws itself uses the same functions:

    def regret(parameters, cells):
        figure, axes = new_figure(panels=2)
        ...
        write_out_numbers(axes[0].xaxis, [16, 64, 256], is_log=True)
        legend_outside(figure, "C")
        return figure
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core.files import replacing
from miai.core.links import folder_inside

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OKABE_ITO = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000")
"""Colours for all kinds of colour vision (Okabe and Ito, 2008), without the yellow, which is too light for lines."""

MARKERS = "osD^vP*X<>hp"

STYLE: Any = {
    "font.size": 9.5,
    "axes.titlesize": 10,
    "axes.labelsize": 9.5,
    "legend.fontsize": 8.5,
    "legend.title_fontsize": 8.5,
    "figure.titlesize": 11,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "grid.linewidth": 0.6,
    "axes.axisbelow": True,
    "lines.linewidth": 1.6,
    "lines.markersize": 4.5,
    "figure.dpi": 100,
    "savefig.dpi": 200,
    "svg.hashsalt": "miai",  # the same plot gives the same file
}

PANEL_WIDTH, PANEL_HEIGHT, LEGEND_WIDTH = 3.4, 3.0, 1.5
MOST_PANELS_IN_A_ROW = 3
LETTERS_IN_A_PANEL = 36


def new_figure(panels: int = 1, title: str = "", is_y_shared: bool = True) -> tuple[Figure, list[Any]]:
    """Return a figure and its axes, row by row; a single panel is larger. Draw and save it within `STYLE`."""
    from matplotlib.figure import Figure

    columns = 2 if panels == 4 else min(panels, MOST_PANELS_IN_A_ROW)
    rows = math.ceil(panels / columns)
    width, height = (4.8, 3.8) if panels == 1 else (PANEL_WIDTH * columns, PANEL_HEIGHT * rows)
    figure = Figure(figsize=(width + LEGEND_WIDTH, height + 0.4), layout="constrained")
    grid = figure.subplots(rows, columns, sharey=is_y_shared, squeeze=False)
    axes = list(grid.flat)
    for unused in axes[panels:]:
        unused.remove()
    if title and panels == 1:
        axes[0].set_title(title)  # a title of the figure would run into the legend
    elif title:
        figure.suptitle(title)
    return figure, axes[:panels]


def colours(count: int) -> list[Any]:
    """Return `count` colours: distinct ones for few lines, a scale from dark to light for many, which shows their order."""
    if count <= len(OKABE_ITO):
        return list(OKABE_ITO[:count])
    import matplotlib

    scale = matplotlib.colormaps["viridis"]
    return [scale(0.87 * number / (count - 1)) for number in range(count)]


def write_out_numbers(axis: Any, values: Sequence[float], is_log: bool) -> None:
    """Set plain numbers as tick labels (8,192 and not 10^4), and ticks at `values` if they are few."""
    from matplotlib.ticker import FixedLocator, FuncFormatter, LogLocator, NullLocator

    axis.set_major_formatter(FuncFormatter(lambda value, _: _plain(value)))
    few = sorted(set(values))
    if is_log:
        axis.set_minor_locator(NullLocator())
        axis.set_major_locator(FixedLocator(_thinned(few)) if 2 <= len(few) <= 40 else LogLocator(subs=(1, 2, 5), numticks=12))


def _plain(value: float) -> str:
    return f"{value:,.10g}"


def _thinned(values: list[float]) -> list[float]:
    """Return every k-th value, from the first, with the smallest k for which the labels do not touch in a panel."""
    step = 1
    while sum(len(_plain(value)) + 2 for value in values[::step]) > LETTERS_IN_A_PANEL:
        step += 1
    return values[::step]


def legend_outside(figure: Figure, title: str = "", handles: Sequence[Any] | None = None) -> None:
    """Add one legend for all panels, to the right of them."""
    if handles is None:
        unique = {handle.get_label(): handle for axes in figure.axes for handle in axes.get_legend_handles_labels()[0]}
        handles = list(unique.values())
    if handles:
        figure.legend(handles=handles, title=title or None, loc="outside right center", frameon=False, alignment="left")


def sign(figure: Figure, words: str) -> None:
    """Write the provenance of a plot below it, in small letters."""
    figure.supxlabel(words, fontsize=6.5, color="#777777", x=0.01, ha="left")


def save(figure: Figure, folder: Path, name: str) -> list[Path]:
    """Write the figure as PNG and as SVG, and return the files. Nothing is written through links."""
    folder_inside(folder.parent, folder.name)
    files = []
    for kind, left_out in (("png", "Software"), ("svg", "Date")):
        files.append(folder / f"{name}.{kind}")
        with replacing(files[-1]) as unfinished:
            figure.savefig(unfinished, format=kind, metadata={left_out: None})
    return files
