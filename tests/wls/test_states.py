"""Win/loss states against the exact twin, and the conditions and examples of Basaldúa (2013), section 4.5."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.core.kernels import kernel
from miai.wls import WinLossStates
from miai.wls.tables import after_result, wls_tables
from tests.twins.win_loss_states import Proportion, after, in_order

pytestmark = pytest.mark.plain

ENDS = (1, 2, 3, 4, 7, 10, 16, 21)
JUMPS = (None, Fraction(1), Fraction(13, 10))
CASES = [(end, jump) for end in ENDS for jump in JUMPS if jump is None or jump <= 2 - Fraction(2, end + 1)]
"""A short scale has no room for a long jump: longer ones are refused."""


def twin_of(states: WinLossStates) -> list[Proportion]:
    return in_order(states.end, Fraction(states.z) ** 2)


@pytest.mark.parametrize(("end", "jump"), CASES)
def test_order_and_updates_equal_those_of_the_exact_twin(end, jump):
    states = WinLossStates(end, None if jump is None else float(jump))
    twin = twin_of(states)
    assert [(int(n), int(m)) for n, m in zip(states.wins, states.updates, strict=True)][1:] == [(s.n, s.m) for s in twin]
    for number, state in enumerate(twin, 1):
        for won, table in ((True, states.win), (False, states.loss)):
            there = after(twin, state, won, end, jump)
            assert int(table[number]) == states.state(there.n, there.m), (state, won)


@given(end=st.integers(1, 40), share=st.floats(0, 0.99), z=st.floats(0.1, 4))
def test_a_win_is_never_worse_and_a_loss_never_better(end, share, z):
    states = WinLossStates(end, jump=share * (2 - 2 / (end + 1)), z=z)
    here = np.arange(1, states.count)
    assert (states.win[1:-1] > here[:-1]).all() and states.win[-1] == here[-1]
    assert (states.loss[2:] < here[1:]).all() and states.loss[1] == 1


@given(results=st.lists(st.booleans(), max_size=21))
def test_before_the_end_of_scale_counts_are_exact(results):
    states = WinLossStates()
    state = 0
    for won in results:
        state = int(states.update(state, won))
    assert (states.wins[state], states.updates[state]) == (sum(results), len(results))


def test_evidence_grows_with_the_number_of_results():
    states = WinLossStates()
    for_it = [states.state(3 * k, 4 * k) for k in range(1, 6)]
    against = [states.state(k, 4 * k) for k in range(1, 6)]
    assert for_it == sorted(for_it) and against == sorted(against, reverse=True)


def test_with_k_one_a_loss_at_the_best_state_leads_to_ten_of_ten():
    states = WinLossStates(jump=1.0)
    assert int(states.loss[states.state(21, 21)]) == states.state(10, 10)
    assert int(states.win[states.state(0, 21)]) == states.state(0, 10)


def test_up_to_an_end_of_21_a_state_is_a_byte():
    assert (WinLossStates(21).count, WinLossStates(21).dtype) == (253, np.uint8)
    assert WinLossStates(22).dtype == np.uint16


def test_wins_and_losses_mirror_each_other():
    states = WinLossStates()
    for n in range(22):
        there, mirrored = states.win[states.state(n, 21)], states.loss[states.state(21 - n, 21)]
        share = states.proportion([there, mirrored])
        assert states.updates[there] == states.updates[mirrored]
        assert share[0] + share[1] == pytest.approx(1, abs=0.5 / 7)


@pytest.mark.parametrize(("proportion", "state"), [(0.5, (1, 2)), (0.0, (0, 1)), (1.0, (1, 1)), (0.625, (5, 8)), (2 / 3, (2, 3))])
def test_a_threshold_is_the_nearest_state_with_the_fewest_results(proportion, state):
    states = WinLossStates()
    assert states.threshold(proportion) == states.state(*state)


def test_at_least_half_is_above_the_threshold_of_a_half_and_less_is_below():
    states = WinLossStates()
    above = np.arange(states.count) >= states.threshold(0.5)
    assert (above[1:] == (2 * states.wins >= states.updates)[1:]).all() and not above[0]


@kernel
def count_results(tables, memory, index, results):
    for i in range(results.size):
        memory[index] = after_result(tables, memory[index], results[i])


def test_kernels_update_single_bytes_as_arrays_do():
    states = WinLossStates()
    results = np.random.default_rng(1).integers(0, 2, 400).astype(np.int64)
    memory, plain = np.zeros(3, np.uint8), 0
    count_results(wls_tables(states), memory, 1, results)
    for won in results:
        plain = int(states.update(plain, bool(won)))
    assert list(memory) == [0, plain, 0]


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ({"end": 0}, "end of scale must be a whole number from 1 to 2000, not 0"),
        ({"end": 2.5}, "end of scale must be a whole number"),
        ({"end": 1, "jump": 1.3}, "jump must be a number from 0 to 1, not 1.3"),
        ({"jump": 2.0}, "jump must be a number from 0 to 1.90909, not 2.0"),
        ({"z": -1}, "z must be a number"),
        ({"middle": 1.5}, "middle must be a number from 0 to 1"),
    ],
)
def test_wrong_values_are_refused_in_one_line(wrong, reason):
    with pytest.raises(UserError, match=reason):
        WinLossStates(**wrong)


def test_an_unknown_state_is_refused():
    with pytest.raises(UserError, match="unknown state 3/2"):
        WinLossStates().state(3, 2)


def test_the_rounded_quartile_gives_the_same_states_as_the_exact_one():
    exact, rounded = WinLossStates(), WinLossStates(z=0.67449)
    for name in ("wins", "updates", "win", "loss"):
        assert (getattr(exact, name) == getattr(rounded, name)).all()


def test_a_wide_interval_changes_28_of_the_44_updates_at_the_end_of_scale():
    changed = 0
    for n in range(22):
        for name in ("win", "loss"):
            narrow, wide = (
                (int(each.wins[there]), int(each.updates[there]))
                for each in (WinLossStates(), WinLossStates(z=1.96))
                for there in [getattr(each, name)[each.state(n, 21)]]
            )
            changed += narrow != wide
    assert changed == 28


@pytest.mark.parametrize(("n", "after_win", "after_loss"), [(21, (21, 21), (7, 7)), (11, None, None), (0, (0, 7), (0, 21))])
def test_updates_at_the_end_of_scale_worked_by_hand(n, after_win, after_loss):
    # m' = 21 - round(1.3 |n - 10.5|): 21 - 14 = 7 at both ends
    states = WinLossStates()
    for table, wanted in ((states.win, after_win), (states.loss, after_loss)):
        there = int(table[states.state(n, 21)])
        if wanted is not None:
            assert (states.wins[there], states.updates[there]) == wanted
        else:
            assert states.updates[there] == 20  # 21 - round(0.65)
