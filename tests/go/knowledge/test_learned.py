"""Move prediction: features against their definitions, chances against the weights."""

from __future__ import annotations

import random

import numpy as np
import pytest

from miai.core.errors import UserError
from miai.core.records import new
from miai.go.board.board import THREE, cell_at, point_at
from miai.go.knowledge.learned.chances import fill_chances
from miai.go.knowledge.learned.features import COUNT, KINDS, STARTS, describe_move, description_t
from miai.go.knowledge.learned.shapes import SHAPES, shape_of
from miai.go.knowledge.learned.weights import LARGE_FROM, load_weights, weights_for, write_row
from miai.go.notation.coordinates import EMPTY, all_points, neighbours, other
from miai.go.notation.diagram import read_marked_diagram
from miai.go.rules import plain as plain_rules
from miai.go.rules.game import Game
from miai.go.tactics.common_fate import FAR, measure_from_last, new_fate

pytestmark = [pytest.mark.plain, pytest.mark.unchecked]

SIZE = 7


def random_game(seed: int, moves: int) -> Game:
    game, source = Game(SIZE), random.Random(seed)
    for _ in range(moves):
        game.play(source.choice(game.legal_points()))
    return game


def described(game: Game) -> dict[tuple[int, int], dict[str, int]]:
    """Return the features of all legal moves, by kind."""
    board, fate, row = game.board, new_fate(game.board), new(description_t)
    measure_from_last(fate, board, THREE)
    found = {}
    for point in game.legal_points():
        describe_move(board, fate, cell_at(point, SIZE), row)
        found[point] = {kind: int(row.feature[i]) - int(STARTS[kind]) for i, kind in enumerate(KINDS)}
    return found


