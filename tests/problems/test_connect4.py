"""Connect four, compared with brute force on the drawn board."""

import functools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from miai.core.errors import UserError
from miai.core.kernels import COMPILING
from miai.problems import load
from miai.problems.contract import random_play
from miai.search.problem import is_terminal, position_key
from tests.problems.positions import after, legal_texts, rewards

SIZES = st.tuples(st.integers(1, 16), st.integers(1, 15)).filter(lambda size: size[0] * (size[1] + 1) <= 64)


def four_in_a_row(picture, mark):
    """Return whether the drawn board, a list of rows, has four of `mark` in a line; tries every cell and direction."""
    cells = {(row, column) for row, line in enumerate(picture) for column, each in enumerate(line) if each == mark}
    directions = ((0, 1), (1, 0), (1, 1), (1, -1))
    return any(all((r + i * d, c + i * e) in cells for i in range(4)) for r, c in cells for d, e in directions)


def picture_of(state):
    return [line.split() for line in load("connect4").state_text(state).splitlines()[1:]]


@pytest.mark.plain
@given(size=SIZES, seed=st.integers(0, 2**32))
def test_wins_agree_with_brute_force(size, seed):
    width, height = size
    for state, _ in random_play(load("connect4").start(width, height), seed):
        picture = picture_of(state)
        winners = [four_in_a_row(picture, mark) for mark in "XO"]
        is_full = all(each != "." for each in picture[0])
        assert bool(is_terminal(state)) == (any(winners) or is_full)
        if is_terminal(state):
            assert rewards(state) == ((0.5, 0.5) if not any(winners) else (float(winners[0]), float(winners[1])))


@pytest.mark.plain
@given(size=SIZES, seed=st.integers(0, 2**32))
def test_a_column_is_legal_until_it_is_full(size, seed):
    for state, _ in random_play(load("connect4").start(*size), seed):
        open_columns = [str(column + 1) for column, mark in enumerate(picture_of(state)[0]) if mark == "."]
        assert is_terminal(state) or legal_texts(state) == open_columns


@pytest.mark.plain
def test_a_line_does_not_continue_in_the_next_column():
    state = after("connect4", "1 2 1 2 2 1 2 1 2 1 1 2")  # two full columns, X and O mixed at the top
    assert not is_terminal(state)


@pytest.mark.plain
@pytest.mark.parametrize("moves", ["1 2 1 2 1 2 1", "1 1 2 2 3 3 4", "1 2 2 3 3 4 3 4 4 7 4", "7 6 6 5 5 4 5 4 4 1 4"])
def test_columns_rows_and_both_diagonals_win(moves):
    assert rewards(after("connect4", moves)) == (1.0, 0.0)


@pytest.mark.plain
def test_boards_of_different_size_have_different_keys():
    boards = [load("connect4").start(width, height) for width in range(1, 9) for height in range(1, 8)]
    assert len({int(position_key(board)) for board in boards}) == len(boards)


@pytest.mark.plain
@pytest.mark.parametrize("size", [(0, 4), (4, 0), (17, 1), (9, 7), (8, 8), (1, 64), (-1, -1)])
def test_the_error_about_a_board_that_does_not_fit_is_one_line(size):
    with pytest.raises(UserError, match="width must be from 1 to 16"):
        load("connect4").start(*size)


def negamax(own, other, width, height, low, high, known):
    """Return the value for the player to act: 1 win, 0 draw, -1 loss. Alpha-beta over sets of cells, with a table."""
    empty = [
        next((row for row in range(height) if not (own | other) >> (column * height + row) & 1), None) for column in range(width)
    ]
    moves = [(column, row) for column, row in enumerate(empty) if row is not None]
    if not moves:
        return 0
    lowest, highest = known.get((own, other), (-1, 1))
    low, high = max(low, lowest), min(high, highest)
    if low >= high:
        return low if lowest >= high else highest
    best = -1
    for column, row in moves:
        stones = own | 1 << (column * height + row)
        is_won = any(line & stones == line for line in lines_through(column, row, width, height))
        value = 1 if is_won else -negamax(other, stones, width, height, -high, -max(low, best), known)
        best = max(best, value)
        if best >= high:
            break
    if best < high:
        known[own, other] = (lowest, best) if best <= low else (best, best)
    else:
        known[own, other] = (best, highest)
    return best


@functools.cache
def lines_through(column, row, width, height):
    found = []
    for d, e in ((0, 1), (1, 0), (1, 1), (1, -1)):
        for first in range(-3, 1):
            cells = [(column + d * i, row + e * i) for i in range(first, first + 4)]
            if all(0 <= c < width and 0 <= r < height for c, r in cells):
                found.append(sum(1 << (c * height + r) for c, r in cells))
    return found


@pytest.mark.skipif(not COMPILING, reason="the solver of the test is plain Python anyway")
@pytest.mark.parametrize("width, height", [(4, 4), (5, 4)])
def test_boards_of_4x4_and_5x4_are_draws(width, height):
    assert negamax(0, 0, width, height, -1, 1, {}) == 0
