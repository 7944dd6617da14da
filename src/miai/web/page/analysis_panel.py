"""The panel for analysing: candidates of the position, the course of the game, its mistakes, its variations."""

from __future__ import annotations

import itertools
from html import escape
from typing import Any

from nicegui import ui

from miai.go.analysis import Mistake, Option, View, mistakes_in
from miai.go.notation.coordinates import COLOR_NAMES, to_vertex
from miai.web.drawing.curve import draw_curve, move_at
from miai.web.page.board import BoardView
from miai.web.page.pieces import Picture, leads_to_nodes, text_button, variations_card
from miai.web.page.texts import board_legend, curve_legend, moves_table
from miai.web.session import Session

REVIEWS = {100: "quick", 400: "normal", 2000: "thorough"}
"""Playouts for each position of a whole-game analysis."""


def views_of_line(session: Session) -> list[View | None]:
    """What is known of the positions of the line that is looked at; `None` where nothing is."""
    tree = session.tree
    line = tree.line()
    found: list[View | None] = []
    for place, number in enumerate(line):
        note = tree.nodes[number].analysis
        after = tree.nodes[line[place + 1]] if place + 1 < len(line) else None
        if note is None:
            found.append(None)
            continue
        mover = after.color if after is not None and after.color is not None else tree.game(number).to_play
        options = tuple(Option(move, win, visits, 0.0, tuple(pv)) for move, win, visits, pv in note["options"])
        played = to_vertex(after.move) if after is not None and after.move is not None else None
        found.append(View(place, COLOR_NAMES[mover], note["win"], options, (), played))
    return found


def mistakes_of_line(session: Session, most: int = 6) -> list[Mistake]:
    """The moves of the line that lost most, among positions that stand side by side and are both known."""
    views = views_of_line(session)
    found: list[Mistake] = []
    for one, two in itertools.pairwise(views):
        if one is not None and two is not None:
            found += mistakes_in([one, two])
    return sorted(found, key=lambda mistake: -mistake.cost)[:most]


class AnalysisPanel:
    """Switches, table, curve, mistakes and variations."""

    def __init__(self, session: Session, board: BoardView) -> None:
        self.session, self.board = session, board
        self._is_drawing = False
        with ui.element("div").classes("card"):
            with ui.element("div").classes("line-up"):
                self.switch = ui.switch("Analyse", on_change=self._on_switch).props('data-test="analyse"')
                self.hints = ui.switch("Moves on the board", on_change=lambda event: self._wish("hints", event.value))
                self.owners = ui.switch("Owners", on_change=lambda event: self._wish("owners", event.value))
            self.table = Picture()
            self.table.element.on("pointerover", self._on_hover, js_handler="(e) => miai.nearest(e, 'hint', emit)")
            self.table.element.on("pointerleave", lambda: board.hover(""))
            self.table.element.on("click", self._on_hover, js_handler="(e) => miai.nearest(e, 'hint', emit)")
            ui.html(board_legend(), sanitize=False)
        with ui.element("div").classes("card"):
            ui.html("<h3>The course of the game</h3>", sanitize=False)
            self.curve = Picture()
            self.curve.element.on("click", self._on_curve, js_handler="(e) => miai.share(e, emit)")
            ui.html(curve_legend(), sanitize=False)
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                self.playouts = (
                    ui.select(REVIEWS, value=400)
                    .props('dense outlined options-dense aria-label="how thorough"')
                    .style("width:7.5rem")
                )
                self.review_button = text_button("Analyse the whole game", self._on_review, "query_stats", main=True)
            self.progress = Picture()
            self.mistakes = Picture()
            leads_to_nodes(self.mistakes, session)
        self.variations = variations_card("Variations", session)

    def _on_switch(self) -> None:
        if not self._is_drawing:
            self.session.mind.analyse(bool(self.switch.value))

    def _wish(self, name: str, value: Any) -> None:
        if not self._is_drawing:
            setattr(self.session.wishes, name, bool(value))
            self.session.tell("wishes")

    def _on_hover(self, event: Any) -> None:
        self.board.hover(str(event.args))

    def _on_curve(self, event: Any) -> None:
        line = self.session.tree.line()
        self.session.look_at(line[move_at(float(event.args), len(line))])

    def _on_review(self) -> None:
        if self.session.mind.to_review:
            self.session.mind.review([], 0)
        else:
            self.session.review(int(self.playouts.value or 400))

    def draw(self) -> None:
        """The switches."""
        self._is_drawing = True
        wishes = self.session.wishes
        self.switch.value, self.hints.value, self.owners.value = self.session.mind.analysing, wishes.hints, wishes.owners
        self._is_drawing = False

    def draw_thoughts(self) -> None:
        """The table of candidates."""
        self.table.show(moves_table(self.board.thoughts()))

    def draw_course(self) -> None:
        """The curve, the mistakes and how far the analysis of the game is."""
        session = self.session
        tree, mind = session.tree, session.mind
        line = tree.line()
        mistakes = mistakes_of_line(session)
        notes = [tree.nodes[number].analysis for number in line]
        self.curve.show(draw_curve(notes, line.index(tree.current), [each.number for each in mistakes]))
        left, total = len(mind.to_review), mind.review_total
        self.review_button.set_text("Stop" if left else "Analyse the whole game")
        done = total - left
        self.progress.show(
            f'<div class="note" data-review="{done}/{total}">{done} of {total} positions</div>'
            f'<div class="meter"><i style="width:{100 * done / total:.0f}%"></i></div>'
            if left
            else ""
        )
        self.mistakes.show(mistakes_table(mistakes, line))


def mistakes_table(mistakes: list[Mistake], line: list[int]) -> str:
    """The biggest mistakes; a click leads to the position before."""
    if not mistakes:
        return ""
    rows = "".join(
        f'<tr data-node="{line[each.number - 1]}"><td>{each.number}. <span class="disc {each.color[0]}" '
        f'style="display:inline-block;width:.8rem;height:.8rem;vertical-align:-1px"></span> {escape(each.played)}</td>'
        f'<td>{escape(each.better)} was better</td><td class="num">−{100 * each.cost:.0f} %</td></tr>'
        for each in mistakes
    )
    return f'<table class="list" style="margin-top:.6rem"><tr><th colspan="3">the biggest mistakes</th></tr>{rows}</table>'
