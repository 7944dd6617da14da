"""Studying a record: while a tool is chosen, a click on the board edits markup, guesses the next move, or solves a problem.

At most one of the three is active. None of them adds moves to the record.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from miai.go.notation.coordinates import Point, to_vertex
from miai.web import notes
from miai.web.events import SessionEvent
from miai.web.game_files import open_game
from miai.web.guessing import Guess, Guessing
from miai.web.languages import text as _
from miai.web.tsumego import AnswerState, Tsumego

if TYPE_CHECKING:
    from miai.web.game_session import GameSession

TOOLS = ("TR", "SQ", "CR", "MA", "letters", "numbers", "erase")
"""The tools of markup: signs by their SGF name, labels, and the eraser."""


class RecordStudy:
    """The study of one session."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.answers: dict[tuple[str, int], bool] = {}
        """For each problem of a file, by its name and place, whether the first try was right."""
        self.clear()

    def clear(self) -> None:
        """Leave all tools, for example because another game is shown."""
        self.tool = ""
        self.guessing: Guessing | None = None
        self.problem: Tsumego | None = None

    def is_active(self) -> bool:
        """Return whether a click on the board studies, and does not play."""
        return bool(self.tool) or self.is_guessing() or self.problem is not None

    def is_guessing(self) -> bool:
        """Return whether the next move is being guessed."""
        return self.guessing is not None and self.guessing.next_node() is not None

    def click(self, point: Point) -> None:
        """Handle a click on a point."""
        if self.tool:
            self._mark(point)
        elif self.is_guessing():
            self._guess(point)
        elif self.problem is not None:
            self.problem.play(point)
            self._note_answer(self.problem)
        self._show()

    def _show(self) -> None:
        self.session.update_engines()
        self.session.emit(SessionEvent.BOARD, SessionEvent.ANALYSIS)

    # --- notes --------------------------------------------------------------------------------------------------------------------

    def choose_tool(self, tool: str) -> None:
        """Choose a tool of markup; an empty text returns to playing."""
        self.clear()
        self.tool = tool if tool in TOOLS else ""
        self._show()

    def _mark(self, point: Point) -> None:
        node, size = self.session.tree.node, self.session.tree.size
        self.session.is_analysed = True  # worth keeping among the past games
        if self.tool == "erase":
            notes.erase_marks(node, point, size)
        elif self.tool in ("letters", "numbers"):
            notes.put_label(node, point, size, self.tool == "numbers")
        else:
            notes.toggle_sign(node, self.tool, point, size)

    def write_comment(self, number: int, text: str) -> None:
        """Change the comment of a node, if it still exists."""
        node = self.session.tree.nodes.get(number)
        if node is not None and notes.comment_of(node) != text:
            notes.set_comment(node, text)
            self.session.is_analysed = True
            self.session.emit(SessionEvent.BOARD)

    # --- guessing -----------------------------------------------------------------------------------------------------------------

    def start_guessing(self, color: int | None) -> None:
        """Let the user guess the moves of `color`, or of both players, from the position on the board."""
        self.clear()
        made = Guessing(self.session.tree, color)
        made.begin()
        if made.next_node() is None:
            self.session.notify(_("There is no move to guess after this position."))
        else:
            self.guessing = made
        self._show()

    def _guess(self, point: Point) -> None:
        assert self.guessing is not None
        self.guessing.guess(point)

    def last_guess(self) -> Guess | None:
        """Return the last guess."""
        return self.guessing.guesses[-1] if self.guessing is not None and self.guessing.guesses else None

    # --- problems -----------------------------------------------------------------------------------------------------------------

    def start_problem(self) -> None:
        """Let the user solve the record as a problem."""
        self.clear()
        made = Tsumego(self.session.tree)
        if made.has_answer():
            self.problem = made
        else:
            self.session.notify(_("This record has no answer to compare with."))
        self._show()

    def _note_answer(self, problem: Tsumego) -> None:
        """Keep the result of the first try at a problem of a file."""
        collection = self.session.collection
        if collection is not None and problem.verdict != AnswerState.OPEN:
            self.answers.setdefault((collection.name, collection.index), problem.verdict == AnswerState.RIGHT)

    def score(self) -> tuple[int, int]:
        """Return how many problems of the open file were solved at the first try, and how many were tried."""
        collection = self.session.collection
        tries = [is_right for (name, place), is_right in self.answers.items() if collection is not None and name == collection.name]
        return sum(tries), len(tries)

    def has_next_problem(self) -> bool:
        """Return whether the open file has another problem after this one."""
        collection = self.session.collection
        return collection is not None and collection.index + 1 < len(collection.games)

    async def next_problem(self) -> None:
        """Show the next problem of the file."""
        collection = self.session.collection
        if collection is not None and self.has_next_problem():
            await open_game(self.session, collection.index + 1)
            self.start_problem()

    def retry_problem(self) -> None:
        """Go back to the start of the problem."""
        if self.problem is not None:
            self.problem.begin()
            self._show()

    def stop(self) -> None:
        """Leave guessing and solving."""
        self.clear()
        self._show()

    def missed(self) -> Point | None:
        """Return the point of a wrong guess or answer that is not on the board."""
        guess = self.last_guess()
        if guess is not None and not guess.is_hit:
            return guess.guessed
        return self.problem.tried if self.problem is not None else None


def describe_guess(guess: Guess) -> str:
    """Return a guess in words."""
    move, guessed = to_vertex(guess.played), to_vertex(guess.guessed)
    if guess.is_hit:
        return _("Move {number}: {move}, right.").format(number=guess.number, move=move)
    if guess.is_near:
        text = _("Move {number}: {move} was played, next to your {guess}.")
    else:
        text = _("Move {number}: {move} was played, not {guess}.")
    return text.format(number=guess.number, move=move, guess=guessed)
