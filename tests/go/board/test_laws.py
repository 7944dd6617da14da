"""Laws of the fast board: the eight symmetries, and the exchange of the colours."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from miai.core.kernels import COMPILING
from miai.go.board.board import U64
from miai.go.notation.coordinates import BLACK, PASS, WHITE, Move, other
from miai.go.notation.position import Position
from miai.go.rules.game import Game
from miai.go.rules.rulesets import Rules
from miai.go.tactics.life import unconditionally_alive
from tests.go.board.pairs import hash_from_scratch
from tests.twins.go_rules import SYMMETRIES, swap_colors, transform

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

SIZES = st.sampled_from([2, 3, 5, 9])
RULES = [
    Rules("test", ko=ko, suicide=suicide, komi=0) for ko in ("simple", "positional", "situational") for suicide in (False, True)
]


def random_moves(game: Game, seed: int, count: int) -> None:
    """Play `count` random legal moves."""
    source = random.Random(seed)
    for _ in range(count):
        game.play(source.choice([*game.legal_points(), PASS]))


def facts(game: Game) -> dict[str, object]:
    """Return the facts that no symmetry changes."""
    return {
        "score": game.score(),
        "prisoners": game.prisoners,
        "legal": len(game.legal_points()),
        "legal for the other": len(game.legal_points(other(game.to_play))),
        "stones": (len(game.position.black), len(game.position.white)),
        "liberties": sorted(game.liberties_at(point) for point in game.position.black | game.position.white),
        "alive": int(unconditionally_alive(game.board).sum()),
    }


@settings(max_examples=40 if COMPILING else 5)
@given(size=SIZES, rules=st.sampled_from(RULES), seed=st.integers(0, 2**32), symmetry=st.sampled_from(sorted(SYMMETRIES)))
def test_a_game_of_transformed_moves_is_the_transformed_game(size, rules, seed, symmetry):
    game, seen = Game(size, rules), Game(size, rules)
    random_moves(game, seed, 2 * size * size if size < 9 else 40)
    for color, move in game.moves:
        seen.play(_transform_move(move, symmetry, size), color)
    assert seen.position == transform(game.position, symmetry)
    assert facts(seen) == facts(game)
    assert set(seen.legal_points()) == {_transform_move(point, symmetry, size) for point in game.legal_points()}


def _transform_move(move: Move, symmetry: str, size: int) -> Move:
    return move if isinstance(move, str) else SYMMETRIES[symmetry](*move, size - 1)


@settings(max_examples=40 if COMPILING else 5)
@given(size=SIZES, rules=st.sampled_from(RULES), seed=st.integers(0, 2**32))
def test_exchanged_colours_give_the_game_with_exchanged_colours(size, rules, seed):
    game, seen = Game(size, rules), Game.from_position(Position.of(size), WHITE, rules)
    random_moves(game, seed, 2 * size * size if size < 9 else 40)
    for color, move in game.moves:
        seen.play(move, other(color))
    assert seen.position == swap_colors(game.position)
    assert seen.score() == -game.score()
    assert seen.prisoners == {color: game.prisoners[other(color)] for color in game.prisoners}
    assert seen.legal_points() == game.legal_points()
    assert seen.hash != game.hash  # the player to move, at least, is another


@settings(max_examples=40 if COMPILING else 5)
@given(size=SIZES, seed=st.integers(0, 2**32))
def test_taking_back_every_move_gives_the_empty_board(size, seed):
    game = Game(size)
    seen = []
    for _ in range(20):
        seen.append((game.hash, game.position, game.legal_points()))
        random_moves(game, seed, 1)
    while seen:
        game.undo()
        assert (game.hash, game.position, game.legal_points()) == seen.pop()
    assert not game.moves


def test_the_order_of_moves_does_not_change_the_hash():
    one, two = Game(5), Game(5)
    for move in ("A1", "B2", "C3", "D4"):
        one.play(move)
    for move in ("C3", "D4", "A1", "B2"):
        two.play(move)
    assert one.hash == two.hash == int(hash_from_scratch(one.board))


def test_the_player_to_move_is_part_of_the_hash():
    game = Game(5)
    before = game.hash
    game.play("pass")
    assert game.hash != before


def test_keys_of_stones_are_all_different():
    from miai.go.board.hashing import KO_KEY, SIDE_KEY, STONE_KEY

    keys = np.concatenate([STONE_KEY[BLACK:].ravel(), KO_KEY[1:], SIDE_KEY[2:]])
    assert len(np.unique(keys)) == len(keys) and U64(0) not in keys
