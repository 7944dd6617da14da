"""Random games: every playable point is equally likely, and lengths and results are those of the twin."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest
from scipy.stats import chisquare

from miai.core.records import new_array
from miai.core.streams import new_stream, next_bits
from miai.go.board.board import U64, board_dtype, cell_at, clear_board, copy_board, new_board, point_at, to_position
from miai.go.board.eyes import COMPLETE, POTENTIAL
from miai.go.board.set_up import board_of
from miai.go.notation.coordinates import BLACK
from miai.go.notation.diagram import read_diagram
from miai.go.notation.position import Position
from miai.go.rules import plain
from miai.go.rules.random_game import draw_playable, move_limit, random_game, random_games
from miai.go.rules.scoring import final_score
from tests.twins import go_rules

VERSIONS = {"potential": POTENTIAL, "complete": COMPLETE}
KOMI = 7.5

FEW_PLAYABLE_POINTS = """
    . O O . X . .
    O O X X X X X
    O . O O X . X
    O O O X X X .
    X X X X . X X
    . X . X O O O
    X . X X O . .
"""
"""Eyes of both colours with and without empty diagonals, suicides for both, and points to play between them."""

LATE = """
    . X . O .
    X X O O O
    X . X O .
    X X X O O
    . X O . O
"""


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("diagram", [FEW_PLAYABLE_POINTS, LATE, "...\n...\n..."], ids=["few", "late", "empty"])
@pytest.mark.parametrize("color", [1, 2])
def test_the_draw_is_uniform_among_the_playable_points_of_the_twin(diagram, version, color):
    position = read_diagram(diagram)
    playable = go_rules.playable_points(plain.PlainGame(position, color), potential=version == "potential")
    board, stream = board_of(position, color), new_stream(2)
    counts: Counter[object] = Counter()
    draws = 2000 * max(1, len(playable))
    bits = next_bits(stream)
    for _ in range(draws):  # on one board: a draw must leave no trace that later draws could see
        cell, _, bits = draw_playable(board, stream, U64(bits), U64(color), VERSIONS[version])
        counts[point_at(cell, position.size) if cell else None] += 1
    assert set(counts) == (set(playable) or {None})
    assert to_position(board) == position
    if len(playable) > 1:
        assert chisquare([counts[point] for point in playable]).pvalue > 1e-4


def test_second_moves_are_uniform_too():
    """Over whole games: on an empty 3x3 board all first pairs of moves are equally likely."""
    boards, stream, counts = new_array(board_dtype(3), 2), new_stream(3), Counter()
    clear_board(boards[0])
    games = 36_000
    for _ in range(games):
        boards[1] = boards[0]
        random_game(boards[1], stream, U64(2), POTENTIAL)
        counts[int(boards[1].previous), int(boards[1].last)] += 1
    assert len(counts) == 72 and chisquare(list(counts.values())).pvalue > 1e-4


@pytest.mark.plain
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("size", [2, 3, 5])
def test_a_random_game_ends_where_the_twin_has_no_playable_point(size, version):
    for seed in range(5):
        board = new_board(size)
        made = random_game(board, new_stream(seed), move_limit(board), VERSIONS[version])
        assert made == board.moves <= 3 * size * size
        if board.passes == 2:
            for color in (1, 2):
                game = plain.PlainGame(to_position(board), color)
                assert go_rules.playable_points(game, potential=version == "potential") == []


@pytest.mark.plain
def test_a_random_game_sets_last_moves_and_turn_like_play():
    board, limit = new_board(5), U64(7)
    random_game(board, new_stream(1), limit, POTENTIAL)
    assert board.moves == 7 and board.to_play == 2 and board.passes == 0
    assert board.color[board.last] == 1 and board.last != board.previous != 0


@pytest.mark.plain
def test_one_seed_gives_one_game():
    games = []
    for _ in range(2):
        board = new_board(9)
        random_game(board, new_stream(11, 5), U64(60), POTENTIAL)
        games.append(board.tobytes())
    assert games[0] == games[1]


@pytest.mark.plain
def test_the_final_score_is_the_area_score_of_the_twin_where_no_seki_is_left():
    for seed in range(30):
        board = new_board(5)
        random_game(board, new_stream(seed), move_limit(board), POTENTIAL)
        position = to_position(board)
        if board.passes == 2 and all(len(each) == 1 for each in plain.regions_without(position, {1, 2})):
            black, white = plain.area(position)
            assert final_score(board) == black - white


@pytest.mark.parametrize("size, version", [(5, "potential"), (5, "complete"), (7, "potential")])
def test_length_and_winner_agree_with_the_twin_within_its_confidence_interval(size, version):
    source, lengths, wins = random.Random(1), [], []
    for _ in range(300 if size == 5 else 60):
        game = plain.PlainGame(Position.of(size))
        lengths.append(len(go_rules.random_game(game, source, potential=version == "potential")))
        black, white = plain.area(game.position)
        wins.append(black - white > 0)
    boards = new_array(board_dtype(size), 2)
    clear_board(boards[0])
    games = 20_000
    moves, black_wins = random_games(boards, new_stream(1), games, 0.0, VERSIONS[version])
    for found, sample in ((moves / games, lengths), (black_wins / games, wins)):
        error = np.std(sample) / np.sqrt(len(sample))
        assert abs(found - np.mean(sample)) < 3.5 * error


@pytest.mark.parametrize("size, length, share", [(9, 110.7, 0.42), (13, 218.8, 0.44), (19, 454.6, 0.47)])
def test_length_and_winner_are_near_those_of_the_yardstick(size, length, share):
    """They are close, not equal: the yardstick takes the first playable point after a random start, which makes games 0.3 % shorter."""
    boards = new_array(board_dtype(size), 2)
    clear_board(boards[0])
    games = 10_000
    moves, black_wins = random_games(boards, new_stream(5), games, KOMI, POTENTIAL)
    assert moves / games == pytest.approx(length, rel=0.006)
    assert black_wins / games == pytest.approx(share, abs=0.02)


def test_a_copy_is_independent():
    board = new_board(9)
    twin = copy_board(board)
    random_game(twin, new_stream(1), U64(50), POTENTIAL)
    assert board.tobytes() == new_board(9).tobytes() != twin.tobytes()
    assert board.color[cell_at((4, 4), 9)] == 0 and board.to_play == BLACK
