"""Keys of positions and corners against plain definitions."""

from __future__ import annotations

import random

import pytest

from miai.go.games.corners import corner_of, place_in_corner, point_of_place
from miai.go.games.keys import NO_CORNER, NO_POINT, SYMMETRIES, game_fingerprint, key_tables, keys_of_game, turn_back, turn_point
from miai.go.notation.coordinates import PASS
from miai.go.notation.position import Position
from miai.go.rules.plain import PlainGame

SIZE = 9


def random_game(seed: int, moves: int, size: int = SIZE):
    """Return a random legal game; dense enough for captures."""
    dice, game, made = random.Random(seed), PlainGame(Position(size)), []
    points = [(x, y) for x in range(size) for y in range(size)]
    while len(made) < moves:
        color = 1 + len(made) % 2
        move = PASS if dice.random() < 0.03 else dice.choice(points)
        if move != PASS and game.why_illegal(move):
            continue
        game.play(move)
        made.append((color, move))
    return made


def turned(moves, symmetry, size=SIZE):
    return [(color, move if isinstance(move, str) else turn_point(move, symmetry, size)) for color, move in moves]


def test_symmetries_are_eight_and_can_be_undone():
    images = {tuple(turn_point((x, y), each, 3) for x in range(3) for y in range(3)) for each in range(SYMMETRIES)}
    assert len(images) == 8
    for each in range(SYMMETRIES):
        assert all(turn_back(turn_point((x, y), each, 5), each, 5) == (x, y) for x in range(5) for y in range(5))


@pytest.mark.parametrize("seed", range(3))
def test_a_game_and_its_images_have_the_same_keys(seed):
    moves = random_game(seed, 70)
    keys = keys_of_game(moves, SIZE, 70)
    assert keys.legal == 70
    for each in range(SYMMETRIES):
        image = keys_of_game(turned(moves, each), SIZE, 70)
        assert image.positions.tolist() == keys.positions.tolist()
        assert image.nexts.tolist() == keys.nexts.tolist()
        assert sorted(image.corner_keys.tolist()) == sorted(keys.corner_keys.tolist())
        assert game_fingerprint(turned(moves, each), SIZE) == game_fingerprint(moves, SIZE)
    assert game_fingerprint(moves[:-1], SIZE) != game_fingerprint(moves, SIZE)


def test_keys_are_those_of_the_stones_on_the_board():
    moves = random_game(7, 80)
    keys, tables = keys_of_game(moves, SIZE, 80), key_tables(SIZE)
    game, seen = PlainGame(Position(SIZE)), {}
    for number in range(81):
        stones = game.position
        hashes = []
        for each in range(SYMMETRIES):
            key = 0
            for x in range(SIZE):
                for y in range(SIZE):
                    color = 1 if (x, y) in stones.black else 2 if (x, y) in stones.white else 0
                    if color:
                        column, row = turn_point((x, y), each, SIZE)
                        key ^= int(tables.stones[color, row * SIZE + column])
            hashes.append(key)
        mover = 1 + number % 2
        assert int(keys.positions[number]) == min(hashes) ^ int(tables.movers[mover])
        assert hashes[keys.symmetries[number]] == min(hashes)
        seen[int(keys.positions[number])] = number
        if number < 80:
            game.play(moves[number][1])
    assert len(seen) > 70


def test_the_next_point_is_turned_like_its_position():
    moves = random_game(3, 40)
    keys = keys_of_game(moves, SIZE, 40)
    for number, (_, move) in enumerate(moves):
        if isinstance(move, str):
            assert keys.nexts[number] == NO_POINT
        else:
            back = turn_back((keys.nexts[number] % SIZE, keys.nexts[number] // SIZE), int(keys.symmetries[number]), SIZE)
            assert back == move
    assert keys.nexts[40] == NO_POINT


def test_corners_do_not_depend_on_place_mirror_and_colours():
    plain = [(1, (2, 3)), (2, (3, 1)), (1, (1, 1))]
    found = set()
    for each in range(SYMMETRIES):
        for swap in (False, True):
            image = [(3 - color if swap else color, move) for color, move in turned(plain, each)]
            keys = keys_of_game(image, SIZE, 3)
            assert set(keys.corners.tolist()) == {corner_of(image[0][1], SIZE)}
            found.add(int(keys.corner_keys[-1]))
    assert len(found) == 1


def test_corners_lie_apart_and_their_points_can_be_numbered():
    for size in (9, 13, 19):
        inside = [(x, y) for x in range(size) for y in range(size) if corner_of((x, y), size) is not None]
        assert len(inside) == 4 * ((size - 1) // 2) ** 2
        for point in inside:
            corner = corner_of(point, size)
            for turn in (0, 1):
                assert point_of_place(place_in_corner(point, corner, turn, size), corner, turn, size) == point
    assert keys_of_game([(1, (4, 4))], 9, 1).corners.tolist() == [NO_CORNER]


def test_keys_end_at_an_illegal_move():
    keys = keys_of_game([(1, (0, 0)), (2, (0, 0)), (1, (5, 5))], SIZE, 10)
    assert keys.legal == 1 and len(keys.positions) == 2
