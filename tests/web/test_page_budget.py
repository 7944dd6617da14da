"""The cost of the page: bytes of the first visit, bytes per second while the search is watched, and nothing from elsewhere."""

from __future__ import annotations

import os
import time

import pytest

from tests.web.browser import PATIENCE

pytestmark = pytest.mark.skipif(
    os.environ.get("MIAI_TEST_ALL") != "1", reason="drives a browser for minutes; set MIAI_TEST_ALL=1 to run it"
)

MOST_BYTES, MOST_PER_SECOND = 600_000, 300_000


class Meter:
    """Counts the bytes that a tab receives, as they were sent."""

    def __init__(self, context, tab):
        self.bytes, self.urls, self.answers = 0, [], []
        devtools = context.new_cdp_session(tab)
        devtools.send("Network.enable")
        devtools.on("Network.requestWillBeSent", lambda event: self.urls.append(event["request"]["url"]))
        devtools.on("Network.webSocketCreated", lambda event: self.urls.append(event["url"]))
        devtools.on("Network.loadingFinished", lambda event: self._add(event["encodedDataLength"], "file"))
        devtools.on("Network.webSocketFrameReceived", lambda event: self._add(len(text := event["response"]["payloadData"]), text))

    def _add(self, count, what):
        self.bytes += count
        self.answers.append((count, what[:100]))


def test_the_first_page_is_small_and_watching_the_search_costs_little(browser, server):
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    tab = context.new_page()
    tab.set_default_timeout(PATIENCE)
    meter = Meter(context, tab)
    tab.goto(server.address)
    tab.wait_for_selector(".board .wood")
    tab.wait_for_function("window.socket && window.socket.connected")
    tab.wait_for_timeout(1500)
    print(f"first page: {meter.bytes:,} bytes")
    assert meter.bytes < MOST_BYTES, sorted(meter.answers)[-5:]
    tab.get_by_role("tab", name="Search").click()
    tab.keyboard.press("a")
    tab.wait_for_selector(".graph .node")
    before, began = meter.bytes, time.monotonic()
    tab.wait_for_timeout(5000)
    speed = (meter.bytes - before) / (time.monotonic() - began)
    print(f"watching the search: {speed:,.0f} bytes per second")
    assert 0 < speed < MOST_PER_SECOND
    tab.keyboard.press("a")
    tab.wait_for_selector(".lamp.ready")
    here = f"127.0.0.1:{server.port}"
    assert [url for url in meter.urls if here not in url and not url.startswith(("data:", "blob:"))] == []
    context.close()
