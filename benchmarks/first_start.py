"""How long does a newcomer wait? `./dev start` in a fresh clone: the installation, the board, the engine's first move.

    python -m benchmarks.first_start --json first-start.json

The clone, its environment and the folder of compiled code are new and temporary. Run it twice: the second time the packages are already
downloaded. It needs git and Chromium, and a quiet machine.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.needs import need_program
from tests.web.browser import Page, chromium

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--json", type=Path, help="write the figures to this file")
    chosen = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        figures = measure(Path(folder))
    print(json.dumps(figures, indent=2))
    if chosen.json:
        chosen.json.write_text(json.dumps(figures, indent=2) + "\n")


def measure(folder: Path) -> dict[str, float]:
    """Return seconds on the clock: the installation, and from its end to the page and to the first move of the engine."""
    clone = folder / "miai"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    environment = {**os.environ, "MIAI_CACHE_DIR": str(folder / "cache"), "MIAI_STATE_DIR": str(folder / "state")}
    # `./dev start` installs what the board needs; `./dev run` with a command that ends does only this
    began = time.monotonic()
    subprocess.run(["./dev", "run", "--version"], cwd=clone, env=environment, check=True)
    installed = time.monotonic()
    server = subprocess.Popen(
        ["./dev", "start", "--no-open", "--port", "0"],
        cwd=clone,
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        address = first_address(server)
        with chromium(need_program("chromium", "chromium-browser", "google-chrome")) as browser:
            launched = time.monotonic()
            page = Page(browser.new_context(viewport={"width": 1280, "height": 860}), address)
            shown = time.monotonic()
            page.click("E5")
            page.wait_for_stone("E5", "b")
            page.tab.wait_for_selector(".stones .w:not(.early)")
            answered = time.monotonic()
    finally:
        os.killpg(server.pid, signal.SIGINT)
        server.wait(60)
    return {
        "installation": round(installed - began, 1),
        "from the end of the installation to the page": round(shown - installed, 1),
        "of it: starting Chromium and its load of the page": round(shown - launched, 1),
        "from the end of the installation to the engine's first move": round(answered - installed, 1),
    }


def first_address(server: subprocess.Popen[str]) -> str:
    """Return the address that the server prints."""
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"http\S+", line)
        if found:
            return found[0]
    sys.exit("the server ended without an address")


if __name__ == "__main__":
    main()
