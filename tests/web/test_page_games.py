"""The user's games in the page: nothing is given up unasked, past games are found again, handicap has its komi, "move now"."""

from __future__ import annotations

import os

import pytest

from tests.web.marked_games import MARKED

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)


def play_both(page, *moves):
    page.new_game(color="")
    for number, move in enumerate(moves):
        page.click(move)
        page.wait_for_stone(move, "bw"[number % 2])


def open_games(page):
    page.tab.locator('[aria-label="Games"]').first.click()
    games = page.tab.locator(".games:visible")
    games.locator(".game-row").first.wait_for()
    return games


def test_a_new_game_and_a_file_replace_an_unfinished_game_only_after_a_question(page, tmp_path):
    play_both(page, "E5", "C3")
    page.tab.locator('[aria-label="New game"]').first.click()
    page.tab.locator(".q-dialog").get_by_role("button", name="Start").click()
    page.answer("Stay")
    assert (page.stones("b"), page.stones("w")) == ({"E5"}, {"C3"})
    (tmp_path / "marked.sgf").write_bytes(MARKED)
    with page.tab.expect_file_chooser() as chooser:
        page.tab.locator('[aria-label^="Open a game record"]').click()
    chooser.value.set_files(tmp_path / "marked.sgf")
    page.answer("Stay")
    assert page.stones("b") == {"E5"}
    with page.tab.expect_file_chooser() as chooser:
        page.tab.locator('[aria-label^="Open a game record"]').click()
    chooser.value.set_files(tmp_path / "marked.sgf")
    page.answer("Leave it")
    page.wait_for_message("4 moves")
    page.tab.locator('[aria-label="New game"]').first.click()
    page.tab.locator(".q-dialog").get_by_role("button", name="Start").click()
    page.tab.wait_for_function("!document.querySelector('.player .rank')")
    assert page.tab.locator(".question:visible").count() == 0, "an unchanged record is replaced without a question"


def test_resigning_is_asked_first_also_when_it_is_typed(page):
    play_both(page, "E5")
    page.press("Resign")
    page.answer("Play on")
    assert "White to play" in page.tab.locator(".result").first.inner_text()
    page.tab.get_by_label("Type a move").fill("resign")
    page.tab.get_by_label("Type a move").press("Enter")
    page.answer("Resign the game")
    page.tab.wait_for_selector("text=Black wins by resignation")


def test_past_games_are_listed_found_opened_again_and_deleted(page, tmp_path):
    play_both(page, "E5", "C3", "G7")
    play_both(page, "D4")
    games = open_games(page)
    assert games.locator(".game-row").count() == 2
    assert "on the board" in games.locator(".game-row").first.inner_text()
    assert "3 moves · not finished" in games.locator(".game-row").last.inner_text()
    assert games.locator(".game-picture").count() == 2
    games.get_by_label("Find").fill("resignation")
    games.get_by_text("No game fits").wait_for()
    games.get_by_label("Find").fill("9x9 finished")
    games.locator(".game-row button.about").click()
    page.answer("Leave it")
    page.wait_for_stone("G7", "b")
    assert page.stones("b") == {"E5", "G7"}
    page.click("C7")
    page.wait_for_stone("C7", "w")
    games = open_games(page)
    assert [row.inner_text().count("4 moves") for row in games.locator(".game-row").all()] == [1, 0]
    games.locator(".delete").click()
    page.answer("Delete it")
    page.tab.wait_for_function("document.querySelectorAll('.game-row').length === 1")
    games.get_by_role("button", name="Close").click()
    page.tab.reload()
    page.wait_for_stone("C7", "w")
    assert open_games(page).locator(".game-row").count() == 1


def test_handicap_changes_komi_and_says_so(page):
    page.tab.locator('[aria-label="New game"]').first.click()
    dialog = page.tab.locator(".q-dialog .q-card:visible")
    komi, handicap = (dialog.get_by_label(name, exact=True) for name in ("komi", "handicap"))
    assert komi.input_value() == "7.5"
    handicap.fill("4")
    dialog.get_by_text("Usual komi with handicap: 0.5. These rules give White 4 more points").wait_for()
    assert komi.input_value() == "0.5"
    handicap.fill("0")
    page.tab.wait_for_function("!document.body.innerText.includes('Usual komi with handicap')")
    assert komi.input_value() == "7.5"


def test_the_engine_moves_at_once_when_asked(page):
    page.new_game(playouts=900_000)
    page.click("E5")
    page.wait_for_stone("E5", "b")
    page.tab.get_by_text("visits, ").wait_for()
    page.press("Move now")
    page.tab.wait_for_selector(".stones .w")
    page.wait_for_turn("b")
    page.tab.wait_for_selector("text=Move now", state="hidden")
