"""Pig, compared with the equations of Neller and Presser (2004)."""

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.problems.exact import solve_exactly
from tests.problems.positions import after, legal_texts, reachable, rewards

PRECISION = 1e-10


def winning_chances(target):
    """Return P[i, j, k], the probability that the player to act wins, with i banked, j banked by the other, and k in this turn.

    Neller and Presser (2004): P = max(roll, hold), hold = 1 - P[j, i + k, 0], roll = (1 - P[j, i, 0] + sum of P[i, j, k + face])
    / 6; from i + k = target on the game is won. At k = 0 the player has to roll. Iterated, a whole turn at a time, until nothing
    changes.
    """
    chances = np.ones((target, target, target + 6))
    banked = np.add.outer(np.arange(target), np.arange(target + 6))
    chances[np.broadcast_to((banked < target)[:, None, :], chances.shape)] = 0.5
    own = np.arange(target)
    change = 1.0
    while change > PRECISION:
        before = chances[:, :, 0].copy()
        for turn in range(target - 1, -1, -1):
            rows = own[own + turn < target]
            roll = (1 - before.T + sum(chances[:, :, turn + face] for face in range(2, 7)))[rows] / 6
            hold = 1 - before.T[rows + turn] if turn else 0.0
            chances[rows, :, turn] = np.maximum(roll, hold)
        change = abs(chances[:, :, 0] - before).max()
    return chances


@pytest.mark.plain
@pytest.mark.parametrize("target", [2, 5, 10 if COMPILING else 6])
def test_exact_values_satisfy_the_equations(target):
    start = load("pig").start(target)
    solution, chances = solve_exactly(start), winning_chances(target)
    compared = 0
    for state in reachable(start).values():
        if not state.is_rolling and max(state.score) < target:
            player = int(state.player)
            own, other = int(state.score[player]), int(state.score[1 - player])
            assert solution.value_of(state)[player] == pytest.approx(chances[own, other, int(state.turn)], abs=1e-8)
            compared += 1
    assert compared >= target


def test_with_target_100_the_first_player_wins_0_5306():
    assert winning_chances(100)[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)


@pytest.mark.plain
def test_a_one_loses_the_turn_but_not_the_banked_points():
    state = after("pig", "roll 4 hold roll 2 hold roll 6 roll 1")
    assert [int(points) for points in state.score] == [4, 2]
    assert (int(state.player), int(state.turn)) == (1, 0)


@pytest.mark.plain
def test_a_turn_begins_with_a_roll():
    assert legal_texts(after("pig")) == ["roll"]
    assert legal_texts(after("pig", "roll")) == ["1", "2", "3", "4", "5", "6"]
    assert legal_texts(after("pig", "roll 3")) == ["roll", "hold"]


@pytest.mark.plain
def test_a_roll_that_reaches_the_target_wins_at_once():
    assert rewards(after("pig", "roll 6 roll 4", "target=10")) == (1.0, 0.0)
    assert rewards(after("pig", "roll 1 roll 6 hold roll 1 roll 5", "target=10")) == (0.0, 1.0)


@pytest.mark.plain
@pytest.mark.parametrize("target", [1, 0, -3, 1001])
def test_the_error_about_a_wrong_target_is_one_line(target):
    with pytest.raises(UserError, match="target must be from 2 to 1000"):
        load("pig").start(target)
