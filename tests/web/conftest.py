"""A browser for each file, and one server for all tests of the page that need nothing special of it."""

from __future__ import annotations

import pytest

from tests.needs import need_program
from tests.web.browser import Page, Server, chromium


@pytest.fixture(scope="module")  # while Playwright runs, no other test of the process can use asyncio
def browser():
    with chromium(need_program("chromium", "chromium-browser", "google-chrome")) as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    made = Server(tmp_path_factory.mktemp("state"))
    yield made
    assert "Traceback" not in made.stop()


@pytest.fixture
def page(browser, server):
    """A new user's tab of 1280x800."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True)
    made = Page(context, server.address)
    yield made
    assert made.faults == []
    context.close()
