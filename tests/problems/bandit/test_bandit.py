"""Bandits: accepted values, groupings, theory, and the problem for the search."""

import math
from itertools import combinations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.records import new
from miai.problems import load, start_state
from miai.problems.bandit import groupings
from miai.problems.bandit.play import Bandit, Regroup, play
from miai.problems.bandit.theory import divergence, lai_robbins_constant, ucb1_bound
from miai.problems.bandit.trial import play_trials, tally_t
from miai.problems.exact import solve_exactly
from miai.search.driver import Search
from miai.search.settings import Settings

AS_A_BANDIT = Settings(mode="tree", solver=False, expand_threshold=0, fpu="value-explored", exploration=0.5)


@pytest.mark.plain
@pytest.mark.parametrize(
    "wrong, word",
    [
        (dict(payoffs=()), "arms"),
        (dict(payoffs=[0.5] * 65), "arms"),
        (dict(payoffs=(0.5, 1.5)), "probability"),
        (dict(payoffs=(0.5, math.nan)), "probability"),
        (dict(groups=((0, 1), (2, 3))), "every arm"),
        (dict(groups=((0, 1, 2, 3, 4, 5, 6, 7, 8), ())), "at least one arm"),
        (dict(groups=((0, 1, 2, 3, 4, 5, 6, 7, 8, 8),)), "twice"),
        (dict(exploration=-1.0), "0 or more"),
        (dict(exploration=(0.5, 1.0)), "one for each"),
        (dict(checkpoints=(16, 16)), "ascending"),
        (dict(checkpoints=()), "checkpoints"),
        (dict(first_play=math.nan), "first-play"),
        (dict(regroup=Regroup(first=10, count=10)), "groups"),
    ],
)
def test_the_error_about_a_wrong_bandit_names_the_reason(wrong, word):
    with pytest.raises(UserError, match=word):
        Bandit(**wrong)


@pytest.mark.plain
def test_zero_trials_are_refused():
    with pytest.raises(UserError, match="trials must be at least 1"):
        play(Bandit(), 0, seed=1)


@pytest.mark.plain
def test_a_trial_does_not_depend_on_the_number_of_trials():
    bandit = Bandit(checkpoints=(16, 64))
    few, many = (play(bandit, trials, seed=3) for trials in (2, 5))
    later = play(bandit, 5, seed=3)
    assert (many.chosen == later.chosen).all() and (many.regret == later.regret).all()
    assert (few.chosen <= many.chosen).all() and many.chosen.sum(axis=1).tolist() == [5, 5]


@pytest.mark.plain
def test_nine_arms_have_280_groupings_into_threes():
    every = list(groupings.all_groupings(9, 3))
    as_sets = {frozenset(map(frozenset, grouping)) for grouping in every}
    assert len(every) == len(as_sets) == 280
    assert all(sorted(arm for group in grouping for arm in group) == list(range(9)) for grouping in every)
    assert sum(groupings.is_split(grouping, (6, 7, 8)) for grouping in every) == 90
    assert sum(8 in groupings.group_with(grouping, 7) for grouping in every) == 70


@pytest.mark.plain
def test_groupings_in_order_and_distributed_follow_the_payoffs():
    payoffs = (0.3, 0.9, 0.1, 0.8, 0.5, 0.7)
    assert groupings.in_order(payoffs, 3) == ((0, 2), (1, 3), (4, 5))
    assert groupings.distributed(payoffs, 3) == ((0, 3), (1, 4), (2, 5))
    drawn = groupings.at_random(6, 3, seed=4)
    assert drawn == groupings.at_random(6, 3, seed=4) and sorted(arm for group in drawn for arm in group) == list(range(6))
    assert groupings.grouping_from_text(groupings.grouping_text(drawn)) == drawn
    with pytest.raises(UserError, match="equal size"):
        groupings.at_random(7, 3, seed=1)
    with pytest.raises(UserError, match="1-2-8"):
        groupings.grouping_from_text("1-x")


