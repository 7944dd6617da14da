"""Books and searches: verification, growth, and their commands."""

from __future__ import annotations

import json

import pytest

from miai.cli.main import main
from miai.go.book.book import BY_SEARCH, Book, BookMove, read_book, write_book
from miai.go.book.positions import position_key
from miai.go.book.tree import branches, strike
from miai.go.player.book_search import BookSearcher, GrowthSettings, cheapest_open_line, grow, unverified, verify
from miai.go.player.settings import PlayerSettings
from miai.go.rules.game import Game
from miai.go.rules.rulesets import rules_named

SIZE = 9
SMALL = PlayerSettings(playouts=60, memory=16.0)


@pytest.fixture(scope="module")
def searcher():
    return BookSearcher(SIZE, rules_named("chinese"), SMALL)


def grown(searcher, positions, book=None):
    book = book or Book()
    for _ in grow(book, searcher, positions):
        pass
    return book


def test_a_book_grows_from_nothing_and_is_connected(searcher):
    book = grown(searcher, 6)
    assert len(book.tables[SIZE]) == 6
    reached = {branch.key for branch in branches(book, SIZE)}
    assert reached == set(book.tables[SIZE])
    for moves in book.tables[SIZE].values():
        assert 1 <= len(moves) <= GrowthSettings().most_moves
        assert all(move.value is not None and move.wins == pytest.approx(move.games * move.value) for move in moves)


def test_growth_in_two_parts_gives_the_same_book(searcher, tmp_path):
    first = grown(searcher, 2)
    write_book(tmp_path / "book", first)
    assert grown(searcher, 2, read_book(tmp_path / "book")) == grown(searcher, 4)


def test_the_cheapest_line_is_that_of_the_least_loss():
    book = Book()
    start = position_key(Game(SIZE), 1)
    best, worse = start.turned((4, 4)), start.turned((2, 2))
    book.put(SIZE, start.key, [BookMove(best, 5, 3.0, 0.6), BookMove(worse, 9, 5.0, 0.55)])
    settings = GrowthSettings(depth_cost=0.02)
    assert cheapest_open_line(book, SIZE, settings) == ((1, (4, 4)),)  # 0.02 against 0.02 + 0.05
    after = Game(SIZE)
    after.play((4, 4))
    place = position_key(after, 2)
    book.put(SIZE, place.key, [BookMove(place.turned((4, 2)), 5, 2.0, 0.4)])
    assert len(cheapest_open_line(book, SIZE, settings)) == 2  # 0.04 against 0.07
    assert len(cheapest_open_line(book, SIZE, GrowthSettings(depth_cost=0.06))) == 1  # 0.12 against 0.11
    assert cheapest_open_line(book, SIZE, GrowthSettings(deepest=1)) is None


def test_verification_searches_the_most_frequent_move_first_and_continues(searcher):
    book, start = Book(), position_key(Game(SIZE), 1)
    book.put(SIZE, start.key, [BookMove(start.turned((4, 4)), 3, 1.0), BookMove(start.turned((0, 0)), 8, 4.0)])
    ((first, value),) = verify(book, searcher, 1)
    assert first.move.games == 8 and 0 <= value <= 1
    assert [branch.move.games for branch in unverified(book, SIZE)] == [3]
    ((second, other),) = verify(book, searcher)
    assert second.move.games == 3 and unverified(book, SIZE) == []
    assert {move.games: move.value for move in book.moves(SIZE, start.key)} == {8: value, 3: other}


def test_a_losing_move_is_found_by_verification():
    book, start = Book(), position_key(Game(SIZE), 1)
    good, bad = start.turned((4, 4)), start.turned((0, 0))
    book.put(SIZE, start.key, [BookMove(good, 2, 1.0), BookMove(bad, 9, 8.0)])
    longer = BookSearcher(SIZE, rules_named("chinese").with_komi(0.5), PlayerSettings(playouts=300, memory=16.0))
    values = {branch.move.point: value for branch, value in verify(book, longer)}
    assert values[good] > values[bad] + 0.1
    assert strike(book, SIZE) == 1 and [move.struck for move in book.moves(SIZE, start.key)] == [BY_SEARCH, 0]


def test_the_commands_make_verify_and_show_a_book(tmp_path, capsys):
    path = str(tmp_path / "a.book")
    quick = ["--size", "9", "--playouts", "60", "--memory", "16"]
    assert main(["book", "grow", path, "--positions", "2", *quick, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["added"] == 2
    assert main(["book", "grow", path, "--positions", "1", *quick]) == 0
    assert "1 positions added" in capsys.readouterr().out
    book = read_book(tmp_path / "a.book")
    for branch in branches(book, SIZE):
        book.change(SIZE, branch.key, branch.move.point, value=None, struck=0)
    write_book(tmp_path / "a.book", book)
    assert main(["book", "check", path, "--searches", "1", *quick, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["verified"] == 1 and found["left"] == len(branches(book, SIZE)) - 1
    assert main(["book", "show", path, "--size", "9", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    assert rows["sizes"]["9"]["searched"] == 1 and {"search", "struck"} <= set(rows["moves"][0])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["check", "missing.book"], "missing.book: cannot be read"),
        (["check", "{book}", "--size", "13"], "has no positions on 13x13"),
        (["grow", "{broken}", "--size", "9"], "no opening book, or a broken one"),
        (["grow", "{book}", "--rules", "checkers"], "checkers"),
    ],
)
def test_wrong_input_is_reported_in_one_line(tmp_path, capsys, words, message):
    book, start = Book(), position_key(Game(SIZE), 1)
    book.put(SIZE, start.key, [BookMove(start.turned((4, 4)), 3, 1.0)])
    write_book(tmp_path / "a.book", book)
    (tmp_path / "b.book").write_bytes(b"(;GM[1])")
    named = [word.format(book=tmp_path / "a.book", broken=tmp_path / "b.book") for word in words]
    assert main(["book", *named]) == 2
    error = capsys.readouterr().err.strip()
    assert message in error and "\n" not in error
    assert len(read_book(tmp_path / "a.book").tables[SIZE]) == 1
