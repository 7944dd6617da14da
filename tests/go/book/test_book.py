"""Opening books: keys, mining, files, and the player that uses them."""

from __future__ import annotations

import dataclasses
import logging

import numpy as np
import pytest

from miai.core.archives import MOST_BYTES
from miai.core.errors import UserError
from miai.go.book import SHIPPED
from miai.go.book import book as book_module
from miai.go.book.book import Book, BookMove, read_book, write_book
from miai.go.book.memory import read_struck, write_struck
from miai.go.book.mining import MiningSettings, mine_book
from miai.go.book.positions import position_key
from miai.go.games.keys import keys_of_game, turn_point
from miai.go.games.sources import GameFilter, SourceGame
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.player.opening import OpeningBook
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game

LINE = [(BLACK, (4, 4)), (WHITE, (2, 3)), (BLACK, (6, 5))]


def played(moves, size=9):
    game = Game(size)
    for color, move in moves:
        game.play(move, color)
    return game


def source(moves, winner=BLACK):
    return SourceGame("x", 9, "", "", "", ("", ""), 7.0, 0, "B+1", winner, None, moves)


def turned(moves, symmetry):
    return [(color, turn_point(move, symmetry, 9)) for color, move in moves]


def small_book():
    games = [source(turned([*LINE, (WHITE, (end, 7))], symmetry)) for symmetry, end in ((0, 1), (3, 2), (5, 3), (6, 5))]
    return mine_book(games, GameFilter(), MiningSettings(least_games=2))[0]


def settings(path, **changes):
    return dataclasses.replace(PlayerSettings(), book=str(path), **changes)


def test_keys_agree_with_those_of_the_games_database():
    keys = keys_of_game(LINE, 9, 3)
    for count in range(4):
        color = 1 + count % 2
        place = position_key(played(LINE[:count]), color)
        assert place.key == int(keys.positions[count])
        if count < 3:
            assert place.turned(LINE[count][1]) == int(keys.nexts[count])


def test_turned_games_add_up():
    book = small_book()
    place = position_key(played(LINE[:1]), WHITE)
    (move,) = book.moves(9, place.key)
    assert (move.games, move.wins, move.point) == (4, 0.0, place.turned((2, 3)))


