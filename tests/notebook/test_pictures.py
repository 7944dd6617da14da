"""Pictures of results, searches, states and graphs: complete, well-formed, and true."""

import re
from xml.etree import ElementTree

import pytest

import miai
from miai.core import notebook_bar
from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.core.statistics import wilson
from miai.go.analysis import CandidateMove, Mistake, PositionAnalysis
from miai.go.notation.position import Position
from miai.jobs.progress import Progress
from miai.notebook import plot_game, plot_graph, plot_shares, plot_values, show, watch
from miai.notebook.pictures import svg_or_none
from miai.problems import load
from miai.search import Search

PLAYOUTS = 300 if COMPILING else 40


def searched(problem="tictactoe", playouts=PLAYOUTS, **settings):
    running = Search(load(problem).start(), seed=1, memory=4, **settings)
    running.run(playouts)
    return running


def elements(svg, name):
    return ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{name}")


def rows_of(html):
    body = re.search("<tbody>(.*)</tbody>", html, re.S)[1]
    return [[re.sub("<[^>]*>", "", cell) for cell in re.findall("<td.*?</td>", row)] for row in re.findall("<tr>.*?</tr>", body)]


def test_a_result_is_a_table_of_its_actions():
    result = searched().result()
    rows = rows_of(result._repr_html_())
    assert [row[0] for row in rows] == [each.text for each in result.actions]
    assert [row[1] for row in rows] == [f"{each.visits:,}" for each in result.actions]
    assert [row[3] for row in rows] == [f"{each.value:.3f}" for each in result.actions]


def test_a_result_has_no_duration_so_that_equal_runs_look_equal():
    assert searched().result()._repr_html_() == searched().result()._repr_html_()


def test_many_actions_are_cut_with_their_number():
    rows = rows_of(searched("hex", 30)._repr_html_())
    assert len(rows) == 13 and rows[-1] == ["and 13 more"]


def test_texts_of_a_users_game_cannot_become_html():
    import dataclasses

    result = searched(playouts=20).result()
    wrong = dataclasses.replace(result, best_text="<script>", problem="<b>")
    assert "<script>" not in wrong._repr_html_() and "&lt;script&gt;" in wrong._repr_html_()


def test_a_terminal_state_has_no_table():
    running = Search(load("tictactoe").start(), seed=1, memory=4)
    for move in ("a1", "a2", "b1", "b2", "c1"):
        running.play(move)
    assert "the state is terminal" in running.result()._repr_html_()


def test_a_search_shows_state_result_and_graph():
    html = searched()._repr_html_()
    assert html.count("<svg") == 2 and "<table>" in html


def test_a_new_search_has_no_graph_yet():
    assert Search(load("tictactoe").start(), seed=1, memory=4)._repr_html_().count("<svg") == 1


def test_a_graph_shows_positions_with_their_visits_and_marks_transpositions():
    running = searched()
    picture = plot_graph(running, depth=3, widest=8)
    groups = [each for each in elements(picture.svg, "g") if "node" in each.get("class", "")]
    assert len(groups) == 1 + 3 * 8
    assert any("joined" in each.get("class") for each in groups)
    titles = [each.text for each in elements(picture.svg, "title")]
    best = running.result().actions[0]
    assert any(title.startswith(f"{best.text}: {best.node_visits:,} visits") for title in titles)
    assert repr(picture).startswith(f"root: {running.result().visits:,} visits")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ({"depth": 0}, "depth is from 1 to 8"),
        ({"widest": 41}, "widest is from 1 to 40"),
        ({"running": 3}, "plot_graph draws a Search, not a int"),
    ],
)
def test_a_wrong_argument_of_plot_graph_is_one_line(arguments, message):
    with pytest.raises(UserError, match=message):
        plot_graph(**{"running": searched(playouts=5), **arguments})


@pytest.mark.parametrize("problem", ["tictactoe", "connect4", "hex", "nim", "pig", "knapsack"])
def test_a_state_of_any_problem_has_a_picture_and_a_text(problem):
    state = load(problem).start()
    picture = show(state)
    assert ElementTree.fromstring(picture.svg).tag.endswith("svg")
    assert str(picture) == load(problem).state_text(state)


def test_the_drawing_of_a_problem_is_used_where_there_is_one(monkeypatch):
    from types import SimpleNamespace

    from miai.notebook import state_picture

    monkeypatch.setattr(
        state_picture, "problem_of", lambda state: SimpleNamespace(draw=lambda state: "<svg>mine</svg>", name="own")
    )
    assert state_picture.picture_of_state(object()) == "<svg>mine</svg>"


def test_other_records_and_objects_have_no_picture():
    import numpy as np

    assert svg_or_none(np.rec.array([(1, 2.0)], dtype=[("a", int), ("b", float)])[0]) is None
    with pytest.raises(UserError, match="a int has no picture; a Result"):
        show(3)


def analysis(number, win_rate, lead=0.0):
    candidates = (CandidateMove("C3", 0.6, 50, 0.5, ("C3", "B2")), CandidateMove("pass", 0.4, 3, 0.5, ("pass",)))
    return PositionAnalysis(number, "black", win_rate, candidates, ((0.0, 1.0, -1.0),) * 3, lead=lead)


