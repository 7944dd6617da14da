"""The pages in other languages, in Chromium: nothing stays English. It needs a browser, so it runs with MIAI_TEST_ALL=1 only."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest
from nicegui.translations import translations

from miai.web.languages import LANGUAGES, speaking, text
from miai.web.problems.offers import CHOICES
from tests.web import catalogue

pytestmark = pytest.mark.skipif(os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser; set MIAI_TEST_ALL=1 to run it")

COLLECT = """() => {
  const found = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const at = walk.currentNode.parentElement;
    if (!at.closest('script, style, .q-icon, kbd, .formula, svg.board')) found.add(walk.currentNode.textContent.trim());
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const each of document.querySelectorAll(`[${name}]`)) found.add(each.getAttribute(name).trim());
  return [...found];
}"""
DIALOGS = ("add_circle_outline", "history", "tune", "help_outline")
"""The icons of the buttons that open dialogs of the board."""
TECHNICAL = {"miai", "RAVE", "miai web --genotypes FOLDER", *LANGUAGES.values()}
"""Names that are the same in every language."""
SETTINGS = {value for name, values in CHOICES.items() for value in (name, *values)}
"""Names and values of settings, which are those of the command line."""
OF_NICEGUI = {each for texts in translations.values() for each in texts.values()}
"""Messages of the library, in its own translations."""


@pytest.fixture
def open_page(browser, server) -> Iterator[Any]:
    """A function that opens a page of the server in a language."""
    contexts = []

    def go(language: str, path: str, ready: str) -> Any:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_cookies([{"name": "miai_language", "value": language, "url": server.address}])
        contexts.append(context)
        tab = context.new_page()
        tab.goto(server.address + path)
        tab.wait_for_selector(ready)
        tab.wait_for_function("window.socket && window.socket.connected")
        return tab

    yield go
    for each in contexts:
        each.close()


def words_of(tab: Any) -> set[str]:
    """Return all texts and labels of a page, in every tab and dialog."""
    found = set(tab.evaluate(COLLECT))
    for each in tab.get_by_role("tab").all():
        each.click()
        tab.wait_for_timeout(250)
        found |= set(tab.evaluate(COLLECT))
    for icon in DIALOGS:
        button = tab.locator(".top .q-btn", has=tab.locator(f'i:text-is("{icon}")'))
        if button.count():
            button.first.click()
            tab.wait_for_timeout(400)
            found |= set(tab.evaluate(COLLECT))
            tab.keyboard.press("Escape")
            tab.wait_for_timeout(400)
    return found


PAGES = pytest.mark.parametrize(
    ("path", "ready"),
    [("", ".board .wood"), ("problems", ".main.problems .position svg"), ("panels", "main.panels")],
    ids=["board", "problems", "panels"],
)


@PAGES
def test_no_text_of_a_page_is_outside_of_the_catalogue(open_page, path, ready):
    found = words_of(open_page("x-test", path, ready))
    bare = {each for each in found if "⟦" not in each and re.search(r"[A-Za-z]{2,}", each)} - OF_NICEGUI
    assert any("⟦" in each for each in found)
    assert {each for each in bare - TECHNICAL if not set(re.findall(r"[a-z][\w-]+", each)) <= SETTINGS} == set()


@PAGES
@pytest.mark.parametrize("language", ["de", "zh"])
def test_a_translated_page_shows_no_english_text(open_page, language, path, ready):
    with speaking(language):
        shown = {text(each) for each in catalogue.all_texts() if isinstance(each, str)}
    english = {each for each in catalogue.all_texts() if isinstance(each, str)} - shown
    tab = open_page(language, path, ready)
    found = words_of(tab)
    assert tab.evaluate("document.documentElement.lang").startswith(language)
    assert found & english <= SETTINGS
    assert len(found & shown) > 10
