"""The engine's tasks for one session: the wanted task, its limits, and the changes that its answer makes to the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from miai.go.notation.coordinates import BLACK, from_vertex
from miai.web import records
from miai.web.engine.protocol import Message, RequestKind
from miai.web.engine_controller import EngineTask
from miai.web.events import Phase, SessionEvent
from miai.web.game_analysis import keep_summary
from miai.web.languages import text as _
from miai.web.teaching import PLAYOUTS

if TYPE_CHECKING:
    from miai.web.game_session import GameSession


class EngineTasks:
    """The link between a session and its engine controller; implements `EngineUser`."""

    def __init__(self, session: GameSession) -> None:
        self.session = session

    def wanted_task(self) -> EngineTask | None:
        """Return the most urgent task: the engine's move, dead stones, the position on the board, the next of a review, compiling."""
        session = self.session
        if session.is_opponent_to_move() and (checked := session.teacher.next_check()) is not None:
            return EngineTask(RequestKind.EVALUATE, checked)
        if session.is_engine_to_move() and not session.teacher.holds():
            return EngineTask(RequestKind.GENMOVE, session.live)
        if session.phase == Phase.COUNT and not session.counting.is_judged:
            return EngineTask(RequestKind.JUDGE, session.live)
        is_analyst = not session.preferences.analyst
        if is_analyst and session.analysis.is_on and (found := self.wanted_analysis()) is not None:
            return found
        if session.phase == Phase.PLAY and (previewed := session.teacher.next_preview()) is not None:
            return EngineTask(RequestKind.EVALUATE, previewed)
        if is_analyst and (found := self.wanted_analysis()) is not None:
            return found
        must_compile = session.controller.needs_compilation(session.tree.size)
        return EngineTask(RequestKind.PREPARE, session.tree.size) if must_compile else None

    def wanted_analysis(self) -> EngineTask | None:
        """Return the analysis of the position on the board, or of the next position of a review."""
        session, analysis = self.session, self.session.analysis
        if analysis.is_on and session.is_watched():
            return EngineTask(RequestKind.ANALYSE, session.tree.current)
        node = analysis.next_in_review(session.tree)
        return None if node is None else EngineTask(RequestKind.EVALUATE, node)

    def position(self, node: int) -> Message:
        """Return the game up to a node, in the engine's format."""
        return records.for_engine(self.session.tree, node)

    def limits(self, task: EngineTask) -> dict[str, float]:
        """Return the limits of a task: strength and clock for a move, playouts for a review."""
        session, setup = self.session, self.session.setup
        if task.kind == RequestKind.EVALUATE:
            return {"playouts": PLAYOUTS if session.teacher.wants(task.node) else session.analysis.review_playouts}
        if task.kind != RequestKind.GENMOVE:
            return {}
        found: dict[str, float] = {setup.strength: setup.amount if setup.strength == "seconds" else int(setup.amount)}
        left = session.clocks.seconds_for(setup.engine or BLACK, setup.size**2, session.tree.moves_to(session.live))
        if left is not None:
            found["seconds"] = min(left, found.get("seconds", left))
        return found

    def on_report(self, task: EngineTask, report: Message) -> None:
        """Store a report for the board, the panels and the curve."""
        session, tree = self.session, self.session.tree
        session.analysis.take(report, task.node, is_shown=task.kind != RequestKind.EVALUATE or task.node == tree.current)
        if "graph" in report:
            session.emit(SessionEvent.GRAPH)
        if report.get("moves") and task.node in tree.nodes:
            keep_summary(tree.nodes[task.node], report)
            session.is_analysed = True
        session.emit(SessionEvent.ANALYSIS)

    def on_answer(self, task: EngineTask, answer: Message) -> None:
        """Play the chosen move, mark the dead stones, or continue the review."""
        session = self.session
        if task.kind == RequestKind.GENMOVE:
            session.play_for_engine(task.node, answer["move"])
        elif task.kind == RequestKind.JUDGE:
            points: list[Any] = [[from_vertex(word, session.tree.size) for word in answer[name]] for name in ("dead", "seki")]
            session.take_judgement(*points)
        elif task.kind == RequestKind.PREPARE:
            session.controller.update()
        elif task.kind == RequestKind.EVALUATE and answer.get("complete"):
            session.analysis.finish_review_of(task.node)
            session.emit(SessionEvent.REVIEW)
            session.teacher.take_evaluation(task.node)

    def on_failure(self, task: EngineTask, message: str) -> None:
        """Report an error of the engine; a review ends there."""
        if task.kind == RequestKind.EVALUATE:
            self.session.analysis.review_queue.clear()
        self.session.notify(_("The engine: {message}").format(message=message), "negative")
        if task.kind == RequestKind.EVALUATE:
            self.session.teacher.take_evaluation(task.node)

    def on_engine_delay(self) -> None:
        """Do not charge the engine's clock for starting and compiling."""
        self.session.clocks.forgive(self.session.setup.engine)

    def emit(self, *events: SessionEvent) -> None:
        """Notify the listeners of the session."""
        self.session.emit(*events)

    def notify(self, text: str, kind: str = "info") -> None:
        """Show a message to the user."""
        self.session.notify(text, kind)
