"""Tic-tac-toe."""

import pytest

from miai.problems.exact import solve_exactly
from miai.problems.tictactoe import PROBLEM
from miai.search.problem import is_terminal
from tests.problems.positions import after, rewards

pytestmark = pytest.mark.plain


@pytest.fixture(scope="module")
def solution():
    return solve_exactly(after("tictactoe"))


def test_tictactoe_has_5478_positions_and_is_a_draw(solution):
    assert len(solution.positions) == 5478
    assert solution.value == (0.5, 0.5)


def test_the_centre_is_the_only_answer_to_a_corner(solution):
    state = after("tictactoe", "a1")
    assert [PROBLEM.action_text(state, action) for action in solution.best_actions(state)] == ["b2"]


@pytest.mark.parametrize(
    "moves, result",
    [
        ("a1 a2 b1 b2 c1", (1.0, 0.0)),
        ("a1 b1 a2 b2 a3", (1.0, 0.0)),
        ("a1 b1 b2 c1 c3", (1.0, 0.0)),
        ("a1 c1 b1 b2 c3 a3", (0.0, 1.0)),
        ("a1 b1 c1 b2 a2 c2 b3 a3 c3", (0.5, 0.5)),
    ],
)
def test_rows_columns_and_diagonals_win(moves, result):
    assert rewards(after("tictactoe", moves)) == result


def test_two_in_a_row_are_not_enough():
    assert not is_terminal(after("tictactoe", "a1 b1 a2 b2"))


def test_the_board_is_drawn_with_coordinates():
    assert PROBLEM.state_text(after("tictactoe", "a1 b2 c3")) == "   a b c\n 1 X . .\n 2 . O .\n 3 . . X"