def test_a_go_position_shows_stones_candidates_and_owners():
    position = Position.of(3, black=[(0, 0)], white=[(2, 2)])
    svg = show(position, analysis=analysis(0, 0.5), last=(0, 0)).svg
    assert 'data-at="A1"' in svg and 'data-at="C3"' in svg and 'class="last on-b"' in svg
    assert svg.count("data-hint") == 1 and "owner" in svg
    ElementTree.fromstring(svg)


def test_the_curve_of_a_game_marks_its_mistakes():
    picture = plot_game([analysis(0, 0.5), analysis(1, 0.9, 3.0), analysis(2, 0.2, -8.0)], [Mistake(2, "white", "A1", "B2", 0.7)])
    assert picture.svg.count("slip") == 2 and 'data-mistake="2"' in picture.svg  # the style, and the ring
    assert str(picture) == "50% 90% 20%"
    with pytest.raises(UserError, match="at least one"):
        plot_game([])


def test_values_are_plotted_with_their_intervals():
    first, second = searched(), searched(select="puct")
    figure = plot_values({"ucb1": first, "puct": second.result()}).figure
    values, visits = figure.axes
    assert sum(bar.get_width() for bar in visits.patches) == sum(
        row.visits for each in (first, second) for row in each.result().actions
    )
    assert [each.get_text() for each in figure.legends[0].get_texts()] == ["ucb1", "puct"]
    tried = [row for each in (first, second) for row in each.result().actions if row.value is not None]
    drawn = [segment[:, 0] for bars in values.containers for segment in bars[2][0].get_segments()]
    assert sorted(round(float(low), 6) for low, _ in drawn) == sorted(round(row.value_low, 6) for row in tried)


@pytest.mark.parametrize("wrong", [3, {}, {"a": None}])
def test_only_results_can_be_plotted(wrong):
    with pytest.raises(UserError, match="plots a Result"):
        plot_values(wrong)


def test_shares_are_plotted_and_saved(tmp_path):
    plot = plot_shares({"ucb1": {10: wilson(3, 10), 1000: wilson(9, 10)}}, xlabel="playouts")
    assert plot.figure.axes[0].get_xscale() == "log"
    plot.save(tmp_path / "shares.png")
    assert (tmp_path / "shares.png").stat().st_size > 1000
    with pytest.raises(UserError, match="cannot write the plot"):
        plot.save(tmp_path / "missing" / "shares.png")


def test_a_picture_is_saved(tmp_path):
    picture = show(load("tictactoe").start())
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text() == picture.svg
    with pytest.raises(UserError, match="cannot write"):
        picture.save(tmp_path / "missing" / "board.svg")


class FakeHandle:
    def __init__(self):
        self.shown = []

    def update(self, html):
        self.shown.append(html.data)


@pytest.fixture
def notebook(monkeypatch):
    """A notebook that keeps what is displayed."""
    import IPython.display

    handle = FakeHandle()

    def display(html, display_id):
        handle.update(html)
        return handle

    monkeypatch.setattr(IPython.display, "display", display)
    monkeypatch.setattr(notebook_bar, "SECONDS_BETWEEN_UPDATES", 0.0)
    for module in ("miai.core.notebook_bar", "miai.notebook.watching", "miai.jobs.progress"):
        monkeypatch.setattr(f"{module}.notebook_shell", object)
    return handle.shown


def test_a_watched_search_shows_a_bar_and_gives_the_result_of_run(notebook):
    seen = []
    running = Search(load("tictactoe").start(), seed=1, memory=4, solver=False)
    result = watch(running, playouts=PLAYOUTS, interval=0.0, listener=seen.append)
    plain = miai.search(load("tictactoe").start(), PLAYOUTS, seed=1, memory=4, solver=False)
    assert result.actions == plain.actions
    assert notebook[-1] == "" and len(notebook) == len(seen) + 1
    assert "<progress" in notebook[0] and "simulations" in notebook[0]
    shares = [float(re.search('value="([^"]*)"', html)[1]) for html in notebook[:-1]]
    assert shares == sorted(shares) and 0 < shares[0] <= 1


def test_jobs_show_a_bar_in_a_notebook(notebook):
    with Progress("trial", {"a": 1.0, "b": 3.0}) as progress:
        progress.job_ended("a", False)
    assert 'value="0.2500"' in notebook[1] and "1 of 2 jobs" in notebook[1]
    assert notebook[-1] == ""


def test_there_is_no_bar_outside_of_a_notebook(capsys):
    watch(Search(load("tictactoe").start(), seed=1, memory=4), playouts=10)
    assert capsys.readouterr() == ("", "")


@pytest.mark.skipif(not COMPILING, reason="nothing is compiled")
def test_compilation_is_shown_if_it_takes_long(notebook, monkeypatch):
    from miai.notebook import compiling

    monkeypatch.setattr(compiling, "QUIET_SECONDS", -1.0)
    bar = compiling.CompilationBar()
    bar.started("outer")
    bar.started("inner")
    bar.finished()
    bar.finished()
    assert "1 functions" in notebook[0] and "2 functions" in notebook[1] and notebook[2] == ""
