"""A game in a link, and what others played: the table, the command, and both in Chromium."""

from __future__ import annotations

import os

import pytest

from miai.core.errors import UserError
from miai.go.games.database import GamesDatabase, build_database
from miai.go.games.sources import GameFilter
from miai.web.page.others_card import find_others, others_table
from miai.web.page.texts import show_points
from tests.go.games.test_database import game_of
from tests.web.browser import Page, Server
from tests.web.games import tree_of

in_browser = pytest.mark.skipif(os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser; set MIAI_TEST_ALL=1 to run it")


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    path = tmp_path_factory.mktemp("games") / "games.db"
    games = [game_of("E5 C3 G7", winner=1), game_of("E5 C3 C7", winner=2), game_of("E5 G3 D4", winner=2), game_of("C3 G7 E5")]
    build_database(path, games, GameFilter())
    return path


def test_what_others_played_is_found_in_any_orientation(database):
    with GamesDatabase(database) as found:
        first = find_others(found, tree_of(""))
        assert first is not None and first.games == 4
        assert (first.moves[0].move, first.moves[0].games) == ("E5", 3)
        text = others_table(first)
        assert 'data-others="4"' in text and 'data-next="E5"' in text and "75%" in text and "33%" in text
        after = find_others(found, tree_of("E5"))
        assert after is not None and sum(each.games for each in after.moves) == 3
        assert 'data-others="0"' in others_table(find_others(found, tree_of("A1")))


def test_handicap_stones_are_looked_up_and_other_set_up_stones_are_not(database):
    tree = tree_of("")
    tree.nodes[0].black = ((4, 4),)
    with GamesDatabase(database) as found:
        assert find_others(found, tree) == find_others(found, tree_of("E5")), "White is to play in both"
        tree.nodes[0].white = ((2, 2),)
        assert find_others(found, tree) is None
    assert 'data-others="0"' in others_table(None)


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path):
    (tmp_path / "games.db").write_text("no database")
    with pytest.raises(UserError, match="no database of games"):
        GamesDatabase(tmp_path / "games.db")


def test_no_points_have_no_sign():
    assert [show_points(each) for each in (0.0, -0.0, -0.04, 1.25, -3.0, None)] == ["0.0", "0.0", "0.0", "+1.2", "−3.0", ""]


@in_browser
def test_a_game_is_shared_as_a_link_and_moves_of_others_are_played(browser, tmp_path, database):
    server = Server(tmp_path, 0, "--games", str(database))
    context, other = (browser.new_context(viewport={"width": 1280, "height": 800}) for _ in range(2))
    try:
        page = Page(context, server.address)
        page.new_game(color="", playouts=20)
        page.open_panel("Study")
        page.tab.locator('tr[data-next="E5"]').click()
        page.wait_for_stone("E5", "b")
        page.tab.wait_for_selector('[data-others="3"]')
        link = page.tab.evaluate("miai.link()")
        assert link.startswith(f"{server.address}#game=") and len(link) < 400
        friend = Page(other, link)
        friend.wait_for_message("1 move")
        friend.tab.keyboard.press("End")
        friend.wait_for_stone("E5", "b")
        assert "#" not in friend.tab.url, "a reload must not open it again"
        assert page.faults == friend.faults == []
        broken = Page(other, f"{server.address}#game=AAAA")
        broken.wait_for_message("link.sgf")
    finally:
        context.close()
        other.close()
        assert "Traceback" not in server.stop()
