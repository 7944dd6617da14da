"""A search begins with the statistics of earlier ones, as its slow twin does, in every mode; nothing is counted twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.search import Search
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, add_up, no_positions
from miai.search.problem import is_terminal, position_key
from miai.search.settings import RULES
from miai.search.store_protocol import identity_of
from miai.store.graph import GraphStore
from miai.store.graph.upkeep import is_lawful, take_census
from tests.search.games import GARDENS, ROUNDABOUT, TRAIL
from tests.search.laws import assert_laws, reachable
from tests.search.twins import assert_same_graph
from tests.twins.search import ReferenceSearch

pytestmark = pytest.mark.plain

SIMULATIONS = 60 if COMPILING else 15
SHARING = ("shared", "path-mean", "uct-dag", "multipath")


class Shelf:
    """A store in memory, written from the definition: it returns every position, reachable or not."""

    def __init__(self):
        self.known = {}

    def load_history(self, identity, root, most):
        return self.known.get(identity, no_positions(identity.values))

    def add_positions(self, identity, found, decay):
        old = self.load_history(identity, 0, 0)
        shared = np.isin(old.keys, found.keys)
        kept, faded = old.take(np.flatnonzero(~shared)), old.take(np.flatnonzero(shared)).faded(decay)
        self.known[identity] = add_up([found, kept, faded])


STATES = {
    "garden of one": GARDENS[1],
    "garden of two": GARDENS[2],
    "garden of three": GARDENS[3],
    "roundabout": ROUNDABOUT,
    "trail": TRAIL,
}


@given(
    name=st.sampled_from(sorted(STATES)),
    seed=st.integers(0, 10**6),
    settings=st.fixed_dictionaries(
        dict(
            mode=st.sampled_from(SHARING),
            select=st.sampled_from(RULES),
            solver=st.booleans(),
            present_weight=st.sampled_from([0.5, 1.0, 10.0]),
            past_decay=st.sampled_from([0.0, 0.5, 1.0]),
        ),
        optional=dict(
            rave=st.just("mse"),
            prior=st.sampled_from(["virtual", "horizon"]),
            fpu=st.just("value"),
            widening=st.just("log"),
            grouping=st.sampled_from(["given", "made"]),
            expand_threshold=st.sampled_from([0, 3]),
        ),
    ),
)
def test_search_and_twin_build_the_same_graph_from_the_same_history(name, seed, settings):
    state, shelf = STATES[name].start(seed=seed), Shelf()
    for number in range(3 if COMPILING else 2):
        search = Search(state, seed=seed + number, memory=4, store=shelf, **settings)
        twin = ReferenceSearch(state, seed=seed + number, history=shelf.load_history(identity_of(state), 0, 0), **settings)
        search.run(SIMULATIONS)
        twin.run(SIMULATIONS)
        assert_same_graph(search, twin)
        assert_laws(search)
        action = search.result().best_action
        if number == 1 and action is not None:
            search.play(action)
            twin.play(action)
            search.run(SIMULATIONS)
            twin.run(SIMULATIONS)
            assert_same_graph(search, twin)
        search.export()
    assert is_lawful(shelf.load_history(identity_of(state), 0, 0)).all()


@pytest.mark.parametrize("grouping", ["off", "given"])
def test_every_simulation_is_exported_once(grouping):
    state, shelf = load("connect4").start(), Shelf()
    search = Search(state, seed=1, memory=4, store=shelf, solver=False, grouping=grouping)
    simulations = 0
    for _ in range(4):
        search.run(SIMULATIONS)
        simulations += SIMULATIONS
        search.play(search.result().best_action)
    search.run(SIMULATIONS)
    search.export()
    search.export()
    known = shelf.load_history(identity_of(state), 0, 0)
    # a simulation counts in the position where it ends; terminal positions are not kept
    assert known.own_visits.sum() <= (simulations + SIMULATIONS) * COUNT_UNIT
    assert known.own_visits.sum() >= (simulations + SIMULATIONS - 10) * COUNT_UNIT
    assert is_lawful(known).all()


def test_values_can_be_recomputed_from_the_store():
    """A position's value is (own results + sum of move visits x value after it) / visits; see the page on graphs."""
    state, shelf = GARDENS[2].start(levels=5, breadth=4, branching=3, seed=3), Shelf()
    search = Search(state, seed=1, memory=4, store=shelf, solver=False, mode="multipath")
    search.run(SIMULATIONS * 2)
    nodes = [search.graph.nodes[index] for index in reachable(search)]
    value_of = {int(node.key): float(node.value[0]) for node in nodes}
    search.export()
    known = shelf.load_history(identity_of(state), 0, 0)
    for row, key in enumerate(known.keys.tolist()):
        moves = range(known.first_moves[row], known.first_moves[row + 1])
        total = known.own_sum[row, 0] / RESULT_UNIT
        total += sum(known.move_visits[m] / COUNT_UNIT * value_of[int(known.children[m])] for m in moves)
        assert total / (known.visits[row] / COUNT_UNIT) == pytest.approx(value_of[key], abs=1e-6)


