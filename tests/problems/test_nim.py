"""Nim, beside Bouton's theorem."""

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
    """Bouton, 1901: by the exclusive or of the heaps; in misère play the other way round once no heap is larger than one."""
    nim_sum = functools.reduce(operator.xor, heaps)
    return (nim_sum == 0) if misere and max(heaps) <= 1 else (nim_sum != 0)


@given(heaps=st.lists(st.integers(0, 4), min_size=1, max_size=3).filter(any), misere=st.booleans())
def test_exact_values_are_those_of_the_theorem(heaps, misere):
    state = load("nim").start(heaps=heaps, misere=misere)
    solution = solve_exactly(state)
    assert solution.value[0] == float(first_player_wins(heaps, misere))


@pytest.mark.parametrize("misere", [False, True])
def test_every_position_of_3_4_5_has_the_value_of_the_theorem(misere):
    start = load("nim").start(heaps=(3, 4, 5), misere=misere)
    solution = solve_exactly(start)
    for key, state in reachable(start).items():
        heaps, player = [int(heap) for heap in state.heaps], int(state.player)
        expected = first_player_wins(heaps, misere) if any(heaps) else misere
        assert solution.values[key][player] == float(expected)


def test_actions_are_a_heap_and_a_number():
    assert legal_texts(after("nim", "", "heaps=2,0,1")) == ["a1", "a2", "c1"]


def test_who_takes_the_last_wins_or_in_misere_loses():
    assert rewards(after("nim", "a1", "heaps=1")) == (1.0, 0.0)
    assert rewards(after("nim", "a1", "heaps=1", "misere=yes")) == (0.0, 1.0)


@pytest.mark.parametrize("heaps", ["", "0", "0,0", "32", "-1", "1,2,3,4,5,6,7,8,9", "a", "1.5", None, 5])
def test_impossible_heaps_are_told_in_one_line(heaps):
    with pytest.raises(UserError, match="heaps"):
        load("nim").start(heaps=heaps)
