"""The board on the page: its layers, and input by mouse and touch."""

from __future__ import annotations

import json
from typing import Any

from nicegui import ui

from miai.go.notation.coordinates import BLACK, Point, from_vertex, to_vertex
from miai.web.drawing import board as drawing
from miai.web.drawing.geometry import UNIT, edge_of
from miai.web.drawing.lesson import draw_lesson, draw_missed
from miai.web.drawing.markup import draw_markup, draw_played
from miai.web.events import Phase
from miai.web.game_session import GameSession
from miai.web.languages import text as _
from miai.web.markup import read_markup
from miai.web.page.widgets import HtmlBlock, text_button
from miai.web.played_move import played_move
from miai.web.tree import barred_points

LEAST_SHARE = 0.01
"""Candidates with a smaller share of the most visits are not shown on the board."""
MOST_HINTS = 9
LESSON_MOVES = 5
"""Moves of a refutation that are drawn."""


class BoardWidget:
    """The board of a session. `hovered` is the move whose variation is shown, `pending` a tap that waits for confirmation."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.hovered = ""
        self.pending: Point | None = None
        with (
            ui.element("div")
            .classes("board")
            .props(f'tabindex=0 role=application aria-roledescription="{_("Go board")}"') as self.frame
        ):
            self.layers = {name: HtmlBlock() for name in ("wood", "owners", "stones", "markup", "hints", "played", "overlay")}
            self.ghost = HtmlBlock("ghost")
            self.cursor = HtmlBlock("cursor")
        self.frame.on("pointerdown", js_handler="(e) => miai.press(e)")
        self.frame.on("pointerup", self._on_click, js_handler="(e) => miai.click(e, emit)")
        for event in ("pointermove", "pointerleave"):
            self.frame.on(event, self._on_hover, js_handler="(e) => miai.hover(e, emit)")
        self.frame.on("focus", js_handler="(e) => miai.focusBoard(e)")
        self.frame.on("blur", js_handler="() => miai.leaveBoard()")
        self.frame.on("keydown", js_handler="(e) => miai.boardKey(e)")
        self.frame.on("point", self._on_click, js_handler="(e) => emit(e.detail, false)")
        self.frame.on("wheel", self._on_wheel, js_handler="(e) => miai.wheel(e, emit)")
        HtmlBlock("heard spoken").element.props("aria-live=assertive")
        with ui.element("div").classes("confirm") as self.confirm:
            self.confirm_button = text_button(_("Play"), self._confirm, main=True)
            text_button(_("Cancel"), self.cancel)
        self.confirm.set_visibility(False)
        self._shape: tuple[int, bool] | None = None

    def _on_click(self, event: Any) -> None:
        word, by_touch = event.args
        point = self._read(word)
        if point is None:
            return
        session = self.session
        needs_confirm = by_touch and session.preferences.confirm and session.phase != Phase.COUNT
        if needs_confirm and self.pending != point:
            self.pending, self.hovered = point, word
            self.draw_overlay()
            return
        self.cancel()
        session.click(point)

    def _on_wheel(self, event: Any) -> None:
        self.session.step(1 if event.args > 0 else -1)

    def _read(self, word: str) -> Point | None:
        try:
            move = from_vertex(str(word), self.session.tree.size)
        except ValueError:
            return None
        return None if isinstance(move, str) else move

    def _confirm(self) -> None:
        point = self.pending
        self.cancel()
        if point is not None:
            self.session.click(point)

    def cancel(self) -> None:
        """Discard a pending tap and a shown variation."""
        self.pending, self.hovered = None, ""
        self.draw_overlay()

    def _on_hover(self, event: Any) -> None:
        self.hover(str(event.args or ""))

    def hover(self, word: str) -> None:
        """Show the expected variation after a move; none for an empty text."""
        self.hovered = word
        self.draw_overlay()

    # --- drawing ------------------------------------------------------------------------------------------------------------------

    @property
    def canvas(self) -> drawing.Canvas:
        """The geometry of the drawn board."""
        return drawing.Canvas(self.session.tree.size, self.session.preferences.coordinates)

    def draw(self) -> None:
        """Draw all layers."""
        self.draw_wood()
        self.draw_stones()
        self.draw_analysis()

    def draw_wood(self) -> None:
        """Draw the empty board, and set the attributes that the script needs to find points."""
        canvas, session = self.canvas, self.session
        game = session.tree.game()
        is_free = session.phase == Phase.PLAY and not session.study.is_active()
        may_play = is_free and not session.setup.is_by_engine(game.to_play)
        following = "bw"[game.to_play - 1] if may_play else ""
        barred = " ".join(to_vertex(point) for point in barred_points(game)) if may_play else ""
        confirm = "1" if session.preferences.confirm else ""
        edge = edge_of(canvas.coordinates)
        label = drawing.describe_board(game.position, game.to_play)
        data = {
            "size": canvas.size,
            "edge": edge,
            "width": canvas.width,
            "unit": UNIT,
            "next": following,
            "barred": barred,
            "confirm": confirm,
            "last": to_vertex(last) if (last := session.tree.node.move) is not None and not isinstance(last, str) else "",
            "words": json.dumps({"b": _("Black"), "w": _("White"), "empty": _("empty")}),
            "unfinished": "1" if session.is_unfinished() else "",
        }
        wanted = {f"data-{name}": value for name, value in data.items()} | {"aria-label": label}
        if any(self.frame._props.get(name) != value for name, value in wanted.items()):
            self.frame._props.update(wanted)
            self.frame.update()
        if self._shape != (canvas.size, canvas.coordinates):
            self._shape = (canvas.size, canvas.coordinates)
            self.layers["wood"].show(drawing.draw_wood(canvas))
            box = '<rect class="cursor-box" x="-18" y="-18" width="36" height="36" rx="6" style="display:none"/>'
            self.cursor.show(canvas.layer(box, "cursors"))
            self.ghost.show(canvas.layer(f'<circle r="{drawing.RADIUS}" style="display:none"/>', "ghosts"))

    def draw_stones(self) -> None:
        """Draw stones, marks, and at the end the score."""
        session, tree = self.session, self.session.tree
        position = tree.game().position
        move = tree.node.move
        markup = read_markup(tree.node.properties, tree.size)
        last = move if not isinstance(move, str) and move not in markup.points() else None
        counting = (
            session.phase in (Phase.COUNT, Phase.OVER)
            and tree.current == session.live
            and "+R" not in session.result
            and "+T" not in session.result
            and "+F" not in session.result
        )
        found = session.score() if counting else None
        points = (found.black, found.white) if found else ((), ())
        numbers = self._numbers() if session.preferences.numbers else None
        dead = session.counting.dead if counting else ()
        self.layers["stones"].show(drawing.draw_stones(self.canvas, position, last, dead, numbers, points))
        missed = session.study.missed()
        cross = draw_missed(self.canvas, missed) if missed is not None else ""
        self.layers["markup"].show(draw_markup(self.canvas, markup, position) + cross)

    def _numbers(self) -> dict[Point, int]:
        """Return the move number of each stone."""
        tree = self.session.tree
        position, found, number = tree.game().position, {}, 0
        for each in tree.path():
            move = tree.nodes[each].move
            number += move is not None
            if move is not None and not isinstance(move, str) and position.color_at(move):
                found[move] = number
        return found

    def draw_analysis(self) -> None:
        """Draw candidate moves and owners, if the user wants to see them."""
        session, node = self.session, self.session.tree.node
        preferences, analysis = session.preferences, session.analysis
        hints = analysis.candidates(node) if preferences.hints and session.phase != Phase.COUNT and self._shows_hints() else []
        most = max([row[2] for row in hints], default=0)
        shown = [
            (point, value, visits)
            for word, value, visits, *_ in hints[:MOST_HINTS]
            if (point := self._read(word)) is not None and visits >= LEAST_SHARE * most
        ]
        self.layers["hints"].show(drawing.draw_hints(self.canvas, shown))
        played = played_move(session.tree) if hints else None
        ring = draw_played(self.canvas, played.move, played.color) if played and not isinstance(played.move, str) else ""
        self.layers["played"].show(ring)
        owners = analysis.owners(node) if preferences.owners else None
        fits = owners is not None and len(owners) == self.canvas.size**2
        self.layers["owners"].show(drawing.draw_owners(self.canvas, owners) if owners and fits else "")
        self.draw_overlay()

    def _shows_hints(self) -> bool:
        """Return whether candidates may be shown: with analysis on, or if the engine does not play; never while moves are guessed."""
        if self.session.study.is_active():
            return False
        return self.session.analysis.is_on or not self.session.setup.has_engines() or self.session.phase == Phase.OVER

    def draw_overlay(self) -> None:
        """Draw the expected variation, or a stone that waits for confirmation."""
        session = self.session
        game = session.tree.game()
        candidates = session.analysis.candidates(session.tree.node) if self.hovered else []
        line = next((row[3] for row in candidates if row[0] == self.hovered), None)
        lesson = session.teacher.lesson
        if lesson is not None and lesson.node == session.tree.current and not line:
            points = [self._read(word) for word in lesson.refutation[:LESSON_MOVES]]
            better = self._read(lesson.loss.better)
            self.layers["overlay"].show(draw_lesson(self.canvas, points, game.to_play, game.position, better))
        elif self.pending is not None and not line:
            self.layers["overlay"].show(drawing.draw_pending(self.canvas, self.pending, game.to_play))
        elif line:
            points = [self._read(word) for word in line]
            self.layers["overlay"].show(drawing.draw_line(self.canvas, points, game.to_play, game.position))
        else:
            self.layers["overlay"].show("")
        for name in ("hints", "played"):
            self.layers[name].element.set_visibility(not line)
        self.confirm.set_visibility(self.pending is not None)
        if self.pending is not None:
            text = _("Play Black {move}") if game.to_play == BLACK else _("Play White {move}")
            self.confirm_button.set_text(text.format(move=to_vertex(self.pending)))
