"""The past games of a user on disk."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

from miai.go.notation.coordinates import WHITE
from miai.web import library as module
from miai.web.library import GameLibrary, delete_libraries, summary_of
from miai.web.past_games import keep_game, list_games, open_past_game
from miai.web.setup import GameSetup, usual_komi
from miai.web.uploads import read_file
from tests.web.games import new_session
from tests.web.marked_games import MARKED, TWO_GAMES


@pytest.fixture
def session(tmp_path):
    made, _, _ = new_session()
    made.library = GameLibrary(tmp_path)
    made.on_leave = lambda: keep_game(made)
    return made


def test_a_game_that_is_left_can_be_opened_as_it_was(session):
    session.click((4, 4))
    session.click((2, 2))
    session.look_at(1)
    name = session.game_name
    session.new_game(GameSetup(size=13, engine=WHITE))
    assert [each.name for each in list_games(session)] == [name]
    open_past_game(session, name)
    assert (session.tree.size, session.tree.current, session.live, session.game_name) == (9, 1, 2, name)
    assert session.setup.engine is None and session.is_unfinished()
    assert len(list_games(session)) == 1, "an empty game is not kept, the present one is listed once"


def test_a_summary_has_players_result_and_the_last_position(session):
    session.click((0, 8))
    session.click((1, 7))
    session.resign()
    found = summary_of(session)
    assert (found.moves, found.result, found.is_over, found.size) == (2, "W+R", True, 9)
    assert found.stones == ("ai", "bh")


def test_an_unchanged_record_is_not_kept_and_an_analysed_one_is(session):
    tree = asyncio.run(read_file(MARKED, "x.sgf")).tree
    session.load(tree)
    session.new_game(GameSetup())
    assert list_games(session) == []
    session.load(tree)
    session.is_analysed = True
    session.new_game(GameSetup())
    assert [each.black for each in list_games(session)] == ["Ann"]


def test_the_oldest_games_beyond_the_limits_are_deleted(session, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MOST_GAMES", 3)
    names = []
    for number in range(5):
        session.click((number, 0))
        names.append(session.game_name)
        session.new_game(GameSetup(engine=None))
        os.utime(tmp_path / f"{names[-1]}.json", (number, number))
    session.click((8, 8))
    keep_game(session)
    assert len(session.library.summaries()) == 3
    monkeypatch.setattr(module, "MOST_BYTES", 10)
    keep_game(session)
    assert session.library.summaries() == []


def test_damaged_files_and_strange_names_do_no_harm(session, tmp_path):
    (tmp_path / f"{'a' * 16}.json").write_bytes(b"[" * 10_000)
    (tmp_path / f"{'b' * 16}.json").write_bytes(b'{"name": 1}\n{}\n')
    (tmp_path / f"{'c' * 16}.json").write_bytes(b"\xff\xfe")
    assert session.library.summaries() == []
    session.click((4, 4))
    for name in ("a" * 16, "b" * 16, "c" * 16, "../../etc/passwd", "", "f" * 16):
        open_past_game(session, name)
        session.library.delete(name)
    assert session.tree.game().position.black == {(4, 4)}


def test_games_of_users_who_are_gone_are_deleted(tmp_path):
    for name in ("here", "gone"):
        (tmp_path / name).mkdir()
    delete_libraries(tmp_path, {"here"})
    assert [each.name for each in tmp_path.iterdir()] == ["here"]


def test_a_file_with_several_games_lists_them_and_gives_the_wanted_one():
    found = asyncio.run(read_file(TWO_GAMES, "two.sgf", "", 1))
    assert found.tree.size == 13
    assert found.games == ["1. Ann – Bob, Club evening, 2026-11-18, B+2.5", "2. Cho – Dan, W+R"]
    broken = asyncio.run(read_file(MARKED + b"(;SZ[9];B[aa", "x.sgf"))
    assert (broken.tree.size, len(broken.games)) == (9, 1)
    assert "x.sgf, game 2" in broken.trouble


@pytest.mark.parametrize("rules, stones, komi", [("chinese", 0, 7.5), ("japanese", 0, 6.5), ("japanese", 2, 0.5), ("aga", 9, 0.5)])
def test_komi_with_handicap(rules, stones, komi):
    assert usual_komi(rules, stones) == komi


def test_the_list_is_sorted_by_the_last_change(session):
    for _ in range(2):
        session.click((4, 4))
        session.new_game(GameSetup(engine=None))
        time.sleep(0.01)
    when = [each.when for each in list_games(session)]
    assert when == sorted(when, reverse=True)
