"""Nim, compared with the theorem of Bouton (1901)."""

import functools
import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.problems import load
from miai.problems.exact import solve_exactly
from tests.problems.positions import after, legal_texts, reachable, rewards

pytestmark = pytest.mark.plain


def first_player_wins(heaps, misere):
    """Return the winner by Bouton (1901): by the exclusive or of the heaps; in misère play reversed once no heap exceeds one."""
    nim_sum = functools.reduce(operator.xor, heaps)
    return (nim_sum == 0) if misere and max(heaps) <= 1 else (nim_sum != 0)


@given(heaps=st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any), misere=st.booleans())
def test_exact_values_agree_with_the_theorem(heaps, misere):
    state = load("nim").start(heaps=heaps, misere=misere)
    solution = solve_exactly(state)
    assert solution.value[0] == float(first_player_wins(heaps, misere))


@pytest.mark.parametrize("misere", [False, True])
def test_every_position_of_3_4_5_agrees_with_the_theorem(misere):
    start = load("nim").start(heaps=(3, 4, 5), misere=misere)
    solution = solve_exactly(start)
    for key, state in reachable(start).items():
        heaps, player = [int(heap) for heap in state.heaps], int(state.player)
        expected = first_player_wins(heaps, misere) if any(heaps) else misere
        assert solution.values[key][player] == float(expected)


def test_an_action_is_a_heap_and_a_number():
    assert legal_texts(after("nim", "", "heaps=2,0,1")) == ["a1", "a2", "c1"]


def test_the_player_who_takes_the_last_wins_or_in_misere_loses():
    assert rewards(after("nim", "a1", "heaps=1")) == (1.0, 0.0)
    assert rewards(after("nim", "a1", "heaps=1", "misere=yes")) == (0.0, 1.0)


@pytest.mark.parametrize("heaps", ["", "0", "0,0", "32", "-1", "1,2,3,4,5,6,7,8,9", "a", "1.5", None, 5])
def test_the_error_about_impossible_heaps_is_one_line(heaps):
    with pytest.raises(UserError, match="heaps"):
        load("nim").start(heaps=heaps)