def test_searching_after_export_restarts_with_history():
    state, shelf = load("connect4").start(), Shelf()
    search = Search(state, seed=1, memory=4, store=shelf, solver=False)
    search.run(SIMULATIONS)
    search.export()
    assert search.result().visits == SIMULATIONS, "what was found can still be asked for"
    before = int(shelf.load_history(identity_of(state), 0, 0).own_visits.sum())
    search.run(SIMULATIONS)
    assert search.result().visits == SIMULATIONS
    search.export()
    added = int(shelf.load_history(identity_of(state), 0, 0).own_visits.sum()) - before
    assert added <= SIMULATIONS * COUNT_UNIT


def test_a_stored_proof_still_leads_to_the_move():
    state, shelf = load("nim").start("1,2,3"), Shelf()
    first = Search(state, seed=1, memory=4, store=shelf)
    solved = first.run(until_proven=True)
    first.export()
    second = Search(state, seed=2, memory=4, store=shelf)
    again = second.run(until_proven=True)
    assert again.proven and again.value == solved.value and again.simulations < solved.simulations
    while not is_terminal(second.state):
        second.play(second.run(until_proven=True).best_action)


def test_a_store_on_disk_equals_one_in_memory(tmp_path):
    state, shelf = load("connect4").start(), Shelf()
    with GraphStore(tmp_path / "g") as disk:
        for number in range(3):
            for store in (shelf, disk):
                search = Search(state, seed=number, memory=4, store=store, past_decay=0.5)
                search.run(SIMULATIONS)
                search.play(search.result().best_action)
                search.run(SIMULATIONS)
                search.export()
        (row,) = take_census(disk.file)
        known = shelf.load_history(identity_of(state), 0, 0)
        assert row.is_clean and row.positions == len(known)
        assert row.visits == known.visits.sum() / COUNT_UNIT


def test_with_too_little_memory_history_follows_the_game(tmp_path):
    state = load("connect4").start()
    with GraphStore(tmp_path / "g") as store:
        for number in range(3):
            search = Search(state, seed=number, memory=4, store=store, solver=False)
            search.run(SIMULATIONS * 3)
            search.export()
        search = Search(state, seed=9, memory=4, store=store, solver=False)
        search.link.most = 10
        search.restart(state)
        assert len(search.history) == 10
        for _ in range(3):
            search.run(SIMULATIONS)
            search.play(search.result().best_action)
            assert_laws(search, is_whole=False)
            assert len(search.history) <= 10


def test_mode_tree_refuses_a_store():
    with pytest.raises(UserError, match="mode tree has paths"):
        Search(load("nim").start(), store=Shelf(), mode="tree")


def test_a_short_search_plays_what_a_long_one_found():
    """The short search hardly visits the move that is certain already, so the choice must count the visits of the long one."""
    shelf, state = Shelf(), load("connect4").start()
    settings = dict(mode="uct-dag", solver=False, memory=16)
    long = Search(state, seed=1, store=shelf, **settings)
    found = long.run(400 if not COMPILING else 20_000)
    long.export()
    short = Search(state, seed=2, store=shelf, present_weight=4.0, **settings).run(8)
    best = short.actions[0]
    assert (short.best_action, best.action) == (found.best_action, found.best_action)
    earlier = next(row for row in found.actions if row.action == best.action)
    assert best.history_weight == pytest.approx(earlier.node_visits / 4)
    assert best.weight == best.visits + best.history_weight
    assert best.value == pytest.approx(earlier.value, abs=0.05)


@pytest.mark.skipif(not COMPILING, reason="a MiB takes plain Python too long to fill")
def test_pruned_positions_reach_the_store_and_are_read_back():
    state, shelf = load("connect4").start(), Shelf()
    search = Search(state, seed=2, memory=2, solver=False, store=shelf)
    search.run(30_000)
    assert search.result().prunes > 1 and search.history is not None and len(search.history) > 0
    identity = identity_of(state)
    pruned = shelf.known[identity]
    assert len(pruned) > search.graph.head.node_count
    search.export()
    everything = shelf.known[identity]
    root = everything.take(np.flatnonzero(everything.keys == np.uint64(position_key(state))))
    assert root.visits.tolist() == [30_000 * COUNT_UNIT]
    assert len(everything) > len(pruned)  # and what was in memory to the end


@pytest.mark.skipif(not COMPILING, reason="a MiB takes plain Python too long to fill")
def test_the_result_of_a_pruned_position_is_stored_once():
    """The visits of the first moves, stored or in the graph, add up to those of a search that never prunes."""
    state, shelf = load("connect4").start(width=5, height=4), Shelf()
    search = Search(state, seed=2, memory=1, solver=False, store=shelf)
    search.run(20_000)
    search.export()
    everything = shelf.known[identity_of(state)]
    assert everything.own_visits.sum() >= 20_000 * COUNT_UNIT
    assert (everything.total >= 0).all() and (everything.total[:, 0] <= everything.visits * (RESULT_UNIT // COUNT_UNIT)).all()
