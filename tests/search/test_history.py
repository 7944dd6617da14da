"""Plays that come back to a position, and rules that depend on past positions."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.kernels import COMPILING
from miai.problems import load
from miai.problems.exact import solve_exactly, successor
from miai.search import Search
from miai.search.problem import is_allowed, is_terminal, legal_actions, player_to_act, position_key, reward
from miai.search.settings import MODES, PATH_MODES
from tests.search.games import ROUNDABOUT, STOP, TRAIL

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

GRAPHS = [mode for mode in MODES if mode not in PATH_MODES]
STEPS = 150 if COMPILING else 40


def paths_of(state, simulations, **settings):
    """Yield the nodes of each simulation's path, and the state at its end."""
    search = Search(state, memory=16, **settings)
    for _ in range(simulations):
        if search.run(1).simulations == 0:
            return  # proven
        worker = search.workers[0]
        yield worker.path_nodes[: int(worker.path_length) + 1].tolist(), search.states[int(worker.slot)]


@pytest.mark.parametrize("mode", GRAPHS)
@pytest.mark.parametrize("expand_threshold", [0, 1])
def test_a_path_never_contains_a_cycle(mode, expand_threshold):
    for state in (ROUNDABOUT.start(size=5, seed=3), load("pig").start(target=8)):
        for path, _ in paths_of(state, STEPS, mode=mode, expand_threshold=expand_threshold, solver=False):
            assert len(set(path)) == len(path)


@pytest.mark.parametrize("mode", MODES)
def test_the_best_move_is_found_in_a_graph_with_cycles(mode):
    if not COMPILING:
        pytest.skip("too many simulations for plain Python")
    for seed in range(10):
        state = ROUNDABOUT.start(size=5, seed=seed)
        result = Search(state, mode=mode, memory=64).run(20_000)
        exact = best_by_stopping(state)
        if exact is not None:
            assert result.sure_low <= exact <= result.sure_high


def best_by_stopping(state):
    """Return the value where a player can win all by stopping at once, else `None`: other values depend on how endless play counts."""
    stop = successor(state, STOP)
    return float(reward(stop, 0)) if reward(stop, 0) == 1.0 else None


def test_pig_has_neller_and_pressers_kind_of_value():
    if not COMPILING:
        pytest.skip("too many simulations for plain Python")
    state = load("pig").start(target=10)
    exact = solve_exactly(state).value[0]
    for mode in ("uct-dag", "path-mean", "multipath"):
        result = Search(state, mode=mode, memory=64, seed=3).run(100_000)
        assert result.value == pytest.approx(exact, abs=0.03)


def value_with_history(state):
    """Return the value for player 0 by recursion over all plays, with what history forbids left out."""
    if is_terminal(state):
        return float(reward(state, 0))
    values = [value_with_history(successor(state, action)) for action in legal_actions(state)]
    return max(values) if player_to_act(state) == 0 else min(values)


@pytest.mark.parametrize("mode", MODES)
def test_forbidden_actions_are_never_played(mode):
    """A step back to a place would leave fewer places seen than steps made."""
    for seed in range(3):
        for _, end in paths_of(TRAIL.start(size=6, seed=seed), STEPS, mode=mode, solver=False):
            assert end.ended
            assert int(end.seen).bit_count() == int(end.steps) + 1


def test_an_action_forbidden_on_one_path_is_found_on_another():
    """Place 2 is reached by 0-2 and by 0-1-3-2: the step on to 1 is open on the first path and forbidden on the second."""
    state = TRAIL.start(size=6, seed=1)
    search = Search(state, mode="uct-dag", memory=16, exploration=2.0)
    search.run(2000 if COMPILING else 300)
    back, forward, two = 2, 0, 1
    shared = successor(state, two)
    longer = successor(successor(successor(state, forward), two), back)
    assert position_key(shared) == position_key(longer)
    assert is_allowed(shared, np.int32(back)) and not is_allowed(longer, np.int32(back))
    root = int(search.graph.head.root)
    node = search.view().child_by_action(root, two)
    assert search.view().visits_by_action(node)[back] > 0
    via = search.view().child_by_action(search.view().child_by_action(search.view().child_by_action(root, forward), two), back)
    assert via == node


@pytest.mark.parametrize("mode", GRAPHS)
def test_proofs_do_not_spread_between_different_pasts(mode):
    for seed in range(4):
        result = Search(TRAIL.start(size=6, seed=seed), mode=mode, memory=16).run(STEPS)
        assert (result.sure_low, result.sure_high) == (0.0, 1.0)


def test_a_tree_has_one_past_per_node_and_proves_the_exact_value():
    if not COMPILING:
        pytest.skip("too many simulations for plain Python")
    for seed in range(10):
        state = TRAIL.start(size=7, seed=seed)
        result = Search(state, mode="tree", memory=16).run(50_000)
        assert result.proven and result.value == value_with_history(state)


@pytest.mark.parametrize("mode", GRAPHS)
def test_the_best_move_is_found_where_the_past_forbids_actions(mode):
    if not COMPILING:
        pytest.skip("too many simulations for plain Python")
    right = 0
    for seed in range(20):
        state = TRAIL.start(size=6, seed=seed)
        values = {action: value_with_history(successor(state, action)) for action in legal_actions(state)}
        result = Search(state, mode=mode, memory=16).run(20_000)
        right += values[result.best_action] == max(values.values())
    assert right >= 16
