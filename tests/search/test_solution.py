"""The general search for one player: it keeps the best complete plays of all simulations."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.core.records import copy_record
from miai.problems import load, start_state
from miai.search import Search
from miai.search.parallel import search_leaves, search_roots
from miai.search.problem import apply_action, is_terminal, reward
from tests.search.one_player.brute import best_reward

SIMULATIONS = 3_000 if COMPILING else 100


def knapsack(things: int = 8, seed: int = 0):
    return start_state(load("knapsack"), [f"things={things}", f"seed={seed}"])


def strip(pieces: int = 4, seed: int = 0):
    return start_state(load("packing"), [f"pieces={pieces}", "width=6", "height=6", f"seed={seed}"])


def check_playable(start, solution) -> None:
    state = copy_record(start)
    for action in solution.actions:
        apply_action(state, np.int32(action))
    assert is_terminal(state) and float(reward(state, 0)) == solution.reward
    assert len(solution.texts) == len(solution.actions)


@pytest.mark.parametrize("start", [knapsack(), strip()])
@pytest.mark.parametrize("mode", ["tree", "path-mean"])
def test_the_solution_can_be_played_and_is_the_best(start, mode):
    result = Search(start, seed=1, memory=16, mode=mode, solutions=4).run(SIMULATIONS)
    check_playable(start, result.solution)
    assert result.solution == result.solutions[0] and 1 <= result.solution.found_after <= result.simulations
    assert result.solution.found_seconds <= result.seconds
    if COMPILING:
        assert result.solution.reward == pytest.approx(best_reward(start))


@pytest.mark.skipif(not COMPILING, reason="too slow in plain Python")
@pytest.mark.parametrize("start", [knapsack, strip])
def test_a_proven_search_has_an_optimal_solution(start):
    for seed in range(4):  # a strip takes a second to try every play
        state = start(6, seed)
        if is_terminal(state):
            continue
        result = Search(state, seed=seed, memory=64).run(50_000)
        assert result.proven and result.solution.reward == pytest.approx(best_reward(state))


def test_small_rewards_come_first_where_the_problem_minimises():
    result = Search(strip(5), seed=3, memory=16, solutions=5).run(SIMULATIONS)
    rewards = [each.reward for each in result.solutions]
    assert len(rewards) > 1 and rewards == sorted(rewards)
    ends = {each.actions for each in result.solutions}
    assert len(ends) == len(rewards)


def test_a_target_ends_the_search_at_the_simulation_that_reaches_it():
    counts = [Search(strip(5), seed=2, memory=16).run(target=60.0).simulations for _ in range(2)]
    assert counts == [1, 1]
    found = Search(strip(5), seed=2, memory=16).run(SIMULATIONS, target=9.0)
    assert found.solution.reward <= 9.0 and found.solution.found_after == found.simulations


def test_solutions_stay_after_the_search_continues_and_after_an_action_that_they_begin_with():
    running = Search(knapsack(), seed=1, memory=1)
    first = running.run(50)
    second = running.run(50)
    assert second.solution.reward >= first.solution.reward
    running.play(second.solution.actions[0])
    left = running.result().solution
    assert left.actions == second.solution.actions[1:] and left.reward == second.solution.reward
    check_playable(running.state, left)


def test_a_checkpoint_keeps_the_solutions(tmp_path):
    running = Search(knapsack(), seed=1, memory=1)
    before = running.run(60)
    running.save(tmp_path / "search")
    after = Search.load(tmp_path / "search").result()
    assert after.solution.actions == before.solution.actions and after.solution.found_after == before.solution.found_after


def test_the_listener_sees_the_solution():
    seen = []
    Search(knapsack(10), seed=1, memory=4).run(SIMULATIONS, listener=lambda result: seen.append(result.solution), interval=0.0)
    rewards = [each.reward for each in seen]
    assert rewards and rewards == sorted(rewards)


@pytest.mark.skipif(not COMPILING, reason="threads need compiled kernels")
def test_threads_keep_solutions_too():
    start, best = knapsack(10), best_reward(knapsack(10))
    for result in (
        Search(start, threads=2, memory=16, seed=1).run(20_000),
        search_roots(start, 20_000, threads=2, memory=16),
        search_leaves(start, 20_000, threads=2, memory=16),
    ):
        check_playable(start, result.solution)
        assert result.solution.reward == pytest.approx(best, rel=0.02)


def test_games_for_two_and_games_with_chance_have_no_solution():
    tictactoe = load("tictactoe").start()
    assert Search(tictactoe, memory=1).run(20).solution is None
    assert Search(load("pig").start(), memory=1).run(20).solutions == ()
    with pytest.raises(UserError, match="tictactoe has 2 players"):
        Search(tictactoe, memory=1, solutions=3)
    with pytest.raises(UserError, match="only a search for one player has a target"):
        Search(tictactoe, memory=1).run(10, target=1.0)
    with pytest.raises(UserError, match="target must be a number"):
        Search(knapsack(), memory=1).run(10, target="much")
