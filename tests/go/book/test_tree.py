"""The tree of a book: its lines, values backed up by hand, and moves that are struck out."""

from __future__ import annotations

import pytest

from miai.go.book.book import BY_PLAY, BY_RESULTS, BY_SEARCH, Book, BookMove
from miai.go.book.positions import position_key
from miai.go.book.tree import StrikeSettings, backed_up, branches, strike
from miai.go.rules.game import Game

SIZE = 9


def enter(book, line, moves):
    """Enter the moves {vertex: (games, value)} of the position after `line`."""
    game = Game(SIZE)
    for word in line.split():
        game.play(word)
    place = position_key(game, game.to_play)
    rows = []
    for vertex, (games, value) in moves.items():
        after = game.copy()
        after.play(vertex)
        point = after.moves[-1][1]
        rows.append(BookMove(place.turned(point), games, 0.0, value))
    book.put(SIZE, place.key, rows)
    return place.key


def test_a_tree_has_each_position_once_with_a_line_that_leads_there():
    book = Book()
    start = enter(book, "", {"E5": (10, None), "C3": (5, None)})
    enter(book, "E5", {"C3": (6, None)})
    enter(book, "C3", {"E5": (3, None)})  # White at E5: not the position after E5 C3
    found = branches(book, SIZE)
    assert [(branch.key == start, len(branch.line), branch.move.games) for branch in found] == [
        (True, 0, 10),
        (True, 0, 5),
        (False, 1, 6),
        (False, 1, 3),
    ]
    for branch in found:
        game = Game(SIZE)
        for color, point in branch.played:
            game.play(point, color)
        assert position_key(game, game.to_play).key == branch.after


def test_two_orders_of_moves_lead_to_one_position():
    book = Book()
    enter(book, "", {"C3": (4, None), "C4": (4, None)})
    for first, second in (("C3", "C4"), ("C4", "C3")):
        enter(book, first, {"G7": (4, None)})
        enter(book, f"{first} G7", {second: (4, None)})
    enter(book, "C3 G7 C4", {"F6": (2, None)})
    assert sum(len(branch.line) == 3 for branch in branches(book, SIZE)) == 1


def test_values_are_backed_up_as_by_hand():
    book = Book()
    enter(book, "", {"E5": (9, 0.6), "C3": (5, 0.5)})
    enter(book, "E5", {"C4": (6, 0.7), "G3": (2, 0.3)})  # E5 is worth 1 - 0.7 = 0.3 at most
    enter(book, "C3", {"E5": (3, 0.9)})
    enter(book, "C3 E5", {"G5": (3, 0.8)})  # C3 E5 is worth 0.2, so C3 stays at 0.5
    found = branches(book, SIZE)
    known = backed_up(found)
    values = {branch.played: known[branch.key, branch.move.point] for branch in found}
    assert sorted(values.values()) == pytest.approx([0.2, 0.3, 0.3, 0.5, 0.7, 0.8])
    assert values[((1, (4, 4)),)] == pytest.approx(0.3) and values[((1, (2, 2)),)] == pytest.approx(0.5)


def test_moves_that_lose_are_struck_and_return_when_they_no_longer_lose():
    book = Book()
    start = enter(book, "", {"E5": (9, 0.55), "C3": (5, 0.5), "A1": (2, 0.40), "B1": (1, None)})
    assert strike(book, SIZE, StrikeSettings(loss=0.35, worse=0.1)) == 1
    after = enter(book, "E5", {"C4": (6, 0.7)})
    assert strike(book, SIZE, StrikeSettings(loss=0.35, worse=0.1)) == 1  # E5 is worth 0.3 now; A1 wins only 0.1 less than C3
    assert {move.games: move.struck for move in book.moves(SIZE, start)} == {9: BY_SEARCH, 5: 0, 2: 0, 1: 0}
    book.change(SIZE, after, book.moves(SIZE, after)[0].point, value=0.48)
    assert strike(book, SIZE) == 1
    assert {move.games: move.struck for move in book.moves(SIZE, start)} == {9: 0, 5: 0, 2: BY_SEARCH, 1: 0}


@pytest.mark.parametrize("reason", [BY_RESULTS, BY_PLAY])
def test_a_search_does_not_lift_a_verdict_of_another_kind(reason):
    book = Book()
    key = enter(book, "", {"E5": (9, 0.55), "C3": (5, 0.5)})
    point = book.moves(SIZE, key)[0].point
    book.change(SIZE, key, point, struck=reason)
    strike(book, SIZE)
    assert book.moves(SIZE, key)[0].struck == reason
