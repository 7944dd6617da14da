"""Unconditional life: Benson's theorem, on known positions and against the twin."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.core.kernels import COMPILING
from miai.core.streams import new_stream
from miai.go.board.board import U64, new_board, point_at, size_of, to_position
from miai.go.board.eyes import POTENTIAL
from miai.go.board.set_up import board_of
from miai.go.notation.diagram import read_diagram
from miai.go.rules import plain
from miai.go.rules.random_game import random_game
from miai.go.tactics.life import unconditionally_alive
from tests.twins import go_rules

pytestmark = pytest.mark.plain


def alive_points(board) -> set:
    return {point_at(cell, size_of(board)) for cell in np.flatnonzero(unconditionally_alive(board))}


def twin_alive(position) -> set:
    return go_rules.unconditionally_alive(position, 1) | go_rules.unconditionally_alive(position, 2)


@settings(max_examples=60 if COMPILING else 10)
@given(size=st.sampled_from([3, 5, 7, 9] if COMPILING else [3, 5]), seed=st.integers(0, 2**32))
def test_random_positions_agree_with_the_twin(size, seed):
    board = new_board(size)
    random_game(board, new_stream(seed), U64(random.Random(seed).randrange(3 * size * size)), POTENTIAL)
    assert alive_points(board) == twin_alive(to_position(board))


def test_two_eyes_are_alive_and_one_is_not():
    position = read_diagram("""
        . X . X O
        X X X X O
        O O O O O
        . O X X X
        O O X . .
    """)
    assert alive_points(board_of(position)) == set(plain.chain_at(position, (1, 4)).stones)


def test_two_chains_that_share_two_eyes_are_alive_together():
    position = read_diagram("""
        . X . X .
        X . X . .
        . X . . .
        X . . . .
        . . . . .
    """)
    assert alive_points(board_of(position)) == twin_alive(position)


def test_an_empty_board_has_nothing_alive():
    assert alive_points(new_board(9)) == set()


def test_a_chain_with_a_dead_stone_in_its_eye_is_alive():
    position = read_diagram("""
        . O X . X .
        X X X X X .
        . . . . . .
        . . . . . .
        . . . . . .
        . . . . . .
    """)
    assert alive_points(board_of(position)) == twin_alive(position) != set()
