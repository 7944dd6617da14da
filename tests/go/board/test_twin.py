"""The fast board and the plain rules agree on everything observable after every move of random games."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.core.cache import CHECKED
from miai.core.kernels import COMPILING
from miai.go.board.board import new_board
from miai.go.rules import plain
from tests.go.board.pairs import Pair

pytestmark = pytest.mark.plain

THOROUGH = COMPILING and not CHECKED
GAMES_AN_EXAMPLE = {2: 10, 3: 3, 4: 1, 5: 1} if THOROUGH else {2: 2, 3: 1, 4: 1, 5: 1}
"""Number of games by size. Small boards are fast, and full of captures and repetitions."""

EVERY_SIZE = [2, 3, 4, 5, 9, 19] if COMPILING else range(2, 20)
"""Each size is compiled for itself; plain Python tries them all."""

RULES = dict(suicide=st.booleans(), ko=st.sampled_from(["simple", "positional", "situational"]), seed=st.integers(0, 2**32))


@given(size=st.integers(2, 5), **RULES)
def test_small_boards_agree_with_the_twin_on_every_point_after_every_move(size, suicide, ko, seed):
    for game in range(GAMES_AN_EXAMPLE[size]):
        pair, source = Pair(size, suicide, ko), random.Random(seed + game)
        for _ in range(3 * size * size):
            pair.compare_the_whole()
            pair.compare_points()
            pair.compare_score(source)
            pair.play_random_move(source)


@settings(max_examples=10 if THOROUGH else 2)
@given(size=st.sampled_from([size for size in EVERY_SIZE if size > 5]), **RULES)
def test_large_boards_agree_with_the_twin(size, suicide, ko, seed):
    """Colours, prisoners and hashes agree after every move; every point after some moves only, because the twin is slow."""
    pair, source = Pair(size, suicide, ko), random.Random(seed)
    count = source.randrange(20, 2 * size * size if THOROUGH else 60)
    for number in range(count):
        pair.compare_the_whole()
        if number % (count // 4 + 1) == 0:
            pair.compare_points()
            pair.compare_score(source)
        pair.play_random_move(source)


@pytest.mark.parametrize("size", EVERY_SIZE)
def test_the_empty_board_of_every_size_agrees_with_the_twin(size):
    Pair(size, False, "simple").compare_the_whole()


@pytest.mark.parametrize("size", [-1, 0, 1, 20])
def test_unsupported_sizes_are_rejected(size):
    with pytest.raises(ValueError, match="must be from 2 to 19"):
        new_board(size)


def test_the_twin_shares_no_code_with_the_board():
    origins = {getattr(value, "__module__", "") for value in vars(plain).values()}
    assert not any(origin.startswith(("miai.go.board", "miai.go.rules.scoring")) for origin in origins)
