"""Curves with intervals, computed from the raw cells of all blocks of games.

| measure | meaning |
|---|---|
| `error` | share of searches that choose a wrong first move, by iterations |
| `gain` | base error / error: above 1 is better than the base |
| `mean error` | the error averaged over the checkpoints: one number for a curve |
| `nodes` | mean number of nodes of a graph after the last iteration, over the searches that were run (`mean_nodes`) |
| `excess` | mean error minus that of the base, on the same games: below 0 is better than the base |
| `late error`, `late excess` | the same, over the second half of the checkpoints (300 to 10,000 iterations at the published scale) |
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from miai.experiments.frame import Cell, Scalar
from miai.experiments.pgame.measuring import RAW, RAW_NODES
from miai.experiments.pgame.scale import Scale, checkpoints
from miai.experiments.pgame.statistics import Blocks, Estimate, error_at, excess, gain_at, mean_error

NODES = "nodes"

Key = frozenset[tuple[str, Scalar]]


def blocks_by_contender(scale: Scale, cells: Iterable[Cell]) -> dict[Key, Blocks]:
    """Return the errors of each contender on each kind of game, blocks by checkpoints, from the raw cells."""
    found: dict[Key, dict[int, dict[int, Cell]]] = {}
    for cell in cells:
        if cell.measure == RAW:
            rest = {name: value for name, value in cell.parameters.items() if name not in ("iterations", "block")}
            curves = found.setdefault(frozenset(rest.items()), {})
            curves.setdefault(int(cell.parameters["block"]), {})[int(cell.parameters["iterations"])] = cell
    return {key: _as_blocks(curves, scale.repetitions) for key, curves in found.items()}


def _as_blocks(curves: Mapping[int, Mapping[int, Cell]], repetitions: int) -> Blocks:
    lines = [[curve[iterations] for iterations in sorted(curve)] for _, curve in sorted(curves.items())]
    errors = np.array([[cell.value for cell in line] for line in lines], np.float64)
    return Blocks(errors, np.array([line[0].count / repetitions for line in lines], np.float64))


def labelled(labels: Mapping[str, Scalar]) -> Key:
    """Return the key of `blocks_by_contender` for the contender and games with these labels."""
    return frozenset(labels.items())


def summarise(scale: Scale, cells: Iterable[Cell], base: Mapping[str, Scalar]) -> list[Cell]:
    """Return the cells of the table in this module's docstring. The base of a contender has its labels, except for those in `base`."""
    found = blocks_by_contender(scale, cells)
    made = []
    for key, measured in found.items():
        labels = dict(sorted(key, key=lambda item: item[0]))
        standard = found[labelled({**labels, **base})]
        is_base = standard is measured
        made += _curve_cells(scale, labels, standard, measured, is_base)
        for first, word in ((0, ""), (len(checkpoints(scale)) // 2, "late ")):
            made.append(_cell(labels, f"{word or 'mean '}error", mean_error(measured, first), measured))
            if not is_base:
                made.append(_cell(labels, f"{word}excess", excess(standard, measured, first), measured))
    return made


def _curve_cells(scale: Scale, labels: dict[str, Scalar], base: Blocks, measured: Blocks, is_base: bool) -> list[Cell]:
    made = []
    for place, iterations in enumerate(checkpoints(scale)):
        at = {**labels, "iterations": iterations}
        made.append(_cell(at, "error", error_at(place, measured), measured))
        if not is_base:
            made.append(_cell(at, "gain", gain_at(place, base, measured), measured))
    return made


def _cell(labels: Mapping[str, Scalar], measure: str, estimate: Estimate, measured: Blocks) -> Cell:
    return Cell(labels, measure, *estimate, count=int(measured.games.sum()))


def mean_nodes(cells: Iterable[Cell]) -> list[Cell]:
    """Return the mean number of nodes of each contender's graphs."""
    found: dict[Key, list[Cell]] = {}
    for cell in cells:
        if cell.measure == RAW_NODES:
            labels = {name: value for name, value in cell.parameters.items() if name != "block"}
            found.setdefault(labelled(labels), []).append(cell)
    return [Cell(dict(sorted(key, key=lambda item: item[0])), NODES, *_weighted_mean(each)) for key, each in found.items()]


def _weighted_mean(cells: Sequence[Cell]) -> tuple[float, None, None, int]:
    count = sum(cell.count for cell in cells)
    return sum((cell.value or 0.0) * cell.count for cell in cells) / count, None, None, count


def find(cells: Iterable[Cell], measure: str, **labels: Scalar) -> list[Cell]:
    """Return the cells of `measure` that have these labels."""
    return [
        cell
        for cell in cells
        if cell.measure == measure and all(cell.parameters.get(name) == value for name, value in labels.items())
    ]


def in_words(cell: Cell, digits: int = 4) -> str:
    """Return the value with its interval as text."""
    if cell.value is None:
        return "no number"
    if cell.low is None or cell.high is None:
        return f"{cell.value:.{digits}f}"
    return f"{cell.value:.{digits}f} ({cell.low:.{digits}f} to {cell.high:.{digits}f})"
