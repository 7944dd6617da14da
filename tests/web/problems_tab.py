"""A tab that shows the page *Problems*, with the actions of a user."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from tests.web.browser import PATIENCE

DOCS = Path(__file__).resolve().parents[2] / "docs" / "web" / "problems.md"


def breakthrough() -> str:
    """Return the game that the page of the documentation shows."""
    found = re.search(r'```python title="breakthrough.py"\n(.*?)```', DOCS.read_text(encoding="utf-8"), re.S)
    assert found is not None
    return found[1]


class ProblemsTab:
    """The page *Problems* in a browser."""

    def __init__(self, context: Any, address: str) -> None:
        self.requests: list[str] = []
        self.faults: list[str] = []
        self.tab = context.new_page()
        self.tab.set_default_timeout(4 * PATIENCE)  # a problem may have to be compiled
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tab.goto(address)
        self.tab.wait_for_selector(".main.problems")
        self.tab.wait_for_function("window.socket && window.socket.connected")

    def wait(self) -> None:
        """Wait until the worker has answered."""
        self.tab.wait_for_timeout(200)
        self.tab.wait_for_function("() => !document.querySelector('.status .lamp.on')")
        self.tab.wait_for_timeout(100)

    def open(self, title: str) -> None:
        """Choose a problem and wait until it can be searched."""
        self.choose(title)
        self.tab.wait_for_selector(".position")
        self.wait()

    def choose(self, title: str) -> None:
        """Choose a problem. The first of the list is chosen already."""
        if self.tab.get_by_label("problem", exact=True).input_value() != title:
            self.tab.get_by_label("problem", exact=True).click()
            self.tab.locator(".q-menu .q-item", has_text=title).first.click()

    def new_game(self) -> None:
        self.press("New game")
        self.tab.wait_for_function("() => !document.querySelector('.moves li')")
        self.wait()

    def press(self, name: str) -> None:
        """Press a button with a text."""
        self.tab.locator(".q-btn:visible", has_text=re.compile(re.escape(name) + "$")).first.click()

    def show(self, name: str) -> None:
        """Open a tab of the page."""
        self.tab.get_by_role("tab", name=name).click()
        self.tab.wait_for_timeout(150)

    def part(self, *actions: int) -> Any:
        """Return the parts of the picture that have all these actions."""
        return self.tab.locator(".position " + "".join(f'[data-action~="{each}"]' for each in actions))

    def moves(self) -> list[str]:
        """Return the actions so far."""
        return list(self.tab.locator(".moves li").all_inner_texts())

    def scores(self, depth: int = 0) -> list[list[str]]:
        """Return the table of a step of the descent, as it is shown: action, visits, value, exploration, score."""
        rows = self.tab.locator(f'table.scores[data-depth="{depth}"] tbody tr')
        return [[cell.strip() for cell in row.split("\t")] for row in rows.all_inner_texts()]
