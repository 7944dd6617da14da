"""The choice of a language, in the head of every page. A cookie keeps it; without one the browser's languages decide."""

from __future__ import annotations

import functools

from nicegui import ui

from miai.web.languages import COOKIE, LANGUAGES, language, offered_languages
from miai.web.languages import text as _
from miai.web.page.widgets import icon_button

YEAR = 365 * 86_400


def language_menu() -> None:
    """Add the button with the menu of languages."""
    with (
        icon_button("translate", _("Language"), lambda: None).props("data-test=language"),
        ui.menu().props(f'aria-label="{_("Language")}"'),
    ):
        _item("", _("as in the browser"))
        for name in offered_languages():
            _item(name, LANGUAGES[name])


def _item(name: str, title: str) -> None:
    made = ui.menu_item(title, on_click=functools.partial(choose, name)).props(
        f'lang="{name or language()}" data-language="{name}"'
    )
    made.classes("text-weight-bold" if name == language() else "")


def choose(name: str) -> None:
    """Keep the choice in the browser, and load the page again."""
    age = YEAR if name else 0
    ui.run_javascript(f"document.cookie = '{COOKIE}={name}; path=/; max-age={age}; samesite=lax'; location.reload()")
