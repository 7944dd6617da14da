"""Plots of values with matplotlib, which comes with the extra `notebook`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from miai.core import extras
from miai.core.errors import UserError
from miai.experiments.frame.style import STYLE, colours, legend_outside, new_figure
from miai.search.result import ActionResult, Result

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from miai.core.statistics import Proportion

MOST_ACTIONS = 20


class Plot:
    """A plot. A notebook shows it; `figure` is the figure of matplotlib, which may be changed before it is shown."""

    def __init__(self, figure: Figure) -> None:
        self.figure = figure

    def _repr_svg_(self) -> str:
        written = StringIO()
        with _style():
            self.figure.savefig(written, format="svg", metadata={"Date": None})
        return written.getvalue()

    def save(self, path: str | Path) -> None:
        """Write the plot to a file, in the format of its ending: .svg, .png, .pdf. Raise `UserError` if that fails."""
        try:
            with _style():
                self.figure.savefig(path)
        except (OSError, ValueError) as error:
            raise UserError(f"cannot write the plot to {path}: {error}") from error


def plot_values(results: Any, most: int = MOST_ACTIONS) -> Plot:
    """Plot the value of every action with its 95 % interval, and its visits.

    Parameters
    ----------
    results : Result, Search, or a mapping of names to them
        One result, or several of the same state side by side: `{"ucb1": first, "puct": second}`.
    most : int
        Most actions to plot, those with the most visits first.

    Returns
    -------
    Plot
        A notebook shows it; `save(path)` writes it, and `figure` is matplotlib's, for changes.

    Examples
    --------
    >>> import miai
    >>> from miai.notebook import plot_values
    >>> result = miai.search(miai.problems.load("tictactoe").start(), playouts=500, seed=1)
    >>> [axes.get_xlabel() for axes in plot_values(result).figure.axes]
    ['value for the player to act', 'visits']
    """
    by_name = _named(results)
    names = _actions(by_name.values(), most)
    with _style():
        figure, axes = new_figure(panels=2, is_y_shared=True)
        figure.set_size_inches(8.0, 1.2 + 0.26 * len(names) * max(1, 0.6 * len(by_name)))
        height = 0.8 / len(by_name)
        for number, (name, result) in enumerate(by_name.items()):
            rows = {row.text: row for row in result.actions}
            places = [place + height * (number - (len(by_name) - 1) / 2) for place in range(len(names))]
            _plot_result(axes, [rows.get(each) for each in names], places, height, name, colours(len(by_name))[number])
        axes[0].set(xlim=(-0.02, 1.02), xlabel="value for the player to act", yticks=range(len(names)), yticklabels=names)
        axes[0].invert_yaxis()
        axes[1].set_xlabel("visits")
        if len(by_name) > 1:
            legend_outside(figure)
    return Plot(figure)


def _plot_result(
    axes: Sequence[Any], rows: Sequence[ActionResult | None], places: Sequence[float], height: float, name: str, colour: Any
) -> None:
    known = [(place, row) for place, row in zip(places, rows, strict=True) if row is not None and row.value is not None]
    at, values = [place for place, _ in known], [row.value or 0.0 for _, row in known]
    below = [max(0.0, value - (row.value_low or 0.0)) for value, (_, row) in zip(values, known, strict=True)]
    above = [max(0.0, (row.value_high or 0.0) - value) for value, (_, row) in zip(values, known, strict=True)]
    axes[0].errorbar(values, at, xerr=[below, above], fmt="o", capsize=2, color=colour, label=name)
    proven = [(place, row.sure_low) for place, row in known if row.proven]
    axes[0].plot([value for _, value in proven], [place for place, _ in proven], "D", markersize=8, fillstyle="none", color=colour)
    axes[1].barh(places, [0 if row is None else row.visits for row in rows], height=height, color=colour)


def plot_shares(shares: Mapping[str, Mapping[float, Proportion]], xlabel: str, ylabel: str = "share") -> Plot:
    """Plot shares with their intervals over a number: one line for each name.

    Parameters
    ----------
    shares : mapping of names to mappings of numbers to Proportion
        `{"ucb1": {100: wilson(61, 200), 1000: wilson(180, 200)}}`.
    xlabel, ylabel : str
        Labels of the axes. The first is logarithmic if its values are.

    Returns
    -------
    Plot
        A notebook shows it; `save(path)` writes it, and `figure` is matplotlib's, for changes.
    """
    if not shares or not all(shares.values()):
        raise UserError("plot_shares needs at least one share for each name")
    numbers = sorted({number for by_number in shares.values() for number in by_number})
    with _style():
        figure, (axes,) = new_figure()
        for (name, by_number), colour in zip(shares.items(), colours(len(shares)), strict=True):
            at = sorted(by_number)
            middle = [by_number[number].share for number in at]
            below = [by_number[number].share - by_number[number].low for number in at]
            above = [by_number[number].high - by_number[number].share for number in at]
            axes.errorbar(at, middle, yerr=[below, above], fmt="o-", capsize=2, label=name, color=colour)
        if numbers[0] > 0 and numbers[-1] / numbers[0] > 20:
            axes.set_xscale("log")
        axes.set(xlabel=xlabel, ylabel=ylabel, ylim=(-0.02, 1.02))
        legend_outside(figure)
    return Plot(figure)


def _style() -> Any:
    extras.need("notebook", "a plot", "matplotlib")
    import matplotlib

    return matplotlib.rc_context({**STYLE, "svg.fonttype": "none"})  # letters as text: a third of the size


def _named(results: Any) -> dict[str, Result]:
    """Return the results by name. Raise `UserError` for anything that is no result."""
    given = results if isinstance(results, Mapping) else {"": results}
    made = {str(name): each.result() if hasattr(each, "result") else each for name, each in given.items()}
    wrong = [type(each).__name__ for each in made.values() if not isinstance(each, Result)]
    if wrong or not made:
        raise UserError(
            f"plot_values plots a Result, a Search or a mapping of names to them, not {wrong[0] if wrong else 'nothing'}"
        )
    return made


def _actions(results: Any, most: int) -> list[str]:
    """Return the texts of the actions of all results, the one with the most visits first."""
    visits: dict[str, int] = {}
    for result in results:
        for row in result.actions:
            visits[row.text] = visits.get(row.text, 0) + row.visits
    if not visits:
        raise UserError("there is no action to plot: the state is terminal")
    return sorted(visits, key=lambda text: -visits[text])[:most]
