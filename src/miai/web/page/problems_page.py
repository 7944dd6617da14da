"""The page *Problems* of one browser tab: the position, the search, one simulation at a time, two settings side by side."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable
from functools import partial
from html import escape
from typing import Any

from nicegui import ui

from miai.core.errors import UserError
from miai.web.languages import language, speaking, translate_message
from miai.web.languages import text as _
from miai.web.page import problems_texts as texts
from miai.web.page.board_page import LOGO
from miai.web.page.language_menu import language_menu
from miai.web.page.problems_form import SettingsForm, settings_text
from miai.web.page.problems_options import OptionsForm
from miai.web.page.widgets import HtmlBlock, icon_button, text_button
from miai.web.preferences import Preferences
from miai.web.problems.offers import MOST_SIMULATIONS
from miai.web.problems.session import ENGINE, PERSON, PHASES, ProblemSession

MOST_CHIPS = 120
"""Actions that are offered as buttons."""
AUTO_SECONDS = 1.2


class ProblemsPage:
    """A tab that shows a problem session. Several tabs may show the same session."""

    def __init__(self, session: ProblemSession, preferences: Preferences) -> None:
        self.session, self.preferences = session, preferences
        self.client = ui.context.client
        session.language = language()
        self._is_due = self._is_drawing = False
        self.dark = ui.dark_mode(preferences.dark)
        self._build_top()
        with ui.element("div").classes("main problems") as self.main:
            with ui.element("div").classes("left"):
                self._build_left()
            with ui.element("div").classes("right"):
                self._build_right()
            self.graph_column = ui.element("div").classes("right third")
            with self.graph_column:
                self._build_graph()
        self.info = HtmlBlock("heard info")
        self.auto = ui.timer(AUTO_SECONDS, self._auto_step, active=False)
        ui.on("problem-action", lambda event: self._play(event.args))
        ui.keyboard(on_key=self._on_key, ignore=["input", "select", "textarea", "button"])
        self.draw()

    # --- building -----------------------------------------------------------------------------------------------------------------

    def _build_top(self) -> None:
        with ui.element("header").classes("top"):
            ui.html(f'<h1 class="brand">{LOGO}miai<span class="heard">: {escape(_("Problems"))}</span></h1>', sanitize=False)
            ui.html(
                f'<span class="tagline">{escape(_("any problem: play it, watch the search, compare settings"))}</span>',
                sanitize=False,
            ).classes("grow")
            ui.html(
                f'<nav><a class="to" href="/">{escape(_("Go board"))}</a><a class="to" href="/panels">{escape(_("Panels"))}</a></nav>',
                sanitize=False,
            )
            language_menu()
            icon_button("dark_mode", _("Dark or light theme"), self._toggle_dark)

    def _build_left(self) -> None:
        with ui.element("div").classes("card chooser"):
            self.problem = ui.select(
                self.session.titles, value=self.session.game.problem, label=_("problem"), on_change=self._on_problem
            )
            self.problem.props("dense options-dense")
            self.options = OptionsForm()
            text_button(_("New game"), self._new_game, "restart_alt", main=True)
        self.board = HtmlBlock("host")
        self.turn = HtmlBlock("turn-line")
        with ui.element("div").classes("bar"):
            icon_button("undo", _("Take back (u)"), lambda: self._try(self.session.undo))
            icon_button("redo", _("Play again (r)"), lambda: self._try(self.session.redo))
            self.go = text_button(_("Engine, play now"), lambda: self._try(self.session.move_now), "smart_toy")
            self.values = ui.switch(_("values on the board"), value=True, on_change=self.draw)
        self.chips = HtmlBlock("chips")
        with ui.element("div").classes("card"):
            self.sides_row = ui.element("div").classes("fields")
            self.sides: dict[int, Any] = {}
            self.moves = HtmlBlock()

    def _build_right(self) -> None:
        with ui.element("div").classes("card").style("padding:.5rem .85rem"):
            self.status = HtmlBlock()
        with ui.tabs(value="step", on_change=self._on_tab).props("dense no-caps align=justify inline-label") as self.tabs:
            ui.tab("step", _("One simulation"), icon="directions_walk")
            ui.tab("search", _("Search"), icon="hub")
            ui.tab("compare", _("Compare"), icon="balance")
        with ui.element("div").classes("card settings"):
            self.summary = HtmlBlock()
            with ui.expansion(_("Settings of the search"), icon="tune").props("dense"):
                self.form = SettingsForm(self.session.settings, self._on_settings)
                self.seed = ui.number(
                    _("random seed"), value=self.session.seed, min=0, max=2**31 - 1, precision=0, on_change=self._on_settings
                )
                self.seed.props("dense debounce=500")
        with ui.tab_panels(self.tabs, value="step", animated=False).props("keep-alive").classes("w-full"):
            with ui.tab_panel("step"):
                self._build_step()
            with ui.tab_panel("search"):
                self._build_search()
            with ui.tab_panel("compare"):
                self._build_compare()

    def _build_graph(self) -> None:
        with ui.element("div").classes("card graph-card"):
            ui.html(f'<h2 class="title">{escape(_("The graph"))}</h2>', sanitize=False)
            self.graph = HtmlBlock("growth-box")
            self.graph.element.props(f'tabindex=0 role=region aria-label="{escape(_("The graph"))}"')
            _note(
                _(
                    "Discs are positions: larger with more visits, coloured by the value for each player. "
                    "A ring marks a position that several paths reach."
                )
            )

    def _build_step(self) -> None:
        session = self.session
        with ui.element("div").classes("card"):
            with ui.element("div").classes("bar"):
                text_button(_("Next phase"), lambda: self._try(lambda: session.step(by_phase=True)), "navigate_next", main=True)
                text_button(_("One simulation"), lambda: self._try(session.step), "fast_forward")
                text_button("+10", lambda: self._try(lambda: session.search(10)))
                self.play_button = icon_button("play_circle", _("Run phase after phase"), self._toggle_auto)
                icon_button("restart_alt", _("Begin the search again"), lambda: self._try(session.reset))
            self.phases = HtmlBlock()
            self.trace = HtmlBlock("trace")

    def _build_search(self) -> None:
        session = self.session
        with ui.element("div").classes("card"):
            with ui.element("div").classes("bar"):
                for count in (100, 1000, 10_000, 100_000):
                    text_button(f"+{count:,}", partial(self._search, count), main=count == 1000)
                text_button(_("Stop"), session.stop, "stop")
                icon_button("restart_alt", _("Begin the search again"), lambda: self._try(session.reset))
            self.facts = HtmlBlock()
            self.actions = HtmlBlock()

    def _build_compare(self) -> None:
        session = self.session
        with ui.element("div").classes("card"):
            _note(_("Both searches have the same position and the same seed. The first has the settings above."))
            self.rival = SettingsForm(session.rival, lambda: None)
            with ui.element("div").classes("bar"):
                self.playouts = ui.number(
                    _("simulations"), value=session.compared_playouts, min=1, max=1_000_000, precision=0
                ).props("dense")
                text_button(_("Compare"), self._compare, "balance", main=True)
                text_button(_("Stop"), session.stop, "stop")
            self.comparison = HtmlBlock()

    # --- input --------------------------------------------------------------------------------------------------------------------

    def _try(self, action: Callable[[], Any]) -> None:
        """Do something that the user asked for; show an error in one line."""
        try:
            action()
        except UserError as error:
            ui.notify(translate_message(str(error)), type="negative", position="bottom", close_button=True, timeout=6000)
        except (ValueError, TypeError, OverflowError):  # what a browser sends need not be a number
            ui.notify(_("This is not a number."), type="negative", position="bottom", close_button=True, timeout=6000)

    def _search(self, playouts: int) -> None:
        self._try(lambda: self.session.search(playouts))

    def _play(self, action: Any) -> None:
        if isinstance(action, int | float | str) and str(action).lstrip("-").isdecimal():
            self._try(lambda: self.session.play(int(action)))

    def _on_problem(self) -> None:
        if not self._is_drawing and self.problem.value != self.session.game.problem:
            self._try(lambda: self.session.start(str(self.problem.value)))

    def _new_game(self) -> None:
        self._try(lambda: self.session.start(str(self.problem.value), self.options.values()))

    def _on_tab(self, event: Any) -> None:
        """Show the graph beside a search; a comparison has the whole width."""
        is_wide = event.value == "compare"
        self.graph_column.set_visibility(not is_wide)
        self.main.classes(add="wide" if is_wide else "", remove="" if is_wide else "wide")

    def _on_settings(self) -> None:
        if not self._is_drawing:
            self._try(lambda: self.session.change_settings(self.form.values(), int(self.seed.value or 0)))

    def _on_side(self, player: int, side: Any) -> None:
        if not self._is_drawing:
            self.session.set_side(player, str(side))

    def _on_strength(self, event: Any) -> None:
        if event.value and not self._is_drawing:
            self._try(lambda: setattr(self.session, "strength", min(max(int(event.value), 1), MOST_SIMULATIONS)))

    def _compare(self) -> None:
        self._try(lambda: self.session.compare(self.form.values(), self.rival.values(), int(self.playouts.value or 1)))

    def _toggle_auto(self) -> None:
        self.auto.active = not self.auto.active
        self.play_button.props(f"icon={'pause_circle' if self.auto.active else 'play_circle'}")

    def _auto_step(self) -> None:
        if self.session.task is None and self.session.turn is not None and not self.session.trouble:
            self._try(lambda: self.session.step(by_phase=True))

    def _toggle_dark(self) -> None:
        self.preferences.dark = not self.dark.value if self.dark.value is not None else True
        self.dark.value = self.preferences.dark

    def _on_key(self, event: Any) -> None:
        if not event.action.keydown or event.modifiers.ctrl or event.modifiers.meta or event.modifiers.alt:
            return
        session = self.session
        actions: dict[str, Callable[[], Any]] = {
            "u": session.undo,
            "r": session.redo,
            "n": lambda: session.step(by_phase=True),
            "s": session.step,
            "d": self._toggle_dark,
        }
        if event.key.name in actions:
            self._try(actions[event.key.name])

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    def on_change(self) -> None:
        """Draw the page soon; changes that arrive together are drawn together."""
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(0.05, self._flush)

    def _flush(self) -> None:
        self._is_due = False
        with contextlib.suppress(RuntimeError), self.client, speaking(self.session.language):  # the tab may have been closed
            self.draw()

    def draw(self) -> None:
        """Draw everything; only what has changed is sent."""
        session = self.session
        self._is_drawing = True
        self._draw_controls()
        self._is_drawing = False
        self.status.show(texts.status_text(session))
        self.board.show(texts.board_text(session))
        self.turn.show(f"<b>{escape(texts.turn_text(session))}</b>")
        self.chips.show(self._chips())
        self.info.show(self._info())
        self.moves.show(texts.moves_text(session))
        self.phases.show(texts.phases_text(session))
        self.trace.show(texts.trace_text(session))
        self.facts.show(texts.facts_text(session))
        self.actions.show(texts.actions_text(session))
        self.graph.show(texts.graph_text(session))
        names = (settings_text(session.settings), settings_text(session.rival))
        self.summary.show(f'<p class="summary">{escape(names[0])}</p>')
        self.comparison.show(texts.comparison_text(session, names))

    def _draw_controls(self) -> None:
        session, position = self.session, self.session.position
        self.problem.set_options(session.titles, value=session.game.problem)
        if self.form.values() != session.settings:
            self.form.draw(session.settings)
        if position is not None:
            self.options.draw(position["problem"], position["options"], session.game.options)
            self._draw_sides(position["players"])
        self.go.set_visibility(session.turn in (PERSON, ENGINE))

    def _draw_sides(self, players: int) -> None:
        if len(self.sides) != players:
            self.sides_row.clear()
            choices = {PERSON: _("person"), ENGINE: _("engine")}
            with self.sides_row:
                self.sides = {
                    player: ui.select(
                        choices,
                        value=PERSON,
                        label=texts.player_name(player),
                        on_change=lambda event, player=player: self._on_side(player, event.value),
                    ).props("dense options-dense")
                    for player in range(players)
                }
                ui.number(
                    _("simulations of the engine"),
                    value=self.session.strength,
                    min=1,
                    max=1_000_000,
                    precision=0,
                    on_change=self._on_strength,
                ).props("dense debounce=500")
        for player, select in self.sides.items():
            select.value = self.session.sides.get(player, PERSON)

    def _chips(self) -> str:
        """Return the legal actions as buttons: open where the problem draws no picture."""
        session, position = self.session, self.session.position
        if position is None or position["terminal"]:
            return ""
        off = " disabled" if session.turn == ENGINE else ""
        buttons = "".join(
            f'<button type="button" class="chip-button" data-play="{each["action"]}"{off}>{escape(each["text"])}</button>'
            for each in position["actions"][:MOST_CHIPS]
        )
        opened = "" if "svg" in position else " open"
        title = f"{_('Actions')} ({len(position['actions'])})"
        return f'<details{opened}><summary>{escape(title)}</summary><div class="chip-row">{buttons}</div></details>'

    def _info(self) -> str:
        """Return what the script of the page needs: the names of the legal actions, and their values."""
        session, position = self.session, self.session.position
        if position is None:
            return ""
        rows = session.report["actions"] if session.report and self.values.value and session.turn is not None else []
        phase_is_early = session.trace is not None and session.phase < len(PHASES) - 1
        data = {
            "names": {}
            if position["terminal"] or session.turn == ENGINE
            else {each["action"]: each["text"] for each in position["actions"]},
            "values": {} if phase_is_early else {row["action"]: [row["value"], row["visits"]] for row in rows if row["visits"]},
            "best": session.report["best"] if session.report else None,
        }
        return f'<span data-info="{escape(json.dumps(data, separators=(",", ":")))}"></span>'


def _note(words: str) -> None:
    ui.html(f'<p class="note">{escape(words)}</p>', sanitize=False)
