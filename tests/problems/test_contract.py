"""Every built-in problem keeps the contract of `miai.search.problem`, and has a golden playthrough."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.kernels import COMPILING
from miai.core.records import copy_record
from miai.problems import BUILT_IN, load, start_state
from miai.problems.contract import check_play, new_worker, random_play
from miai.problems.loading import load_all
from miai.search.problem import (
    CHANCE,
    apply_action,
    is_terminal,
    legal_actions,
    play_out,
    play_out_at_random,
    player_to_act,
    position_key,
    registered_problems,
    reward,
)
from tests.problems.playthroughs import FOLDER, file_for, playthrough
from tests.problems.positions import after, reachable

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

PLAYS = 8 if COMPILING else 2
SMALLER = {} if COMPILING else {"samegame": ["width=5", "height=5"]}
"""Options for problems whose default takes minutes as plain Python."""
VARIANTS = [
    ("connect4", "width=4", "height=4"),
    ("connect4", "width=8", "height=7"),
    ("connect4", "width=16", "height=3"),
    ("connect4", "width=1", "height=63"),
    ("hex", "size=1"),
    ("hex", "size=11" if COMPILING else "size=7"),
    ("nim", "heaps=31,31,31,31,31,31,31,31"),
    ("nim", "heaps=1,2,0,3", "misere=yes"),
    ("pig", "target=2"),
    ("pig", "target=20"),
    ("dag", "levels=1", "breadth=1", "branching=1"),
    ("dag", "levels=60", "breadth=200", "branching=16", "seed=-1"),
    ("pgame", "breadth=1", "depth=1"),
    ("pgame", "breadth=32", "depth=12", "seed=-1"),
    ("pgame", "breadth=3", "depth=5", "combination=0.3", "seed=2"),
    ("pgame", "breadth=5", "depth=4", "combination=0.1", "groups=3", "bias=0.8", "size=0.5", "overlap=yes"),
    ("race", "pile=100"),
    ("knapsack", "things=32", "percent=100", "seed=5"),
    ("knapsack", "things=1", "percent=0"),
    ("bandit", "payoffs=1"),
    ("bandit", "payoffs=0,0.5,1", "groups=1-2,2-3"),
]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_state_of_random_plays_keeps_the_contract(name):
    problem = load(name)
    for seed in range(PLAYS):
        assert check_play(problem, start_state(problem, SMALLER.get(name, [])), seed) > 1


@pytest.mark.parametrize("variant", VARIANTS, ids=" ".join)
def test_options_at_their_limits_keep_the_contract(variant):
    problem = load(variant[0])
    check_play(problem, start_state(problem, variant[1:]), seed=3)


@pytest.mark.parametrize("name", BUILT_IN)
def test_no_play_is_longer_than_the_declared_length(name):
    problem = load(name)
    for seed in range(PLAYS):
        assert len(list(random_play(problem.start(), seed, most=problem.longest + 2))) <= problem.longest + 1


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_playthrough_equals_the_golden_file(name):
    file = file_for(name)
    assert file.is_file(), f"{name} has no golden playthrough; write it with: python -m tests.problems.playthroughs {name}"
    assert playthrough(name) == file.read_text(encoding="utf-8")


def test_every_problem_of_the_package_is_built_in_under_its_own_name():
    assert [problem.name for problem in load_all()] == list(BUILT_IN)
    ours = [each for each in registered_problems().values() if each.start.__module__.startswith("miai.problems")]
    assert {each.name for each in ours} == set(BUILT_IN)


def test_every_playthrough_belongs_to_a_problem():
    assert {file.stem for file in FOLDER.glob("*.txt")} == set(BUILT_IN)


@pytest.mark.parametrize(
    "state",
    [
        after("tictactoe"),
        after("connect4", "", "width=3", "height=3"),
        after("nim", "", "heaps=2,1,2"),
        after("nim", "", "heaps=1,2", "misere=yes"),
        after("hex", "", "size=2"),
        after("pig", "", "target=5"),
        after("dag", "", "levels=4"),
        after("race"),
        after("knapsack", "", "things=6"),
        after("bandit", "", "payoffs=0.2,0.7"),
    ],
    ids=lambda state: str(state.dtype.names[-1]),
)
def test_keys_are_equal_exactly_where_positions_are(state):
    """Every reachable state has the content that first had its key, and the key that first had its content."""
    key_of: dict[bytes, int] = {}
    content_of: dict[int, bytes] = {}
    for each in reachable(state).values():
        for action in [] if is_terminal(each) else legal_actions(each):
            child = copy_record(each)
            apply_action(child, np.int32(action))
            content, key = child.tobytes(), int(position_key(child))
            assert content_of.setdefault(key, content) == content
            assert key_of.setdefault(content, key) == key


@pytest.mark.parametrize(
    "moves, other",
    [
        ("tictactoe: a1 b2 c3", "tictactoe: c3 b2 a1"),
        ("connect4: 1 4 2 4", "connect4: 2 4 1 4"),
        ("hex: a1 b1 c3 d4", "hex: c3 d4 a1 b1"),
        ("nim: a1 b2", "nim: b2 a1"),
        ("race: 1 2 1", "race: 2 1 1"),
        ("knapsack: a c", "knapsack: c a"),
    ],
)
def test_two_orders_of_the_same_actions_reach_one_position(moves, other):
    first, second = (after(*(part.strip() for part in text.split(":"))) for text in (moves, other))
    assert position_key(first) == position_key(second)
    assert first.tobytes() == second.tobytes()


@pytest.mark.parametrize("name", ["connect4", "hex"])
def test_a_specialised_playout_has_the_results_of_uniformly_random_play(name):
    """A difference of five standard errors has a probability of one in a million."""
    problem, count = load(name), 4000 if COMPILING else 200
    means = [_mean_reward(problem, playout, count) for playout in (play_out, play_out_at_random)]
    assert abs(means[0] - means[1]) < 5 * 0.5 * (2 / count) ** 0.5


def _mean_reward(problem, playout, count):
    worker, total = new_worker(problem, seed=7), 0.0
    for _ in range(count):
        state = problem.start()
        playout(state, worker)
        total += float(reward(state, 0))
    return total / count


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_playout_records_the_actions_of_players_but_not_of_chance(name):
    problem = load(name)
    worker, state = new_worker(problem, seed=1), problem.start()
    play_out(state, worker)
    times = [int(time) for time in worker.first_played.ravel() if time >= worker.trace_base]
    assert times
    assert len(set(times)) == len(times), "two actions were recorded at the same time"
    assert max(times) < worker.trace_base + worker.trace_length
    if name in ("tictactoe", "hex", "knapsack"):
        assert len(times) == worker.trace_length, "each action is played once here"


def test_the_dice_of_pig_are_rolled_by_chance():
    state = after("pig", "roll")
    assert player_to_act(state) == CHANCE
    assert player_to_act(after("pig", "roll 1")) == 1
