"""Well-known positions and their verdicts."""

from __future__ import annotations

import pytest

from miai.go.notation.coordinates import BLACK, WHITE, Point, other, to_vertex
from miai.go.notation.diagram import read_marked_diagram
from miai.go.rules.game import Game
from miai.go.rules.illegal_moves import IllegalMove
from miai.go.rules.rulesets import Rules

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]


def game_of(diagram: str, to_play: int = BLACK, ko: str = "simple", suicide: bool = False) -> tuple[Game, dict[str, Point]]:
    """Return the game of a diagram, and its marked points."""
    drawing = read_marked_diagram(diagram)
    return Game.from_position(drawing.position, to_play, Rules("test", ko=ko, suicide=suicide, komi=0)), drawing.marks


# --- captures ---


def test_a_stone_in_the_corner_is_captured_by_two():
    game, at = game_of("""
        . . .
        a . .
        O X .
    """)
    game.play(at["a"])
    assert game.color_at((0, 0)) == 0 and game.prisoners == {BLACK: 1, WHITE: 0}


def test_two_chains_are_captured_by_one_stone():
    game, at = game_of("""
        . X . X .
        X O a O X
        . X . X .
        . . X . .
        . . . . .
    """)
    game.play(at["a"])
    assert game.prisoners[BLACK] == 2 and not game.position.white


def test_a_chain_that_touches_the_stone_twice_is_captured_once():
    game, at = game_of("""
        . X X X .
        X O O O X
        X O a O X
        . X . X .
        . . X . .
    """)
    game.play(at["a"])
    assert game.prisoners[BLACK] == 5 and not game.position.white


def test_snapback_takes_more_than_was_given():
    game, at = game_of("""
        . . . . .
        . . . . .
        . X X X .
        X O O O X
        X O a b X
    """)
    game.play(at["a"])
    game.play(at["b"])
    assert game.prisoners == {BLACK: 0, WHITE: 1} and game.ko is None
    game.play(at["a"])
    assert game.prisoners == {BLACK: 5, WHITE: 1} and not game.position.white


# --- suicide ---

EYE_IN_THE_CORNER = """
    . . . .
    X . . .
    X X . .
    a X . .
"""


@pytest.mark.parametrize("suicide, reason", [(False, "suicide"), (True, None)])
def test_a_single_stone_may_commit_suicide_only_where_that_is_allowed(suicide, reason):
    game, at = game_of(EYE_IN_THE_CORNER, WHITE, suicide=suicide)
    assert game.why_illegal(at["a"]) == reason


def test_suicide_takes_off_the_own_chain_and_gives_prisoners():
    game, at = game_of(
        """
        . X X .
        X O a X
        . X X .
        . . . .
    """,
        WHITE,
        suicide=True,
    )
    game.play(at["a"])
    assert not game.position.white and game.prisoners == {BLACK: 2, WHITE: 0}


def test_what_looks_like_suicide_but_captures_is_legal():
    game, at = game_of(
        """
        O . . .
        X O . .
        X O . .
        a X O .
    """,
        WHITE,
    )
    assert game.is_legal(at["a"])


@pytest.mark.parametrize("ko, reason", [("simple", None), ("positional", "superko"), ("situational", None)])
def test_suicide_of_one_stone_repeats_the_position_with_the_other_to_move(ko, reason):
    game, at = game_of(EYE_IN_THE_CORNER, WHITE, ko, suicide=True)
    assert game.why_illegal(at["a"]) == reason


# --- ko ---

ONE_KO = """
    . . . . .
    . X O . .
    X a X O .
    . X O . .
    . . . . .
"""


@pytest.mark.parametrize("ko", ["simple", "positional", "situational"])
def test_a_ko_may_not_be_retaken_at_once_but_after_a_move_elsewhere(ko):
    game, at = game_of(ONE_KO, WHITE, ko)
    game.play(at["a"])
    assert game.prisoners[WHITE] == 1 and game.ko == (2, 2)
    assert game.why_illegal((2, 2)) == "ko"
    game.play("A1")
    assert game.ko is None
    game.play("E5")
    game.play((2, 2))
    assert game.why_illegal(at["a"]) == "ko"


def test_a_ko_may_be_filled_by_its_owner():
    game, at = game_of(ONE_KO, WHITE)
    game.play(at["a"])
    assert game.is_legal((2, 2), WHITE)


def test_the_ko_is_part_of_the_hash():
    game, at = game_of(ONE_KO, WHITE)
    game.play(at["a"])
    same_stones = Game.from_position(game.position, game.to_play)
    assert same_stones.position == game.position and same_stones.hash != game.hash


def test_a_stone_that_took_two_may_be_taken_at_once():
    game, at = game_of(
        """
        . . . . .
        . . . . .
        . . . . .
        X O O . .
        a X X O .
    """,
        WHITE,
    )
    game.play(at["a"])
    assert game.prisoners[WHITE] == 2 and game.ko is None
    game.play("B1")
    assert game.prisoners[BLACK] == 1


