"""The page of one browser tab: the board, three panels, and the parts that are redrawn when the session changes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.variations import draw_variations
from miai.web.events import Phase, SessionEvent
from miai.web.game_session import GameSession
from miai.web.languages import language, speaking, translate_message
from miai.web.languages import text as _
from miai.web.page.analysis_panel import AnalysisPanel
from miai.web.page.board import BoardWidget
from miai.web.page.dialogs import NewGameDialog, help_dialog
from miai.web.page.engines_card import EnginesCard
from miai.web.page.games_dialog import GamesDialog
from miai.web.page.language_menu import language_menu
from miai.web.page.play_panel import PlayPanel
from miai.web.page.questions import Question
from miai.web.page.search_panel import SearchPanel
from miai.web.page.study_panel import StudyPanel
from miai.web.page.teaching_cards import LessonCard, TeachingCard
from miai.web.page.texts import NAMES, engine_status, player_strip, turn_text
from miai.web.page.widgets import HtmlBlock, icon_button, page_link
from miai.web.uploads import short_name, too_large

if TYPE_CHECKING:
    from miai.go.games.database import GamesDatabase

LOGO = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12h16M12 4v16" stroke="currentColor" stroke-width="1.4" opacity=".5"/>'
    '<circle cx="7" cy="7" r="4.4" fill="currentColor"/><circle cx="17" cy="17" r="4.4" fill="currentColor"/>'
    '<circle cx="17" cy="7" r="3.8" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2.4 1.8"/></svg>'
)


class BoardPage:
    """A tab that shows a session. Several tabs may show the same session."""

    def __init__(self, session: GameSession, database: GamesDatabase | None = None) -> None:
        self.session, self.database = session, database
        self.client = ui.context.client
        self.language = session.language = language()
        self.panel = session.preferences.panel
        self._changed: set[SessionEvent] = set()
        self._is_due = False
        self._announced: int | None = None
        self.dark = ui.dark_mode(session.preferences.dark)
        self.question = Question()
        self.new_game = NewGameDialog(session, self.question)
        self.games = GamesDialog(session, self.question)
        self.help = help_dialog()
        self._build_top()
        with ui.element("div").classes("main"):
            with ui.element("div").classes("left"):
                self._build_left()
            with ui.element("div").classes("right"):
                self._build_right()
        self.announcement = HtmlBlock("heard")
        self.announcement.element.props("aria-live=polite role=status")
        ui.keyboard(on_key=self._on_key, ignore=["input", "select", "textarea"])
        ui.on("miai-refused", lambda event: session.notify(translate_message(too_large(short_name(str(event.args)))), "negative"))
        ui.on("miai-ask", self._ask_to_open)
        ui.timer(1.0, self._tick)
        self._draw_everything()

    # --- building -----------------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        with ui.element("header").classes("top"):
            ui.html(f'<h1 class="brand">{LOGO}miai</h1>', sanitize=False)
            ui.html(f'<span class="tagline">{_("play, analyse, watch the search")}</span>', sanitize=False).classes("grow")
            with ui.element("nav").classes("pages"):
                page_link("/problems", "casino", _("Problems"), _("Problems: any game, searched step by step"))
                page_link("/panels", "science", _("Panels"), _("Panels of SNPs"))
            icon_button("add_circle_outline", _("New game"), self.new_game.open)
            icon_button("history", _("Games"), self.games.open)
            icon_button("folder_open", _("Open a game record (SGF)"), lambda: ui.run_javascript("miai.choose()"))
            icon_button("save_alt", _("Save as SGF"), lambda: ui.run_javascript("location.href='/game.sgf'"))
            with (
                icon_button("tune", _("Display options"), lambda: None),
                ui.menu().props(
                    f'auto-close=false anchor="bottom right" self="top right" role=dialog aria-label="{_("Display options")}"'
                ),
            ):
                self._build_preferences()
            language_menu()
            icon_button("dark_mode", _("Dark or light theme"), self._toggle_dark)
            icon_button("help_outline", _("Help: shortcuts and legend"), self.help.open)

    def _build_preferences(self) -> None:
        names = {
            "coordinates": _("Coordinates"),
            "numbers": _("Move numbers"),
            "sound": _("Sound"),
            "confirm": _("Confirm taps on a touch screen"),
        }
        with ui.element("div").classes("q-pa-sm column no-wrap").style("width:max-content"):
            self.preferences = {
                name: ui.switch(
                    text,
                    value=getattr(self.session.preferences, name),
                    on_change=lambda event, name=name: self._set_preference(name, event.value),
                )
                for name, text in names.items()
            }

    def _build_left(self) -> None:
        session = self.session
        with ui.element("div").classes("players"):
            self.players = {color: HtmlBlock("player") for color in (BLACK, WHITE)}
        self.board = BoardWidget(session)
        with ui.element("div").classes("bar"):
            icon_button("first_page", _("Start of the game"), lambda: session.step(-(10**6)))
            icon_button("chevron_left", _("Previous move"), lambda: session.step(-1))
            self.slider = ui.slider(min=0, max=1, value=0, on_change=self._on_slide).props(f'aria-label="{_("move number")}"')
            icon_button("chevron_right", _("Next move"), lambda: session.step(1))
            icon_button("last_page", _("End of the game"), lambda: session.step(10**6))
        self._is_drawing = False

    def _build_right(self) -> None:
        session = self.session
        with ui.element("div").classes("card").style("padding:.5rem .85rem"):
            self.status = HtmlBlock()
            self.restart = ui.button(_("Restart engine"), on_click=session.controller.restart).props("dense no-caps outline")
        self.lesson = LessonCard(session)
        with ui.tabs(value=session.preferences.panel, on_change=self._on_tab).props(
            "dense no-caps align=justify inline-label"
        ) as tabs:
            ui.tab("play", _("Play"), icon="sports_esports").classes("tab-play")
            ui.tab("analyse", _("Analyse"), icon="insights")
            ui.tab("search", _("Search"), icon="hub")
            ui.tab("study", _("Study"), icon="school")
        self.tabs = tabs
        with ui.tab_panels(tabs, value=session.preferences.panel, animated=False).props("keep-alive").classes("w-full"):
            with ui.tab_panel("play"):
                self.play = PlayPanel(session, self.new_game.open, self.question)
                self.engines = EnginesCard(session)
                self.teaching = TeachingCard(session)
            with ui.tab_panel("analyse"):
                self.analysis = AnalysisPanel(session, self.board)
            with ui.tab_panel("search"):
                self.search = SearchPanel(session)
            with ui.tab_panel("study"):
                self.study = StudyPanel(session, self.database)

    # --- input ----------------------------------------------------------------------------------------------------------------------

    def _set_preference(self, name: str, value: Any) -> None:
        if getattr(self.session.preferences, name) != value:
            setattr(self.session.preferences, name, bool(value))
            self.session.emit(SessionEvent.PREFERENCES)

    def _toggle_dark(self) -> None:
        self.session.preferences.dark = not self.dark.value if self.dark.value is not None else True
        self.session.emit(SessionEvent.PREFERENCES)

    async def _ask_to_open(self) -> None:
        """Ask whether a file may take the place of an unfinished game. The browser keeps the file meanwhile."""
        if await self.question.may_leave(self.session):
            ui.run_javascript("miai.send()")

    def _on_tab(self, event: Any) -> None:
        self.panel = self.session.preferences.panel = str(event.value)
        self.session.emit(SessionEvent.PREFERENCES)

    def _on_slide(self, event: Any) -> None:
        line = self.session.tree.line()
        if not self._is_drawing and event.value is not None and 0 <= int(event.value) < len(line):
            self.session.look_at(line[int(event.value)])

    def _on_key(self, event: Any) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.meta or event.modifiers.alt:
            return
        session, name = self.session, event.key.name
        actions = {
            "ArrowLeft": lambda: session.step(-1),
            "ArrowRight": lambda: session.step(1),
            "Home": lambda: session.step(-(10**6)),
            "End": lambda: session.step(10**6),
            "ArrowUp": lambda: session.turn(-1),
            "ArrowDown": lambda: session.turn(1),
            "p": session.pass_,
            "u": session.undo,
            "a": lambda: session.analyse(not session.analysis.is_on),
            "h": lambda: self._set_preference("hints", not session.preferences.hints),
            "o": lambda: self._set_preference("owners", not session.preferences.owners),
            "n": lambda: self._set_preference("numbers", not session.preferences.numbers),
            "c": lambda: self._set_preference("coordinates", not session.preferences.coordinates),
            "d": self._toggle_dark,
            "s": session.controller.hurry,
            "?": self.help.open,
            "Escape": self.board.cancel,
        }
        if name in actions:
            actions[name]()

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def on_event(self, event: SessionEvent) -> None:
        """Handle a change of the session. Changes that arrive together are drawn together."""
        if event == SessionEvent.MESSAGE:
            self._notify(*self.session.message)
            return
        self._changed.add(event)
        if not self._is_due:
            self._is_due = True
            loop = asyncio.get_running_loop()
            if event in (SessionEvent.BOARD, SessionEvent.PREFERENCES):
                loop.call_soon(self._flush)
            else:
                loop.call_later(0.05, self._flush)

    def _notify(self, text: str, kind: str) -> None:
        with self.client:
            ui.notify(text, type=kind, position="bottom-right", close_button=True, timeout=6000)

    def _flush(self) -> None:
        self._is_due = False
        changed, self._changed = self._changed, set()
        with contextlib.suppress(RuntimeError), self.client, speaking(self.language):  # the tab may have been closed
            self._draw(changed)

    def _draw(self, changed: set[SessionEvent]) -> None:
        board_changed = bool(changed & {SessionEvent.BOARD, SessionEvent.PREFERENCES})
        if board_changed:
            self.board.draw()
            self._draw_move()
        elif SessionEvent.ANALYSIS in changed:
            self.board.draw_analysis()
        if board_changed or changed & {SessionEvent.ANALYSIS, SessionEvent.REVIEW, SessionEvent.ENGINE}:
            self._draw_status()
            self.play.draw_engine()
            self.engines.draw()
            self.analysis.draw()
            if self.panel == "analyse":
                self.analysis.draw_candidates()
                self.analysis.draw_course()
        if board_changed:
            self.play.draw()
            self.teaching.draw()
            self.lesson.draw()
            self._draw_preferences()
            self._draw_variations()
        if board_changed and self.panel == "study":
            self.study.draw()
        if (board_changed or SessionEvent.GRAPH in changed) and self.panel == "search":
            self.search.draw()
        if SessionEvent.SETTINGS in changed:
            self.search.draw_settings()

    def _draw_variations(self) -> None:
        if self.panel in ("play", "analyse"):
            text = draw_variations(self.session.tree)
            (self.play if self.panel == "play" else self.analysis).variations.show(text)

    def _draw_everything(self) -> None:
        self._draw(set(SessionEvent) - {SessionEvent.MESSAGE})

    def _draw_move(self) -> None:
        """Update the players, the slider, and the announcement for screen readers."""
        session = self.session
        self._draw_players()
        line = session.tree.line()
        self._is_drawing = True
        self.slider._props["max"] = max(1, len(line) - 1)
        self.slider.value = line.index(session.tree.current)
        self.slider.update()
        self._is_drawing = False
        node = session.tree.node
        if self._announced != node.number:
            self._announced = node.number
            if node.move is not None and node.color is not None:
                self.announcement.show(f"{_(NAMES[node.color])} {to_vertex(node.move)}. {turn_text(session.to_play)}.")
                if session.preferences.sound:
                    ui.run_javascript("miai.sound()")

    def _draw_players(self) -> None:
        session = self.session
        for color, block in self.players.items():
            block.show(player_strip(session, color))
            is_turn = session.phase == Phase.PLAY and session.to_play == color
            block.element.classes(add="turn" if is_turn else "", remove="" if is_turn else "turn")

    def _draw_status(self) -> None:
        lamp, text, share = engine_status(self.session)
        meter = f'<div class="meter"><i style="width:{100 * share:.0f}%"></i></div>' if share is not None else ""
        self.status.show(f'<div class="status"><span class="lamp {lamp}"></span><span>{text}</span></div>{meter}')
        self.restart.set_visibility(bool(self.session.controller.trouble))

    def _draw_preferences(self) -> None:
        preferences = self.session.preferences
        self.dark.value = preferences.dark
        for name, switch in self.preferences.items():
            switch.value = getattr(preferences, name)

    def _tick(self) -> None:
        """Update the clocks and the time of a compilation, once a second."""
        self._draw_players()
        if self.session.controller.compiling is not None:
            self._draw_status()
