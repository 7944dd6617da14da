"""The random game on an acyclic graph."""

import pytest

from miai.core.records import copy_record
from miai.problems.exact import solve_exactly, successor
from miai.search.problem import is_terminal, legal_actions, reward
from tests.problems.positions import after, reachable

pytestmark = pytest.mark.plain


def minimax(state):
    """Return the value for player 0, by recursion over all plays."""
    if is_terminal(state):
        return float(reward(state, 0))
    values = [minimax(successor(state, action)) for action in legal_actions(state)]
    return min(values) if int(state.level) % 2 else max(values)


@pytest.mark.parametrize("seed", range(6))
def test_the_exact_value_equals_minimax_over_all_plays(seed):
    state = after("dag", "", "levels=5", "breadth=4", "branching=3", f"seed={seed}")
    value = minimax(copy_record(state))
    assert solve_exactly(state).value == (value, 1.0 - value)


def test_both_players_win_some_games():
    values = {solve_exactly(after("dag", "", "levels=6", f"seed={seed}")).value[0] for seed in range(12)}
    assert values == {0.0, 1.0}


def test_positions_have_many_paths():
    def count(state):
        return 1 if is_terminal(state) else sum(count(successor(state, action)) for action in legal_actions(state))

    state = after("dag", "", "levels=7", "seed=1")
    ends = sum(bool(is_terminal(each)) for each in reachable(state).values())
    assert count(state) > 5 * ends
