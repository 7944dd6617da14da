"""The dialogs: a new game, and help."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from miai.core.errors import UserError
from miai.go.levels import FULL, level_numbered, rank_of_level
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.rules.rulesets import PRESETS
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.page.questions import Question
from miai.web.page.texts import RULE_NAMES, board_legend, curve_legend, graph_legend, keys_table, parts_legend, sentence
from miai.web.page.widgets import HtmlBlock, text_button
from miai.web.setup import STRENGTHS, GameSetup, usual_komi

AMOUNTS = {"level": 8, "seconds": 2, "playouts": 1000}


class NewGameDialog:
    """The dialog for the settings of a new game."""

    def __init__(self, session: GameSession, question: Question) -> None:
        self.session, self.question = session, question
        self._is_drawing = False
        with (
            ui.dialog().props(f'aria-label="{_("New game")}"') as self.dialog,
            ui.card().classes("q-pa-md").style("width:27rem;max-width:96vw"),
        ):
            ui.label(_("New game")).classes("text-h6")
            self._build_board()
            self._build_engine()
            self.trouble = ui.label("").classes("text-negative")
            with ui.element("div").classes("line-up").style("justify-content:flex-end"):
                text_button(_("Cancel"), self.dialog.close)
                text_button(_("Start"), self._start, "play_arrow", main=True)

    def _build_board(self) -> None:
        with ui.element("div").classes("line-up"):
            self.size = (
                ui.number(_("board size"), value=9, min=2, max=19, step=1, format="%d")
                .props("dense outlined")
                .style("width:6.5rem")
            )
            for size in (9, 13, 19):
                ui.button(f"{size}×{size}", on_click=lambda size=size: self.size.set_value(size)).props("flat dense no-caps")
        with ui.element("div").classes("line-up"):
            self.color = ui.toggle({"b": _("I play Black"), "w": _("I play White"), "-": _("I play both")}, value="b").props(
                "dense no-caps unelevated"
            )
        with ui.element("div").classes("line-up"):
            self.rules = (
                ui.select(
                    {name: _(RULE_NAMES[name]) for name in PRESETS}, value="chinese", label=_("rules"), on_change=self._on_rules
                )
                .props("dense outlined")
                .style("width:9rem")
            )
            self.komi = ui.number(_("komi"), value=7.5, step=0.5).props("dense outlined").style("width:6rem")
            self.handicap = (
                ui.number(_("handicap"), value=0, min=0, max=9, step=1, format="%d", on_change=self._on_rules)
                .props("dense outlined")
                .style("width:6.5rem")
            )
        self.komi_note = HtmlBlock("note")

    def _build_engine(self) -> None:
        others = self.session.rivals.names
        self.opponent = (
            ui.select(
                {"": "miai"} | {name: name for name in others}, value="", label=_("opponent"), on_change=self._describe_strength
            )
            .props("dense outlined")
            .style("width:14rem")
        )
        self.opponent.set_visibility(bool(others))
        with ui.element("div").classes("line-up") as self.own_engine:
            names = {
                "level": _("level (1 to {most})").format(most=FULL),
                "seconds": _("seconds per move"),
                "playouts": _("playouts per move"),
            }
            self.strength = (
                ui.select(names, value="level", label=_("engine strength"), on_change=self._on_strength)
                .props("dense outlined")
                .style("width:11rem")
            )
            self.amount = (
                ui.number(_("number"), value=AMOUNTS["level"], min=0, on_change=self._describe_strength)
                .props("dense outlined")
                .style("width:7rem")
            )
        self.strength_note = HtmlBlock("note")
        with ui.element("div").classes("line-up"):
            self.main = ui.number(_("main time, min"), value=0, min=0).props("dense outlined").style("width:8rem")
            self.byo = ui.number(_("byo-yomi, s"), value=0, min=0).props("dense outlined").style("width:7rem")
            self.periods = ui.number(_("periods"), value=3, min=1, format="%d").props("dense outlined").style("width:6rem")
        ui.html(
            f'<div class="note">{_("Set main time and byo-yomi to 0 for a game without a time limit.")}</div>',
            sanitize=False,
        )

    def _on_rules(self) -> None:
        """Set the usual komi of the rules and the handicap, and say so."""
        if self._is_drawing:
            return
        handicap = int(self.handicap.value or 0)
        self.komi.value = usual_komi(str(self.rules.value), handicap)
        self._describe_komi()

    def _describe_komi(self) -> None:
        handicap = int(self.handicap.value or 0)
        self.komi_note.show(describe_handicap(str(self.rules.value), handicap) if handicap >= 2 else "")

    def _on_strength(self) -> None:
        self.amount.value = AMOUNTS[str(self.strength.value)]
        self._describe_strength()

    def _describe_strength(self) -> None:
        """Say what the level means. Another engine has the strength that its command gives it."""
        is_own = not self.opponent.value
        self.own_engine.set_visibility(is_own)
        self.strength_note.show(describe_level(self.amount.value) if is_own and self.strength.value == "level" else "")

    def open(self) -> None:
        """Open the dialog with the settings of the present game."""
        setup = self.session.setup
        self._is_drawing = True
        self.size.value, self.handicap.value = setup.size, setup.handicap
        self.rules.value = setup.rules
        self.komi.value = setup.komi
        self.color.value = {WHITE: "b", BLACK: "w"}.get(setup.engine or setup.rival_color or 0, "-")
        self.opponent.value = setup.rival if setup.rival_color else ""
        self.strength.value = setup.strength
        self.amount.value = setup.amount
        self.main.value, self.byo.value, self.periods.value = setup.main_minutes, setup.byo_seconds, setup.byo_periods
        self.trouble.text = ""
        self._is_drawing = False
        self._describe_komi()
        self._describe_strength()
        self.dialog.open()

    async def _start(self) -> None:
        try:
            setup = self._setup()
            setup.check()
        except UserError as error:
            self.trouble.text = sentence(error)
        except (TypeError, ValueError):
            self.trouble.text = _("Every field must contain a number.")
        else:
            self.dialog.close()
            if await self.question.may_leave(self.session):
                self.session.new_game(setup)

    def _setup(self) -> GameSetup:
        opponent, rival = {"b": WHITE, "w": BLACK}.get(str(self.color.value)), str(self.opponent.value or "")
        return GameSetup(
            size=_whole(self.size.value),
            engine=None if rival else opponent,
            rival=rival,
            rival_color=opponent if rival else None,
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
        raise UserError(_("expected a whole number, not {value}").format(value=value))
    return int(value)


def describe_handicap(rules: str, stones: int) -> str:
    """Return what komi is usual with handicap stones, and what White gets besides it."""
    usual = _("Usual komi with handicap: {komi}.").format(komi=f"{usual_komi(rules, stones):g}")
    paid = PRESETS[rules].points_for_handicap(stones)
    return f"{usual} {_('These rules give White {points} more points for the stones.').format(points=paid)}" if paid else usual


def describe_level(number: float | None) -> str:
    """Return how a level plays, and its rank as far as it was measured; nothing for a number that is no level."""
    if number is None or number not in range(1, FULL + 1):
        return ""
    level = level_numbered(int(number))
    if level.sight == 1:
        text = _("Plays every move at first sight, without reading.")
    elif level.sight:
        text = _("Plays {share} % of its moves at first sight, without reading.").format(share=round(100 * level.sight))
    elif level.playouts is not None:
        text = _("At most {count} playouts per move.").format(count=f"{level.playouts:,}")
    else:
        text = _("Full strength.")
    rank = rank_of_level(int(number))
    if rank is None:
        return text
    return f"{text} {_('On 9×9 about {kyu} kyu, give or take {error}.').format(kyu=rank.kyu, error=rank.error)}"


def help_dialog() -> Any:
    """Return the dialog with the keyboard shortcuts and the legend of all colours and numbers."""
    with ui.dialog().props(f'aria-label="{_("Help")}"') as dialog, ui.card().classes("q-pa-md").style("width:36rem;max-width:96vw"):
        ui.label(_("Keyboard shortcuts")).classes("text-h6")
        ui.html(keys_table(), sanitize=False)
        ui.label(_("Board")).classes("text-h6")
        ui.html(board_legend(), sanitize=False)
        ui.label(_("Win rate over the game")).classes("text-h6")
        ui.html(curve_legend(), sanitize=False)
        ui.label(_("Search")).classes("text-h6")
        ui.html(graph_legend() + parts_legend(), sanitize=False)
        with ui.element("div").classes("line-up").style("justify-content:flex-end"):
            text_button(_("Close"), dialog.close, main=True)
    return dialog
