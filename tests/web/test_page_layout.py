"""The layout of the board page in Chromium: the board stays on the screen, the panel scrolls, the current move is visible."""

from __future__ import annotations

import os

import pytest

from tests.web.browser import Page
from tests.web.marked_games import long_game

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)

WINDOWS = {
    "laptop": (1280, 800),
    "desktop": (1920, 1080),
    "landscape phone": (844, 390),
    "phone": (390, 844),
    "tablet": (820, 1180),
}
INSIDE = """selector => { const box = document.querySelector(selector).getBoundingClientRect();
    return box.top >= -1 && box.left >= -1 && box.bottom <= innerHeight + 1 && box.right <= innerWidth + 1; }"""


@pytest.fixture(scope="module")
def tab(browser, server, tmp_path_factory):
    """A tab with an analysed game of 60 moves."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = Page(context, server.address)
    file = tmp_path_factory.mktemp("long") / "long.sgf"
    file.write_bytes(long_game())
    made.upload(file)
    made.wait_for_message("60 moves")
    yield made
    assert made.faults == []
    context.close()


@pytest.mark.parametrize("window", WINDOWS)
def test_the_whole_board_stays_on_the_screen_while_the_panel_is_used(tab, window):
    width, height = WINDOWS[window]
    tab.tab.set_viewport_size({"width": width, "height": height})
    for panel in ("Search", "Play", "Analyse"):
        tab.open_panel(panel)
        tab.tab.wait_for_timeout(100)
        assert tab.tab.evaluate(INSIDE, ".board")
        assert tab.tab.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    for button in tab.tab.locator(".top .q-btn").all():
        box = button.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= width
    mistake = tab.tab.locator("tr[data-node]").last
    mistake.scroll_into_view_if_needed()
    mistake.click()
    tab.tab.wait_for_selector(".hint")
    assert tab.tab.evaluate(INSIDE, ".board"), "after a click on a mistake far down in the panel"
    assert tab.tab.locator(".board").bounding_box()["width"] >= 0.45 * min(width, height)


def test_the_panel_scrolls_to_its_end(tab):
    tab.tab.set_viewport_size({"width": 1280, "height": 800})
    tab.open_panel("Search")
    button = tab.tab.get_by_role("button", name="Reset to defaults")
    button.scroll_into_view_if_needed()
    assert button.bounding_box()["y"] < 800
    assert tab.tab.evaluate(INSIDE, ".board")


@pytest.mark.parametrize("panel", ["Play", "Analyse"])
@pytest.mark.parametrize("window", ["laptop", "phone"])
def test_the_current_move_is_visible_in_the_strip_of_moves(tab, panel, window):
    width, height = WINDOWS[window]
    tab.tab.set_viewport_size({"width": width, "height": height})
    tab.open_panel("Search")
    tab.open_panel(panel)
    for steps in ("End", *["ArrowLeft"] * 9):
        tab.tab.keyboard.press(steps)
    tab.tab.wait_for_selector(".variations:visible .dot.now text >> text=51")
    for other in ("Search", panel):  # a panel that comes back shows it too
        tab.open_panel(other)
    tab.tab.wait_for_selector(".variations:visible .dot.now")
    tab.tab.wait_for_function(
        """() => [...document.querySelectorAll(".variations-box")].filter(box => box.clientWidth).every(box => {
            const now = box.querySelector(".dot.now").getBoundingClientRect(), frame = box.getBoundingClientRect();
            return now.left >= frame.left && now.right <= frame.right && now.top >= frame.top && now.bottom <= frame.bottom + 1; })"""
    )


def test_the_played_move_is_marked_among_the_candidates(tab):
    tab.tab.set_viewport_size({"width": 1280, "height": 800})
    tab.open_panel("Analyse")
    tab.tab.keyboard.press("Home")
    tab.tab.wait_for_selector('[data-played="B4"]')
    assert tab.tab.locator('tr.played[data-hint="B4"]').inner_text().split()[:3] == ["B4", "played", "50.4%"]
    assert tab.tab.evaluate("getComputedStyle(document.querySelector('.played.b')).fill") == "none", "a ring, not a stone"
    tab.tab.keyboard.press("ArrowRight")
    tab.tab.wait_for_selector('[data-played="D4"]')
    assert tab.tab.locator("tr.played").count() == 1
    tab.tab.keyboard.press("End")
    tab.tab.wait_for_selector("[data-played]", state="detached")
    assert tab.tab.locator("tr.played").count() == 0, "nothing was played at the end"
