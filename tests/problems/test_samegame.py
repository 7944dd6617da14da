"""SameGame: moves, falling stones and points, on drawn boards."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.problems import load, start_state
from miai.search.problem import action_code, apply_action, is_terminal, legal_actions, problem_of, reward

pytestmark = pytest.mark.plain


def board(*rows: str):
    return start_state(load("samegame"), [f"board={'/'.join(rows)}"])


def play(state, *texts: str):
    for text in texts:
        apply_action(state, np.int32(problem_of(state).parse_action(state, text)))
    return state


def drawn(state) -> list[str]:
    return problem_of(state).state_text(state).splitlines()[1:]


def test_stones_fall_and_empty_columns_close_up():
    state = board("213", "112", "112")
    assert [problem_of(state).action_text(state, action) for action in legal_actions(state)] == ["a1", "c1"]
    assert drawn(play(state, "a1")) == [".3.", ".2.", "22."]


def test_a_removed_group_leaves_what_was_above_it():
    assert drawn(play(board("121", "121", "333"), "a1")) == ["...", "121", "121"]


def test_a_group_of_n_is_worth_n_minus_2_squared():
    assert int(play(board("111", "223"), "a2").score) == 1
    assert int(play(board("1111", "1112"), "a1").score) == 25


def test_a_cleared_board_is_worth_1000_more():
    state = play(board("11", "22"), "a1", "a1")
    assert is_terminal(state) and float(reward(state, 0)) == 1000


def test_what_is_left_is_subtracted_by_colour():
    state = board("121", "313", "121")
    assert is_terminal(state)
    assert float(reward(state, 0)) == -((5 - 2) ** 2)  # five of colour 1; two each of 2 and 3 cost nothing


def test_a_code_is_of_the_stones_and_not_of_the_rest_of_the_board():
    first, second = board("123", "114"), board("124", "113")
    codes = [int(action_code(each, np.int32(legal_actions(each)[0]))) for each in (first, second)]
    assert codes[0] == codes[1]
    assert int(action_code(board("123", "111"), np.int32(0))) != codes[0]


@pytest.mark.parametrize("options", [["width=16"], ["colours=0"], ["board=12/3"], ["board=ab/cd"]])
def test_bad_boards_are_refused(options):
    with pytest.raises(UserError, match="samegame"):
        start_state(load("samegame"), options)
