"""Teaching mode: after the user's move in a game against an engine, a large loss stops the game until the user decides.

The position before the move is evaluated while the user thinks, the one after it before the engine answers. If the loss of win rate is
above the threshold, the `Lesson` has the better move and the refutation; the user takes the move back, or keeps it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from miai.go.analysis import PositionAnalysis
from miai.go.game_report import MoveLoss, loss_of_move
from miai.web.events import SessionEvent
from miai.web.game_analysis import analysis_of_move

if TYPE_CHECKING:
    from miai.web.game_session import GameSession

PLAYOUTS = 800
"""Playouts for each of the two positions."""
THRESHOLDS = (3, 5, 8, 10, 15, 20, 30)
"""Losses of win rate, in percent, from which a move may be shown as a mistake."""


@dataclass(frozen=True)
class Lesson:
    """A mistake that waits for the user's decision."""

    node: int
    """The node of the mistake."""
    loss: MoveLoss
    refutation: tuple[str, ...]
    """The expected play after the mistake."""
    better: tuple[str, ...]
    """The expected play that the mistake missed, the better move first."""


class Teacher:
    """The teaching of one session."""

    def __init__(self, session: GameSession) -> None:
        self.session = session
        self.lesson: Lesson | None = None
        self._evaluated: set[int] = set()
        self._judged: set[int] = set()
        """Nodes whose move needs no lesson any more: it is good enough, or the user keeps it."""

    def clear(self) -> None:
        """Discard what belongs to the previous game."""
        self.lesson = None
        self._evaluated.clear()
        self._judged.clear()

    def is_on(self) -> bool:
        """Return whether the moves of this game are checked: the user asked for it, and an engine plays one colour."""
        return self.session.preferences.teaching and self.session.has_opponent()

    def next_check(self) -> int | None:
        """Return the node to evaluate before the opponent moves; `None` if there is nothing left to check."""
        session = self.session
        if not self.is_on() or session.live in self._judged or self.lesson is not None:
            return None
        parent = session.tree.nodes[session.live].parent
        if parent is None or session.tree.nodes[session.live].move is None:
            return None
        return next((node for node in (parent, session.live) if node not in self._evaluated), None)

    def next_preview(self) -> int | None:
        """Return the node to evaluate while the user thinks: the one that the game has reached."""
        return self.session.live if self.is_on() and self.session.live not in self._evaluated else None

    def wants(self, node: int) -> bool:
        """Return whether node `node` is evaluated for a lesson."""
        return node in (self.next_check(), self.next_preview())

    def holds(self) -> bool:
        """Return whether the opponent has to wait for the user's decision."""
        return self.lesson is not None and self.lesson.node == self.session.live

    def switch(self, is_on: bool, percent: int) -> None:
        """Switch teaching mode on or off, for mistakes that lose `percent` of the win rate or more."""
        session = self.session
        session.preferences.teaching, session.preferences.teaching_percent = is_on, percent
        if not is_on:
            self._keep()
        session.start_clock()
        session.update_engines()
        session.emit(SessionEvent.PREFERENCES)

    def decide(self, takes_back: bool) -> None:
        """Take the mistake back that the lesson is about, or keep it."""
        if not self.holds():
            return
        if takes_back:
            self.session.undo()
        else:
            self._keep()
            self.session.game_changed()

    def take_evaluation(self, node: int) -> None:
        """Note that `node` is evaluated, or cannot be; judge the last move if both its positions are."""
        self._evaluated.add(node)
        session = self.session
        if session.is_opponent_to_move() and self.is_on() and self.next_check() is None and session.live not in self._judged:
            self._judge(session.live)
        if self.holds():
            session.start_clock()
            session.emit(SessionEvent.BOARD)
        session.update_engines()

    def _judge(self, node: int) -> None:
        found = analysis_of_move(self.session.tree, node)
        loss = None if found is None else loss_of_move(*found, self.session.tree.size)
        if found is not None and loss is not None and loss.win_loss >= self.session.preferences.teaching_percent / 100:
            self.lesson = Lesson(node, loss, _line(found[1]), _line(found[0]))
        else:
            self._judged.add(node)

    def _keep(self) -> None:
        """Keep the move: the game continues."""
        if self.lesson is not None:
            self._judged.add(self.lesson.node)
            self.lesson = None

    def drop_stale(self) -> None:
        """Discard a lesson about a node that is not the last of the game any more."""
        if self.lesson is not None and not self.holds():
            self.lesson = None


def _line(analysis: PositionAnalysis) -> tuple[str, ...]:
    return analysis.candidates[0].variation if analysis.candidates else ()
