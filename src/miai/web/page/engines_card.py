"""The card of other engines: who plays, who analyses, and why an engine has failed."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE
from miai.web.engine.protocol import RequestKind
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.page.widgets import HtmlBlock, text_button

COLORS = {"w": WHITE, "b": BLACK}


class EnginesCard:
    """The choice of other engines; hidden if the server has none."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self._is_drawing = False
        names = session.rivals.names
        with ui.element("div").classes("card") as self.card:
            ui.html(f"<h3>{_('Other engines')}</h3>", sanitize=False)
            with ui.element("div").classes("line-up"):
                self.rival = self._select({name: name for name in names}, _("engine"))
                self.color = ui.toggle(
                    {"w": _("White"), "b": _("Black"), "-": _("Neither")}, value="-", on_change=self._on_player
                ).props("dense no-caps unelevated data-test=rival")
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                analysts = {"": _("miai analyses")} | {name: _("{name} analyses").format(name=name) for name in names}
                self.analyst = self._select(analysts, _("analyst"))
            self.status = HtmlBlock("note")
            self.retry = text_button(_("Try again"), session.rivals.retry, "replay")
        self.card.set_visibility(bool(names))

    def _select(self, options: dict[str, str], label: str) -> ui.select:
        on_change = self._on_analyst if "" in options else self._on_player
        made = ui.select(options, value=next(iter(options), None), on_change=on_change)
        return made.props(f'dense outlined options-dense aria-label="{label}"').style("width:14rem")

    def _on_player(self) -> None:
        if not self._is_drawing and self.rival.value:
            self.session.rivals.let_play(str(self.rival.value), COLORS.get(str(self.color.value)))

    def _on_analyst(self) -> None:
        if not self._is_drawing:
            self.session.rivals.let_analyse(str(self.analyst.value or ""))

    def draw(self) -> None:
        """Update the choices and the status."""
        session, rivals = self.session, self.session.rivals
        if not rivals.names:
            return
        self._is_drawing = True
        if session.setup.rival in rivals.names:
            self.rival.value = session.setup.rival
        self.color.value = {WHITE: "w", BLACK: "b"}.get(session.setup.rival_color or 0, "-") if session.setup.rival else "-"
        self.analyst.value = session.preferences.analyst if session.preferences.analyst in rivals.names else ""
        self._is_drawing = False
        self.status.show(describe_status(session))
        self.retry.set_visibility(bool(rivals.trouble))


def describe_status(session: GameSession) -> str:
    """Return what the other engines do, or why one has failed."""
    rivals = session.rivals
    if rivals.trouble:
        return f'<span data-trouble="1">{escape(rivals.trouble)}</span>'
    for controller, name in ((rivals.player, session.setup.rival), (rivals.analyst, session.preferences.analyst)):
        if controller.is_waiting:
            return escape(_("{name} is in use; please wait").format(name=name))
        if controller.task is not None:
            is_move = controller.task.kind == RequestKind.GENMOVE
            return escape((_("{name} is choosing a move") if is_move else _("{name} is analysing")).format(name=name))
    return ""
