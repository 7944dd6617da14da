"""The play panel: state of the game, buttons, and the score at the end."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE, from_vertex
from miai.web.engine.protocol import RequestKind
from miai.web.events import Phase
from miai.web.game_files import open_game
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.markup import plain_text
from miai.web.page.questions import Question
from miai.web.page.record_card import describe_result, record_table
from miai.web.page.texts import headline, sentence
from miai.web.page.widgets import HtmlBlock, text_button, variations_card
from miai.web.scoring import ScoreSheet


class PlayPanel:
    """Headline, buttons, score, the engine's colour, moves and comment."""

    def __init__(self, session: GameSession, new_game: object, question: Question) -> None:
        self.session, self.question = session, question
        self._is_drawing = False
        with ui.element("div").classes("card"):
            self.headline = HtmlBlock("result")
            with ui.element("div").classes("line-up").style("margin-top:.6rem") as self.buttons:
                self.now_button = text_button(_("Move now"), session.controller.hurry, "fast_forward", main=True)
                self.pass_button = text_button(_("Pass"), session.pass_, "do_not_disturb_on")
                text_button(_("Undo"), session.undo, "undo")
                self.resign_button = text_button(_("Resign"), self._resign, "flag")
                text_button(_("New game"), new_game, "add", main=True)  # type: ignore[arg-type]
        with ui.element("div").classes("card") as self.record_card:
            ui.html(f"<h3>{_('Record')}</h3>", sanitize=False)
            self.game = ui.select([], on_change=self._on_game).props(
                f'dense outlined options-dense aria-label="{_("game of the file")}"'
            )
            self.game.classes("w-full").style("margin-bottom:.5rem")
            self.record = HtmlBlock()
        with ui.element("div").classes("card") as self.count_card:
            ui.html(f"<h3>{_('Score')}</h3>", sanitize=False)
            self.count = HtmlBlock()
            with ui.element("div").classes("line-up").style("margin-top:.6rem"):
                self.agree_button = text_button(_("Accept"), session.agree, "check", main=True)
                self.play_on_button = text_button(_("Resume game"), session.play_on, "replay")
        with ui.element("div").classes("card"):
            ui.html(f"<h3>{_('The engine plays')}</h3>", sanitize=False)
            self.engine = ui.toggle({"w": _("White"), "b": _("Black"), "-": _("Neither")}, on_change=self._on_engine).props(
                "dense no-caps unelevated"
            )
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                self.typed = (
                    ui.input(_("Type a move"), placeholder=_("D4, pass"))
                    .props("dense outlined")
                    .classes("typed")
                    .style("width:9.5rem")
                )
                self.typed.on("keydown.enter", self._on_typed)
                text_button(_("Score now"), session.begin_count, "calculate")
        self.variations = variations_card(_("Moves"), session)
        with ui.element("div").classes("card") as self.comment_card:
            ui.html(f"<h3>{_('Comment')}</h3>", sanitize=False)
            self.comment = HtmlBlock("note")

    def _on_engine(self) -> None:
        if not self._is_drawing:
            self.session.engine_plays({"w": WHITE, "b": BLACK}.get(str(self.engine.value)))

    async def _on_game(self) -> None:
        collection = self.session.collection
        if self._is_drawing or collection is None or self.game.value in (None, collection.index):
            return
        if await self.question.may_leave(self.session):
            await open_game(self.session, int(self.game.value))
        self.draw()

    async def _resign(self) -> None:
        if self.session.phase != Phase.OVER and await self.question.may_resign(self.session):
            self.session.resign()

    async def _on_typed(self) -> None:
        word, self.typed.value = str(self.typed.value or ""), ""
        try:
            move = from_vertex(word, self.session.tree.size)
        except ValueError as error:
            self.session.notify(sentence(error), "warning")
            return
        if move == "resign":
            await self._resign()
        else:
            self.session.play(move)

    def draw(self) -> None:
        """Update the panel."""
        session = self.session
        self.headline.show(headline(session))
        self.draw_engine()
        facts = record_table(session)
        self.record_card.set_visibility(bool(facts) or session.collection is not None)
        self.record.show(facts)
        self._draw_collection()
        counting = session.phase == Phase.COUNT or (session.phase == Phase.OVER and session.result[2:3] not in ("R", "T", "F", ""))
        self.count_card.set_visibility(counting)
        if counting:
            self.count.show(score_table(session.score(), session))
        self.agree_button.set_visibility(session.phase == Phase.COUNT)
        self.play_on_button.set_visibility(session.phase == Phase.COUNT)
        for button in (self.pass_button, self.resign_button):
            button.set_enabled(session.phase == Phase.PLAY)
        self._is_drawing = True
        self.engine.value = {WHITE: "w", BLACK: "b"}.get(session.setup.engine or 0, "-")
        self._is_drawing = False
        text = plain_text(session.tree.node.properties.get("C", [""])[0])
        self.comment_card.set_visibility(bool(text.strip()))
        self.comment.show(escape(text[:4000]).replace("\n", "<br>"))

    def _draw_collection(self) -> None:
        """Show which game of a file with several is open."""
        collection = self.session.collection
        self.game.set_visibility(collection is not None)
        if collection is not None:
            self._is_drawing = True
            self.game.set_options(dict(enumerate(collection.games)), value=collection.index)
            self._is_drawing = False

    def draw_engine(self) -> None:
        """Show the button that makes the engine move at once while it chooses a move."""
        task = self.session.controller.task
        self.now_button.set_visibility(task is not None and task.kind == RequestKind.GENMOVE)


def score_table(sheet: ScoreSheet, session: GameSession) -> str:
    """Return the score line by line, with a hint about the next step."""
    rows = "".join(
        f'<tr class="{"total" if line is sheet.lines[-1] else ""}"><td>{_(line.name)}</td><td class="num">{line.black:g}</td>'
        f'<td class="num">{line.white:g}</td></tr>'
        for line in sheet.lines
    )
    table = (
        f'<table class="list"><tr><th></th><th class="num">{_("Black")}</th><th class="num">{_("White")}</th></tr>{rows}</table>'
    )
    if session.phase == Phase.OVER:
        note = ""
    elif not session.counting.is_judged:
        note = _("The engine is judging which stones are dead …")
    else:
        note = _("Click a stone to mark its chain as dead or alive. Squares show the owner of each point.")
    result = sheet.tally.result
    verdict = f'<div class="result" style="margin-top:.5rem" data-result="{result}">{describe_result(result)}</div>'
    return f'{table}{verdict}<div class="note">{note}</div>'
