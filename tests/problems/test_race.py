"""The race of three players."""

import pytest

from miai.problems.exact import solve_exactly
from tests.problems.positions import after, rewards

pytestmark = pytest.mark.plain


def test_the_last_player_gets_1_and_the_one_before_a_half():
    assert rewards(after("race", "3 3 3 1")) == (1.0, 0.0, 0.5)
    assert rewards(after("race", "1", "pile=1")) == (1.0, 0.0, 0.5)
    assert rewards(after("race", "1 1", "pile=2")) == (0.5, 1.0, 0.0)


def ranks(pile):
    """Return the rewards of (the player to act, the next, the third), from the definition."""
    if pile == 0:
        return 0.0, 0.5, 1.0  # the player before took the last stone
    options = [ranks(pile - taken) for taken in range(1, min(3, pile) + 1)]
    return max((third, first, second) for first, second, third in options)


@pytest.mark.parametrize("pile", range(1, 15))
def test_exact_values_follow_from_the_definition(pile):
    assert solve_exactly(after("race", "", f"pile={pile}")).value == ranks(pile)