@pytest.mark.parametrize("seed", range(6))
def test_tactics_and_liberties_agree_with_their_table(seed):
    game = random_game(seed, 12 + 4 * seed)
    position, color = game.position, game.to_play
    for point, features in described(game).items():
        beside = [plain_rules.chain_at(position, near) for near in neighbours(point, SIZE) if position.color_at(near) != EMPTY]
        own = [chain for chain in beside if chain.color == color]
        enemy = {chain for chain in beside if chain.color == other(color)}
        taken = sum(len(chain.stones) for chain in enemy if len(chain.liberties) == 1)
        new_chain = plain_rules.chain_at(plain_rules.play(position, color, point), point)
        is_self_atari = taken == 0 and len(new_chain.liberties) == 1
        saves = not is_self_atari and any(len(chain.liberties) == 1 for chain in own)
        threatens = not is_self_atari and any(len(chain.liberties) == 2 for chain in enemy)
        code = features["tactics"]
        assert (code // 12, code // 6 % 2, code // 3 % 2) == (min(taken, 2), saves, threatens)
        assert (code % 3 > 0) == is_self_atari
        fewest_own = min((min(len(chain.liberties), 3) for chain in own), default=0)
        fewest_enemy = min((min(len(chain.liberties), 4) for chain in enemy), default=0)
        assert (features["liberties"] // 5, features["liberties"] % 5) == (fewest_own, fewest_enemy)


@pytest.mark.parametrize("seed", range(4))
def test_distances_and_places_agree_with_their_table(seed):
    game = random_game(seed, 5 + 8 * seed)
    last, previous = (point_at(int(cell), SIZE) for cell in (game.board.last, game.board.previous))
    stones = [point for point in all_points(SIZE) if game.color_at(point) != EMPTY]
    for point, features in described(game).items():
        for kind, goal in (("last", last), ("previous", previous)):
            dx, dy = abs(point[0] - goal[0]), abs(point[1] - goal[1])
            assert features[kind] == min(dx + dy + max(dx, dy), 16)
        nearer, farther = sorted(min(at, SIZE - 1 - at) for at in point)
        line = farther * (farther + 1) // 2 + nearer
        near = any(max(abs(point[0] - x), abs(point[1] - y)) <= 2 for x, y in stones)
        assert (features["place"] // 6, features["place"] // 3 % 2) == (line, near)


def test_after_a_pass_nothing_is_near_the_last_move():
    game = random_game(1, 8)
    game.play("pass")
    assert {(features["fate"], features["last"]) for features in described(game).values()} == {(0, 0)}


@pytest.mark.parametrize("seed", range(3))
def test_features_are_equal_under_symmetries_and_exchanged_colours(seed):
    plain, turned, source = Game(SIZE), Game(SIZE), random.Random(seed)
    for _ in range(20):
        point, color = source.choice(plain.legal_points()), plain.to_play
        plain.play(point)
        turned.play((SIZE - 1 - point[1], point[0]), other(color))
    there = described(turned)
    assert {(SIZE - 1 - y, x): features for (x, y), features in described(plain).items()} == there


AROUND = {
    "diamond": {(x, y) for x in range(-2, 3) for y in range(-2, 3) if 0 < abs(x) + abs(y) <= 2},
    "square": {(x, y) for x in range(-2, 3) for y in range(-2, 3)} - {(0, 0)},
}


def drawn(game: Game, point: tuple[int, int], places: set[tuple[int, int]], turns: int, mirrored: bool) -> str:
    """Return the colours around a point from the viewpoint of the player to move, on a reflected and rotated board."""
    text = ""
    quarter = 1j**turns
    for x, y in sorted(places):
        seen = complex(-x if mirrored else x, y) * quarter
        at = (point[0] + round(seen.real), point[1] + round(seen.imag))
        on_board = 0 <= at[0] < SIZE and 0 <= at[1] < SIZE
        text += ("X" if game.color_at(at) == game.to_play else "O."[game.color_at(at) == EMPTY]) if on_board else "#"
    return text


def test_two_moves_share_a_wide_shape_exactly_if_their_surroundings_are_equal():
    games = [random_game(seed, 10 + 3 * seed) for seed in range(8)]
    for kind, places in AROUND.items():
        numbers: dict[str, int] = {}
        for game in games:
            for point, features in described(game).items():
                least = min(drawn(game, point, places, turns, mirrored) for turns in range(4) for mirrored in (False, True))
                assert numbers.setdefault(least, features[kind]) == features[kind]
        assert len(set(numbers.values())) > 0.97 * len(numbers)  # but for a few that the hash cannot tell apart


def test_shapes_are_numbered_without_gaps():
    found = {int(shape_of(np.uint64(code), np.uint64(1))) for code in range(1 << 16)}
    assert found == set(range(SHAPES))


def test_chances_are_those_of_the_weights_and_add_up_to_one():
    game = random_game(2, 15)
    board = game.board
    fate, row, chance = new_fate(board), new(description_t), np.zeros(board.color.size, np.float32)
    measure_from_last(fate, board, THREE)
    fill_chances(weights_for(SIZE)[0], board, fate, row, chance)
    weights, strengths = load_weights()[0], {}
    for point in (p for p in all_points(SIZE) if game.color_at(p) == EMPTY):
        describe_move(board, fate, cell_at(point, SIZE), row)
        strengths[point] = np.exp(weights[list(row.feature)].sum())
    total = sum(strengths.values())
    for point, strength in strengths.items():
        assert chance[int(cell_at(point, SIZE))] == pytest.approx(strength / total, rel=1e-3)


def chosen(drawing: str) -> tuple[int, int]:
    """Return Black's first choice by the weights, without a last move."""
    board = Game.from_position(read_marked_diagram(drawing).position).board
    fate, chance = new_fate(board), np.zeros(board.color.size, np.float32)
    fate.distance[:] = FAR
    fill_chances(weights_for(SIZE)[0], board, fate, new(description_t), chance)
    return point_at(int(chance.argmax()), SIZE)


def test_the_learned_weights_prefer_captures_and_the_centre_of_a_small_board():
    assert chosen("\n".join([". . . . . . ."] * 7)) == (3, 3)
    taking = """
        . . . . . . .
        . . . . . . .
        . . X O . . .
        . X O O X . .
        . . X X . . .
        . . . . . . .
        . . . . . . .
    """
    assert chosen(taking) in {(3, 5), (4, 4)}


def test_there_are_learned_weights_for_small_and_for_large_boards():
    small, large = load_weights()
    assert (np.abs(small) > 0.1).sum() > 500
    assert (np.abs(large) > 0.1).sum() > 500
    assert not np.array_equal(small, large)


def test_rows_are_written_one_by_one(tmp_path):
    file = tmp_path / "weights.npy"
    write_row(file, 9, np.full(COUNT, 1.0))
    write_row(file, LARGE_FROM, np.full(COUNT, 2.0))
    assert [set(row) for row in load_weights(file).tolist()] == [{1.0}, {2.0}]


def test_a_file_without_weights_is_rejected(tmp_path):
    file = tmp_path / "weights.npy"
    file.write_bytes(b"nonsense")
    with pytest.raises(UserError, match=r"weights.npy: cannot read weights"):
        load_weights(file)
    np.save(file, np.zeros((2, 3)))
    with pytest.raises(UserError, match=r"\(2, 3\) weights for"):
        load_weights(file)
