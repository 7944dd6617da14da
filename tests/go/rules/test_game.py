"""The game in Python: moves, reasons for illegal ones, undo, handicap, scores."""

from __future__ import annotations

import pytest

from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.notation.diagram import read_diagram
from miai.go.notation.position import Position
from miai.go.rules.game import Game
from miai.go.rules.illegal_moves import IllegalMove

pytestmark = pytest.mark.plain

FINISHED = """
    . X . O .
    X X O O O
    . X X O .
    X X O O O
    . X O . O
"""
"""Black has 8 stones and 4 points; White has 11 stones and 4 points; none is neutral."""


def test_moves_are_points_or_vertices_or_pass():
    game = Game(9)
    for move in ((2, 2), "G7", "pass", "PASS"):
        game.play(move)
    assert game.moves == [(BLACK, (2, 2)), (WHITE, (6, 6)), (BLACK, "pass"), (WHITE, "pass")]
    assert game.is_terminal and game.to_play == BLACK


@pytest.mark.parametrize("move", ["Z9", "A10", "I5", "resign", (9, 0), (-1, 3), ""])
def test_wrong_moves_are_rejected(move):
    with pytest.raises(ValueError):  # noqa: PT011
        Game(9).play(move)


def test_an_illegal_move_changes_nothing_and_gives_the_reason():
    game = Game(9)
    game.play("E5")
    before = game.board.tobytes()
    with pytest.raises(IllegalMove, match="white E5 is illegal: occupied") as caught:
        game.play("E5")
    assert caught.value.reason == "occupied" and game.board.tobytes() == before and len(game.moves) == 1


def test_colours_need_not_alternate():
    game = Game(9)
    game.play("A1", WHITE)
    game.play("B1", WHITE)
    assert game.color_at((1, 0)) == WHITE and game.to_play == BLACK


def test_nothing_can_be_taken_back_at_the_start():
    with pytest.raises(ValueError, match="no move to take back"):
        Game(9).undo()


def test_a_copied_game_is_independent():
    game = Game(9)
    game.play("A1")
    twin = game.copy()
    twin.play("B2")
    twin.undo()
    twin.undo()
    game.play("C3")
    assert len(game.moves) == 2 and twin.moves == [] and game.hash != twin.hash


def test_a_long_game_keeps_all_positions():
    game = Game(9, "chinese")
    for _ in range(200):
        game.play("pass")
    assert len(game.moves) == 200
    game.undo()
    assert len(game.moves) == 199


def test_handicap_stones_are_blacks_and_white_plays_next():
    game = Game(9, "chinese")
    assert len(game.place_fixed_handicap(4)) == 4
    assert len(game.position.black) == 4 and game.to_play == WHITE and game.handicap == 4
    assert game.score() == 81 - 7.5 - 4
    game.play("E5")
    game.undo()
    assert len(game.position.black) == 4


@pytest.mark.parametrize(
    "points, problem", [([(2, 2), (2, 2)], "two handicap stones"), ([(2, 2)], "from 2 to 80"), ([(9, 9), (1, 1)], "not on a board")]
)
def test_wrong_handicap_is_rejected(points, problem):
    with pytest.raises(ValueError, match=problem):
        Game(9).place_handicap(points)


def test_handicap_comes_before_the_first_move():
    game = Game(9)
    game.play("A1")
    with pytest.raises(ValueError, match="before the first move"):
        game.place_fixed_handicap(2)


def test_area_counts_stones_and_surrounded_points():
    game = Game.from_position(read_diagram(FINISHED), rules="chinese", komi=0.5)
    black, white = len(game.position.black) + 3, len(game.position.white) + 3
    assert game.score() == black - white - 0.5
    assert game.result() == f"W+{white - black + 0.5:g}"


def test_territory_counts_points_and_prisoners():
    game = Game(5, "japanese", komi=0)
    for move in ("B1", "A1", "A2"):
        game.play(move)  # Black has taken one stone
    assert game.prisoners == {BLACK: 1, WHITE: 0}
    assert game.score() == 25 - 2 + 1


def test_dead_stones_are_taken_off_and_count_twice_by_territory():
    position = Position.of(5, [(2, row) for row in range(5)], [(0, 2), (4, 2)])
    for rules, score in (("chinese", 25), ("japanese", 20 + 2), ("tromp-taylor", 5 - 2)):
        game = Game.from_position(position, rules=rules, komi=0)
        assert game.score(dead=[(0, 2), (4, 2)]) == score


def test_an_empty_point_cannot_be_dead():
    with pytest.raises(ValueError, match="no stone at C3"):
        Game(5).score(dead=[(2, 2)])


def test_a_drawn_game_is_zero():
    assert Game(5, komi=0).result() == "0"


def test_a_position_with_a_chain_without_liberties_is_rejected():
    with pytest.raises(ValueError, match="the chain at A1 has no liberty"):
        Game.from_position(
            read_diagram("XO\nOO\n".replace("XO\nOO", "OX\nXX")).put(WHITE, [(0, 0)]).put(BLACK, [(0, 1), (1, 0), (1, 1)])
        )


def test_a_game_shows_colours_chains_and_liberties():
    game = Game(9)
    game.play("A1")
    assert game.liberties_at((0, 0)) == 2 and game.liberties_at((5, 5)) == 0
    assert game.size == 9 and game.ko is None and game.position == Position.of(9, [(0, 0)])
