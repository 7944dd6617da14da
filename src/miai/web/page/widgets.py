"""Small parts of the page: a block of HTML that is sent only when it has changed, and buttons with labels for screen readers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import ui

from miai.web.game_session import GameSession


class HtmlBlock:
    """An element with trusted HTML. Setting the same text again sends nothing."""

    def __init__(self, classes: str = "", tag: str = "div") -> None:
        self.element = ui.html("", sanitize=False, tag=tag).classes(classes)

    def show(self, text: str) -> None:
        """Show `text`. Text from users and files must be escaped."""
        if self.element.content != text:
            self.element.content = text


def link_nodes(block: HtmlBlock, session: GameSession) -> None:
    """Make a click on an element with `data-node` show that node on the board."""

    def look(event: Any) -> None:
        if str(event.args).isdecimal():
            session.look_at(int(event.args))

    block.element.on("click", look, js_handler="(e) => miai.nearest(e, 'node', emit)")


def variations_card(title: str, session: GameSession) -> HtmlBlock:
    """Add a card for the tree of variations; return its block."""
    with ui.element("div").classes("card"):
        ui.html(f"<h3>{title}</h3>", sanitize=False)
        block = HtmlBlock("variations-box")
        block.element.props(f'tabindex=0 role=group aria-label="{title}"')
    link_nodes(block, session)
    return block


def icon_button(icon: str, label: str, action: Callable[[], Any]) -> Any:
    """Add a round button with an icon, a tooltip, and a label for screen readers."""
    with ui.button(icon=icon, on_click=action).props(f'flat round dense aria-label="{label}"') as button:
        ui.tooltip(label)
    return button


def page_link(address: str, icon: str, name: str, label: str) -> None:
    """Add a link to another page: an icon, and its name where the window is wide."""
    with ui.link(target=address).classes("page-link").props(f'aria-label="{label}"'):
        ui.icon(icon).props("aria-hidden=true")
        ui.label(name)
        ui.tooltip(label)


def text_button(label: str, action: Callable[[], Any], icon: str | None = None, main: bool = False) -> Any:
    """Add a button with a text."""
    style = "unelevated color=primary" if main else "outline"
    return ui.button(label, icon=icon, on_click=action).props(f"{style} dense padding='4px 12px' no-caps")
