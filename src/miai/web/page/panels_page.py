"""The page *Panels* of one browser tab: data, search, the best panel over time, the report, downloads."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from html import escape
from typing import Any

from nicegui import ui

from miai.core.errors import UserError
from miai.web.languages import language, speaking, translate_message
from miai.web.languages import text as _
from miai.web.page import panels_texts as texts
from miai.web.page.board_page import LOGO
from miai.web.page.language_menu import language_menu
from miai.web.page.panels_form import SearchForm
from miai.web.page.widgets import HtmlBlock, icon_button, text_button
from miai.web.panels.session import PanelSession
from miai.web.preferences import Preferences

NONE = ""


class PanelsPage:
    """A tab that shows a panel session. Several tabs may show the same session."""

    def __init__(self, session: PanelSession, preferences: Preferences) -> None:
        self.session, self.preferences = session, preferences
        self.client = ui.context.client
        self.language = language()
        self._is_due = self._is_drawing = False
        self._report: Any = None
        self.dark = ui.dark_mode(preferences.dark)
        self._build_top()
        with ui.element("main").classes("main panels"):
            with ui.element("div").classes("left"):
                self._build_data()
                self._build_search()
            with ui.element("div").classes("right"):
                self._build_results()
            self._build_report()
        ui.on("panels-sent", lambda event: self.sent.show(escape(_short(event.args))))
        ui.on("panels-uploaded", lambda event: self._uploaded(_short(event.args)))
        ui.on("panels-refused", lambda event: self._refused(_short(event.args)))
        ui.on("panels-too-large", lambda event: self._refused(texts.too_large_text(_short(event.args))))
        self.draw()

    # --- building -----------------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        with ui.element("header").classes("top"):
            ui.html(f'<span class="brand">{LOGO}miai</span>', sanitize=False)
            tagline = escape(_("panels of SNPs that tell populations apart"))
            ui.html(f'<span class="tagline">{tagline}</span>', sanitize=False).classes("grow")
            ui.html(
                f'<a class="to" href="/">{escape(_("Go board"))}</a><a class="to" href="/problems">{escape(_("Problems"))}</a>',
                sanitize=False,
            )
            language_menu()
            icon_button("dark_mode", _("Dark or light theme"), self._toggle_dark)

    def _build_data(self) -> None:
        with _card(_("Data")).classes("first"):
            self.data = self._select(_("data set"))
            self.populations = self._select(_("populations (optional table)"))
            self.grouping_file = self._select(_("categories (optional table)"))
            with ui.element("div").classes("buttons q-mt-sm"):
                text_button(_("Upload files"), lambda: ui.run_javascript("miaiPanels.choose()"), "upload_file")
                self.clear = text_button(_("Remove uploads"), lambda: self._try(self.session.clear_uploads))
            self.sent = HtmlBlock("note")
            self.empty = HtmlBlock("note")

    def _select(self, label: str) -> Any:
        return ui.select({NONE: _("none")}, value=NONE, label=label, on_change=self._on_files).props("dense options-dense")

    def _build_search(self) -> None:
        self.search_card = _card(_("Search")).classes("third")
        with self.search_card:
            self.form = SearchForm(self.session)
            with ui.element("div").classes("buttons q-mt-sm"):
                self.start = text_button(_("Start the search"), self._start, "play_arrow", main=True)
                self.resume = text_button(_("Resume the search"), lambda: self._try(self.session.resume), "play_arrow", main=True)

    def _build_results(self) -> None:
        with ui.element("div").classes("card first").style("padding:.5rem .85rem"):
            self.status = HtmlBlock()
            self.stop = text_button(_("Stop, keep the best panel"), self.session.stop, "stop").classes("q-mt-sm")
        self.standing_card = _card(_("Best panel"))
        with self.standing_card:
            self.standing = HtmlBlock()
        self.models_card = _card(_("Best panels of the search"))
        with self.models_card:
            self.models = HtmlBlock()
        self.downloads_card = _card(_("Downloads"))
        with self.downloads_card:
            self.downloads = HtmlBlock()
        self.description_card = _card(_("Populations and quality")).classes("second")
        with self.description_card:
            self.description = HtmlBlock()

    def _build_report(self) -> None:
        self.report_card = _card(_("Report")).classes("wide")
        with self.report_card:
            words = escape(_("open in a new tab"))
            ui.html(f'<a class="to" href="/panels/files/report.html?view=1" target="_blank">{words}</a>', sanitize=False)
            ui.element("div").classes("report-host").props("lang=en")  # a file that other people read too

    # --- input --------------------------------------------------------------------------------------------------------------------

    def _try(self, action: Callable[[], None]) -> None:
        """Do something that the user asked for; show an error in one line."""
        try:
            action()
        except UserError as error:
            self._refused(translate_message(str(error)))

    def _refused(self, text: str) -> None:
        self.sent.show("")
        with contextlib.suppress(RuntimeError), self.client:
            ui.notify(text, type="negative", position="bottom", close_button=True, timeout=8000)

    def _uploaded(self, names: str) -> None:
        self.sent.show("")
        ui.notify(_("{names}: uploaded").format(names=names), type="positive", position="bottom", timeout=4000)
        self.draw()

    def _on_files(self) -> None:
        if self._is_drawing:
            return
        state = self.session.state
        chosen = tuple(str(each.value or NONE) for each in (self.data, self.populations, self.grouping_file))
        if chosen == (state.data, state.populations, state.grouping_file):
            return
        if chosen[0] != state.data:
            chosen = (chosen[0], NONE, NONE)  # tables belong to the data set before
        if chosen[0]:
            self._try(lambda: self.session.choose(*chosen))
        self.draw()

    def _start(self) -> None:
        self._try(lambda: self.session.search(self.form.wish()))

    def _toggle_dark(self) -> None:
        self.preferences.dark = not self.dark.value if self.dark.value is not None else True
        self.dark.value = self.preferences.dark
        self._report = None
        self.draw()

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def on_change(self) -> None:
        """Draw the page soon; changes that arrive together are drawn together."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(0.1, self._flush)

    def _flush(self) -> None:
        self._is_due = False
        with contextlib.suppress(RuntimeError), self.client, speaking(self.language):  # the tab may have been closed
            self.draw()

    def draw(self) -> None:
        """Draw everything; only what has changed is sent."""
        session, state = self.session, self.session.state
        self._is_drawing = True
        self._draw_files()
        self._is_drawing = False
        self.description.show(texts.data_text(session))
        self.description_card.set_visibility(state.facts is not None)
        self.search_card.set_visibility(state.facts is not None)
        self.form.draw()
        self.start.set_visibility(not session.can_resume)
        self.start.set_enabled(not session.is_working)
        self.resume.set_visibility(session.can_resume)
        self.status.show(texts.status_text(session))
        self.stop.set_visibility(session.is_working)
        for card, block, text in (
            (self.standing_card, self.standing, texts.standing_text(session)),
            (self.models_card, self.models, texts.models_text(session)),
            (self.downloads_card, self.downloads, texts.downloads_text(session)),
        ):
            block.show(text)
            card.set_visibility(bool(text))
        self._draw_report()

    def _draw_files(self) -> None:
        session, state = self.session, self.session.state
        data, tables = session.data_sets(), session.tables()
        _set(self.data, {NONE: _("choose ...") if data else _("none"), **{name: name for name in data}}, state.data)
        _set(self.populations, {NONE: _("as in the file"), **{name: name for name in tables}}, state.populations)
        _set(self.grouping_file, {NONE: _("none"), **{name: name for name in tables}}, state.grouping_file)
        for each in (self.data, self.populations, self.grouping_file):
            each.set_enabled(not session.is_working)
        self.clear.set_visibility(any(session.uploads.folder.glob("*")))
        self.empty.show("" if data else _(texts.NO_DATA))

    def _draw_report(self) -> None:
        """Show the report when it is there, and again when there is another."""
        state = self.session.state
        self.report_card.set_visibility(state.has_report)
        version = (state.has_report, (state.selection or {}).get("seconds"), (state.validation or {}).get("low"))
        if state.has_report and version != self._report:
            self._report = version
            ui.run_javascript("setTimeout(miaiPanels.showReport, 50)")


def _card(title: str) -> Any:
    card = ui.element("div").classes("card")
    with card:
        ui.html(f"<h3>{escape(title)}</h3>", sanitize=False)
    return card


def _set(select: Any, options: dict[str, str], value: str) -> None:
    if value not in options:
        options[value] = _("{file} (missing)").format(file=value)
    if select.options != options or select.value != value:
        select.set_options(options, value=value)


def _short(text: Any) -> str:
    """Return a text from the browser, at most 300 characters of it."""
    return str(text)[:300]
