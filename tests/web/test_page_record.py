"""Game records in the page: markup, header, move number and turn, several games of one file."""

from __future__ import annotations

import os

import pytest

from tests.web.marked_games import MARKED, TWO_GAMES

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)


def open_file(page, tmp_path, data, name="marked.sgf"):
    (tmp_path / name).write_bytes(data)
    page.upload(tmp_path / name)
    page.wait_for_message(name)


def test_the_markup_of_a_record_is_drawn(page, tmp_path):
    open_file(page, tmp_path, MARKED)
    page.tab.keyboard.press("ArrowRight")
    page.wait_for_stone("E5", "b")
    assert page.tab.locator("[data-mark]").count() == 0
    page.tab.keyboard.press("ArrowRight")
    page.wait_for_stone("C7", "w")
    marks = page.tab.eval_on_selector_all(
        "[data-mark]", "all => all.map(each => `${each.dataset.mark} ${each.dataset.point ?? ''}`.trim())"
    )
    assert sorted(marks) == ["AR", "CR G3", "LB B8", "LB C5", "LN", "MA A9", "SQ C7", "TR E5"]
    assert page.tab.locator('[data-mark="LB"]').all_text_contents() == ["A", "12"]
    assert page.tab.locator(".mark-head").count() == 1, "an arrow has a head, a line has none"


def test_the_header_of_a_record_is_shown_and_the_headline_has_move_and_turn(page, tmp_path):
    open_file(page, tmp_path, MARKED)
    assert "Ann 4d" in page.tab.locator(".player").first.inner_text()
    assert "Bob 8d" in page.tab.locator(".player").last.inner_text()
    facts = page.tab.locator(".facts-list").inner_text()
    for text in ("Club evening", "2026-11-18", "Osaka", "Black wins by 2.5 points", "1 h 30 min"):
        assert text in facts
    headline = page.tab.locator(".result").first
    page.tab.keyboard.press("ArrowRight")
    page.wait_for_stone("E5", "b")
    assert headline.inner_text() == "Move 1: E5 · White to play"
    page.tab.keyboard.press("End")
    page.wait_for_stone("C3", "w")
    assert headline.inner_text() == "Move 4: C3 · Black wins by 2.5 points"


def test_every_game_of_a_file_can_be_chosen(page, tmp_path):
    open_file(page, tmp_path, TWO_GAMES, "two.sgf")
    page.wait_for_message("The file has 2 games")
    assert "Ann" in page.tab.locator(".player").first.inner_text()
    page.tab.get_by_label("game of the file").click()
    page.tab.locator(".q-menu .q-item", has_text="2. Cho – Dan, W+R").click()
    page.tab.wait_for_selector(".board[data-size='13']")
    assert "Cho" in page.tab.locator(".player").first.inner_text()
    page.tab.reload()
    page.tab.wait_for_selector(".board[data-size='13']")
    page.tab.get_by_label("game of the file").click()
    page.tab.locator(".q-menu .q-item", has_text="1. Ann – Bob").click()
    page.tab.wait_for_selector(".board[data-size='9']")
