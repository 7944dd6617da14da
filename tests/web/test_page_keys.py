"""The keyboard and the wheel in the page, and what axe finds."""

from __future__ import annotations

import os

import pytest

from tests.web.marked_games import MARKED

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)


@pytest.mark.parametrize("panel", ["Play", "Search", "Analyse"])
def test_a_move_typed_at_once_after_m_is_played(page, panel):
    page.new_game(color="")
    page.open_panel(panel)
    page.tab.keyboard.type("mD4")
    page.tab.wait_for_function("document.querySelector('.typed input')?.value === 'D4'")
    page.tab.locator(".typed input").press("Enter")
    page.wait_for_stone("D4", "b")
    page.tab.wait_for_function("document.querySelector('.typed input')?.value === ''")  # the server clears it after the move
    page.tab.locator(".typed input").press_sequentially("E5")
    page.tab.keyboard.press("Enter")
    page.wait_for_stone("E5", "w")
    assert page.tab.evaluate("!document.body.classList.contains('body--dark')"), "no letter of a move is taken for a shortcut"


def test_the_board_has_a_cursor_that_plays(page):
    page.new_game(color="")
    page.tab.locator('[aria-label="Start of the game"]').focus()
    page.tab.keyboard.press("Shift+Tab")
    page.tab.wait_for_selector(".cursor-box", state="visible")
    for key in ("ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"):
        page.tab.keyboard.press(key)
    page.wait_for_stone("C6", "b")
    assert page.tab.locator(".spoken").inner_text() == "C6, empty"
    page.tab.keyboard.press("ArrowRight")
    page.tab.keyboard.press("ArrowLeft")
    assert page.tab.locator(".spoken").inner_text() == "C6, Black"
    page.tab.keyboard.press("Escape")
    page.tab.wait_for_selector(".cursor-box", state="hidden")
    page.tab.keyboard.press("ArrowLeft")
    page.tab.wait_for_selector(".stones .b", state="detached")


def test_after_a_click_on_the_board_the_arrow_keys_step_through_the_game(page):
    page.new_game(color="")
    page.click("E5")
    page.wait_for_stone("E5", "b")
    page.tab.keyboard.press("ArrowLeft")
    page.tab.wait_for_selector(".stones .b", state="detached")
    assert page.tab.locator(".cursor-box:visible").count() == 0


def test_the_wheel_steps_through_the_game(page, tmp_path):
    (tmp_path / "marked.sgf").write_bytes(MARKED)
    page.upload(tmp_path / "marked.sgf")
    page.wait_for_message("4 moves")
    page.tab.mouse.move(*page.place("E1"))
    page.tab.mouse.wheel(0, 120)
    page.wait_for_stone("E5", "b")
    page.tab.wait_for_timeout(60)
    page.tab.mouse.wheel(0, 120)
    page.wait_for_stone("C7", "w")
    page.tab.mouse.wheel(0, -120)
    page.tab.wait_for_selector(".stones .w", state="detached")


def test_keys_in_a_dialog_do_not_play_in_the_game_behind_it(page):
    page.new_game(color="")
    page.tab.locator('[aria-label="Games"]').first.click()
    page.tab.locator(".games-list").focus()
    page.tab.keyboard.press("p")
    page.tab.keyboard.press("Escape")
    page.tab.locator(".games").wait_for(state="hidden")
    assert "Move" not in page.tab.locator(".result").first.inner_text()


def open_nothing(page):
    page.tab.wait_for_timeout(100)


def open_new_game(page):
    page.tab.locator('[aria-label="New game"]').first.click()


def open_games(page):
    page.tab.locator('[aria-label="Games"]').first.click()


def open_help(page):
    page.tab.keyboard.press("?")


def open_options(page):
    page.tab.locator('[aria-label="Display options"]').click()


def open_analyse(page):
    page.open_panel("Analyse")


def open_search(page):
    page.open_panel("Search")


AXE_RUN = """axe.run({
    runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"],
    rules: { "color-contrast": { enabled: !document.querySelector(".q-dialog") } },
})"""
# Below a dialog axe takes the colour of the page for that of a button; the same colours are checked without a dialog.
DIALOGS = [open_new_game, open_games, open_help, open_options]
PANELS = [open_nothing, open_analyse, open_search]
"""Only contrast depends on the theme, so dialogs are looked at in one."""


@pytest.mark.parametrize(
    "theme, openers", [("light", [*PANELS[:1], *DIALOGS, *PANELS[1:]]), ("dark", PANELS)], ids=["light", "dark"]
)
def test_axe_finds_nothing_serious(browser, server, tmp_path, theme, openers):
    axe = pytest.importorskip("axe_playwright_python", reason="needs axe-playwright-python").__path__[0] + "/axe.min.js"
    from tests.web.browser import Page

    context = browser.new_context(viewport={"width": 1280, "height": 800}, color_scheme=theme)
    page = Page(context, server.address)
    (tmp_path / "marked.sgf").write_bytes(MARKED)
    page.upload(tmp_path / "marked.sgf")
    page.wait_for_message("4 moves")
    page.tab.wait_for_selector(".q-notification", state="detached")  # while it fades, its text has too little contrast
    page.tab.add_script_tag(path=axe)
    found = {}
    for opener in openers:
        opener(page)
        page.tab.wait_for_timeout(700)  # until dialogs are opaque
        result = page.tab.evaluate(AXE_RUN)
        for each in result["violations"]:
            if each["impact"] in ("serious", "critical"):
                found[f"{opener.__name__}: {each['id']}"] = [node["html"][:150] for node in each["nodes"]]
        page.tab.keyboard.press("Escape")
        page.tab.wait_for_timeout(400)
    assert found == {}
    assert page.tab.locator("main").count() == 1
    context.close()
