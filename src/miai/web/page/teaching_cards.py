"""Teaching mode on the page: the switch with its threshold, and the card that shows a mistake."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.page.texts import show_points
from miai.web.page.widgets import HtmlBlock, text_button
from miai.web.teaching import THRESHOLDS, Lesson


class TeachingCard:
    """The switch of teaching mode, and the loss from which a move is a mistake."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self._is_drawing = False
        with ui.element("div").classes("card"), ui.element("div").classes("line-up"):
            self.switch = ui.switch(_("Teach me"), on_change=self._on_change).props('data-test="teach"')
            names = {percent: _("from a loss of {percent} %").format(percent=percent) for percent in THRESHOLDS}
            self.percent = (
                ui.select(names, value=10, on_change=self._on_change)
                .props(f'dense outlined options-dense aria-label="{_("mistake")}"')
                .style("width:12rem")
            )
            ui.html(
                f'<div class="note">{_("Before the engine answers, a mistake is shown with its refutation; you may take it back.")}</div>',
                sanitize=False,
            )

    def _on_change(self) -> None:
        if not self._is_drawing:
            self.session.teacher.switch(bool(self.switch.value), int(self.percent.value or 10))

    def draw(self) -> None:
        """Update the switch."""
        self._is_drawing = True
        preferences = self.session.preferences
        self.switch.value = preferences.teaching
        self.percent.value = preferences.teaching_percent if preferences.teaching_percent in THRESHOLDS else 10
        self._is_drawing = False


class LessonCard:
    """The mistake that waits for a decision; hidden without one."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        with ui.element("div").classes("card lesson-card").props("role=alert") as self.card:
            self.text = HtmlBlock()
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                text_button(_("Take back"), lambda: session.teacher.decide(takes_back=True), "undo", main=True)
                text_button(_("Keep the move"), lambda: session.teacher.decide(takes_back=False), "check")

    def draw(self) -> None:
        """Show the lesson, or hide the card."""
        lesson = self.session.teacher.lesson
        self.card.set_visibility(lesson is not None)
        self.text.show("" if lesson is None else describe_lesson(lesson))


def describe_lesson(lesson: Lesson) -> str:
    """Return a mistake, its cost, the better move and the refutation in words."""
    loss = lesson.loss
    cost = _("{move} loses {percent} % and {points} points.").format(
        move=f"<b>{escape(loss.played)}</b>", percent=f"{100 * loss.win_loss:.0f}", points=show_points(loss.point_loss).lstrip("+")
    )
    better = _("{move} was better").format(move=f"<b>{escape(loss.better)}</b>")
    line = _("Refutation: {line}").format(line=escape(" ".join(lesson.refutation[:8])))
    return f'<div class="result" data-lesson="{escape(loss.played)}">{cost}</div><div>{better}.</div><div class="note">{line}</div>'
