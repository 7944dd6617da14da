"""The kernels of the bandit equal the slow twin, pull for pull."""

from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.kernels import COMPILING
from miai.core.records import new
from miai.core.streams import new_stream, next_float
from miai.problems.bandit.play import Bandit, Regroup, play
from miai.problems.bandit.rules import PROBLEM, RuledBandit, play_by_rule, play_rule_trials
from miai.problems.bandit.trial import play_trials, tally_t
from miai.search.kernel_settings import make_kernel_settings
from miai.search.settings import RULES, Settings
from tests.twins import search_rules as reference_rules
from tests.twins.bandit import ReferenceTrial

pytestmark = pytest.mark.plain

PAYOFFS = st.lists(st.sampled_from([0.0, 0.1, 0.3, 0.5, 0.8, 0.81, 0.9, 1.0]), min_size=2, max_size=7)
CONSTANTS = st.sampled_from([0.0, 0.1, 0.5, 1.0, 5.0, 100.0])
FIRST_PLAYS = st.sampled_from([0.3, 0.5, 0.7, float("inf")])
SEEDS = st.integers(0, 2**64 - 1)
LONG, SHORT = (24, 90, 200), (10, 40)
CHECKPOINTS = LONG if COMPILING else SHORT


@st.composite
def groupings(draw, arms):
    """Return groups that contain every arm at least once, and some twice."""
    count = draw(st.integers(1, 3))
    groups = [set() for _ in range(count)]
    for arm in range(arms):
        for group in draw(st.sets(st.integers(0, count - 1), min_size=1, max_size=2)):
            groups[group].add(arm)
    return tuple(tuple(sorted(group)) for group in groups if group)


@st.composite
def bandits(draw):
    payoffs = draw(PAYOFFS)
    groups = draw(st.one_of(st.just(()), groupings(len(payoffs))))
    schedule = st.one_of(CONSTANTS, st.tuples(*[CONSTANTS] * len(CHECKPOINTS)))
    return Bandit(payoffs, groups, draw(schedule), draw(st.one_of(st.none(), schedule)), draw(FIRST_PLAYS), CHECKPOINTS)


@st.composite
def regrouping_bandits(draw):
    payoffs = draw(PAYOFFS)
    regroup = Regroup(
        first=draw(st.integers(0, 40)),
        every=draw(st.sampled_from([0, 7, 30])),
        at_ends=draw(st.booleans()),
        split=draw(st.booleans()),
        count=draw(st.integers(1, min(3, len(payoffs)))),
    )
    return Bandit(payoffs, (), draw(CONSTANTS), draw(CONSTANTS), draw(FIRST_PLAYS), CHECKPOINTS, regroup)


def check_against_twin(bandit, seed):
    state, tally, twin = bandit.as_record(), new(tally_t), ReferenceTrial(bandit, seed, 5)
    play_trials(state, tally, np.uint64(seed), 5, 1)
    taken, regrets = twin.run()
    assert [int(row.argmax()) for row in tally.chosen[: len(taken)]] == taken
    assert tally.regret[: len(taken)].tolist() == regrets
    for arm in range(len(bandit.payoffs)):
        assert state.arm_visits[arm] == sum(pulled == arm for _, pulled, _ in twin.pulls)
        assert state.arm_wins[arm] == sum(pulled == arm and won for _, pulled, won in twin.pulls)
    for group in range(len(twin.groups)):
        assert state.group_visits[group] == twin.counts_of_group(group)[0]
    assert next_float(state.stream) == next_float(twin.stream)


@given(bandits(), SEEDS)
def test_a_trial_equals_the_twin(bandit, seed):
    check_against_twin(bandit, seed)


@given(regrouping_bandits(), SEEDS)
def test_a_trial_that_makes_groups_equals_the_twin(bandit, seed):
    check_against_twin(bandit, seed)


def rule_twin(contest, seed, number):
    """Return the pulls of each arm by the formulas of the search's slow twin."""
    bandit, settings = contest.bandit, contest.settings
    stream, arms = new_stream(seed, number), range(len(bandit.payoffs))
    wins, visits = [0 for _ in arms], [0 for _ in arms]
    search = SimpleNamespace(settings=settings, worker=SimpleNamespace(stream=stream), path=[])
    for simulation in range(bandit.checkpoints[-1]):
        edges = [_edge(wins[arm], visits[arm]) for arm in arms]
        node = SimpleNamespace(edges=edges, visits=simulation, own_visits=0, player=0, has_groups=False)
        edge = reference_rules.pick(search, node, reference_rules.score_edges(search, node, edges))
        arm = next(arm for arm in arms if edges[arm] is edge)
        wins[arm] += bool(next_float(stream) < bandit.payoffs[arm])
        visits[arm] += 1
    return visits


class _Edge(SimpleNamespace):
    __hash__ = object.__hash__


def _edge(wins, visits):
    child = SimpleNamespace(
        value=[wins / max(1, visits)], visits=visits, total=[float(wins)], squares=[float(wins)], lower=-np.inf, upper=np.inf
    )
    return _Edge(
        child=child if visits else None, visits=visits, prior=0.5, weight=0.0, rave_visits=0, rave_sum=0.0, group=None, past=None
    )


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("first_play", ["infinite", "value", "value-explored"])
def test_every_rule_equals_the_twin_of_the_search(rule, first_play):
    settings = Settings(select=rule, fpu=first_play, smoothness=0.0, epsilon_decay=3.0, epsilon=0.5, ucb2_alpha=0.1)
    contest = RuledBandit(Bandit((0.2, 0.5, 0.55, 0.9, 0.0), checkpoints=CHECKPOINTS), settings)
    for seed in range(3):
        state = contest.bandit.as_record()
        play_rule_trials(state, make_kernel_settings(settings, PROBLEM), new(tally_t), np.uint64(seed), 2, 1)
        assert state.arm_visits[:5].tolist() == rule_twin(contest, seed, 2)


def test_the_rule_ucb1_equals_the_kernels_of_the_bandit():
    bandit = Bandit((0.2, 0.5, 0.9), exploration=0.5, first_play=float("inf"), checkpoints=CHECKPOINTS)
    ours = play(bandit, 4, seed=9)
    by_rule = play_by_rule(RuledBandit(bandit, Settings(select="ucb1", exploration=0.5)), 4, seed=9)
    assert (ours.chosen == by_rule.chosen).all() and (ours.regret == by_rule.regret).all()
