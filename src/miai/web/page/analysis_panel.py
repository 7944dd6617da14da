"""The analysis panel: candidate moves, win rate over the game, mistakes, variations."""

from __future__ import annotations

from html import escape
from typing import Any

from nicegui import ui

from miai.go.analysis import Mistake
from miai.web.drawing.curve import draw_curve, move_at
from miai.web.events import SessionEvent
from miai.web.game_analysis import mistakes_of_line, report_of_line
from miai.web.game_session import GameSession
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.page.board import BoardWidget
from miai.web.page.report_card import ReportCard, describe_loss
from miai.web.page.texts import board_legend, curve_legend, moves_table, show_points
from miai.web.page.widgets import HtmlBlock, link_nodes, text_button, variations_card
from miai.web.played_move import played_move

REVIEWS = {100: mark("quick"), 400: mark("normal"), 2000: mark("thorough")}
"""Playouts per position of a whole-game analysis."""


class AnalysisPanel:
    """Switches, candidate table, curve, mistakes and variations."""

    def __init__(self, session: GameSession, board: BoardWidget) -> None:
        self.session, self.board = session, board
        self._is_drawing = False
        with ui.element("div").classes("card"):
            with ui.element("div").classes("line-up"):
                self.switch = ui.switch(_("Analyse"), on_change=self._on_switch).props('data-test="analyse"')
                self.hints = ui.switch(_("Candidates"), on_change=lambda event: self._set_preference("hints", event.value))
                self.owners = ui.switch(_("Owners"), on_change=lambda event: self._set_preference("owners", event.value))
            self.table = HtmlBlock()
            self.table.element.on("pointerover", self._on_hover, js_handler="(e) => miai.nearest(e, 'hint', emit)")
            self.table.element.on("pointerleave", lambda: board.hover(""))
            self.table.element.on("click", self._on_hover, js_handler="(e) => miai.nearest(e, 'hint', emit)")
            ui.html(board_legend(), sanitize=False)
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Win rate over the game')}</h3>", sanitize=False)
            self.curve = HtmlBlock()
            self.curve.element.on("click", self._on_curve, js_handler="(e) => miai.share(e, emit)")
            ui.html(curve_legend(), sanitize=False)
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                self.playouts = (
                    ui.select({count: _(name) for count, name in REVIEWS.items()}, value=400)
                    .props(f'dense outlined options-dense aria-label="{_("thoroughness")}"')
                    .style("width:7.5rem")
                )
                self.review_button = text_button(_("Analyse the whole game"), self._on_review, "query_stats", main=True)
            self.progress = HtmlBlock()
            self.loss = HtmlBlock()
            self.mistakes = HtmlBlock()
            link_nodes(self.mistakes, session)
        self.report = ReportCard(session)
        self.variations = variations_card(_("Variations"), session)

    def _on_switch(self) -> None:
        if not self._is_drawing:
            self.session.analyse(bool(self.switch.value))

    def _set_preference(self, name: str, value: Any) -> None:
        if not self._is_drawing:
            setattr(self.session.preferences, name, bool(value))
            self.session.emit(SessionEvent.PREFERENCES)

    def _on_hover(self, event: Any) -> None:
        self.board.hover(str(event.args))

    def _on_curve(self, event: Any) -> None:
        line = self.session.tree.line()
        self.session.look_at(line[move_at(float(event.args), len(line))])

    def _on_review(self) -> None:
        if self.session.analysis.review_queue:
            self.session.stop_review()
        else:
            self.session.review(int(self.playouts.value or 400))

    def draw(self) -> None:
        """Update the switches."""
        self._is_drawing = True
        preferences = self.session.preferences
        self.switch.value, self.hints.value, self.owners.value = (
            self.session.analysis.is_on,
            preferences.hints,
            preferences.owners,
        )
        self._is_drawing = False

    def draw_candidates(self) -> None:
        """Update the table of candidate moves."""
        tree = self.session.tree
        found = [] if self.session.study.is_active() else self.session.analysis.candidates(tree.node)
        self.table.show(moves_table(found, played_move(tree)))

    def draw_course(self) -> None:
        """Update the curve, the mistakes and the progress of a whole-game analysis."""
        session = self.session
        tree, analysis = session.tree, session.analysis
        line = tree.line()
        mistakes = mistakes_of_line(tree)
        notes = [tree.nodes[number].analysis for number in line]
        report, here = report_of_line(tree), line.index(tree.current)
        self.curve.show(draw_curve(notes, here, [each.number for each in mistakes], report.losses))
        self.loss.show(describe_loss(next((each for each in report.losses if each.number == here), None)))
        self.report.draw(report)
        left, total = len(analysis.review_queue), analysis.review_total
        self.review_button.set_text(_("Stop") if left else _("Analyse the whole game"))
        done = total - left
        progress = _("{done} of {total} positions").format(done=done, total=total)
        self.progress.show(
            f'<div class="note" data-review="{done}/{total}">{progress}</div>'
            f'<div class="meter"><i style="width:{100 * done / total:.0f}%"></i></div>'
            if left
            else ""
        )
        self.mistakes.show(mistakes_table(mistakes, line))


def mistakes_table(mistakes: list[Mistake], line: list[int]) -> str:
    """Return the table of mistakes; a click shows the position before."""
    if not mistakes:
        return ""
    rows = "".join(
        f'<tr data-node="{line[each.number - 1]}"><td>{each.number}. <span class="disc {each.color[0]}" '
        f'style="display:inline-block;width:.8rem;height:.8rem;vertical-align:-1px"></span> {escape(each.played)}</td>'
        f'<td>{_("{move} was better").format(move=escape(each.better))}</td><td class="num">−{100 * each.cost:.0f} %</td>'
        f'<td class="num">{show_points(-each.points)}</td></tr>'
        for each in mistakes
    )
    head = f'<tr><th colspan="3">{_("biggest mistakes")}</th><th class="num">{_("points")}</th></tr>'
    return f'<table class="list" style="margin-top:.6rem">{head}{rows}</table>'
