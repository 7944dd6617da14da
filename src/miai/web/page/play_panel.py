"""The play panel: state of the game, buttons, and the score at the end."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE, from_vertex
from miai.web.events import Phase
from miai.web.game_session import GameSession
from miai.web.page.texts import describe_result, headline, sentence
from miai.web.page.widgets import HtmlBlock, text_button, variations_card
from miai.web.scoring import ScoreSheet


class PlayPanel:
    """Headline, buttons, score, the engine's colour, moves and comment."""

    def __init__(self, session: GameSession, new_game: object) -> None:
        self.session = session
        with ui.element("div").classes("card"):
            self.headline = HtmlBlock("result")
            with ui.element("div").classes("line-up").style("margin-top:.6rem") as self.buttons:
                self.pass_button = text_button("Pass", session.pass_, "do_not_disturb_on")
                text_button("Undo", session.undo, "undo")
                self.resign_button = text_button("Resign", session.resign, "flag")
                text_button("New game", new_game, "add", main=True)  # type: ignore[arg-type]
        with ui.element("div").classes("card") as self.count_card:
            ui.html("<h3>Score</h3>", sanitize=False)
            self.count = HtmlBlock()
            with ui.element("div").classes("line-up").style("margin-top:.6rem"):
                self.agree_button = text_button("Accept", session.agree, "check", main=True)
                self.play_on_button = text_button("Resume game", session.play_on, "replay")
        with ui.element("div").classes("card"):
            ui.html("<h3>The engine plays</h3>", sanitize=False)
            self.engine = ui.toggle({"w": "White", "b": "Black", "-": "Neither"}, on_change=self._on_engine).props(
                "dense no-caps unelevated"
            )
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                self.typed = ui.input("Type a move", placeholder="D4, pass").props("dense outlined").style("width:9.5rem")
                self.typed.on("keydown.enter", self._on_typed)
                text_button("Score now", session.begin_count, "calculate")
        self.variations = variations_card("Moves", session)
        with ui.element("div").classes("card") as self.comment_card:
            ui.html("<h3>Comment</h3>", sanitize=False)
            self.comment = HtmlBlock("note")
        self._is_drawing = False

    def _on_engine(self) -> None:
        if not self._is_drawing:
            self.session.engine_plays({"w": WHITE, "b": BLACK}.get(str(self.engine.value)))

    def _on_typed(self) -> None:
        word, self.typed.value = str(self.typed.value or ""), ""
        try:
            move = from_vertex(word, self.session.tree.size)
        except ValueError as error:
            self.session.notify(sentence(error), "warning")
            return
        if move == "resign":
            self.session.resign()
        else:
            self.session.play(move)

    def draw(self) -> None:
        """Update the panel."""
        session = self.session
        self.headline.show(headline(session))
        counting = session.phase == Phase.COUNT or (session.phase == Phase.OVER and session.result[2:3] not in ("R", "T", ""))
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
        text = session.tree.node.properties.get("C", [""])[0].replace("\\]", "]").replace("\\\\", "\\")
        self.comment_card.set_visibility(bool(text.strip()))
        self.comment.show(escape(text[:4000]).replace("\n", "<br>"))


def score_table(sheet: ScoreSheet, session: GameSession) -> str:
    """Return the score line by line, with a hint about the next step."""
    rows = "".join(
        f'<tr class="{"total" if line is sheet.lines[-1] else ""}"><td>{line.name}</td><td class="num">{line.black:g}</td>'
        f'<td class="num">{line.white:g}</td></tr>'
        for line in sheet.lines
    )
    table = f'<table class="list"><tr><th></th><th class="num">Black</th><th class="num">White</th></tr>{rows}</table>'
    if session.phase == Phase.OVER:
        note = ""
    elif not session.counting.is_judged:
        note = "The engine is judging which stones are dead …"
    else:
        note = "Click a stone to mark its chain as dead or alive. Squares show the owner of each point."
    result = sheet.tally.result
    verdict = f'<div class="result" style="margin-top:.5rem" data-result="{result}">{describe_result(result)}</div>'
    return f'{table}{verdict}<div class="note">{note}</div>'
