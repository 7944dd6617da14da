"""The study panel: notes and markup, variations as small boards, guess the move, problems, pictures."""

from __future__ import annotations

import functools
import json
from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE, to_vertex
from miai.web.drawing.small_boards import draw_branches
from miai.web.game_session import GameSession
from miai.web.guessing import Guessing
from miai.web.languages import mark
from miai.web.languages import text as _
from miai.web.notes import LONGEST_COMMENT, comment_of
from miai.web.page.others_card import OthersCard
from miai.web.page.widgets import HtmlBlock, link_nodes, text_button
from miai.web.study import describe_guess
from miai.web.tsumego import AnswerState, Tsumego

if TYPE_CHECKING:
    from miai.go.games.database import GamesDatabase

TOOL_NAMES = {
    "": (mark("Play"), "touch_app"),
    "TR": (mark("Triangle"), "change_history"),
    "SQ": (mark("Square"), "crop_square"),
    "CR": (mark("Circle"), "radio_button_unchecked"),
    "MA": (mark("Cross"), "close"),
    "letters": (mark("Letters"), "sort_by_alpha"),
    "numbers": (mark("Numbers"), "pin"),
    "erase": (mark("Erase"), "backspace"),
}
VERDICTS = {
    AnswerState.OPEN: mark("Find the best move."),
    AnswerState.RIGHT: mark("Right!"),
    AnswerState.WRONG: mark("Wrong. The record has the refutation on the board."),
    AnswerState.UNKNOWN: mark("{move} is not an answer of the record."),
}


class StudyPanel:
    """Cards for everything that one does with a record beside playing and analysing."""

    def __init__(self, session: GameSession, database: GamesDatabase | None = None) -> None:
        self.session = session
        self._is_drawing = False
        self._commented: int | None = None
        self._build_notes()
        with ui.element("div").classes("card") as self.branches_card:
            ui.html(f"<h3>{_('Variations from here')}</h3>", sanitize=False)
            self.branches = HtmlBlock("branches")
            link_nodes(self.branches, session)
        self.others = OthersCard(session, database)
        self._build_guessing()
        self._build_problem()
        self._build_pictures()

    def _build_notes(self) -> None:
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Comment and marks')}</h3>", sanitize=False)
            self.comment = (
                ui.textarea(placeholder=_("Comment on this position"))
                .props(f'dense outlined autogrow debounce=400 maxlength={LONGEST_COMMENT} aria-label="{_("comment")}"')
                .classes("w-full")
            )
            self.comment.on_value_change(self._on_comment)
            with ui.element("div").classes("line-up tools").style("margin-top:.5rem"):
                self.tools = {tool: self._tool_button(tool, *about) for tool, about in TOOL_NAMES.items()}

    def _tool_button(self, tool: str, name: str, icon: str) -> Any:
        with ui.button(icon=icon, on_click=lambda: self.session.study.choose_tool(tool)) as button:
            ui.tooltip(_(name))
        return button.props(f'outline dense round aria-label="{_(name)}" data-tool="{tool or "play"}"')

    def _build_guessing(self) -> None:
        study = self.session.study
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Guess the move')}</h3>", sanitize=False)
            self.guesses = HtmlBlock()
            with ui.element("div").classes("line-up").style("margin-top:.4rem"):
                for name, color in ((_("Black's moves"), BLACK), (_("White's moves"), WHITE), (_("Both"), None)):
                    text_button(name, functools.partial(study.start_guessing, color))
                self.stop_guessing = text_button(_("Stop"), study.stop, "stop")

    def _build_problem(self) -> None:
        study = self.session.study
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Problem')}</h3>", sanitize=False)
            self.verdict = HtmlBlock()
            with ui.element("div").classes("line-up").style("margin-top:.4rem"):
                self.solve = text_button(_("Solve this record"), study.start_problem, "extension")
                self.again = text_button(_("Try again"), study.retry_problem, "replay")
                self.next = text_button(_("Next problem"), study.next_problem, "skip_next", main=True)
                self.stop_solving = text_button(_("Stop"), study.stop, "stop")

    def _build_pictures(self) -> None:
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('Share')}</h3>", sanitize=False)
            with ui.element("div").classes("line-up"):
                text_button(_("Board as PNG"), lambda: ui.run_javascript("location.href='/board.png'"), "image")
                text_button(_("Game as GIF"), lambda: ui.run_javascript("location.href='/game.gif'"), "movie")
                text_button(_("Copy link"), self._copy_link, "link")

    async def _copy_link(self) -> None:
        """Copy a link that contains the game."""
        label = json.dumps(_("A link that contains the game"))
        if await ui.run_javascript(f"return await miai.copyLink({label})", timeout=600):
            self.session.notify(_("The link has been copied. It contains the game."), "positive")

    def _on_comment(self) -> None:
        if not self._is_drawing and self._commented is not None:
            self.session.study.write_comment(self._commented, str(self.comment.value or ""))

    def draw(self) -> None:
        """Update all cards."""
        session, study = self.session, self.session.study
        node = session.tree.node
        self._is_drawing = True
        text = comment_of(node)
        if self._commented != node.number or self.comment.value != text:
            self._commented = node.number
            self.comment.value = text
        self._is_drawing = False
        for tool, button in self.tools.items():
            is_chosen = tool == study.tool and (bool(tool) or not study.is_active())
            button.props(f"aria-pressed={'true' if is_chosen else 'false'}")
            button.classes(add="chosen" if is_chosen else "", remove="" if is_chosen else "chosen")
        pictures = draw_branches(session.tree, escape(_("variation {move}")))
        self.branches_card.set_visibility(bool(pictures))
        self.branches.show(pictures)
        self.others.draw()
        self.guesses.show(describe_guessing(study.guessing))
        self.stop_guessing.set_visibility(study.guessing is not None)
        self.verdict.show(describe_problem(study.problem) + describe_series(session))
        self.next.set_visibility(study.problem is not None and study.has_next_problem())
        self.solve.set_visibility(study.problem is None)
        self.again.set_visibility(study.problem is not None)
        self.stop_solving.set_visibility(study.problem is not None)


