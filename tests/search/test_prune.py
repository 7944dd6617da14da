"""The memory limit is never exceeded: a full graph is pruned, and the search continues."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.search import Search
from miai.search.graph import checked_memory
from miai.search.settings import MODES, PRUNE_POLICIES
from tests.search.games import GARDENS
from tests.search.laws import assert_laws

PLAYOUTS = 60_000 if COMPILING else 3_000
pytestmark = pytest.mark.skipif(not COMPILING, reason="a MiB takes plain Python too long to fill")


@pytest.mark.parametrize("policy", PRUNE_POLICIES)
@pytest.mark.parametrize("mode", MODES)
def test_search_continues_when_memory_is_full(policy, mode):
    search = Search(load("connect4").start(), seed=2, memory=1, prune=policy, mode=mode, solver=False)
    result = search.run(PLAYOUTS)
    assert result.simulations == result.visits == PLAYOUTS
    assert result.memory_used <= result.memory_limit <= 2**20
    assert result.prunes > 3 if policy != "first-come" else result.prunes == 0
    assert_laws(search, is_whole=False)


@pytest.mark.parametrize("policy", PRUNE_POLICIES)
@pytest.mark.parametrize("target", [0.05, 0.95])
def test_pruning_leaves_at_most_the_target_in_use(policy, target):
    search = Search(load("connect4").start(), seed=2, memory=1, prune=policy, prune_target=target, solver=False, expand_threshold=0)
    result = search.run(PLAYOUTS // 4)
    assert result.visits == PLAYOUTS // 4
    assert_laws(search, is_whole=False)


@pytest.mark.parametrize("policy", PRUNE_POLICIES)
@pytest.mark.parametrize("grouping", ["given", "made"])
def test_groups_survive_pruning(policy, grouping):
    state = GARDENS[2].start(levels=40, breadth=200, branching=16, seed=4)
    settings = dict(grouping=grouping, group_of_all=True, group_after=20, group_every=100, rave="mse", solver=False)
    search = Search(state, memory=1, prune=policy, **settings)
    result = search.run(PLAYOUTS)
    assert result.visits == PLAYOUTS
    assert_laws(search, is_whole=False)
    if policy != "first-come":
        assert result.prunes > 3
        groups = [node for node in search.graph.nodes[: result.nodes] if node.group >= 0]
        assert groups and all(node.edge_count > 0 for node in groups)


@pytest.mark.parametrize("policy", PRUNE_POLICIES)
def test_proofs_survive_pruning(policy):
    search = Search(load("connect4").start(width=4, height=4), memory=1, prune=policy)
    result = search.run(400_000)
    assert_laws(search, is_whole=False)
    assert result.sure_low <= 0.5 <= result.sure_high
    if policy != "first-come":
        assert result.prunes > 0


def test_pruning_keeps_the_value_of_the_root():
    search = Search(load("connect4").start(), memory=1, solver=False)
    while search.result().prunes == 0:
        before = search.result().value
        search.run(50)
    assert search.result().value == pytest.approx(before, abs=0.02)


def test_a_move_can_be_played_and_searched_when_memory_is_full():
    search = Search(load("connect4").start(), memory=1, prune="first-come", solver=False)
    for _ in range(6):
        search.run(PLAYOUTS // 6)
        search.play(search.result().best_action)
        assert_laws(search, is_whole=False)


@pytest.mark.parametrize("memory", [0, 0.5, -1, float("nan"), float("inf"), "64", None, True])
def test_a_wrong_memory_limit_is_refused(memory):
    with pytest.raises(UserError, match="memory must be a number of MiB"):
        checked_memory(memory)
