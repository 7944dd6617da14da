"""The page of one browser tab: the board, three panels, and what is drawn again when the session changes."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.variations import draw_variations
from miai.web.page.analysis_panel import AnalysisPanel
from miai.web.page.board import BoardView
from miai.web.page.dialogs import NewGameSheet, help_sheet
from miai.web.page.pieces import Picture, icon_button
from miai.web.page.play_panel import PlayPanel
from miai.web.page.search_panel import SearchPanel
from miai.web.page.texts import NAMES, engine_status, player_strip
from miai.web.reading import short_name, too_large
from miai.web.session import Session

LOGO = (
    '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M4 12h16M12 4v16" stroke="currentColor" stroke-width="1.4" opacity=".5"/>'
    '<circle cx="7" cy="7" r="4.4" fill="currentColor"/><circle cx="17" cy="17" r="4.4" fill="currentColor"/>'
    '<circle cx="17" cy="7" r="3.8" fill="none" stroke="currentColor" stroke-width="1.4" stroke-dasharray="2.4 1.8"/></svg>'
)
COURSE_SECONDS = 1.0
"""The curve is drawn anew at most once in so long while the engine thinks."""


class View:
    """What one tab shows of a session. Several tabs may show the same."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.client = ui.context.client
        self.panel = session.wishes.panel
        self._dirty: set[str] = set()
        self._is_due = False
        self._heard_move: int | None = None
        self.dark = ui.dark_mode(session.wishes.dark)
        self.new_game = NewGameSheet(session)
        self.help = help_sheet()
        self._build_top()
        with ui.element("main").classes("main"):
            with ui.element("div").classes("left"):
                self._build_left()
            with ui.element("div").classes("right"):
                self._build_right()
        self.heard = Picture("heard")
        self.heard.element.props("aria-live=polite role=status")
        ui.keyboard(on_key=self._on_key, ignore=["input", "select", "textarea"])
        ui.on("miai-refused", lambda event: session.say(too_large(short_name(str(event.args))), "negative"))
        ui.timer(1.0, self._tick)
        self._draw_everything()

    # --- building -----------------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        with ui.element("header").classes("top"):
            ui.html(f'<span class="brand">{LOGO}miai</span>', sanitize=False)
            ui.html('<span class="tagline">play, analyse, see the search think</span>', sanitize=False).classes("grow")
            icon_button("add_circle_outline", "New game", self.new_game.open)
            icon_button("folder_open", "Open a game record (SGF)", lambda: ui.run_javascript("miai.choose()"))
            icon_button("save_alt", "Save as SGF", lambda: ui.run_javascript("location.href='/game.sgf'"))
            with icon_button("tune", "What is shown", lambda: None), ui.menu().props("auto-close=false"):
                self._build_wishes()
            icon_button("dark_mode", "Dark or light", self._toggle_dark)
            icon_button("help_outline", "Keys and legend", self.help.open)

    def _build_wishes(self) -> None:
        names = {
            "coordinates": "Coordinates",
            "numbers": "Move numbers",
            "sound": "Sound",
            "confirm": "Confirm a tap on a touch screen",
        }
        with ui.element("div").classes("q-pa-sm"):
            self.wishes = {
                name: ui.switch(
                    text, value=getattr(self.session.wishes, name), on_change=lambda event, name=name: self._wish(name, event.value)
                )
                for name, text in names.items()
            }
            for switch in self.wishes.values():
                switch.classes("block")

    def _build_left(self) -> None:
        session = self.session
        with ui.element("div").classes("players"):
            self.players = {color: Picture("player") for color in (BLACK, WHITE)}
        self.board = BoardView(session)
        with ui.element("div").classes("bar"):
            icon_button("first_page", "To the start", lambda: session.step(-(10**6)))
            icon_button("chevron_left", "Back", lambda: session.step(-1))
            self.slider = ui.slider(min=0, max=1, value=0, on_change=self._on_slide).props('aria-label="move"')
            icon_button("chevron_right", "Forward", lambda: session.step(1))
            icon_button("last_page", "To the end", lambda: session.step(10**6))
        self._is_drawing = False

    def _build_right(self) -> None:
        session = self.session
        with ui.element("div").classes("card").style("padding:.5rem .85rem"):
            self.status = Picture()
            self.restart = ui.button("Restart the engine", on_click=session.mind.restart).props("dense no-caps outline")
        with ui.tabs(value=session.wishes.panel, on_change=self._on_tab).props("dense no-caps align=justify inline-label") as tabs:
            ui.tab("play", "Play", icon="sports_esports")
            ui.tab("analyse", "Analyse", icon="insights")
            ui.tab("search", "Search", icon="hub")
        self.tabs = tabs
        with ui.tab_panels(tabs, value=session.wishes.panel, animated=False).props("keep-alive").classes("w-full"):
            with ui.tab_panel("play"):
                self.play = PlayPanel(session, self.new_game.open)
            with ui.tab_panel("analyse"):
                self.analysis = AnalysisPanel(session, self.board)
            with ui.tab_panel("search"):
                self.search = SearchPanel(session)

    # --- what the person does -----------------------------------------------------------------------------------------------------

    def _wish(self, name: str, value: Any) -> None:
        if getattr(self.session.wishes, name) != value:
            setattr(self.session.wishes, name, bool(value))
            self.session.tell("wishes")

    def _toggle_dark(self) -> None:
        self.session.wishes.dark = not self.dark.value if self.dark.value is not None else True
        self.session.tell("wishes")

    def _on_tab(self, event: Any) -> None:
        self.panel = self.session.wishes.panel = str(event.value)
        self.session.tell("wishes")

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
            "a": lambda: session.mind.analyse(not session.mind.analysing),
            "h": lambda: self._wish("hints", not session.wishes.hints),
            "o": lambda: self._wish("owners", not session.wishes.owners),
            "n": lambda: self._wish("numbers", not session.wishes.numbers),
            "c": lambda: self._wish("coordinates", not session.wishes.coordinates),
            "d": self._toggle_dark,
            "m": self._focus_typed,
            "?": self.help.open,
            "Escape": self.board.cancel,
        }
        if name in actions:
            actions[name]()

    def _focus_typed(self) -> None:
        self.tabs.set_value("play")
        self.play.typed.run_method("focus")

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def hear(self, word: str) -> None:
        """The session has changed. What is heard at one time is drawn together."""
        if word == "message":
            self._notify(*self.session.message)
            return
        self._dirty.add(word)
        if not self._is_due:
            self._is_due = True
            loop = asyncio.get_running_loop()
            if word in ("board", "wishes"):
                loop.call_soon(self._flush)
            else:
                loop.call_later(0.05, self._flush)

    def _notify(self, text: str, kind: str) -> None:
        with self.client:
            ui.notify(text, type=kind, position="bottom", close_button=True, timeout=6000)

    def _flush(self) -> None:
        self._is_due = False
        dirty, self._dirty = self._dirty, set()
        with contextlib.suppress(RuntimeError), self.client:  # a tab may have gone meanwhile
            self._draw(dirty)

    def _draw(self, dirty: set[str]) -> None:
        if "board" in dirty or "wishes" in dirty:
            self.board.draw()
            self._draw_move()
        elif "thought" in dirty:
            self.board.draw_thoughts()
        if dirty & {"board", "thought", "review", "wishes", "engine"}:
            self._draw_status()
            self.analysis.draw()
            if self.panel == "analyse":
                self.analysis.draw_thoughts()
                self.analysis.draw_course()
        if "board" in dirty or "wishes" in dirty:
            self.play.draw()
            self._draw_wishes()
            self._draw_variations()
        if dirty & {"graph", "board", "wishes"} and self.panel == "search":
            self.search.draw()
        if "settings" in dirty:
            self.search.draw_settings()

    def _draw_variations(self) -> None:
        if self.panel in ("play", "analyse"):
            text = draw_variations(self.session.tree)
            (self.play if self.panel == "play" else self.analysis).variations.show(text)

    def _draw_everything(self) -> None:
        self._draw({"board", "wishes", "thought", "graph", "settings"})

    def _draw_move(self) -> None:
        """The players, the slider, and what a screen reader says."""
        session = self.session
        self._draw_players()
        line = session.tree.line()
        self._is_drawing = True
        self.slider._props["max"] = max(1, len(line) - 1)
        self.slider.value = line.index(session.tree.current)
        self.slider.update()
        self._is_drawing = False
        node = session.tree.node
        if self._heard_move != node.number:
            self._heard_move = node.number
            if node.move is not None and node.color is not None:
                self.heard.show(f"{NAMES[node.color]} {to_vertex(node.move)}. {NAMES[session.to_play]} to play.")
                if session.wishes.sound:
                    ui.run_javascript("miai.sound()")

    def _draw_players(self) -> None:
        session = self.session
        for color, picture in self.players.items():
            picture.show(player_strip(session, color))
            is_turn = session.phase == "play" and session.to_play == color
            picture.element.classes(add="turn" if is_turn else "", remove="" if is_turn else "turn")

    def _draw_status(self) -> None:
        lamp, text, share = engine_status(self.session.mind)
        meter = f'<div class="meter"><i style="width:{100 * share:.0f}%"></i></div>' if share is not None else ""
        self.status.show(f'<div class="status"><span class="lamp {lamp}"></span><span>{text}</span></div>{meter}')
        self.restart.set_visibility(bool(self.session.mind.trouble))

    def _draw_wishes(self) -> None:
        wishes = self.session.wishes
        self.dark.value = wishes.dark
        for name, switch in self.wishes.items():
            switch.value = getattr(wishes, name)

    def _tick(self) -> None:
        """A second has passed."""
        self._draw_players()
