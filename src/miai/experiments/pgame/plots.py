"""Plots of error and gain against iterations, with the upper half of the 95 % interval of the error, as by Brodeur and Childs (2008).

The lower half often reaches 0, which a logarithmic scale cannot show. The upper half of an error is the lower half of a gain. For the
same reason a line is broken where no wrong choice was seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from miai.experiments.frame import Cell, Scalar
from miai.experiments.frame.style import MARKERS, OKABE_ITO, colours, legend_outside, new_figure, write_out_numbers
from miai.experiments.frame.tables import as_label, in_order
from miai.experiments.pgame.summary import find

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_GROUPS = "no groups"
"""The label of the base where groups are compared."""
OF = " of "
"""Lines called "3 of 0.85" and "3 of 1" have one colour."""
BARS = "(bars: to the 95 % bound of the error)"
SMALL_GAINS = (0.3, 0.5, 0.7, 0.8, 0.9, 1.0, 1.1, 1.2, 1.5, 2.0, 3.0)
DODGE = 0.14
"""The total horizontal shift between lines, as a share of the iterations, so that bars do not hide each other."""


def draw_errors(
    cells: Sequence[Cell], title: str, line: str, panel: str, where: Mapping[str, Scalar] | None = None
) -> Figure | None:
    """Draw error against iterations, both logarithmic: a panel for each value of `panel`, a line for each value of `line`.

    Return `None` if there are no cells.
    """
    return _draw("error", "share of wrong choices", find(cells, "error", **(where or {})), title, line, panel)


def draw_gains(
    cells: Sequence[Cell], title: str, line: str, panel: str, where: Mapping[str, Scalar] | None = None
) -> Figure | None:
    """Draw base error over error against iterations, with a line at 1 (no gain). Return `None` if there are no cells."""
    figure = _draw("gain", "base error / error", find(cells, "gain", **(where or {})), title, line, panel)
    for axes in figure.axes if figure else []:
        axes.axhline(1.0, color="#555555", linewidth=0.8)
        _tick_small_gains(axes)
    return figure


def _tick_small_gains(axes: Any) -> None:
    """Set more ticks where all gains are near 1: of the usual ticks at 1, 2 and 5 only one would be visible."""
    from matplotlib.ticker import FixedLocator

    low, high = axes.get_ylim()
    if high / low < 4:
        axes.yaxis.set_major_locator(FixedLocator([tick for tick in SMALL_GAINS if low <= tick <= high]))


def _draw(measure: str, label: str, cells: Sequence[Cell], title: str, line: str, panel: str) -> Figure | None:
    if not cells:
        return None
    lines, panels = (in_order(cell.parameters[name] for cell in cells) for name in (line, panel))
    looks = _looks(lines)
    reach = [float(cell.parameters["iterations"]) for cell in cells]
    figure, axes = new_figure(len(panels), title)
    for value, each in zip(panels, axes, strict=True):
        _set_scales(each, min(reach), max(reach))
        _draw_panel(each, measure, [cell for cell in cells if cell.parameters[panel] == value], line, looks)
        each.set_title(f"{panel} {as_label(value)}" if len(panels) > 1 else f"{title}, {panel} {as_label(value)}")
    axes[0].set_ylabel(f"{label}\n{BARS}")
    legend_outside(figure, "groups of accuracy" if any(OF in str(each) for each in lines) else line)
    return figure


def _looks(lines: Sequence[Scalar]) -> dict[Scalar, tuple[Any, str]]:
    """Return colour and marker of each line. The line without groups is black."""
    others = [line for line in lines if line != NO_GROUPS]
    families = in_order(str(line).partition(OF)[0] for line in others)
    if len(families) < len(others):
        members = in_order(str(line).partition(OF)[2] for line in others)
        places = {line: (families.index(str(line).partition(OF)[0]), members.index(str(line).partition(OF)[2])) for line in others}
        looks = {line: (OKABE_ITO[family % len(OKABE_ITO)], MARKERS[member]) for line, (family, member) in places.items()}
    else:
        looks = dict(zip(others, zip(colours(len(others)), MARKERS * len(others), strict=False), strict=False))
    return {line: looks.get(line, ("#000000", ".")) for line in lines}


def _set_scales(axes: Any, first: float, last: float) -> None:
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel("iterations")
    axes.set_xlim(first / 1.3, last * 1.3)  # explicit, because matplotlib cannot scale to a single point
    write_out_numbers(axes.xaxis, [10.0**power for power in range(1, 7) if first <= 10.0**power <= last], True)
    write_out_numbers(axes.yaxis, [], True)


def _draw_panel(axes: Any, measure: str, cells: Sequence[Cell], line: str, looks: Mapping[Scalar, tuple[Any, str]]) -> None:
    for place, (value, (colour, marker)) in enumerate(looks.items()):
        points = [cell for cell in cells if cell.parameters[line] == value]
        shift = (1 + DODGE) ** ((place - (len(looks) - 1) / 2) / len(looks))
        xs, ys = [float(cell.parameters["iterations"]) * shift for cell in points], [cell.value or math.nan for cell in points]
        axes.plot(xs, ys, color=colour, marker=marker, label=as_label(value))
        axes.errorbar(xs, ys, yerr=_half_intervals(measure, points), fmt="none", ecolor=colour, elinewidth=0.8, alpha=0.7)


def _half_intervals(measure: str, cells: Sequence[Cell]) -> list[list[float]]:
    """Return the lengths of the bars below and above each point: upwards for an error, downwards for a gain."""
    values = [cell.value or 0.0 for cell in cells]
    if measure == "gain":
        return [[value - (cell.low or value) for value, cell in zip(values, cells, strict=True)], [0.0] * len(cells)]
    return [[0.0] * len(cells), [(cell.high or value) - value for value, cell in zip(values, cells, strict=True)]]
