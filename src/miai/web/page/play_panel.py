"""The panel for playing: where the game is, what can be done, and at the end the count."""

from __future__ import annotations

from html import escape

from nicegui import ui

from miai.go.notation.coordinates import BLACK, WHITE
from miai.web.page.pieces import Picture, text_button, variations_card
from miai.web.page.texts import headline
from miai.web.scoring import Count
from miai.web.session import Session


class PlayPanel:
    """Buttons of a game, the count, and who plays."""

    def __init__(self, session: Session, new_game: object) -> None:
        self.session = session
        with ui.element("div").classes("card"):
            self.headline = Picture("result")
            with ui.element("div").classes("line-up").style("margin-top:.6rem") as self.buttons:
                self.pass_button = text_button("Pass", session.pass_, "do_not_disturb_on")
                text_button("Take back", session.undo, "undo")
                self.resign_button = text_button("Resign", session.resign, "flag")
                text_button("New game", new_game, "add", main=True)  # type: ignore[arg-type]
        with ui.element("div").classes("card") as self.count_card:
            ui.html("<h3>The count</h3>", sanitize=False)
            self.count = Picture()
            with ui.element("div").classes("line-up").style("margin-top:.6rem"):
                self.agree_button = text_button("Agree", session.agree, "check", main=True)
                self.play_on_button = text_button("Play on", session.play_on, "replay")
        with ui.element("div").classes("card"):
            ui.html("<h3>The engine plays</h3>", sanitize=False)
            self.engine = ui.toggle({"w": "White", "b": "Black", "-": "neither"}, on_change=self._on_engine).props(
                "dense no-caps unelevated"
            )
            with ui.element("div").classes("line-up").style("margin-top:.5rem"):
                self.typed = ui.input("Type a move", placeholder="D4, pass").props("dense outlined").style("width:9.5rem")
                self.typed.on("keydown.enter", self._on_typed)
                text_button("Count now", session.begin_count, "calculate")
        self.variations = variations_card("Moves", session)
        with ui.element("div").classes("card") as self.comment_card:
            ui.html("<h3>Comment</h3>", sanitize=False)
            self.comment = Picture("note")
        self._is_drawing = False

    def _on_engine(self) -> None:
        if not self._is_drawing:
            self.session.engine_plays({"w": WHITE, "b": BLACK}.get(str(self.engine.value)))

    def _on_typed(self) -> None:
        from miai.go.notation.coordinates import from_vertex

        word, self.typed.value = str(self.typed.value or ""), ""
        try:
            move = from_vertex(word, self.session.tree.size)
        except ValueError as error:
            self.session.say(f"{error}.", "warning")
            return
        if move == "resign":
            self.session.resign()
        else:
            self.session.play(move)

    def draw(self) -> None:
        """Bring everything up to date."""
        session = self.session
        self.headline.show(headline(session))
        counting = session.phase == "count" or (session.phase == "over" and session.result[2:3] not in ("R", "T", ""))
        self.count_card.set_visibility(counting)
        if counting:
            self.count.show(count_table(session.count(), session))
        self.agree_button.set_visibility(session.phase == "count")
        self.play_on_button.set_visibility(session.phase == "count")
        for button in (self.pass_button, self.resign_button):
            button.set_enabled(session.phase == "play")
        self._is_drawing = True
        self.engine.value = {WHITE: "w", BLACK: "b"}.get(session.setup.engine or 0, "-")
        self._is_drawing = False
        text = session.tree.node.properties.get("C", [""])[0].replace("\\]", "]").replace("\\\\", "\\")
        self.comment_card.set_visibility(bool(text.strip()))
        self.comment.show(escape(text[:4000]).replace("\n", "<br>"))


def count_table(count: Count, session: Session) -> str:
    """The count, line by line, and what to do now."""
    rows = "".join(
        f'<tr class="{"total" if line is count.lines[-1] else ""}"><td>{line.name}</td><td class="num">{line.black:g}</td>'
        f'<td class="num">{line.white:g}</td></tr>'
        for line in count.lines
    )
    table = f'<table class="list"><tr><th></th><th class="num">Black</th><th class="num">White</th></tr>{rows}</table>'
    if session.phase == "over":
        note = ""
    elif not session.is_judged:
        note = "The engine judges which stones are dead …"
    else:
        note = "Click a stone to mark its chain dead or alive. Squares show whose each point is."
    verdict = f'<div class="result" style="margin-top:.5rem" data-result="{count.tally.result}">{_verdict(count)}</div>'
    return f'{table}{verdict}<div class="note">{note}</div>'


def _verdict(count: Count) -> str:
    from miai.web.page.texts import result_in_words

    return result_in_words(count.tally.result)
