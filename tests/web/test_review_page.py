"""Review and teaching in Chromium with a real engine. It needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import os

import pytest

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)

COMPILING = 300_000
"""Milliseconds for the engine's first answer, which may have to be compiled on a busy machine."""
GAME = b"(;GM[1]SZ[9]KM[7.5]PB[Ann]PW[Bob];B[ee];W[cc];B[gc];W[cg];B[aa](;W[gg])(;W[ce];B[ge]))"


def test_a_game_is_reviewed_with_report_and_points(page, tmp_path):
    (tmp_path / "game.sgf").write_bytes(GAME)
    page.upload(tmp_path / "game.sgf")
    page.wait_for_message("6 moves")
    page.open_panel("Analyse")
    page.press("Analyse the whole game")
    page.tab.wait_for_selector("[data-review]")
    page.tab.wait_for_selector("[data-review]", state="detached", timeout=COMPILING)
    assert page.tab.locator('[data-report="black game"]').count() == 1
    assert page.tab.locator('[data-report="white opening"]').count() == 1
    assert page.tab.locator(".curve .loss").count() == 6
    for _ in range(5):
        page.tab.keyboard.press("ArrowRight")
    page.wait_for_stone("A9", "b")
    page.tab.wait_for_selector("[data-loss]")
    loss = page.tab.locator("[data-loss]")
    assert "A9" in loss.inner_text() and "points" in loss.inner_text()
    assert float(loss.get_attribute("data-loss")) > 0.03, "a stone in the corner is a mistake"
    leads = page.tab.locator(".lead-cell").all_inner_texts()
    assert len(leads) > 1 and len(set(leads)) > 1, "each candidate has its own lead"


def test_teaching_mode_takes_a_move_back(page):
    page.new_game(playouts=20)
    page.tab.locator('[aria-label="mistake"]').click()
    page.tab.locator(".q-menu .q-item", has_text="from a loss of 3 %").click()
    page.tab.locator(".q-toggle", has_text="Teach me").click()
    page.click("A1")
    page.tab.wait_for_selector('[data-lesson="A1"]', timeout=COMPILING)
    page.tab.wait_for_selector('.board [data-pv="1"]', state="attached")
    page.tab.wait_for_selector(".board [data-better]", state="attached")
    assert page.stones("w") == set(), "the engine waits"
    better = page.tab.locator(".board [data-better]").get_attribute("data-better")
    page.press("Take back")
    page.tab.wait_for_selector("[data-lesson]", state="detached")
    page.tab.wait_for_function("document.querySelectorAll('.stones circle').length === 0")
    page.click(better)
    page.wait_for_stone(better, "b")
    page.tab.wait_for_selector(".stones .w")
    assert page.tab.locator("[data-lesson]").count() == 0, "the better move is answered at once"


def test_comments_and_marks_are_edited_and_saved(page, tmp_path):
    (tmp_path / "game.sgf").write_bytes(GAME)
    page.upload(tmp_path / "game.sgf")
    page.wait_for_message("6 moves")
    page.open_panel("Study")
    page.tab.get_by_label("comment", exact=True).fill("a [good] start")
    page.tab.locator('[data-tool="letters"]').click()
    page.click("E5")
    page.tab.wait_for_selector(".board .label")
    page.tab.wait_for_timeout(600)
    data = page.download()
    assert b"LB[ee:A]" in data and b"C[a [good\\] start]" in data


def test_a_move_is_guessed_and_a_problem_is_solved(page, tmp_path):
    (tmp_path / "problem.sgf").write_bytes(b"(;SZ[9]AB[ba]AW[ca](;B[aa];W[ab];B[ac])(;B[cc];W[cd]))")
    page.upload(tmp_path / "problem.sgf")
    page.wait_for_message("3 moves")
    page.open_panel("Study")
    page.tab.locator(".branch").nth(1).wait_for()  # both answers as small boards
    page.press("Both")
    page.tab.wait_for_selector('[data-guess="open"]')
    page.click("E5")
    page.tab.wait_for_selector('[data-missed="E5"]', state="attached")
    page.click("A8")
    page.tab.wait_for_selector('[data-hits="1"]')
    page.press("Solve this record")
    page.tab.wait_for_selector('[data-verdict="open"]')
    page.click("C7")
    page.tab.wait_for_selector('[data-verdict="wrong"]')
    page.press("Try again")
    page.tab.wait_for_selector('[data-verdict="open"]')
    page.click("A9")
    page.wait_for_stone("A8", "w")
    page.click("A7")
    page.tab.wait_for_selector('[data-verdict="right"]')


def test_the_board_and_the_game_are_downloaded_as_pictures(page):
    page.new_game(color="", playouts=20)
    page.click("E5")
    page.wait_for_stone("E5", "b")
    page.open_panel("Study")
    for name, sign in (("Board as PNG", b"\x89PNG"), ("Game as GIF", b"GIF89a")):
        with page.tab.expect_download() as download:
            page.press(name)
        assert download.value.path().read_bytes().startswith(sign)
