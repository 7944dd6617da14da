"""The sheets that open over the page: a new game, and help."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.rules.rulesets import PRESETS
from miai.web.page.pieces import text_button
from miai.web.page.texts import board_legend, curve_legend, graph_legend, keys_sheet, parts_legend
from miai.web.session import Session
from miai.web.setup import STRENGTHS, Setup

AMOUNTS = {"level": 6, "seconds": 2, "playouts": 1000}


class NewGameSheet:
    """Asks what the next game should be like."""

    def __init__(self, session: Session) -> None:
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
                ui.number("board", value=9, min=2, max=19, step=1, format="%d").props("dense outlined").style("width:5.5rem")
            )
            for size in (9, 13, 19):
                ui.button(f"{size}×{size}", on_click=lambda size=size: self.size.set_value(size)).props("flat dense no-caps")
        with ui.element("div").classes("line-up"):
            self.color = ui.toggle({"b": "I play Black", "w": "I play White", "-": "both"}, value="b").props(
                "dense no-caps unelevated"
            )
        with ui.element("div").classes("line-up"):
            self.rules = (
                ui.select(list(PRESETS), value="chinese", label="rules", on_change=self._on_rules)
                .props("dense outlined")
                .style("width:9rem")
            )
            self.komi = ui.number("komi", value=7.5, step=0.5).props("dense outlined").style("width:6rem")
            self.handicap = (
                ui.number("handicap", value=0, min=0, max=9, step=1, format="%d").props("dense outlined").style("width:6.5rem")
            )

    def _build_engine(self) -> None:
        with ui.element("div").classes("line-up"):
            names = {"level": "level 1 to 10", "seconds": "seconds a move", "playouts": "playouts a move"}
            self.strength = (
                ui.select(names, value="level", label="engine", on_change=self._on_strength)
                .props("dense outlined")
                .style("width:11rem")
            )
            self.amount = ui.number("amount", value=6).props("dense outlined").style("width:7rem")
        with ui.element("div").classes("line-up"):
            self.main = ui.number("minutes", value=0, min=0).props("dense outlined").style("width:6rem")
            self.byo = ui.number("byo-yomi, s", value=0, min=0).props("dense outlined").style("width:7rem")
            self.periods = ui.number("periods", value=3, min=1, format="%d").props("dense outlined").style("width:6rem")
        ui.html('<div class="note">Time 0: no limit. Without byo-yomi the minutes are for the whole game.</div>', sanitize=False)

    def _on_rules(self) -> None:
        self.komi.value = PRESETS[str(self.rules.value)].komi

    def _on_strength(self) -> None:
        self.amount.value = AMOUNTS[str(self.strength.value)]

    def open(self) -> None:
        """Show the sheet with the settings of the present game."""
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
            self.trouble.text = f"{error}."
        except (TypeError, ValueError):
            self.trouble.text = "Every field needs a number."
        else:
            self.dialog.close()

    def _setup(self) -> Setup:
        return Setup(
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
        raise UserError(f"{value} is not a whole number")
    return int(value)


def help_sheet() -> Any:
    """Shortcuts and what every colour and number means; returns the dialog."""
    with ui.dialog() as dialog, ui.card().classes("q-pa-md").style("width:36rem;max-width:96vw"):
        ui.label("Keys").classes("text-h6")
        ui.html(keys_sheet(), sanitize=False)
        ui.label("On the board").classes("text-h6")
        ui.html(board_legend(), sanitize=False)
        ui.label("The course of the game").classes("text-h6")
        ui.html(curve_legend(), sanitize=False)
        ui.label("The search").classes("text-h6")
        ui.html(graph_legend() + parts_legend(), sanitize=False)
        with ui.element("div").classes("line-up").style("justify-content:flex-end"):
            text_button("Close", dialog.close, main=True)
    return dialog
