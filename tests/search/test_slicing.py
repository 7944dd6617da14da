"""Thinking: the one loop that a search runs in stops at its limits, on request, and early where nothing can change."""

from __future__ import annotations

import pytest

from miai.problems import load
from miai.search.driver import Search
from miai.search.slicing import CHECKS, Limit, is_decided, lead

pytestmark = pytest.mark.plain


def new_search(**settings):
    return Search(load("tictactoe").start(), seed=1, memory=4, **{"solver": False, **settings})


@pytest.mark.parametrize("playouts", [0, 1, 40])
def test_a_limit_of_playouts_is_exact(playouts):
    search = new_search()
    search.think(Limit(playouts))
    assert search.simulations == playouts


def test_a_limit_counts_from_the_beginning_of_each_call():
    search = new_search()
    search.think(Limit(10))
    search.think(Limit(15))
    assert search.simulations == 25
    assert search.result().simulations == 15


def test_no_time_means_no_simulations():
    search = new_search()
    search.think(Limit(seconds=0.0))
    assert search.simulations == 0


def test_should_stop_ends_a_search_without_limit():
    search, calls = new_search(), []
    search.slices.size = 8

    def should_stop():
        calls.append(search.simulations)
        return len(calls) > 2

    search.think(Limit(), should_stop)
    assert len(calls) == 3
    assert 0 < search.simulations == calls[-1]


def test_reports_get_the_search_and_its_result_so_far():
    search, seen = new_search(), []
    search.slices.size = 8
    search.think(Limit(60), on_report=lambda running: seen.append(running.result().simulations), interval=0.0)
    assert seen == sorted(seen) and seen[-1] == 60


def test_an_early_stop_comes_only_when_the_second_action_cannot_catch_up():
    search = new_search(exploration=0.0, fpu="value", fpu_value=0.0)
    playouts = 32 * CHECKS
    search.think(Limit(playouts, stop_early=True))
    assert 0 < search.simulations < playouts
    assert search.simulations % 32 == 0
    assert lead(search) > playouts - search.simulations


def test_without_an_early_stop_all_playouts_are_done():
    search = new_search(exploration=0.0, fpu="value", fpu_value=0.0)
    search.think(Limit(300))
    assert search.simulations == 300


def test_a_proven_root_stops_a_search_without_limit():
    search = Search(load("nim").start(heaps=(1, 2)), seed=1, memory=4)
    search.think(Limit())
    assert search.result().proven


def test_a_search_is_decided_when_the_most_visited_action_has_the_best_value():
    search = new_search()
    search.think(Limit(200))
    rows = search.result().actions
    rivals = [row.value for row in rows[:5] if 2 * row.weight >= rows[0].weight]
    assert is_decided(search) == (rows[0].value == max(rivals))
