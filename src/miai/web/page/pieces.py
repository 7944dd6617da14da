"""Small parts of the page: a picture that is sent only when it has changed, and buttons that say what they do to everybody."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from miai.web.session import Session


class Picture:
    """HTML of ours in an element of its own. Setting the same text again sends nothing."""

    def __init__(self, classes: str = "", tag: str = "div") -> None:
        self.element = ui.html("", sanitize=False, tag=tag).classes(classes)

    def show(self, text: str) -> None:
        """Draw `text`; it must be ours, with whatever came from outside escaped."""
        if self.element.content != text:
            self.element.content = text


def leads_to_nodes(picture: Picture, session: Session) -> None:
    """Have a click on anything with `data-node` in the picture lead to that node."""

    def look(event: Any) -> None:
        if str(event.args).isdecimal():
            session.look_at(int(event.args))

    picture.element.on("click", look, js_handler="(e) => miai.nearest(e, 'node', emit)")


def variations_card(title: str, session: Session) -> Picture:
    """A card for the tree of variations."""
    with ui.element("div").classes("card"):
        ui.html(f"<h3>{title}</h3>", sanitize=False)
        picture = Picture("scroll")
    leads_to_nodes(picture, session)
    return picture


def icon_button(icon: str, label: str, action: Callable[[], Any]) -> Any:
    """A round button with a picture, a tooltip, and a name for screen readers."""
    with ui.button(icon=icon, on_click=action).props(f'flat round dense aria-label="{label}"') as button:
        ui.tooltip(label)
    return button


def text_button(label: str, action: Callable[[], Any], icon: str | None = None, main: bool = False) -> Any:
    """A button with a word on it."""
    style = "unelevated color=primary" if main else "outline"
    return ui.button(label, icon=icon, on_click=action).props(f"{style} dense padding='4px 12px' no-caps")