def describe_guessing(guessing: Guessing | None) -> str:
    """Return the last guess and the score so far, or at the end."""
    if guessing is None:
        return f'<div class="note">{_("Replay a record from here, and guess each next move on the board.")}</div>'
    last = f"<div>{escape(describe_guess(guessing.guesses[-1]))}</div>" if guessing.guesses else ""
    score = _("{hits} of {count} exact, {near} next to the move").format(
        hits=guessing.hits, count=len(guessing.guesses), near=guessing.near
    )
    is_over = guessing.next_node() is None
    title = _("The record has ended.") if is_over else _("Click the next move.")
    state = "over" if is_over else "open"
    return f'<div class="result" data-guess="{state}">{title}</div>{last}<div data-hits="{guessing.hits}">{score}</div>'


def describe_series(session: GameSession) -> str:
    """Return the place of a problem in its file, and the score so far; nothing for a file with one game."""
    collection = session.collection
    if collection is None:
        return ""
    right, tries = session.study.score()
    place = _("Problem {number} of {count}").format(number=collection.index + 1, count=len(collection.games))
    score = _("{right} of {tries} right at the first try").format(right=right, tries=tries)
    return f'<div class="note" data-series="{collection.index + 1}">{place} · {score}</div>'


def describe_problem(problem: Tsumego | None) -> str:
    """Return the state of a problem in words."""
    if problem is None:
        return f'<div class="note">{_("Your moves are compared with the answers in the record.")}</div>'
    text = _(VERDICTS[problem.verdict])
    if problem.tried is not None:
        text = text.format(move=to_vertex(problem.tried))
    kind = {AnswerState.RIGHT: " good", AnswerState.WRONG: " bad", AnswerState.UNKNOWN: " bad"}.get(problem.verdict, "")
    return f'<div class="result{kind}" data-verdict="{problem.verdict}">{escape(text)}</div>'
