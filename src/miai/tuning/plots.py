"""Plots of a tuning run: the fitted win rate along each parameter with the results, and over each pair of parameters."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from miai.core import extras
from miai.core.errors import warn_once
from miai.experiments.frame.style import OKABE_ITO, STYLE, new_figure, save, sign
from miai.tuning.clop import ClopModel, fit_clop
from miai.tuning.parameters import Parameter
from miai.tuning.report import curve, results_of_trials
from miai.tuning.study import Plan, Trial

if TYPE_CHECKING:
    from matplotlib.figure import Figure

BINS = 8
FEWEST_TRIALS = 8
MOST_PAIRS = 6
_GRID = 61


def draw_plots(plan: Plan, trials: Sequence[Trial], directory: Path) -> list[Path]:
    """Draw the plots into `directory` and return their files; none for few trials, or parameters without an order."""
    if len(trials) < FEWEST_TRIALS or not all(parameter.has_order for parameter in plan.parameters):
        return []
    if extras.is_missing("matplotlib"):
        warn_once(f"no plots are drawn: matplotlib is not installed; install it with: {extras.install_command('tune')}")
        return []
    import matplotlib

    model = fit_clop(results_of_trials(plan.parameters, trials))
    files: list[Path] = []
    with matplotlib.rc_context(STYLE):
        figures = {"curves": curves(plan.parameters, model)}
        if len(plan.parameters) > 1:
            figures["surfaces"] = surfaces(plan.parameters, model)
        for name, figure in figures.items():
            sign(figure, f"{plan.sampler}, {len(trials)} trials, seed {plan.seed}; 95 % intervals")
            files += save(figure, directory, name)
    return files


def curves(parameters: Sequence[Parameter], model: ClopModel) -> Figure:
    """Plot the fitted score along each parameter, the others being at the optimum, and the mean score of the trials in bins."""
    figure, axes = new_figure(panels=len(parameters))
    fit, optimum = model.local_fit(), model.optimum()
    for number, (parameter, axis) in enumerate(zip(parameters, axes, strict=True)):
        line = np.repeat(optimum[None, :], _GRID, axis=0)
        line[:, number] = np.linspace(-1, 1, _GRID)
        rate, low, high = curve(fit, line)
        at = [_position(parameter, place) for place in line[:, number]]
        axis.fill_between(at, low, high, color=OKABE_ITO[5], alpha=0.25, linewidth=0)
        axis.plot(at, rate, color=OKABE_ITO[0])
        _plot_bins(axis, parameter, number, model)
        axis.axvline(_position(parameter, optimum[number]), color=OKABE_ITO[1], linestyle="--", linewidth=1)
        _label(axis.set_xlabel, axis.set_xscale, parameter)
        axis.set_ylabel("score" if number == 0 else "")
        axis.set_ylim(0, 1)
    return figure


def _plot_bins(axis: Any, parameter: Parameter, number: int, model: ClopModel) -> None:
    """Mark the mean score of the trials in equal parts of the range; larger marks have more games."""
    results = model.results
    bins = np.clip(((results.places[:, number] + 1) / 2 * BINS).astype(int), 0, BINS - 1)
    for each in range(BINS):
        games = results.counts[bins == each].sum()
        if games:
            middle = _position(parameter, -1 + (each + 0.5) * 2 / BINS)
            score = results.scores[bins == each].sum() / games
            axis.plot(middle, score, "o", color=OKABE_ITO[6], markersize=2 + 6 * np.sqrt(games / results.counts.sum()))


def surfaces(parameters: Sequence[Parameter], model: ClopModel) -> Figure:
    """Plot the fitted score over pairs of parameters, with the trials; the other parameters are at the optimum."""
    pairs = list(combinations(range(len(parameters)), 2))[:MOST_PAIRS]
    figure, axes = new_figure(panels=len(pairs), is_y_shared=False)
    fit, optimum = model.local_fit(), model.optimum()
    sides = np.linspace(-1, 1, _GRID)
    for (first, second), axis in zip(pairs, axes, strict=True):
        x, y = np.meshgrid(sides, sides)
        places = np.repeat(optimum[None, :], x.size, axis=0)
        places[:, first], places[:, second] = x.ravel(), y.ravel()
        rates = curve(fit, places)[0].reshape(x.shape)
        across, up = parameters[first], parameters[second]
        xs, ys = ([_position(parameter, side) for side in sides] for parameter in (across, up))
        drawn = axis.contourf(xs, ys, rates, levels=10, cmap="viridis")
        figure.colorbar(drawn, ax=axis)
        places = model.results.places
        spots = ([_position(across, place) for place in places[:, first]], [_position(up, place) for place in places[:, second]])
        axis.scatter(*spots, s=4, c="white", edgecolors="none", alpha=0.5)
        axis.plot(_position(across, optimum[first]), _position(up, optimum[second]), "X", color=OKABE_ITO[1], markersize=9)
        _label(axis.set_xlabel, axis.set_xscale, across)
        _label(axis.set_ylabel, axis.set_yscale, up)
    return figure


def _position(parameter: Parameter, place: float) -> float:
    """Return the position of a place on an axis: the value, or for choices the number of the choice."""
    if parameter.choices:
        return (float(place) + 1) / 2 * len(parameter.choices) - 0.5
    if parameter.is_log:
        return float(parameter.low * (parameter.high / parameter.low) ** ((place + 1) / 2))
    return float(parameter.low + (place + 1) / 2 * (parameter.high - parameter.low))


def _label(set_label: Any, set_scale: Any, parameter: Parameter) -> None:
    shown = f"{parameter.name}: {', '.join(map(str, parameter.choices))}" if parameter.choices else parameter.name
    set_label(shown)
    if parameter.is_log:
        set_scale("log")
