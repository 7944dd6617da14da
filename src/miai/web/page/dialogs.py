"""The dialogs: a new game, and help."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.rules.rulesets import PRESETS
from miai.web.game_session import GameSession
from miai.web.page.texts import RULE_NAMES, board_legend, curve_legend, graph_legend, keys_table, parts_legend, sentence
from miai.web.page.widgets import text_button
from miai.web.setup import STRENGTHS, GameSetup

AMOUNTS = {"level": 6, "seconds": 2, "playouts": 1000}


class NewGameDialog:
    """The dialog for the settings of a new game."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        with ui.dialog() as self.dialog, ui.card().classes("q-pa-md").style("width:27rem;max-width:96vw"):
            ui.label("New game").classes("text-h6")
            self._build_board()
            self._build_engine()
            self.trouble = ui.label("").classes("text-negative")
            with ui.element("div").classes("line-up").style("justify-content:flex-end"):
                text_button("Cancel", self.dialog.close)
                text_button("Start", self._start, "play_arrow", main=True)

    def _build_board(self) -> None:
        with ui.element("div").classes("line-up"):
            self.size = (
                ui.number("board size", value=9, min=2, max=19, step=1, format="%d").props("dense outlined").style("width:6.5rem")
            )
            for size in (9, 13, 19):
                ui.button(f"{size}×{size}", on_click=lambda size=size: self.size.set_value(size)).props("flat dense no-caps")
        with ui.element("div").classes("line-up"):
            self.color = ui.toggle({"b": "I play Black", "w": "I play White", "-": "I play both"}, value="b").props(
                "dense no-caps unelevated"
            )
        with ui.element("div").classes("line-up"):
            self.rules = (
                ui.select({name: RULE_NAMES[name] for name in PRESETS}, value="chinese", label="rules", on_change=self._on_rules)
                .props("dense outlined")
                .style("width:9rem")
            )
            self.komi = ui.number("komi", value=7.5, step=0.5).props("dense outlined").style("width:6rem")
            self.handicap = (
                ui.number("handicap", value=0, min=0, max=9, step=1, format="%d").props("dense outlined").style("width:6.5rem")
            )

    def _build_engine(self) -> None:
        with ui.element("div").classes("line-up"):
            names = {"level": "level (1 to 10)", "seconds": "seconds per move", "playouts": "playouts per move"}
            self.strength = (
                ui.select(names, value="level", label="engine strength", on_change=self._on_strength)
                .props("dense outlined")
                .style("width:11rem")
            )
            self.amount = ui.number("value", value=6).props("dense outlined").style("width:7rem")
        with ui.element("div").classes("line-up"):
            self.main = ui.number("main time, min", value=0, min=0).props("dense outlined").style("width:8rem")
            self.byo = ui.number("byo-yomi, s", value=0, min=0).props("dense outlined").style("width:7rem")
            self.periods = ui.number("periods", value=3, min=1, format="%d").props("dense outlined").style("width:6rem")
        ui.html(
            '<div class="note">Set main time and byo-yomi to 0 for a game without a time limit.</div>',
            sanitize=False,
        )

    def _on_rules(self) -> None:
        self.komi.value = PRESETS[str(self.rules.value)].komi

    def _on_strength(self) -> None:
        self.amount.value = AMOUNTS[str(self.strength.value)]

    def open(self) -> None:
        """Open the dialog with the settings of the present game."""
        setup = self.session.setup
        self.size.value, self.handicap.value = setup.size, setup.handicap
        self.rules.value = setup.rules
        self.komi.value = setup.komi
        self.color.value = {WHITE: "b", BLACK: "w"}.get(setup.engine or 0, "-")
        self.strength.value = setup.strength
        self.amount.value = setup.amount
        self.main.value, self.byo.value, self.periods.value = setup.main_minutes, setup.byo_seconds, setup.byo_periods
        self.trouble.text = ""
        self.dialog.open()

    def _start(self) -> None:
        try:
            self.session.new_game(self._setup())
        except UserError as error:
            self.trouble.text = sentence(error)
        except (TypeError, ValueError):
            self.trouble.text = "Every field must contain a number."
        else:
            self.dialog.close()

    def _setup(self) -> GameSetup:
        return GameSetup(
            size=_whole(self.size.value),
            engine={"b": WHITE, "w": BLACK}.get(str(self.color.value)),
            rules=str(self.rules.value),
            komi=float(self.komi.value),
            handicap=_whole(self.handicap.value),
            strength=str(self.strength.value) if self.strength.value in STRENGTHS else "level",
            amount=float(self.amount.value),
            main_minutes=float(self.main.value),
            byo_seconds=float(self.byo.value),
            byo_periods=_whole(self.periods.value),
        )


def _whole(value: Any) -> int:
    if float(value) != int(value):
        raise UserError(f"expected a whole number, not {value}")
    return int(value)


def help_dialog() -> Any:
    """Return the dialog with the keyboard shortcuts and the legend of all colours and numbers."""
    with ui.dialog() as dialog, ui.card().classes("q-pa-md").style("width:36rem;max-width:96vw"):
        ui.label("Keyboard shortcuts").classes("text-h6")
        ui.html(keys_table(), sanitize=False)
        ui.label("Board").classes("text-h6")
        ui.html(board_legend(), sanitize=False)
        ui.label("Win rate over the game").classes("text-h6")
        ui.html(curve_legend(), sanitize=False)
        ui.label("Search").classes("text-h6")
        ui.html(graph_legend() + parts_legend(), sanitize=False)
        with ui.element("div").classes("line-up").style("justify-content:flex-end"):
            text_button("Close", dialog.close, main=True)
    return dialog
