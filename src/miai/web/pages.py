"""The three pages, each built for the user of the present request: the board, *Panels*, *Problems*."""

from __future__ import annotations

import copy
import functools
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from miai.core import extras
from miai.core.errors import UserError
from miai.web.events import SessionEvent
from miai.web.languages import text as _
from miai.web.languages import translate_message, widget_language
from miai.web.panels.registry import PanelSessions
from miai.web.problems.registry import ProblemSessions
from miai.web.sessions import SessionRegistry
from miai.web.uploads import MOST_BYTES

ASSETS = Path(__file__).parent / "page"


@functools.cache
def asset_url(name: str) -> str:
    """Return the address of a file of the page, which changes with its contents: browsers keep files for an hour."""
    return f"/miai/{name}?v={zlib.crc32((ASSETS / name).read_bytes()):x}"


def show_board(registry: SessionRegistry) -> None:
    """Build the page of the board."""
    from nicegui import ui

    from miai.web.page.board_page import BoardPage

    client = _begin(
        ("style.css", "layout.css", "marks.css", "study.css", "dialogs.css"),
        ("board.js", "keyboard.js", "moves_strip.js", "links.js"),
        positive="#15803d",
        negative="#b91c1c",
        info="#0369a1",
    )
    ui.add_head_html(f"<script>miai.limit = {MOST_BYTES}</script>")
    try:
        session = registry.session(client.request.scope["miai_user"])
    except UserError as error:
        _show_error(error)
        return
    page = BoardPage(session, registry.database)

    def begin() -> None:
        session.controller.prepare()
        session.update_engines()
        page.on_event(SessionEvent.BOARD)

    _listen(client, session.listeners, page.on_event, begin, session.update_engines)


def show_panels(registry: SessionRegistry, panels: PanelSessions) -> None:
    """Build the page *Panels*."""
    from miai.web.page.panels_page import PanelsPage

    client = _begin(("style.css", "panels.css"), ("panels.js",))
    user = client.request.scope["miai_user"]
    missing = extras.missing_modules("genetics")
    try:
        if missing:
            text = _("this page needs {packages}; install it with: {command}")
            raise UserError(text.format(packages=", ".join(missing), command=extras.install_command("genetics")))
        session, preferences = panels.session(user), registry.session(user).preferences
    except UserError as error:
        _show_error(error)
        return
    page = PanelsPage(session, preferences)
    _listen(client, session.listeners, page.on_change, page.on_change)


def show_problems(registry: SessionRegistry, problems: ProblemSessions) -> None:
    """Build the page *Problems*."""
    from miai.web.page.problems_page import ProblemsPage

    client = _begin(("style.css", "problems.css"), ("problems.js",))
    user = client.request.scope["miai_user"]
    try:
        session, preferences = problems.session(user), registry.session(user).preferences
    except UserError as error:
        _show_error(error)
        return
    page = ProblemsPage(session, preferences)

    def begin() -> None:
        session.begin()
        page.on_change()

    _listen(client, session.listeners, page.on_change, begin)


def _begin(sheets: Sequence[str], scripts: Sequence[str], **colours: str) -> Any:
    """Begin a page with its style sheets, scripts, colours and the language of its user, and return its client."""
    from nicegui import ui

    for sheet in sheets:
        ui.add_head_html(f'<link rel="stylesheet" href="{asset_url(sheet)}">')
    for script in scripts:
        ui.add_head_html(f'<script src="{asset_url(script)}"></script>')
    ui.colors(primary="#0f766e", **colours)
    client = ui.context.client
    client.page = copy.copy(client.page)
    client.page.language = widget_language()  # of widgets, and for screen readers
    return client


def _show_error(error: UserError) -> None:
    from nicegui import ui

    ui.label(f"{translate_message(str(error))}.")


def _listen(
    client: Any,
    listeners: list[Callable[..., None]],
    listener: Callable[..., None],
    begin: Callable[[], object],
    end: Callable[[], object] = lambda: None,
) -> None:
    """Add `listener` to those of a session while the browser is connected, which may happen more than once."""

    def connect() -> None:
        if listener not in listeners:
            listeners.append(listener)
            begin()

    def disconnect() -> None:
        if listener in listeners:
            listeners.remove(listener)
            end()

    client.on_connect(connect)
    client.on_delete(disconnect)
