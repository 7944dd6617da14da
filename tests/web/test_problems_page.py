"""The page *Problems* in Chromium with real workers. It needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import math
import os

import pytest

from tests.web.browser import Server
from tests.web.problems_tab import ProblemsTab, breakthrough

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)
C = 0.7
ROUNDING = 0.00011
"""Numbers are shown with four digits."""


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    file = tmp_path_factory.mktemp("games") / "mine.py"
    file.write_text("# nothing yet\n")
    return file


@pytest.fixture(scope="module")
def server(tmp_path_factory, game):
    made = Server(tmp_path_factory.mktemp("state"), 0, "--game", str(game))
    yield made
    assert "Traceback" not in made.stop()


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    made = ProblemsTab(context, server.address + "problems")
    yield made
    assert made.faults == []
    assert all(url.startswith((server.address, server.address.replace("http", "ws"), "data:")) for url in made.requests)
    context.close()


def test_ten_single_steps_of_ucb1_show_the_numbers_of_the_formula(page):
    """Every number is recomputed from the counts and values that the page shows."""
    page.open("Tic-tac-toe")
    page.press("+10")  # all nine edges of the root are tried
    page.wait()
    for _ in range(10):
        page.press("One simulation")
        page.wait()
        rows = page.scores()
        total = int(page.tab.locator("[data-total]").first.inner_text().replace(",", ""))
        assert total == sum(int(row[1]) for row in rows)
        for _action, visits, value, exploration, score in rows:
            term = C * math.sqrt(math.log(total) / int(visits))
            assert float(exploration) == pytest.approx(term, abs=ROUNDING)
            assert float(score) == pytest.approx(float(value) + term, abs=2 * ROUNDING)
        chosen = page.tab.locator('table.scores[data-depth="0"] tr.chosen').inner_text().split("\t")
        assert float(chosen[4]) == max(float(row[4]) for row in rows)
        path = page.tab.locator(".growth .node.on-path").count()
        assert path >= 2


def test_a_simulation_is_shown_phase_by_phase(page):
    page.open("Tic-tac-toe")
    page.press("+10")
    page.wait()
    names = []
    for _ in range(4):
        page.press("Next phase")
        page.wait()
        names.append(page.tab.locator(".phases .now").inner_text())
    assert names == ["Descend", "Expand", "Play out", "Back up"]
    assert page.tab.locator("table.backup tbody tr").count() >= 2
    assert page.tab.locator(".frames svg").count() >= 1


def test_a_person_plays_the_engine_and_takes_back(page):
    page.open("Tic-tac-toe")
    page.part(4).click()
    page.tab.wait_for_function("() => document.querySelectorAll('.moves li').length === 2")
    page.wait()
    played = page.moves()
    assert played[0] == "b2"
    page.tab.get_by_label("Take back (u)").click()
    page.tab.wait_for_function("() => document.querySelectorAll('.moves li').length === 0")
    page.wait()
    page.tab.get_by_label("Play again (r)").click()
    page.tab.wait_for_function("() => document.querySelectorAll('.moves li').length === 2")
    assert page.moves() == played


def test_the_board_is_played_with_the_keyboard(page):
    page.open("Tic-tac-toe")
    page.part(0).focus()
    assert page.part(0).get_attribute("role") == "button" and page.part(0).get_attribute("aria-label") == "a1"
    page.tab.keyboard.press("Enter")
    page.tab.wait_for_function("() => document.querySelectorAll('.moves li').length === 2")
    assert page.moves()[0] == "a1"


def test_values_visits_and_principal_variations_of_all_actions_are_shown(page):
    page.open("Tic-tac-toe")
    page.show("Search")
    page.press("+1,000")
    page.tab.wait_for_selector("table.actions tbody tr.best")
    page.wait()
    rows = [row.split("\t") for row in page.tab.locator("table.actions tbody tr").all_inner_texts()]
    assert len(rows) == 9 and sum(int(row[2]) for row in rows) == 999
    assert all(row[-1].split()[0] == row[0] for row in rows)
    assert page.tab.locator(".position .badge").count() == 9


def test_two_settings_are_compared_on_the_same_seed(page):
    page.open("Tic-tac-toe")
    page.show("Compare")
    page.press("Compare")
    page.tab.wait_for_selector(".sides section")
    sides = page.tab.locator(".sides section")
    assert sides.count() == 2
    assert "c = 0.7" in sides.nth(0).locator("h2").inner_text() and "c = 1.4" in sides.nth(1).locator("h2").inner_text()
    assert page.tab.locator(".sides .track").count() > 16


def test_a_new_game_file_is_played_after_it_was_saved_and_its_faults_are_shown(page, game):
    page.choose("mine.py")
    page.tab.wait_for_selector(".status .lamp.bad")
    assert "registers no problem" in page.tab.locator(".status").inner_text()
    game.write_text(breakthrough())
    page.tab.wait_for_selector(".position svg")
    page.wait()
    page.part(73, 74).first.click()  # the piece on a2
    page.part(73).first.click()  # the square in front of it, which comes first in the picture: both have the action 73
    page.tab.wait_for_function("() => document.querySelectorAll('.moves li').length === 2")
    assert page.moves()[0] == "a2a3"
    game.write_text(breakthrough().replace("0 <= column < SIDE", "0 <= column <= SIDE"))
    page.tab.wait_for_selector(".status .lamp.bad")
    fault = page.tab.locator(".status").inner_text()
    assert fault.startswith("mine.py, line") and "out of bounds" in fault


def test_the_page_fits_a_phone_and_has_no_text_outside_of_the_catalogue(browser, server):
    context = browser.new_context(viewport={"width": 390, "height": 844})
    context.add_cookies([{"name": "miai_language", "value": "x-test", "url": server.address}])
    page = ProblemsTab(context, server.address + "problems")
    page.tab.wait_for_selector(".status")
    assert page.tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
    texts = page.tab.locator(".q-btn .block, .q-tab__label, h2, .note, .problems .q-field__label").all_inner_texts()
    allowed = {"", "+10", "+100", "+1,000", "+10,000", "+100,000"}
    assert [each for each in texts if "⟦" not in each and each.strip() not in allowed] == []
    assert page.faults == []
    context.close()
