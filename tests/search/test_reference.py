"""The compiled search and its slow twin build the same graph, visit for visit, in every mode and with every rule."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.problems import load, start_state
from miai.search.problem import is_terminal, legal_actions
from miai.search.settings import MODES, RULES
from tests.search.games import GARDENS, ROUNDABOUT, TRAIL
from tests.search.twins import assert_same_graph, run_both

pytestmark = pytest.mark.plain

SIMULATIONS = 120 if COMPILING else 40


def gardens(players):
    shapes = dict(
        levels=st.integers(1, 8),
        breadth=st.integers(1, 5),
        branching=st.integers(1, 5),
        dice=st.sampled_from([0, 0, 2, 3]),
        seed=st.integers(0, 2**32),
    )
    return st.fixed_dictionaries(shapes).map(lambda shape: GARDENS[players].start(**shape))


def rings(problem):
    return st.builds(problem.start, size=st.integers(3, 9), seed=st.integers(0, 2**32))


def built_in(name, **options):
    return st.fixed_dictionaries(options).map(lambda chosen: start_state(load(name), [f"{k}={v}" for k, v in chosen.items()]))


STATES = {
    "garden of one": gardens(1),
    "garden of two": gardens(2),
    "garden of three": gardens(3),
    "roundabout": rings(ROUNDABOUT),
    "trail": rings(TRAIL),
    "dag": built_in("dag", levels=st.integers(1, 9), branching=st.integers(1, 4), seed=st.integers(0, 10**6)),
    "tictactoe": built_in("tictactoe"),
    "nim": built_in("nim", heaps=st.sampled_from(["3", "1,2", "2,2,3", "1,1,1,1"]), misere=st.sampled_from(["yes", "no"])),
    "pig": built_in("pig", target=st.integers(2, 12)),
    "race": built_in("race", pile=st.integers(1, 12)),
    "knapsack": built_in("knapsack", things=st.integers(1, 8), percent=st.integers(0, 100), seed=st.integers(0, 10**6)),
}

if CHECKED:  # each problem is compiled again; the indices of the search depend on players, chance, cycles and transpositions alone
    STATES = {name: STATES[name] for name in ("garden of two", "roundabout", "trail")}

WITH_TABLE = ("garden of two",) if CHECKED else ("garden of two", "roundabout", "dag", "tictactoe")
"""Problems in mode `table` too. It is a second compilation of the whole search; other tests have it for these."""

OPTIONAL = dict(
    exploration=st.sampled_from([0.0, 0.3, 1.4]),
    fpu=st.sampled_from(["infinite", "value", "value-explored"]),
    fpu_value=st.sampled_from([0.0, 0.5, 1.1]),
    ucb2_alpha=st.sampled_from([0.05, 0.5]),
    epsilon=st.sampled_from([0.0, 0.3, 1.0]),
    epsilon_decay=st.sampled_from([0.0, 5.0]),
    smoothness=st.sampled_from([0.0, 1.0]),
    smoothness_decay=st.sampled_from([0.0, 0.9]),
    confidence=st.sampled_from([0.001, 1.0]),
    expand_threshold=st.sampled_from([0, 1, 3]),
    rave=st.sampled_from(["off", "mse", "aya", "hand"]),
    rave_bias=st.sampled_from([0.0, 1 / 3000, 0.1]),
    rave_equivalence=st.sampled_from([0.0, 20.0]),
    grave=st.sampled_from([0, 1, 10]),
    prior=st.sampled_from(["off", "horizon", "virtual", "bias"]),
    prior_horizon=st.sampled_from([0.0, 1.0, 4.0]),
    prior_bias=st.sampled_from([0.5, 2.0]),
    rave_exploration=st.sampled_from([0.0, 0.31]),
    shared_confidence=st.booleans(),
    widening=st.sampled_from(["off", "log", "narrow", "widest"]),
    widening_by_rave=st.booleans(),
    widening_slope=st.sampled_from([1.0, 2.972]),
    widening_scale=st.sampled_from([0.025, 0.5]),
    widening_least=st.sampled_from([1, 2]),
    grouping=st.sampled_from(["off", "given", "made"]),
    group_after=st.sampled_from([0, 8]),
    group_every=st.sampled_from([0, 16]),
    group_count=st.sampled_from([2, 3]),
    group_by=st.sampled_from(["value", "prior"]),
    group_layout=st.sampled_from(["together", "split"]),
    group_growth=st.sampled_from([1.0, 1.78]),
    group_of_all=st.booleans(),
    group_exploration=st.sampled_from([-1.0, 0.0, 1.0]),
    group_bias=st.sampled_from([0.0, 5.0]),
)


def settings_for(name):
    modes = MODES if name in WITH_TABLE or not COMPILING else [mode for mode in MODES if mode != "table"]
    return st.fixed_dictionaries(
        dict(mode=st.sampled_from(modes), select=st.sampled_from(RULES), solver=st.booleans()), optional=OPTIONAL
    )


@pytest.mark.parametrize("name", STATES)
@given(data=st.data(), seed=st.integers(0, 2**64 - 1))
def test_search_and_twin_build_the_same_graph(name, data, seed):
    run_both(data.draw(STATES[name]), SIMULATIONS, seed=seed, **data.draw(settings_for(name)))


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("rule", RULES)
def test_search_and_twin_agree_in_every_mode_with_every_rule(mode, rule):
    for seed in range(3):
        run_both(
            GARDENS[2].start(dice=3 * (seed % 2), seed=seed), SIMULATIONS, seed=seed, mode=mode, select=rule, expand_threshold=seed
        )


@given(name=st.sampled_from(sorted(STATES)), seed=st.integers(0, 2**64 - 1), data=st.data())
def test_search_and_twin_agree_after_a_move_was_played(name, seed, data):
    state = data.draw(STATES[name])
    search, twin = run_both(state, SIMULATIONS // 2, seed=seed, **data.draw(settings_for(name)))
    assume(not is_terminal(state))
    action = data.draw(st.sampled_from(legal_actions(state)))
    search.play(action)
    twin.play(action)
    assert_same_graph(search, twin)
    search.run(SIMULATIONS // 2)
    twin.run(SIMULATIONS // 2)
    assert_same_graph(search, twin)
