"""Tables of real games are replayed without an illegal move, quickly, and to the final positions of the plain rules."""

from __future__ import annotations

import time

import pytest

from miai.go.board.board import new_board, to_position
from miai.go.board.hashing import position_hash
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.notation.position import Position
from miai.go.records.fast_replay import cells_of, play_all
from miai.go.records.tsv import read_games
from miai.go.rules import plain
from tests.go.board.pairs import stones_hash
from tests.needs import need_shared

TABLES = ["games_9x9", "games_19x19_ai", "games_19x19_kgs6d", "games_19x19_tom9d"]


def test_a_replay_stops_at_the_first_illegal_move():
    board = new_board(5)
    moves = [(BLACK, (0, 0)), (WHITE, "pass"), (BLACK, (0, 0)), (WHITE, (1, 1))]
    assert play_all(board, *cells_of(moves, 5), False) == 2
    assert board.moves == 2


def test_all_tables_replay_in_under_a_minute():
    folder = need_shared("data/games")
    began, games = time.process_time(), 0
    for name in TABLES:
        for game in read_games(folder / f"{name}.tsv.gz"):
            board = new_board(game.size)
            played = play_all(board, *cells_of(game.moves, game.size), False)
            assert played == len(game.moves), f"{name}: game {game.id} stops at move {played + 1}"
            games += 1
    assert games > 40_000
    assert time.process_time() - began < 60


@pytest.mark.parametrize("name", TABLES)
def test_a_sample_ends_with_the_hash_of_the_twin(name):
    path = need_shared(f"data/games/{name}.tsv.gz")
    for number, game in enumerate(read_games(path)):
        if number % 4000 != 0:
            continue
        board, twin = new_board(game.size), plain.PlainGame(Position.of(game.size))
        play_all(board, *cells_of(game.moves, game.size), False)
        for color, move in game.moves:
            twin.to_play = color
            twin.play(move)
        assert to_position(board) == twin.position
        assert board.stones_hash == stones_hash(twin.position)
        assert position_hash(board) == _hash_of(twin, board)


def _hash_of(twin: plain.PlainGame, board) -> int:
    """Return the whole hash; the ko point is where the twin forbids a capture."""
    from miai.go.board.board import cell_at
    from miai.go.board.hashing import KO_KEY, SIDE_KEY
    from miai.go.notation.coordinates import all_points

    size = twin.position.size
    kos = [cell_at(point, size) for point in all_points(size) if twin.why_illegal(point) == "ko"]
    assert len(kos) <= 1 and [int(ko) for ko in kos] == ([int(board.ko)] if board.ko else [])
    return stones_hash(twin.position) ^ (KO_KEY[kos[0]] if kos else KO_KEY[0]) ^ SIDE_KEY[twin.to_play]
