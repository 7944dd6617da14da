"""Visits add up, with threads too; the same seed gives the same graph; a continued search equals one that never stopped."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.search import Search
from miai.search.problem import legal_actions
from miai.search.settings import MODES, RULES
from tests.search.games import GARDENS, ROUNDABOUT
from tests.search.laws import assert_laws, reachable, snapshot

MANY, SOME = (20_000, 400) if COMPILING else (400, 60)
EXAMPLES = hypothesis_settings(max_examples=40 if COMPILING else 5)

GARDEN = st.builds(
    GARDENS[2].start,
    levels=st.integers(2, 12),
    breadth=st.integers(2, 6),
    branching=st.integers(2, 6),
    dice=st.sampled_from([0, 0, 3]),
    seed=st.integers(0, 999),
)
STATES = st.one_of(
    GARDEN,
    st.builds(load("dag").start, levels=st.integers(2, 12), seed=st.integers(0, 999)),
    st.builds(load("tictactoe").start),
    st.builds(ROUNDABOUT.start, seed=st.integers(0, 999)),
)
if CHECKED:
    STATES = GARDEN  # others are compiled again
SETTINGS = st.fixed_dictionaries(
    dict(mode=st.sampled_from(MODES), select=st.sampled_from(RULES), solver=st.booleans()),
    optional=dict(
        expand_threshold=st.sampled_from([0, 1, 3]),
        rave=st.sampled_from(["off", "mse"]),
        grouping=st.sampled_from(["given", "made"]),
        group_after=st.just(20),
        group_every=st.just(50),
        group_of_all=st.booleans(),
    ),
)


@pytest.mark.plain
@EXAMPLES
@given(state=STATES, settings=SETTINGS, seed=st.integers(0, 999))
def test_visits_add_up_and_root_has_all_simulations(state, settings, seed):
    search = Search(state, seed=seed, memory=16, **settings)
    result = search.run(SOME)
    assert_laws(search)
    assert result.proven or result.simulations == SOME
    assert result.visits == result.simulations


@pytest.mark.plain
@EXAMPLES
@given(state=STATES, settings=SETTINGS, seed=st.integers(0, 999), data=st.data())
def test_visits_add_up_after_a_move_was_played(state, settings, seed, data):
    search = Search(state, seed=seed, memory=16, **settings)
    search.run(SOME)
    action = data.draw(st.sampled_from(legal_actions(state)))
    kept = search.view().visits_by_action(int(search.graph.head.root)).get(action, 0)
    search.play(action)
    assert search.result().visits >= kept
    assert_laws(search, is_whole=False)
    search.run(SOME)
    assert_laws(search, is_whole=False)


@pytest.mark.plain
@EXAMPLES
@given(state=STATES, settings=SETTINGS, seed=st.integers(0, 2**64 - 1))
def test_same_seed_gives_the_same_graph_bit_for_bit(state, settings, seed):
    first, second = (Search(state, seed=seed, memory=16, **settings) for _ in range(2))
    first.run(SOME)
    second.run(SOME)
    assert snapshot(first) == snapshot(second)


@pytest.mark.plain
@EXAMPLES
@given(state=STATES, settings=SETTINGS, seed=st.integers(0, 999), part=st.integers(0, SOME))
def test_a_continued_search_equals_one_that_never_stopped(state, settings, seed, part):
    whole, parts = (Search(state, seed=seed, memory=16, **settings) for _ in range(2))
    whole.run(SOME)
    parts.run(part)
    parts.run(SOME - part)
    assert snapshot(whole) == snapshot(parts)


@pytest.mark.parametrize("policy", ["threshold", "ageing", "first-come"])
def test_a_continued_search_equals_one_that_never_stopped_after_pruning(policy):
    state = load("connect4").start()
    whole, parts = (Search(state, seed=3, memory=1, prune=policy, solver=False) for _ in range(2))
    whole.run(2 * MANY)
    parts.run(MANY)
    parts.run(MANY)
    assert snapshot(whole) == snapshot(parts)


def test_another_seed_gives_another_graph():
    first, second = (Search(load("connect4").start(), seed=seed, memory=16) for seed in (1, 2))
    first.run(SOME)
    second.run(SOME)
    assert snapshot(first) != snapshot(second)


@pytest.mark.parametrize("threads", [2, 8])
@pytest.mark.parametrize("mode", ["tree", "shared", "path-mean", "uct-dag"])
@pytest.mark.parametrize("solver", [False, True])
def test_visits_add_up_with_threads(threads, mode, solver):
    search = Search(load("connect4").start(width=5, height=4), seed=1, memory=64, threads=threads, mode=mode, solver=solver)
    result = search.run(MANY)
    assert_laws(search)
    assert result.simulations == result.visits == MANY


@pytest.mark.parametrize("grouping", ["given", "made"])
@pytest.mark.parametrize("mode", ["tree", "uct-dag"])
def test_threads_make_each_group_once(grouping, mode):
    state = GARDENS[2].start(levels=12, breadth=6, branching=6, seed=1)
    search = Search(state, memory=64, threads=8, mode=mode, solver=False, grouping=grouping, group_of_all=True, rave="mse")
    result = search.run(MANY)
    assert_laws(search)
    assert result.visits == MANY
    nodes = np.asarray(search.graph.nodes)[reachable(search)]
    assert (nodes["grouped_at"][(nodes["edge_count"] > 0) & (nodes["group"] < 0)] > 0).all()


def test_visits_add_up_with_threads_and_pruning():
    search = Search(load("connect4").start(), seed=1, memory=1, threads=8, solver=False)
    result = search.run(2 * MANY)
    assert_laws(search, is_whole=False)
    assert result.prunes > 0
    assert result.visits == 2 * MANY


@pytest.mark.parametrize(
    "settings", [{"prune": "first-come", "memory": 1}, {"expand_threshold": 5}, {"grouping": "made", "group_bias": 10.0}]
)
def test_visits_add_up_with_batches(settings):
    """Memory ends below a much visited node, nodes stay leaves for long, and groups have statistics."""
    memory = settings.pop("memory", 64)
    search = Search(load("connect4").start(), seed=1, memory=memory, threads=2, batch=64, solver=False, **settings)
    result = search.run(2 * MANY)
    assert_laws(search)
    assert result.visits == 2 * MANY
    head = search.graph.head
    if "group_bias" in settings:
        nodes = np.asarray(search.graph.nodes)[reachable(search)]
        assert head.group_visits.sum() == nodes["visits"][nodes["group"] >= 0].sum() > 0
        assert 0 < head.group_sum.sum() < head.group_visits.sum()


@pytest.mark.parametrize("kind, name", [("nodes", "visits"), ("nodes", "phase"), ("edges", "in_flight"), ("edges", "visits")])
def test_the_laws_find_a_wrong_number_anywhere(kind, name):
    search = Search(load("tictactoe").start(), seed=1, memory=16, solver=False)
    search.run(SOME)
    index = reachable(search)[-2]
    place = index if kind == "nodes" else next(int(e) for e in np.flatnonzero(np.asarray(search.graph.edges)["child"] == index))
    assert_laws(search)
    getattr(search.graph, kind)[place][name] += 1
    with pytest.raises(AssertionError):
        assert_laws(search)
