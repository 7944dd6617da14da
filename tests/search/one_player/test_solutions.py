"""Every method finds the optimum of small problems, and reports solutions that can be played."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.core.records import copy_record
from miai.problems import load, start_state
from miai.problems.packing import cut_instance, make_instance
from miai.problems.packing import start_state as strip_of
from miai.search.one_player import OnePlayerSearch, search_solution
from miai.search.problem import apply_action, is_terminal, reward
from tests.search.one_player.brute import best_reward

SEEDS = range(50 if COMPILING else 2)
METHODS = {
    "uct": dict(method="uct"),
    "uct, best value": dict(method="uct", best_weight=1.0),
    "uct, variance": dict(method="uct", select="variance"),
    "uct, prior": dict(method="uct", select="prior"),
    "nested": dict(method="nested", level=2),
    "nrpa": dict(method="nrpa", level=2),
}
SIMULATIONS = 20_000 if COMPILING else 2_000


def knapsack(seed: int):
    return start_state(load("knapsack"), ["things=8", f"seed={seed}"])


def samegame(seed: int):
    return start_state(load("samegame"), ["width=3", "height=4", "colours=2", f"seed={seed}"])


def strip(seed: int):
    chance = np.random.default_rng(seed)
    width = int(chance.integers(4, 9))
    return strip_of(make_instance(width, [tuple(map(int, chance.integers(1, width + 1, 2))) for _ in range(4)]))


@functools.cache
def optimum_of(problem, seed: int) -> float:
    return best_reward(problem(seed))


@pytest.mark.parametrize("name", METHODS)
@pytest.mark.parametrize("problem", [knapsack, samegame, strip])
def test_every_method_reaches_the_optimum_of_small_problems(problem, name):
    for seed in SEEDS:
        state = problem(seed)
        if is_terminal(state):
            continue
        optimum = optimum_of(problem, seed)
        found = search_solution(state, SIMULATIONS, seed=seed, target=optimum, **METHODS[name])
        assert found.solution.reward == pytest.approx(optimum), f"{problem.__name__} of seed {seed}"


@pytest.mark.parametrize("name", METHODS)
def test_solutions_can_be_played_and_have_the_reward_they_say(name):
    start = strip_of(cut_instance(8, 12, 12, seed=5))
    result = search_solution(start, 400, seed=2, solutions=5, **METHODS[name])
    rewards = [each.reward for each in result.solutions]
    assert result.solution.actions == result.solutions[0].actions
    assert rewards == sorted(rewards)  # packing minimises
    assert 1 <= len(result.solutions) <= 5
    for each in result.solutions:
        state = copy_record(start)
        for action in each.actions:
            apply_action(state, np.int32(action))
        assert is_terminal(state) and float(reward(state, 0)) == each.reward
        assert len(each.texts) == len(each.actions) and 1 <= each.found_after <= result.simulations


@pytest.mark.parametrize("name", METHODS)
def test_one_seed_gives_one_result(name):
    state = samegame(3)
    first, second = (search_solution(state, 300, seed=7, **METHODS[name]) for _ in range(2))
    assert (first.solution.actions, first.repeated, first.nodes) == (second.solution.actions, second.repeated, second.nodes)


def test_the_solutions_have_distinct_ends():
    result = search_solution(knapsack(1), 2_000, method="nested", level=1, solutions=10)
    assert len({frozenset(each.actions) for each in result.solutions}) == len(result.solutions) == 10


def test_a_target_ends_the_search():
    seen = []
    result = search_solution(strip(1), 5_000, target=10_000.0, method="nested", level=1, listener=seen.append)
    assert result.target_reached and result.simulations == 1
    assert [each.solution.reward for each in seen] in ([], [result.solution.reward])


def test_a_second_run_continues_and_keeps_the_solutions():
    running = OnePlayerSearch(knapsack(2), method="nrpa", level=1)
    first = running.run(50)
    second = running.run(50)
    assert second.simulations == 100 and second.solution.reward >= first.solution.reward


def test_threads_share_the_limit_and_the_best_solution_counts():
    result = search_solution(knapsack(2), 401, threads=3, method="nested", level=1)
    assert result.simulations == 402 or result.simulations == 401
    assert result.solution.reward == pytest.approx(best_reward(knapsack(2)))


@pytest.mark.parametrize(
    "options, message",
    [
        (dict(methd="uct"), "unknown setting 'methd'; did you mean 'method'?"),
        (dict(method="annealing"), "method must be one of uct, nested, nrpa"),
        (dict(threads=0), "threads must be a whole number from 1 to 64"),
        (dict(solutions=17), "solutions must be a whole number from 1 to 16"),
        (dict(seconds=-1), "seconds must be a number of at least 0"),
    ],
)
def test_wrong_options_are_one_line(options, message):
    with pytest.raises(UserError, match=r"must|unknown") as caught:
        search_solution(knapsack(0), 10, **options)
    assert message in str(caught.value)


def test_games_for_two_are_refused():
    with pytest.raises(UserError, match="tictactoe has 2 players"):
        search_solution(load("tictactoe").start(), 10)
