"""The interface from Python: limits, stopping, playing moves, and wrong input."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from miai import search as package
from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems.exact import successor
from miai.search import Search
from miai.search.problem import position_key
from tests.problems.positions import after


@pytest.mark.plain
@pytest.mark.parametrize(
    "options",
    [
        dict(threads=0),
        dict(threads=65),
        dict(threads=1.5),
        dict(memory=0),
        dict(memory="64"),
        dict(seed="seven"),
        dict(moed="tree"),
        dict(mode="forest"),
        dict(threads=2, mode="multipath"),
        dict(threads=2, grouping="made", group_after=64),
    ],
)
def test_wrong_options_are_refused_in_one_line(options):
    with pytest.raises(UserError, match=r"^[^\n]+$"):
        Search(after("tictactoe"), **options)


@pytest.mark.plain
@pytest.mark.parametrize(
    "budget",
    [dict(playouts=-1), dict(playouts=1.5), dict(playouts=True), dict(seconds=-1), dict(seconds=float("nan")), dict(seconds="2")],
)
def test_wrong_limits_are_refused_in_one_line(budget):
    with pytest.raises(UserError, match=r"^[^\n]+$"):
        Search(after("tictactoe"), memory=1).run(**budget)


@pytest.mark.plain
@pytest.mark.parametrize("state", [None, 3, "tictactoe", np.zeros(3), np.zeros(1, np.dtype([("x", np.int8)]))[0]])
def test_an_object_that_is_no_state_is_refused(state):
    with pytest.raises(UserError, match="not a state of a registered problem"):
        package.search(state, playouts=1)


@pytest.mark.plain
@pytest.mark.parametrize("action", [-1, 4, 9])
def test_an_action_that_is_not_legal_cannot_be_played(action):
    search = Search(after("tictactoe", "b2"), memory=1)  # b2 is action 4
    with pytest.raises(UserError, match="not legal"):
        search.play(action)
    assert position_key(search.state) == position_key(after("tictactoe", "b2"))


@pytest.mark.plain
def test_zero_playouts_give_an_empty_result():
    result = Search(after("tictactoe"), memory=1).run(0)
    assert (result.visits, result.simulations, result.proven) == (0, 0, False)


@pytest.mark.plain
@pytest.mark.parametrize("solver", [True, False])
def test_a_terminal_state_has_a_value_and_no_action(solver):
    result = Search(after("tictactoe", "a1 a2 b1 b2 c1"), memory=1, solver=solver).run(10)
    assert (result.best_action, result.actions) == (None, ())
    assert result.value == 1.0


@pytest.mark.plain
def test_an_only_action_is_the_best():
    assert Search(after("nim", "", "heaps=1"), memory=1).run(10).best_action == 0


@pytest.mark.plain
def test_play_moves_the_root_and_keeps_the_graph_below():
    search = Search(after("tictactoe"), memory=8, solver=False)
    best = search.run(200).best_action
    kept = search.view().visits_by_action(int(search.graph.head.root))[best]
    search.play(best)
    assert position_key(search.state) == position_key(successor(after("tictactoe"), best))
    assert search.result().visits >= kept


@pytest.mark.plain
def test_play_of_an_untried_action_clears_the_graph():
    search = Search(after("tictactoe"), memory=8)
    search.play(4)
    assert search.run(20).simulations == 20


@pytest.mark.plain
def test_a_whole_game_is_played_with_one_search():
    search = Search(after("tictactoe"), memory=8)
    for _ in range(9):
        result = search.run(2000 if COMPILING else 60)
        if result.best_action is None:
            break
        search.play(result.best_action)
    assert search.run(1).best_action is None
    assert not COMPILING or search.result().value == 0.5


@pytest.mark.skipif(not COMPILING, reason="plain Python holds the interpreter")
@pytest.mark.parametrize("threads", [1, 2])
def test_stop_from_another_thread_ends_a_search_without_limit(threads):
    search = Search(after("connect4"), threads=threads, memory=64, solver=False)
    search.run(10)
    runner = threading.Thread(target=search.run, kwargs=dict(seconds=600.0))
    runner.start()
    before = int(search.graph.head.simulations)
    while int(search.graph.head.simulations) == before:
        pass
    search.stop()
    runner.join(timeout=60)
    assert not runner.is_alive()
    assert search.run(10).simulations == 10


@pytest.mark.skipif(not COMPILING, reason="plain Python holds the interpreter")
def test_a_time_limit_ends_a_search_and_the_listener_is_called():
    reports = []
    result = Search(after("connect4"), memory=64).run(seconds=0.3, listener=reports.append, interval=0.05)
    assert 0.3 <= result.seconds
    assert reports and all(each.visits <= result.visits for each in reports)


@pytest.mark.plain
def test_an_interrupted_run_keeps_its_figures(monkeypatch):
    running = Search(after("tictactoe"), memory=1, solver=False)
    slices = iter([False, False])

    def interrupt_in_the_third(*_):
        if next(slices, True):
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(running, "is_finished", interrupt_in_the_third)
    with pytest.raises(KeyboardInterrupt):
        running.run(100_000)
    assert running.result().simulations == running.result().visits > 0
    assert running.result().simulations_per_second > 0
