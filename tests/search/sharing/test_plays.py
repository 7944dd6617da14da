"""Searches for one player share their best solutions, and parts of the graph that are closed."""

from __future__ import annotations

import dataclasses

import pytest

from miai.problems import load
from miai.search import Search
from miai.search.sharing.ledger import Ledger, Message
from miai.search.sharing.plays import Play, best_play_of, better_play, enter_play
from miai.search.sharing.simulation import team_of
from miai.search.sharing.statistics import no_links, no_statistics

START = load("knapsack").start()


def test_the_best_solution_of_all_is_known_to_all():
    team = team_of(START, 3, seed=2, memory=8)
    idle, *busy = team.members
    idle.advance(3)
    for search in busy:
        search.advance(400)
    before = idle.result().solution
    team.flush()
    found = [search.result().solution for search in team.members]
    assert before is None or before.reward < found[1].reward
    assert {each.reward for each in found} == {max(each.reward for each in found)}
    assert idle.result().solution.actions == next(each.actions for each in found[1:] if each.reward == found[0].reward)


def test_a_solution_of_another_search_that_reaches_the_target_ends_a_search():
    team = team_of(START, 2, seed=2, memory=8)
    idle, busy = team.members
    busy.advance(400)
    best = busy.result().solution.reward
    idle.watch.set_target(best)
    idle.advance(3)
    team.flush()
    assert idle.is_finished()
    assert idle.result().solution.reward == best


def test_what_one_search_has_closed_is_closed_for_all():
    """One search has gone through all plays; the other, which hears of it, needs a few simulations for the proof."""
    team = team_of(START, 2, seed=2, memory=64)
    idle, busy = team.members
    busy.run(200_000, until_proven=True)
    alone = Search(START, seed=2, memory=64)
    alone.run(200_000, until_proven=True)
    assert busy.result().proven
    idle.advance(50)
    assert not idle.result().proven
    for _ in range(20):
        team.flush()
        idle.advance(20)
    assert idle.result().proven
    assert idle.result().value == busy.result().value
    assert idle.simulations < alone.simulations / 4


def test_a_solution_survives_a_move_if_it_begins_with_it():
    team = team_of(START, 2, seed=2, memory=8)
    team.run(800)
    team.flush()
    best = team.result().solution
    team.play(best.actions[0])
    team.flush()
    assert team.members[0].exchange.ledger.play.actions == best.actions[1:]


def test_a_late_play_from_an_earlier_root_hides_no_play_from_this_one():
    ledger, none = Ledger(1), (no_statistics(1), no_links())
    ledger.keep_below(7)
    ledger.receive(Message("a", 1, 1, *none, play=Play(3, 9.0, (1, 2))))
    ledger.receive(Message("b", 1, 1, *none, play=Play(7, 5.0, (2,))))
    ledger.receive(Message("a", 2, 1, *none, play=Play(3, 9.0, (1, 2))))
    assert ledger.play == Play(7, 5.0, (2,))


@pytest.mark.parametrize(
    "change", [dict(score=1e9), dict(actions=()), dict(actions=(0,) * 5), dict(actions=(10**6,)), dict(root=5)]
)
def test_a_wrong_solution_is_ignored(change):
    search, other = Search(START, seed=1, memory=8), Search(START, seed=2, memory=8)
    search.advance(2)
    other.advance(300)
    good = best_play_of(other)
    before = search.result().solutions
    assert not enter_play(search, dataclasses.replace(good, **change))
    assert search.result().solutions == before
    assert enter_play(search, good)
    assert search.result().solution.actions == good.actions


def test_the_better_play_is_kept():
    low, high = Play(1, 1.0, (1,)), Play(1, 2.0, (2,))
    assert better_play(low, high) == better_play(high, low) == high
    assert better_play(None, low) == better_play(low, None) == low