@pytest.mark.plain
def test_random_groupings_are_equally_likely():
    """There are fifteen groupings of six arms into pairs; chance does not explain a count of 0 or 60 in 300 draws."""
    counts = {}
    for seed in range(300):
        grouping = groupings.at_random(6, 3, seed)
        counts[grouping] = counts.get(grouping, 0) + 1
    assert len(counts) == 15 and max(counts.values()) < 60


@pytest.mark.plain
def test_the_constant_of_lai_and_robbins_equals_a_hand_calculation():
    assert divergence(0.5, 0.5) == 0.0
    assert divergence(0.0, 0.5) == pytest.approx(math.log(2))
    assert divergence(0.5, 1.0) == math.inf
    expected = 0.4 / (0.5 * math.log(0.5 / 0.9) + 0.5 * math.log(0.5 / 0.1))
    assert lai_robbins_constant((0.5, 0.9)) == pytest.approx(expected)
    assert lai_robbins_constant((0.9, 0.9)) == 0.0
    assert ucb1_bound((0.5, 0.9), 100) == pytest.approx(8 * math.log(100) / 0.4 + (1 + math.pi**2 / 3) * 0.4)


@pytest.mark.plain
def test_the_exact_value_of_the_game_is_the_best_payoff():
    state = start_state(load("bandit"), ["payoffs=0.25,0.75,0.5"])
    assert solve_exactly(state).value == pytest.approx((0.75,))


@pytest.mark.plain
@pytest.mark.parametrize(
    "options, word",
    [(["payoffs=a"], "numbers"), (["payoffs=2"], "probability"), (["groups=1-2"], "every arm"), (["groups=x"], "1-2-8")],
)
def test_the_error_about_wrong_options_names_the_reason(options, word):
    with pytest.raises(UserError, match=word):
        start_state(load("bandit"), options)


@pytest.mark.parametrize("groups", ["", "1-2-8,3-4-7,5-6-9", "1-2-3-9,4-5-6-9,7-8-9"])
def test_the_general_search_takes_the_best_arm_as_often_as_the_bandit_kernels(groups):
    """Both programs run the same process; a difference of five standard errors has a probability of one in a million."""
    state = start_state(load("bandit"), [f"groups={groups}"])
    settings = AS_A_BANDIT if not groups else _with_groups()
    trials, simulations = 300, 64
    search = sum(_visits(state, settings, seed, simulations) for seed in range(trials)) / trials
    grouping = groupings.grouping_from_text(groups.replace(",", " "))
    bandit = Bandit(groups=grouping, exploration=0.5, checkpoints=(simulations,))
    own = _mean_visits(bandit, trials)
    for arm, (first, second) in enumerate(zip(search, own, strict=True)):
        assert abs(first - second) < 5 * 12 * (2 / trials) ** 0.5, f"arm {arm + 1}: {first:.1f} and {second:.1f} visits"


def _with_groups():
    return Settings(mode="uct-dag", solver=False, expand_threshold=0, fpu="value-explored", exploration=0.5, grouping="given")


def _visits(state, settings, seed, simulations):
    result = Search(state, settings, seed=seed, memory=1.0).run(simulations)
    return np.array([row.visits for row in sorted(result.actions, key=lambda row: row.action)])


def _mean_visits(bandit, trials):
    total = np.zeros(9)
    for trial in range(trials):
        state = bandit.as_record()
        play_trials(state, new(tally_t), np.uint64(77), trial, 1)
        total += state.arm_visits[:9]
    return total / trials


@pytest.mark.plain
def test_ties_of_visits_go_to_the_first_arm():
    """With a huge constant arms are pulled in turn: after 16 pulls of nine arms seven arms have two visits."""
    outcome = play(Bandit(exploration=100.0, checkpoints=(16,)), 40, seed=1)
    assert outcome.hits.tolist() == [0]


def test_the_better_of_two_arms_is_found_at_any_place():
    """Nearly all trials find the better of two arms, in any order."""
    for low, high in combinations((0.1, 0.5, 0.9), 2):
        for payoffs in ((low, high), (high, low)):
            outcome = play(Bandit(payoffs, exploration=1.0, checkpoints=(512,)), 50, seed=2)
            assert outcome.hits[-1] >= 49
