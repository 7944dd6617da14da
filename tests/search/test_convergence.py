"""With enough playouts and no proofs, every mode but `shared` finds the minimax move of random games on graphs."""

from __future__ import annotations

import pytest

from miai.core.kernels import COMPILING
from miai.problems.exact import solve_exactly, successor
from miai.search import Search
from miai.search.problem import legal_actions, position_key
from miai.search.settings import RULES
from tests.problems.positions import after
from tests.search.starved import start

pytestmark = pytest.mark.skipif(not COMPILING, reason="too many simulations for plain Python")

SOUND = ["tree", "path-mean", "uct-dag", "multipath"]
GAMES = range(24)
INTO_THE_TRAP, OUT_OF_IT = 0, 1  # the actions of `starved`


def game(seed):
    """Return a random game with the set of its best moves; `None` where every move is as good."""
    state = after("dag", "", "levels=6", "breadth=5", "branching=4", f"seed={seed}")
    exact = solve_exactly(state)
    value_of = {action: exact.values[int(position_key(successor(state, action)))][0] for action in legal_actions(state)}
    best = {action for action, value in value_of.items() if value == exact.value[0]}
    return (state, best) if len(best) < len(value_of) else None


@pytest.mark.parametrize("mode", SOUND)
def test_sound_modes_converge_to_the_minimax_move(mode):
    games = [found for found in map(game, GAMES) if found]
    assert len(games) > 8
    for state, best in games:
        result = Search(state, mode=mode, solver=False, memory=32, seed=5).run(30_000)
        assert result.best_action in best
        assert result.value == pytest.approx(1.0, abs=0.05)


# Objective Monte Carlo gives a worse move a share of the visits that does not fall, so its values do not converge.
@pytest.mark.parametrize("rule", [rule for rule in RULES if rule != "objective"])
def test_every_rule_but_objective_converges_to_the_minimax_move(rule):
    settings = dict(epsilon_decay=50.0) if rule == "epsilon-greedy" else {}
    for state, best in [found for found in map(game, GAMES) if found][:6]:
        result = Search(state, select=rule, solver=False, memory=32, seed=5, **settings).run(30_000)
        assert result.best_action in best


def move_in_starved(mode, seed):
    return Search(start(), mode=mode, solver=False, memory=32, seed=seed).run(3_000_000).best_action


@pytest.mark.parametrize("seed", range(3))
def test_shared_counts_starve_a_good_move(seed):
    assert move_in_starved("shared", seed) == INTO_THE_TRAP


@pytest.mark.parametrize("mode", ["path-mean", "uct-dag", "multipath"])
@pytest.mark.parametrize("seed", range(3))
def test_counts_of_edges_do_not_starve_a_good_move(mode, seed):
    assert move_in_starved(mode, seed) == OUT_OF_IT
