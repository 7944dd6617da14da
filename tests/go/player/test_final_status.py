"""The final status of a position by two searches."""

from __future__ import annotations

import numpy as np
import pytest

from miai.go.board.board import cell_at
from miai.go.notation.coordinates import BLACK, from_vertex
from miai.go.notation.diagram import read_diagram
from miai.go.player.final_status import combine_ownership, judge_final_status
from miai.go.rules.game import Game

pytestmark = pytest.mark.plain

CORNER = """
    O O O .
    O O X X
    O . X O
    O O O O
"""
"""Black's three stones and White's chain share two liberties."""


def judged(black_first: dict[str, float], white_first: dict[str, float]):
    """Return the status by two searches with these owners of some points; all others are White's."""
    game = Game.from_position(read_diagram(CORNER), BLACK, "chinese", 0.5)
    found = []
    for owners in (black_first, white_first):
        ownership = np.full(game.board.color.size, -1.0)
        for vertex, value in owners.items():
            ownership[int(cell_at(from_vertex(vertex, 4), 4))] = value
        found.append(ownership)
    return judge_final_status(game, combine_ownership(game.board, *found))


def stones(*vertices: str) -> set:
    return {from_vertex(vertex, 4) for vertex in vertices}


def test_stones_that_die_only_if_their_own_colour_moves_first_are_alive():
    final_status = judged({}, dict.fromkeys(("C3", "D3", "C2"), 1.0))
    assert not stones("C3", "D3", "C2") & final_status.dead


def test_points_that_both_lose_by_moving_first_are_neutral_and_make_a_seki():
    seki = dict.fromkeys(("C3", "D3", "C2"), 1.0)
    final_status = judged({"B2": -1.0, "D4": -1.0}, {**seki, "B2": 0.4, "D4": 0.4})
    assert final_status.seki >= stones("C3", "D3", "C2", "B4", "B3")


def test_stones_that_die_if_the_opponent_moves_first_have_the_mean_ownership():
    black = ("C3", "D3", "C2")
    assert stones(*black) <= judged(dict.fromkeys(black, 0.5), {}).dead
    assert not stones(*black) & judged(dict.fromkeys(black, 1.0), dict.fromkeys(black, -0.5)).dead