def test_a_move_with_bad_results_is_struck():
    good, bad = [LINE[0], LINE[1], (BLACK, (6, 5))], [LINE[0], LINE[1], (BLACK, (6, 2))]
    games = [source([*good, (WHITE, (at % 9, at // 9))]) for at in range(20)]
    games += [source([*bad, (WHITE, (at % 9, at // 9))], WHITE) for at in range(20)]
    book, _ = mine_book(games, GameFilter())
    place = position_key(played(LINE[:2]), BLACK)
    assert {move.point: move.struck for move in book.moves(9, place.key)} == {
        place.turned((6, 5)): 0,
        place.turned((6, 2)): book_module.BY_RESULTS,
    }


def test_a_file_returns_the_same_book_and_the_same_bytes(tmp_path):
    book = small_book()
    write_book(tmp_path / "a", book)
    write_book(tmp_path / "b", read_book(tmp_path / "a"))
    assert read_book(tmp_path / "a") == book
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_broken_foreign_and_newer_files_are_refused_in_one_line(tmp_path, monkeypatch, caplog):
    write_book(tmp_path / "whole", small_book())
    content = (tmp_path / "whole").read_bytes()
    (tmp_path / "cut").write_bytes(content[: len(content) // 2])
    (tmp_path / "foreign").write_bytes(b"(;GM[1])")
    (tmp_path / "empty").write_bytes(b"")
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    monkeypatch.setattr(book_module, "VERSION", 2)
    write_book(tmp_path / "newer", small_book())
    monkeypatch.setattr(book_module, "VERSION", 1)
    for name in ("cut", "foreign", "empty", "other.npz", "newer", "missing"):
        with pytest.raises(UserError) as error:
            read_book(tmp_path / name)
        assert name in str(error.value) and "\n" not in str(error.value)
        opening = OpeningBook(settings(tmp_path / name))
        with caplog.at_level(logging.WARNING):
            assert opening.decide(Game(9), BLACK) is None
        assert "playing without a book" in caplog.text
        caplog.clear()


CRAFTED = {
    "points_9": lambda array: array.astype(np.float64) + 0.5,
    "games_9": lambda array: array.astype(str),
    "wins_9": lambda array: array * np.nan,
    "struck_9": lambda array: array.astype(np.int8) - 1,
    "starts_9": lambda array: array[::-1].copy(),
    "keys_9": lambda array: array[None],
    "values_9": lambda array: np.full_like(array, np.inf),
    "header": lambda array: np.frombuffer(b"[" * 100_000, np.uint8),
}


@pytest.mark.parametrize("name", CRAFTED)
def test_arrays_of_another_type_or_range_are_refused(tmp_path, name):
    write_book(tmp_path / "whole", small_book())
    with np.load(tmp_path / "whole") as archive:
        arrays = {each: archive[each] for each in archive.files}
    np.savez(tmp_path / "crafted.npz", **arrays | {name: CRAFTED[name](arrays[name])})
    with pytest.raises(UserError, match="no opening book, or a broken one"):
        read_book(tmp_path / "crafted.npz")


def test_a_small_file_cannot_fill_the_memory(tmp_path):
    write_book(tmp_path / "whole", small_book())
    with np.load(tmp_path / "whole") as archive:
        arrays = {each: archive[each] for each in archive.files}
    np.savez_compressed(
        tmp_path / "bomb.npz",
        **{name: array for name, array in arrays.items() if name != "header"},
        header=np.zeros(MOST_BYTES + 1, np.uint8),
    )
    assert (tmp_path / "bomb.npz").stat().st_size < 2**20
    with pytest.raises(UserError, match="no opening book, or a broken one"):
        read_book(tmp_path / "bomb.npz")


def test_a_list_of_members_that_lacks_a_table_is_refused(tmp_path):
    write_book(tmp_path / "whole", small_book())
    content = (tmp_path / "whole").read_bytes()
    at = content.rindex(b"keys_9.npy")
    (tmp_path / "renamed").write_bytes(content[:at] + b"kexs_9.npy" + content[at + 10 :])
    at = content.rindex(b"PK\x01\x02", 0, at)  # the member before takes the rest of the list for its name
    at = content.rindex(b"PK\x01\x02", 0, at)
    left = content.rindex(b"PK\x05\x06") - at - 46
    (tmp_path / "swallowed").write_bytes(content[: at + 28] + left.to_bytes(2, "little") + content[at + 30 :])
    for name in ("renamed", "swallowed"):
        with pytest.raises(UserError, match="no opening book, or a broken one"):
            read_book(tmp_path / name)


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"struck": [[19, 1e400, 3]]}', '{"struck": [[9, 5, 4]], "sum": "x"}', "[1]", "null"]
)
def test_struck_moves_that_were_not_written_by_miai_are_refused(tmp_path, text):
    (tmp_path / "a.struck.json").write_text(text)
    with pytest.raises(UserError, match="struck moves of an opening book cannot be read"):
        read_struck(tmp_path / "a.struck.json")


def test_struck_moves_are_not_written_through_a_link(tmp_path):
    (tmp_path / "victim").write_text('{"struck": []}')
    (tmp_path / "a.struck.json").symlink_to(tmp_path / "victim")
    write_struck(tmp_path / "a.struck.json", {(9, 5, 4)})
    assert (tmp_path / "victim").read_text() == '{"struck": []}' and read_struck(tmp_path / "a.struck.json") == {(9, 5, 4)}


def test_a_bad_position_after_the_book_strikes_the_move_for_good(tmp_path):
    write_book(tmp_path / "book", small_book())
    game = played(LINE[:2])
    opening = OpeningBook(settings(tmp_path / "book"))
    decision = opening.decide(game, BLACK)
    assert decision is not None and game.is_legal(decision.move)
    assert decision.analysis.source == "book"
    game.play(decision.move)
    game.play((0, 0))
    opening.test_last_move(game, 0.34, 1000)
    assert OpeningBook(settings(tmp_path / "book")).decide(played(LINE[:2]), BLACK) is None
    assert OpeningBook(settings(tmp_path / "book", book_memory="none")).decide(played(LINE[:2]), BLACK) is not None


def test_a_good_position_after_the_book_strikes_nothing(tmp_path):
    write_book(tmp_path / "book", small_book())
    game = played(LINE[:2])
    opening = OpeningBook(settings(tmp_path / "book"))
    game.play(opening.decide(game, BLACK).move)
    game.play((0, 0))
    opening.test_last_move(game, 0.36, 1000)
    assert not (tmp_path / "book.struck.json").exists()


def test_moves_are_drawn_by_seed_and_legal():
    choices = set()
    for seed in range(12):
        own = settings("default", seed=seed, book_memory="none")
        first = OpeningBook(own).decide(Game(19), BLACK)
        assert first == OpeningBook(own).decide(Game(19), BLACK)
        column, row = first.move
        assert 2 <= min(column, row, 18 - column, 18 - row) <= 4
        choices.add(first.move)
    assert len(choices) > 2


def test_the_book_of_the_package_has_three_sizes_and_is_small():
    book = read_book(SHIPPED)
    assert set(book.tables) == {9, 13, 19}
    assert SHIPPED.stat().st_size < 8 << 20


def test_no_book_by_default():
    assert OpeningBook(PlayerSettings()).decide(Game(19), BLACK) is None
    assert Book().moves(19, 1) == ()
    assert BookMove(3, 4, 1.0).rate == 0.25
