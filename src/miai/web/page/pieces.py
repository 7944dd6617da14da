"""Small parts of the page: a picture that is sent only when it has changed, and buttons that say what they do to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui


class Picture:
    """HTML of ours in an element of its own. Setting the same text again sends nothing."""

    def __init__(self, classes: str = "", tag: str = "div") -> None:
        self.element = ui.html("", sanitize=False, tag=tag).classes(classes)

    def show(self, text: str) -> None:
        """Draw `text`; it must be ours, with whatever came from outside escaped."""
        if self.element.content != text:
            self.element.content = text


def icon_button(icon: str, label: str, action: Callable[[], Any]) -> Any:
    """A round button with a picture, a tooltip, and a name for screen readers."""
    with ui.button(icon=icon, on_click=action).props(f'flat round dense aria-label="{label}"') as button:
        ui.tooltip(label)
    return button


def text_button(label: str, action: Callable[[], Any], icon: str | None = None, main: bool = False) -> Any:
    """A button with a word on it."""
    style = "unelevated color=primary" if main else "outline"
    return ui.button(label, icon=icon, on_click=action).props(f"{style} dense padding='4px 12px' no-caps")