DOUBLE_KO = """
    . X O . . . .
    X O b O . . .
    . X O . . . .
    . . . . . . .
    . X O . . . .
    X a X O . . .
    . X O . . . .
"""
"""White has taken the upper ko and can take the lower one at a; Black can take the upper one at b."""


@pytest.mark.parametrize("ko, reason", [("simple", None), ("positional", "superko"), ("situational", None)])
def test_double_ko_with_a_pass_repeats_the_position_with_the_other_to_move(ko, reason):
    game, at = game_of(DOUBLE_KO, WHITE, ko)
    before = game.position
    for move in (at["a"], at["b"], "pass", (2, 1)):
        game.play(move)
    assert game.why_illegal((1, 5)) == reason
    if reason is None:
        game.play((1, 5))
        assert game.position == before and game.to_play == BLACK


TRIPLE_KO = """
    . X O . . . . . .
    X a X O . . . . .
    . X O . . . . . .
    . X O . . . . . .
    X b X O . . . . .
    . X O . . . . . .
    . X O . . . . . .
    X O c O . . . . .
    . X O . . . . . .
"""
"""White can take two kos at a and b, Black can take one at c."""


@pytest.mark.parametrize("ko, reason", [("simple", None), ("positional", "superko"), ("situational", "superko")])
def test_triple_ko_repeats_after_six_moves_unless_superko_forbids_the_last(ko, reason):
    game, at = game_of(TRIPLE_KO, WHITE, ko)
    before, hash_before = game.position, game.hash
    a, b, c = at["a"], at["b"], at["c"]
    black_a, black_b, white_c = (2, 7), (2, 4), (1, 1)  # where each ko is taken back
    for move in (a, c, b, black_a, white_c):
        game.play(move)
    assert game.why_illegal(black_b) == reason
    if reason is None:
        game.play(black_b)
        assert game.position == before and game.to_play == WHITE and game.hash != hash_before  # the ko point is part of the hash
    else:
        with pytest.raises(IllegalMove, match="black C5 is illegal: superko"):
            game.play(black_b)


# --- life and death ---

SEKI = """
    . X . X O . O O
    X X X X O O . O
    X X X O O O O O
    X X X O O O O O
    X O O X O O O O
    X O O X O O O O
    X O b X O O O O
    X O a X O O O O
"""
"""The chains at B1 and D1 share the liberties a and b and have no others."""


@pytest.mark.parametrize(
    "color, first, second, lost", [(BLACK, "a", "b", 5), (BLACK, "b", "a", 5), (WHITE, "a", "b", 7), (WHITE, "b", "a", 7)]
)
def test_in_seki_the_side_that_plays_first_is_captured(color, first, second, lost):
    game, at = game_of(SEKI, color)
    assert game.liberties_at((1, 0)) == game.liberties_at((3, 0)) == 2
    game.play(at[first])
    game.play(at[second])
    assert game.prisoners[other(color)] == lost


def test_bent_four_in_the_corner_is_a_ko():
    game, _ = game_of(
        """
        . . . . . . .
        . . . . . . .
        . . . . . . .
        O O O . . . .
        X X O O O . .
        . X X X X O .
        O O O . X O .
    """,
        WHITE,
    )
    game.play("A2")  # a bent four, in atari, and so is Black
    assert game.liberties_at((0, 0)) == game.liberties_at((0, 2)) == 1
    game.play("D1")
    assert game.prisoners[BLACK] == 4
    game.play("B1")
    game.play("A1")
    game.play("A2")
    assert game.prisoners[WHITE] == 1 and game.why_illegal("A1") == "ko"


# --- legality on the smallest boards ---


def test_on_two_by_two_only_captures_are_possible_in_the_end():
    game = Game(2, Rules("test", ko="positional", suicide=True, komi=0))
    for move in ("A1", "B2", "A2"):
        game.play(move)
    assert game.liberties_at((0, 0)) == 1 and game.why_illegal("B1", BLACK) is None
    game.play("B1")  # White takes both
    assert game.prisoners == {BLACK: 0, WHITE: 2}


@pytest.mark.parametrize("color", [BLACK, WHITE])
def test_eyes_are_found_in_all_four_corners(color):
    stone = "X" if color == BLACK else "O"
    diagram = f"""
        . {stone} . {stone} .
        {stone} {stone} . {stone} {stone}
        . . . . .
        {stone} {stone} . {stone} {stone}
        . {stone} . {stone} .
    """
    game, _ = game_of(diagram, other(color))
    corners = [(0, 0), (0, 4), (4, 0), (4, 4)]
    assert [to_vertex(corner) for corner in corners if game.why_illegal(corner) != "suicide"] == []
