"""A server and a browser for tests of the page: `miai web` in a separate process, and Chromium driven by Playwright."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from miai.web.uploads import MOST_BYTES
from tests.cli.terminal import environment_for

PATIENCE = int(os.environ.get("MIAI_TEST_PATIENCE", "180")) * 1000
"""Milliseconds that a test waits for the page: on a busy machine with an empty cache an engine compiles for more than a minute."""
LETTERS = "ABCDEFGHJKLMNOPQRST"


class Server:
    """`miai web` on a free port, with its own directory of games."""

    def __init__(self, state: Path, port: int = 0, *more: str) -> None:
        command = [sys.executable, "-m", "miai", "web", "--no-open", "--port", str(port), "--memory", "64", *more]
        cache = {name: os.environ[name] for name in ("MIAI_CACHE_DIR",) if name in os.environ}
        environment = environment_for(MIAI_STATE_DIR=str(state), **cache)
        environment.pop("PYTEST_CURRENT_TEST", None)  # with it NiceGUI does not compress
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = re.search(r"http\S+", self.process.stdout.readline())[0]  # type: ignore[index]
        self.port = int(re.search(r":(\d+)/", self.address)[1])  # type: ignore[index]

    def engines(self) -> list[int]:
        """Return the process ids of its engines."""
        found = []
        for entry in Path("/proc").iterdir():
            with contextlib.suppress(OSError, ValueError, IndexError):
                words = (entry / "cmdline").read_bytes().split(b"\0")
                parent = int((entry / "stat").read_text().rpartition(")")[2].split()[1])
                if parent == self.process.pid and b"miai.web.engine.process" in words:
                    found.append(int(entry.name))
        return found

    def stop(self) -> str:
        """Stop it as Ctrl-C does, and return its standard error."""
        self.process.send_signal(signal.SIGINT)
        try:
            return self.process.communicate(timeout=60)[1]
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise


class Page:
    """A tab that shows the board, with the actions of a user."""

    def __init__(self, context: Any, address: str) -> None:
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.tab = context.new_page()
        self.tab.set_default_timeout(PATIENCE)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.tab.on("websocket", lambda socket: self.requests.append(socket.url))
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tab.goto(address)
        self.tab.wait_for_selector(".board .wood")
        self.tab.wait_for_function("window.socket && window.socket.connected")

    def place(self, vertex: str) -> tuple[float, float]:
        """Return the place of a point on the screen."""
        box = self.tab.locator(".board").bounding_box()
        size, edge, width, unit = (
            float(self.tab.locator(".board").get_attribute(f"data-{name}")) for name in ("size", "edge", "width", "unit")
        )
        x = edge + unit * LETTERS.index(vertex[0])
        y = edge + unit * (size - int(vertex[1:]))
        return box["x"] + x * box["width"] / width, box["y"] + y * box["width"] / width

    def click(self, vertex: str) -> None:
        self.tab.mouse.click(*self.place(vertex))

    def stones(self, color: str) -> set[str]:
        """Return the points with stones of "b" or "w"."""
        found = self.tab.eval_on_selector_all(f".stones .{color}", "all => all.map(each => each.dataset.at)")
        return set(found)

    def wait_for_stone(self, vertex: str, color: str) -> None:
        """Wait until the server has drawn the stone; the early stone of the page does not count."""
        self.tab.wait_for_selector(f'.stones .{color}[data-at="{vertex}"]:not(.early)')

    def wait_for_turn(self, color: str) -> None:
        """Wait for the turn of "b" or "w", or for the end of the game."""
        self.tab.wait_for_function(
            f"""() => document.querySelector('.player.turn .disc.{color}') || !document.querySelector('.player.turn')"""
        )

    def press(self, name: str) -> None:
        """Press a button with a text."""
        self.tab.locator(".q-btn:visible", has_text=re.compile(f"{name}$")).first.click()

    def open_panel(self, name: str) -> None:
        self.tab.get_by_role("tab", name=name).click()

    def wait_for_message(self, text: str) -> None:
        """Wait until the page shows a message."""
        self.tab.locator(".q-notification", has_text=text).first.wait_for()

    def is_unfinished(self) -> bool:
        """Return whether the page will ask before it leaves the game."""
        return bool(self.tab.locator(".board").get_attribute("data-unfinished"))

    def answer(self, text: str) -> None:
        """Answer a question with the button of this text."""
        self.tab.locator(".question:visible").get_by_role("button", name=text, exact=True).click()
        self.tab.locator(".question").wait_for(state="hidden")

    def upload(self, file: Path) -> None:
        """Open a file with the button; an unfinished game is left."""
        is_unfinished = self.is_unfinished()
        with self.tab.expect_file_chooser() as chooser:
            self.tab.locator('[aria-label^="Open a game record"]').click()
        chooser.value.set_files(file)
        if is_unfinished and file.stat().st_size <= MOST_BYTES:
            self.answer("Leave it")

    def download(self) -> bytes:
        """Save the game with the button."""
        with self.tab.expect_download() as download:
            self.tab.locator('[aria-label="Save as SGF"]').click()
        return Path(download.value.path()).read_bytes()

    def new_game(self, color: str = "Black", size: int = 9, playouts: int = 40, handicap: int = 0, komi: float = 7.5) -> None:
        """Start a game with the dialog; an unfinished one is left."""
        is_unfinished = self.is_unfinished()
        self.tab.locator('[aria-label="New game"]').first.click()
        dialog = self.tab.locator(".q-dialog .q-card:visible")
        dialog.get_by_label("board size", exact=True).fill(str(size))
        dialog.get_by_text(f"I play {color}" if color else "I play both").click()
        if "playouts" not in dialog.locator(".q-select", has_text="engine strength").inner_text():
            dialog.get_by_label("engine strength", exact=True).click()
            self.tab.locator(".q-menu .q-item", has_text="playouts per move").click()
            self.tab.wait_for_timeout(300)
        dialog.get_by_label("number", exact=True).fill(str(playouts))
        dialog.get_by_label("handicap", exact=True).fill(str(handicap))
        dialog.get_by_label("komi", exact=True).fill(str(komi))
        dialog.get_by_label("komi", exact=True).press("Tab")
        self.tab.wait_for_timeout(200)
        dialog.get_by_role("button", name="Start").click()
        if is_unfinished:
            self.answer("Leave it")
        dialog.wait_for(state="hidden")


@contextlib.contextmanager
def chromium(path: str) -> Iterator[Any]:
    """Yield a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()
