"""The status of the engine in the page is true: it compiles before the first click, and counts the seconds from when it began."""

from __future__ import annotations

import os
import re
import time

import pytest

from miai.web.engine.compiling import CompilationClock
from tests.web.browser import Page, Server


def test_only_the_time_of_compiling_is_counted():
    times = iter([100.0, 103.0, 103.5, 104.0, 904.0, 906.0])
    clock = CompilationClock(lambda: next(times))
    clock.start()
    clock.finish()
    clock.start()
    clock.finish()
    clock.start()  # after 800 idle seconds
    assert clock.count == 3
    assert clock.seconds() == 6.0


@pytest.mark.skipif(os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser; set MIAI_TEST_ALL=1 to run it")
def test_with_an_empty_cache_the_engine_compiles_at_the_start_and_says_so(browser, tmp_path, monkeypatch):
    monkeypatch.setenv("MIAI_CACHE_DIR", str(tmp_path / "cache"))
    server = Server(tmp_path / "state")
    try:
        context = browser.new_context()
        page = Page(context, server.address)
        opened = time.monotonic()
        status = page.tab.locator(".status")
        said = []
        while "Compiling" not in (said[-1] if said else "") and time.monotonic() - opened < 60:
            page.tab.wait_for_timeout(200)
            said.append(status.inner_text())
        assert "The engine is ready" not in said, "nothing was compiled yet"
        first = _seconds_after(status, -1)
        assert first <= time.monotonic() - server.began
        second = _seconds_after(status, first)
        assert second <= time.monotonic() - server.began, "they count from when compiling began"
        context.close()
    finally:
        server.stop()


def _seconds_after(status, earlier):
    """Wait until the status gives more seconds than `earlier`, and return them."""
    until = time.monotonic() + 120
    while time.monotonic() < until:
        found = re.search(r"functions, (\d+) s", status.inner_text())
        if found and int(found[1]) > earlier:
            return int(found[1])
        status.page.wait_for_timeout(100)
    raise AssertionError(f"the status does not count: {status.inner_text()!r}")
