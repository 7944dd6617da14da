"""Curves: panels, lines, bands or bars for intervals, open markers for published numbers, plain tick labels."""

import math
from itertools import pairwise

import matplotlib
import pytest

from miai.experiments.frame import Cell, Curve, Published
from miai.experiments.frame.plots import MOST_PANELS, draw_curve
from miai.experiments.frame.style import MARKERS, OKABE_ITO, STYLE, colours


def cells_of(values, **more):
    return [
        Cell({"n": n, "c": c, **more}, "error", value, value - 0.01, value + 0.01)
        for c, row in values.items()
        for n, value in row.items()
    ]


def drawn(curve, cells, published=lambda cell: None):
    with matplotlib.rc_context(STYLE):
        figure = draw_curve(curve, cells, published)
        figure.draw_without_rendering()
    return figure


CELLS = cells_of({0.5: {16: 0.3, 64: 0.2, 8192: 0.1}, 2.0: {16: 0.4, 64: 0.3, 8192: 0.2}})


def test_each_value_has_a_line_with_a_band_and_a_legend_entry():
    figure = drawn(Curve("x", "error", "n", "c", log_x=True, title="Error", line_label="C"), CELLS)
    (axes,) = figure.axes
    assert [list(line.get_ydata()) for line in axes.lines] == [[0.3, 0.2, 0.1], [0.4, 0.3, 0.2]]
    assert len(axes.collections) == 2
    (legend,) = figure.legends
    assert [text.get_text() for text in legend.get_texts()] == ["0.5", "2"]
    assert legend.get_title().get_text() == "C"
    assert legend.get_window_extent().x0 > axes.get_window_extent().x1


def test_tick_labels_of_a_logarithmic_axis_are_plain_numbers_that_do_not_touch():
    figure = drawn(Curve("x", "error", "n", "c", log_x=True), CELLS)
    labels = figure.axes[0].get_xticklabels()
    assert [label.get_text() for label in labels] == ["16", "64", "8,192"]
    boxes = [label.get_window_extent() for label in labels]
    assert all(one.x1 < two.x0 for one, two in pairwise(boxes))


def test_a_value_that_a_logarithmic_axis_cannot_show_breaks_the_line():
    figure = drawn(Curve("x", "error", "n", "c", log_y=True), cells_of({1: {1: 0.5, 2: 0.0, 3: 0.1}}))
    one, gap, two = figure.axes[0].lines[0].get_ydata()
    assert (one, two) == (0.5, 0.1)
    assert math.isnan(gap)


def test_published_numbers_are_open_markers():
    figure = drawn(Curve("x", "error", "n", "c"), CELLS, lambda cell: Published(0.25) if cell.parameters["n"] == 16 else None)
    (axes,) = figure.axes
    open_ones = [line for line in axes.lines if line.get_markerfacecolor() == "none" and len(line.get_xdata())]
    assert [list(line.get_ydata()) for line in open_ones] == [[0.25], [0.25]]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["0.5", "2", "published"]


def test_intervals_are_bars_where_x_is_a_word():
    cells = [Cell({"size": size}, "error", 0.2, 0.1, 0.3) for size in ("2x20", "10x6")]
    (axes,) = drawn(Curve("x", "error", "size"), cells).axes
    (bars,) = axes.collections
    assert [segment[:, 1].tolist() for segment in bars.get_segments()] == [[0.1, 0.3], [0.1, 0.3]]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["2x20", "10x6"]


def test_there_is_a_panel_for_each_value_up_to_a_limit_in_the_title():
    cells = [cell for size in range(MOST_PANELS + 2) for cell in cells_of({1: {1: 0.5, 2: 0.4}}, size=size)]
    figure = drawn(Curve("x", "error", "n", panel="size", title="Error"), cells)
    assert [axes.get_title() for axes in figure.axes] == [f"size {size}" for size in range(MOST_PANELS)]
    assert figure.get_suptitle() == f"Error, the first {MOST_PANELS} of {MOST_PANELS + 2} panels"
    assert figure.legends == []


@pytest.mark.parametrize("count", [1, len(OKABE_ITO), len(OKABE_ITO) + 1, 30])
def test_every_line_has_a_different_colour(count):
    assert len(set(colours(count))) == count


def test_more_lines_than_markers_are_all_drawn():
    count = 2 * len(MARKERS) + 1
    assert len(drawn(Curve("x", "error", "n", "c"), cells_of({c: {1: 0.5} for c in range(count)})).axes[0].lines) == count
