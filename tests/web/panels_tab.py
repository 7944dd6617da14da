"""A tab that shows the page *Panels*, with the actions of a user."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.web.browser import PATIENCE


class PanelsTab:
    """The page *Panels* in a browser."""

    def __init__(self, context: Any, address: str) -> None:
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.tab = context.new_page()
        self.tab.set_default_timeout(PATIENCE)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tab.goto(address)
        self.tab.wait_for_selector("main.panels")
        self.tab.wait_for_function("window.socket && window.socket.connected")

    def choose(self, label: str, text: str) -> None:
        """Choose an option of a select."""
        self.tab.get_by_label(label, exact=True).click()
        self.tab.locator(".q-menu .q-item", has_text=text).first.click()

    def options(self, label: str) -> list[str]:
        """Return the options of a select."""
        self.tab.get_by_label(label, exact=True).click()
        self.tab.locator(".q-menu .q-item").first.wait_for()
        found = self.tab.locator(".q-menu .q-item").all_inner_texts()
        self.tab.keyboard.press("Escape")
        return list(found)

    def fill(self, label: str, value: float | str) -> None:
        """Fill a field of the form."""
        field = self.tab.get_by_label(label, exact=True)
        field.fill(str(value))
        field.press("Tab")

    def upload(self, *files: Path) -> None:
        """Upload files with the button."""
        with self.tab.expect_file_chooser() as chooser:
            self.press("Upload files")
        chooser.value.set_files(list(files))

    def press(self, name: str) -> None:
        self.tab.locator(".q-btn:visible", has_text=name).first.click()

    def wait_for(self, text: str, minutes: float = 1.0) -> None:
        """Wait until the page shows a text."""
        self.tab.get_by_text(text).first.wait_for(timeout=minutes * 60_000)

    def wait_for_message(self, text: str) -> None:
        self.tab.locator(".q-notification", has_text=text).first.wait_for()

    def download(self, name: str) -> bytes:
        """Download a file by its link."""
        with self.tab.expect_download() as download:
            self.tab.locator(f'a[href="/panels/files/{name}"]').click()
        return Path(download.value.path()).read_bytes()
