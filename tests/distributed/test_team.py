"""A search with workers on a local Dask cluster: it proves what one search proves, and survives whatever happens to workers."""

from __future__ import annotations

import os
import signal
import time

import pytest

from miai.core.errors import UserError
from miai.core.extras import is_missing
from miai.problems import load
from miai.search import Search

if is_missing("distributed"):
    pytest.skip("needs the extra cluster", allow_module_level=True)

from miai.distributed import Team

PATIENCE = 120.0
"""Seconds for what should take a few: the machine may be busy."""


class Notices(list):
    """The lines that a team reports."""

    def __call__(self, line: str) -> None:
        self.append(line)

    def await_line(self, words: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while not any(words in line for line in self):
            assert time.monotonic() < deadline, f"nothing about {words!r} in {list(self)}"
            time.sleep(0.02)


@pytest.fixture(scope="module")
def team():
    with Team("local:3", notice=Notices()) as made:
        assert made.size == 3
        yield made


def await_workers(team, search):
    """Search until all workers have sent statistics."""
    deadline = time.monotonic() + PATIENCE
    while len(search.exchange.ledger.senders()) < 3:
        search.run(seconds=0.2)
        assert time.monotonic() < deadline


def test_workers_take_part(team):
    search = Search(load("connect4").start(), seed=1, memory=16, solver=False, cluster=team)
    await_workers(team, search)
    result = search.run(seconds=0.5)
    assert result.simulations_elsewhere > 0
    weights = sum(row.weight for row in result.actions)
    assert weights > result.visits  # others' visits count in the decision
    search.play(result.best_action)
    after = search.run(seconds=0.5)
    assert sum(row.history_weight for row in after.actions) > 0
    search.close()
    assert search.run(50).simulations_elsewhere == 0


def test_a_limit_of_playouts_is_for_all_searches_together(team):
    search = Search(load("connect4").start(), seed=2, memory=64, solver=False, cluster=team)
    await_workers(team, search)
    result = search.run(60_000)
    assert result.simulations < 60_000
    assert result.simulations + result.simulations_elsewhere >= 60_000
    search.close()


@pytest.mark.parametrize(("name", "options", "value"), [("connect4", dict(width=4, height=3), 0.5), ("tictactoe", {}, 0.5)])
def test_the_exact_value_is_proven_on_a_cluster_too(team, name, options, value):
    search = Search(load(name).start(**options), seed=1, memory=32, cluster=team)
    result = search.run(until_proven=True)
    assert result.proven
    assert result.value == value
    search.close()


def test_a_killed_worker_is_replaced_and_brought_up_to_date(team):
    search = Search(load("connect4").start(), seed=3, memory=16, solver=False, cluster=team)
    await_workers(team, search)
    victim = team.members[0]
    os.kill(victim.process, signal.SIGKILL)
    began = time.monotonic()
    result = search.run(seconds=0.5)
    assert result.best_action is not None
    assert time.monotonic() - began < PATIENCE
    team.notice.await_line(victim.address)
    deadline = time.monotonic() + PATIENCE
    while team.size < 3:
        search.run(seconds=0.2)
        assert time.monotonic() < deadline
    new = next(each for each in team.members if each.process != victim.process and each.number > 1)
    while new.generation != search.exchange.generation:
        search.run(seconds=0.2)
        assert time.monotonic() < deadline
    assert sum(victim.address in line for line in team.notice) == 1  # each thing is said once
    search.close()


def test_a_stopped_worker_is_left_out_until_it_answers_again(team):
    search = Search(load("connect4").start(), seed=4, memory=16, solver=False, cluster=team)
    victim = team.members[-1]
    team.notice.clear()
    os.kill(victim.process, signal.SIGSTOP)
    try:
        while not any("does not answer" in line for line in team.notice):
            began = time.monotonic()
            assert search.run(seconds=0.3).best_action is not None
            assert time.monotonic() - began < PATIENCE
        assert team.size == 2
    finally:
        os.kill(victim.process, signal.SIGCONT)
    team.notice.await_line(f"worker {victim.address} ")
    deadline = time.monotonic() + PATIENCE
    while team.size < 3:
        search.run(seconds=0.2)
        assert time.monotonic() < deadline
    search.close()


def test_a_search_that_cannot_travel_is_refused(team):
    with pytest.raises(UserError, match="mode that shares positions"):
        Search(load("connect4").start(), mode="tree", cluster=team)
