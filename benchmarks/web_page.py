"""Speed of the web board in Chromium: start, time from click to stone while the engine uses all threads, traffic during analysis.

    python -m benchmarks.web_page [--clicks 40]

Needs the extras `web` and `test`, and Chromium. Compile first (`miai warmup`). Each click is timed in the page, from the pointer event to
the stone in the document: the stone that the page shows at once, and the stone that the server draws.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path
from typing import Any

from miai.core.machine import find_program
from tests.web.browser import Page, Server, chromium

WATCH = """() => {
    window.times = [];
    let began = 0;
    document.querySelector(".board").addEventListener("pointerup", () => { began = performance.now(); }, true);
    new MutationObserver(() => {
        const early = document.querySelector(".stones .early"), sure = document.querySelectorAll(".stones circle:not(.early)").length;
        if (began && early && !window.shown) window.shown = performance.now() - began;
        if (began && sure > (window.sure || 0)) {
            window.times.push([window.shown || performance.now() - began, performance.now() - began]);
            began = window.shown = 0;
        }
        window.sure = sure;
    }).observe(document.querySelector(".board"), {childList: true, subtree: true});
}"""


def measure_start(browser: Any, folder: Path) -> tuple[dict[str, float], Server, Page]:
    """Return seconds from the command to a page that accepts clicks, and the processor time of the server."""
    server = Server(folder)
    page = Page(browser.new_context(viewport={"width": 1280, "height": 860}), server.address)
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    used = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return {"seconds": round(time.monotonic() - server.began, 2), "servers_cpu_seconds": round(used, 2)}, server, page


def measure_clicks(page: Page, count: int) -> list[list[float]]:
    """Return milliseconds from click to stone, shown by the page and drawn by the server, during analysis."""
    page.new_game(color="", size=9)
    page.open_panel("Analyse")
    page.tab.locator(".q-toggle", has_text="Analyse").click()
    page.tab.wait_for_selector(".hint")
    page.tab.evaluate(WATCH)
    points = [f"{column}{row}" for row in range(1, 10) for column in "ABCDEFGHJ"]
    for number in range(count):
        page.click(points[(7 * number) % 81])
        page.tab.wait_for_timeout(700)
    return list(page.tab.evaluate("window.times"))


def measure_traffic(page: Page, seconds: float) -> dict[str, float]:
    """Return the kB per second that arrive by web socket, for each panel, with analysis, hints and owners on."""
    session = page.tab.context.new_cdp_session(page.tab)
    session.send("Network.enable")
    taken = [0]
    session.on(
        "Network.webSocketFrameReceived", lambda event: taken.__setitem__(0, taken[0] + len(event["response"]["payloadData"]))
    )
    page.tab.keyboard.press("o")
    found = {}
    for panel in ("Play", "Analyse", "Search"):
        page.open_panel(panel)
        page.tab.wait_for_timeout(1500)
        taken[0] = 0
        began = time.monotonic()
        page.tab.wait_for_timeout(1000 * seconds)
        found[panel.lower()] = round(taken[0] / 1000 / (time.monotonic() - began), 1)
    return found


def main() -> None:
    """Measure and report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--clicks", type=int, default=40)
    options = parser.parse_args()
    path = find_program("chromium") or find_program("google-chrome")
    if path is None:
        raise SystemExit("needs Chromium: apt-get install chromium")
    with chromium(path) as browser, tempfile.TemporaryDirectory() as folder:
        starts = []
        for number in range(3):
            start, server, page = measure_start(browser, Path(folder) / str(number))
            starts.append(start)
            if number < 2:
                server.stop()
        clicks = measure_clicks(page, options.clicks)
        traffic = measure_traffic(page, 10.0)
        server.stop()
    shown, drawn = ([row[place] for row in clicks] for place in (0, 1))
    report = {
        "start": starts,
        "clicks": len(clicks),
        "click_to_stone_ms": _spread(shown),
        "click_to_servers_drawing_ms": _spread(drawn),
        "traffic_kb_per_second": traffic,
        "load": round(os.getloadavg()[0], 1),
    }
    print(json.dumps(report, indent=2))


def _spread(times: list[float]) -> dict[str, float]:
    return {"median": round(statistics.median(times), 1), "90 %": round(sorted(times)[int(0.9 * len(times))], 1)}


if __name__ == "__main__":
    main()
