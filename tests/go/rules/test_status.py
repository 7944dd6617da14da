"""Estimates of dead stones: clear cases are right, seki stays, and one seed gives one answer."""

from __future__ import annotations

import numpy as np
import pytest

from miai.core.kernels import COMPILING
from miai.go.board.board import U64, cell_at
from miai.go.board.set_up import board_of
from miai.go.notation.coordinates import BLACK, WHITE, Point
from miai.go.notation.diagram import read_diagram, read_marked_diagram
from miai.go.notation.position import Position
from miai.go.rules.game import Game
from miai.go.rules.status import StatusEstimate, estimate_status
from miai.go.tactics.self_atari import is_bad_self_atari, is_self_atari
from tests.go.board.test_known_positions import SEKI

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

GAMES = 200 if COMPILING else 10


def status_of(diagram: str) -> tuple[StatusEstimate, Position]:
    position = read_diagram(diagram)
    return estimate_status(board_of(position), seed=1, games=GAMES), position


def test_living_walls_are_alive_and_a_lone_invader_is_dead():
    status, position = status_of("""
        . . . X O . . . .
        . O . X O . . X .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
        . . . X O . . . .
    """)
    assert status.dead == {(1, 7), (7, 7)}
    assert status.alive == (position.black | position.white) - status.dead and not status.seki


def test_the_two_chains_of_a_seki_are_in_seki_and_nothing_is_dead():
    status, _ = status_of(SEKI)
    assert not status.dead
    inner = {(1, 0), (1, 1), (1, 2), (1, 3), (2, 2), (2, 3), (3, 0), (3, 1), (3, 2), (3, 3)}
    assert status.seki == inner


def test_ownership_is_one_for_certain_points():
    status, position = status_of("""
        . X . X O
        X X X X O
        O O O O O
        O . O . O
        O O O O O
    """)
    assert not status.dead and status.alive == position.black | position.white
    assert all(status.ownership[cell_at(point, 5)] == 1 for point in position.black)
    assert all(status.ownership[cell_at(point, 5)] == -1 for point in position.white)


def test_one_seed_gives_one_answer_and_the_board_is_not_changed():
    board = board_of(read_diagram(SEKI))
    before = board.tobytes()
    one, two = (estimate_status(board, seed=7, games=10) for _ in range(2))
    assert np.array_equal(one.ownership, two.ownership) and one.dead == two.dead
    assert board.tobytes() == before


def test_an_estimate_after_two_passes_still_plays_the_games():
    game = Game(5)
    for move in ("C3", "pass", "pass"):
        game.play(move)
    assert game.is_terminal and abs(game.estimate(1, 10).ownership).sum() > 0


def test_an_estimate_without_games_is_rejected():
    with pytest.raises(ValueError, match="at least one game"):
        estimate_status(Game(5).board, seed=1, games=0)


def self_ataris(diagram: str, color: int) -> dict[str, tuple[bool, bool]]:
    drawing = read_marked_diagram(diagram)
    board = board_of(drawing.position, color)

    def judge(point: Point) -> tuple[bool, bool]:
        cell = cell_at(point, drawing.position.size)
        return bool(is_self_atari(board, cell, U64(color))), bool(is_bad_self_atari(board, cell, U64(color)))

    return {mark: judge(point) for mark, point in drawing.marks.items()}


def test_filling_a_shared_liberty_is_a_bad_self_atari():
    for color in (BLACK, WHITE):
        assert set(self_ataris(SEKI, color).values()) == {(True, True)}


def test_one_and_two_stones_may_be_thrown_in():
    found = self_ataris(
        """
        . . . . . .
        . . . . . .
        . . . . . .
        X X X X X X
        . X X a O X
        b X X X . X
        """,
        WHITE,
    )
    assert found == {"a": (True, False), "b": (True, False)}


def test_suicide_is_no_self_atari():
    found = self_ataris(
        """
        . . . .
        . . . .
        X X . .
        a X . .
        """,
        WHITE,
    )
    assert found == {"a": (False, False)}


@pytest.mark.parametrize(
    "row, is_bad",
    [("X a O . X X X", False), ("X O a O . X X", False), ("X a O O O . X", True), ("X O a O O . X", True)],
)
def test_three_in_a_row_kill_and_four_do_not(row, is_bad):
    diagram = f"""
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        X X X X X X X
        {row}
    """
    assert self_ataris(diagram, WHITE)["a"] == (True, is_bad)


def test_a_pyramid_kills_and_a_capture_is_no_self_atari():
    pyramid = """
        . . . . . . .
        . . . . . . .
        . X X X . . .
        X X . X X . .
        X O a O X . .
        X X O X X . .
        . X X X . . .
    """
    assert self_ataris(pyramid, WHITE)["a"] == (True, False)
    capture = """
        . O . .
        O X O .
        O a X O
        . O O .
    """
    assert self_ataris(capture, WHITE)["a"] == (False, False)
