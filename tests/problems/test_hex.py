"""Hex, compared with a flood fill."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.problems import load
from miai.problems.contract import new_worker, random_play
from miai.problems.exact import solve_exactly
from miai.problems.hex import STRIDE, is_joined, place_stone
from miai.search.problem import is_terminal, play_out
from tests.problems.positions import after, rewards

pytestmark = pytest.mark.plain

NEIGHBOURS = ((-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0))


def joined_by_flood_fill(state, player):
    """Return whether stones of `player` join top and bottom (player 0) or left and right (player 1)."""
    size = int(state.side)
    board = state.owner.reshape(STRIDE, STRIDE)[1 : size + 1, 1 : size + 1]
    own = {(row, column) for row in range(size) for column in range(size) if board[row, column] == player}
    along = 0 if player == 0 else 1
    reached = {cell for cell in own if cell[along] == 0}
    waiting = list(reached)
    while waiting:
        row, column = waiting.pop()
        for down, right in NEIGHBOURS:
            cell = (row + down, column + right)
            if cell in own and cell not in reached:
                reached.add(cell)
                waiting.append(cell)
    return any(cell[along] == size - 1 for cell in reached)


@given(size=st.integers(1, 11), seed=st.integers(0, 2**32))
def test_the_boundary_walk_agrees_with_the_flood_fill(size, seed):
    for state, _ in random_play(load("hex").start(size), seed):
        for player in (0, 1):
            assert bool(is_joined(state, player)) == joined_by_flood_fill(state, player)
        assert bool(is_terminal(state)) == (joined_by_flood_fill(state, 0) or joined_by_flood_fill(state, 1))


@given(size=st.integers(1, 11), stones=st.permutations(range(121)), count=st.integers(0, 121))
def test_the_boundary_walk_agrees_with_the_flood_fill_on_any_stones(size, stones, count):
    state = load("hex").start(size)
    for cell in [cell for cell in stones if cell < size * size][:count]:
        place_stone(state, cell)
    assert [bool(is_joined(state, player)) for player in (0, 1)] == [joined_by_flood_fill(state, player) for player in (0, 1)]


@given(size=st.integers(1, 11), seed=st.integers(0, 2**32))
def test_a_full_board_has_exactly_one_winner(size, seed):
    problem = load("hex")
    state = problem.start(size)
    play_out(state, new_worker(problem, seed))
    assert int(state.moves) == size * size
    assert [joined_by_flood_fill(state, player) for player in (0, 1)] == [bool(each) for each in rewards(state)]
    assert sum(rewards(state)) == 1.0


@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_first_player_wins_small_boards(size):
    assert solve_exactly(load("hex").start(size)).value == (1.0, 0.0)


def test_the_winning_openings_on_3x3_are_the_short_diagonal_and_its_neighbours():
    state = load("hex").start(3)
    names = [load("hex").action_text(state, action) for action in solve_exactly(state).best_actions(state)]
    assert "b2" in names
    assert "a1" not in names and "c3" not in names


def test_a_straight_line_wins():
    assert rewards(after("hex", "b1 a1 b2 a2 b3", "size=3")) == (1.0, 0.0)
    assert rewards(after("hex", "a1 a2 b1 b2 a3 c2", "size=3")) == (0.0, 1.0)


def test_a_playout_does_not_change_a_won_state():
    state = after("hex", "b1 a1 b2 a2 b3", "size=3")
    before = state.tobytes()
    play_out(state, new_worker(load("hex"), seed=0))
    assert state.tobytes() == before


@pytest.mark.parametrize("size", [0, 12, -1])
def test_the_error_about_a_wrong_size_is_one_line(size):
    with pytest.raises(UserError, match="size must be from 1 to 11"):
        load("hex").start(size)
