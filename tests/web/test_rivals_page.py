"""Other engines in Chromium: GNU Go plays miai, an engine that dies. It needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import os
import sys

import pytest

from tests.needs import need_program
from tests.web.browser import Page, Server

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)

BROKEN = """
import sys
for line in sys.stdin:
    if line.startswith("genmove"): sys.exit("no more ideas")
    commands = "protocol_version list_commands boardsize clear_board komi play genmove".replace(" ", chr(10))
    answers = {"protocol_version": "= 2", "list_commands": "= " + commands}
    print(answers.get(line.strip(), "="), end="\\n\\n", flush=True)
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    gnugo = need_program("gnugo")
    assert gnugo
    folder = tmp_path_factory.mktemp("engines")
    (folder / "broken.py").write_text(BROKEN)
    (folder / "engines.toml").write_text(
        '[engines."GNU Go"]\ncommand = "gnugo:1"\n\n'
        f'[engines.Broken]\ncommand = "{sys.executable} {folder / "broken.py"}"\n\n'
        '[engines."Other miai"]\ncommand = "miai --threads 1"\n'
    )
    made = Server(folder / "state", 0, "--engine-file", str(folder / "engines.toml"))
    yield made
    assert "Traceback" not in made.stop()


@pytest.fixture
def page(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 1000})
    made = Page(context, server.address)
    yield made
    assert made.faults == []
    context.close()


def choose(page: Page, label: str, name: str) -> None:
    """Choose an engine in a list of the card."""
    page.tab.get_by_label(label, exact=True).click()
    page.tab.locator(".q-menu .q-item", has_text=name).click()


def let_play(page: Page, color: str) -> None:
    page.tab.locator('[data-test="rival"] .q-btn', has_text=color).click()


def test_gnu_go_plays_miai_to_the_end(page):
    page.new_game(color="", playouts=20)
    choose(page, "engine", "GNU Go")
    let_play(page, "Black")
    page.tab.wait_for_selector(".stones .b")
    assert "GNU Go" in page.tab.locator(".player .name").first.inner_text()
    page.tab.locator(".q-btn-group:not([data-test]) .q-btn", has_text="White").first.click()
    page.tab.wait_for_function(
        "['b', 'w'].every((each) => document.querySelectorAll(`.stones .${each}`).length >= 3)", timeout=300_000
    )
    page.tab.wait_for_selector("[data-result], .result:has-text('resignation')", timeout=180_000)


def test_another_engine_is_chosen_as_opponent_of_a_new_game(page):
    page.tab.locator('[aria-label="New game"]').first.click()
    dialog = page.tab.locator(".q-dialog .q-card:visible")
    dialog.get_by_label("opponent", exact=True).click()
    page.tab.locator(".q-menu .q-item", has_text="GNU Go").click()
    page.tab.wait_for_timeout(300)
    dialog.get_by_role("button", name="Start").click()
    dialog.wait_for(state="hidden")
    page.click("E5")
    page.tab.wait_for_selector(".stones .w")
    assert "GNU Go" in page.tab.locator(".player .name").nth(1).inner_text()


def test_an_engine_that_dies_is_reported_in_one_line_and_the_page_lives(page):
    page.new_game(color="", playouts=20)
    choose(page, "engine", "Broken")
    let_play(page, "White")
    page.click("E5")
    page.wait_for_message("Broken: exit code 1 at 'genmove white'")
    page.tab.wait_for_selector("[data-trouble]")
    choose(page, "engine", "GNU Go")
    page.tab.wait_for_selector(".stones .w")
    assert page.tab.locator("[data-trouble]").count() == 0


def test_another_engine_analyses_the_position(page):
    page.new_game(color="", playouts=20)
    choose(page, "analyst", "Other miai analyses")
    page.click("E5")
    page.open_panel("Analyse")
    page.tab.locator(".q-toggle", has_text="Analyse").click()
    page.tab.wait_for_selector(".hint", timeout=120_000)
    page.tab.locator(".q-toggle", has_text="Analyse").click()
