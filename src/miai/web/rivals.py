"""Other engines in a session: one may play, and one may analyse in the place of our own.

Each has a controller of its own, like our engine. The engines are those that the server was started with; a page can only name them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from miai.arena.engines import EngineSpec
from miai.go.notation.coordinates import BLACK, RESIGN, from_vertex
from miai.web.engine.client import GTP_BRIDGE, EngineClient
from miai.web.engine.pool import EnginePool
from miai.web.engine.protocol import Message, RequestKind
from miai.web.engine_controller import EngineController, EngineTask
from miai.web.engine_tasks import EngineTasks
from miai.web.events import SessionEvent
from miai.web.languages import text as _

if TYPE_CHECKING:
    from miai.web.game_session import GameSession


def gtp_pools(specs: Mapping[str, EngineSpec], most: int) -> dict[str, EnginePool]:
    """Return a pool for each GTP engine, with at most `most` processes."""

    def starter(spec: EngineSpec) -> Callable[[], EngineClient]:
        return lambda: EngineClient([json.dumps(spec.as_data())], module=GTP_BRIDGE)

    return {name: EnginePool(most, [], make=starter(spec)) for name, spec in specs.items()}


class RivalTasks(EngineTasks):
    """The tasks of another engine that plays."""

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.session.setup.rival

    def wanted_task(self) -> EngineTask | None:
        """Return the engine's move, unless teaching mode has something to check or to show first."""
        session = self.session
        if not session.is_rival_to_move() or session.teacher.holds() or session.teacher.next_check() is not None:
            return None
        return EngineTask(RequestKind.GENMOVE, session.live)

    def limits(self, task: EngineTask) -> dict[str, float]:
        """Return the time for a move, in a game with clocks. The strength of the engine is that of its command."""
        session = self.session
        color = session.setup.rival_color
        left = session.clocks.seconds_for(color, session.setup.size**2, session.tree.moves_to(session.live)) if color else None
        return {} if left is None else {"seconds": left}

    def on_answer(self, task: EngineTask, answer: Message) -> None:
        """Play the move. An illegal one loses the game."""
        session = self.session
        move = from_vertex(answer["move"], session.tree.size)
        reason = None if move == RESIGN else session.tree.why_illegal_at(task.node, move)
        if reason is not None:
            text = _("{name} plays an illegal move: move {number}, {move}: {reason}.")
            number = session.tree.moves_to(task.node) + 1
            session.notify(text.format(name=self.name, number=number, move=answer["move"], reason=_(reason)), "negative")
            session.end(f"{'W' if session.setup.rival_color == BLACK else 'B'}+F")
        else:
            session.play_for_engine(task.node, answer["move"])

    def on_failure(self, task: EngineTask, message: str) -> None:
        """Report an error of the engine. It is not asked again until the user wants it."""
        self.session.rivals.give_up(self, message)

    def on_engine_delay(self) -> None:
        """Do not charge the engine's clock for starting."""
        self.session.clocks.forgive(self.session.setup.rival_color)

    def notify(self, text: str, kind: str = "info") -> None:
        """Show a message to the user, with the name of the engine."""
        self.session.notify(f"{self.name}: {text}", kind)


class AnalystTasks(EngineTasks):
    """The tasks of another engine that analyses: the position on the board, and the review of a game."""

    @property
    def name(self) -> str:
        """The name of the engine."""
        return self.session.preferences.analyst

    def wanted_task(self) -> EngineTask | None:
        """Return the analysis that our own engine would have to do."""
        return self.wanted_analysis() if self.name else None

    def limits(self, task: EngineTask) -> dict[str, float]:
        """Return the playouts of a review."""
        return {"playouts": self.session.analysis.review_playouts} if task.kind == RequestKind.EVALUATE else {}

    def on_failure(self, task: EngineTask, message: str) -> None:
        """Report an error of the engine; the analysis ends."""
        session = self.session
        session.analysis.is_on = False
        session.analysis.review_queue.clear()
        session.rivals.give_up(self, message)
        session.emit(SessionEvent.ANALYSIS, SessionEvent.REVIEW)

    def notify(self, text: str, kind: str = "info") -> None:
        """Show a message to the user, with the name of the engine."""
        self.session.notify(f"{self.name}: {text}", kind)


class Rivals:
    """The other engines of one session."""

    def __init__(self, session: GameSession, pools: Mapping[str, EnginePool]) -> None:
        self.session, self.pools = session, pools
        nobody = EnginePool(0, [])
        self.player = EngineController(RivalTasks(session), nobody)
        self.analyst = EngineController(AnalystTasks(session), nobody)

    @property
    def names(self) -> list[str]:
        """The names of the engines, in the order of their file."""
        return list(self.pools)

    def choose(self) -> None:
        """Connect the controllers with the engines that the session names; names of engines that are not there are dropped."""
        setup, preferences = self.session.setup, self.session.preferences
        if setup.rival not in self.pools:
            setup.rival, setup.rival_color = "", None
        if preferences.analyst not in self.pools:
            preferences.analyst = ""
        for controller, name in ((self.player, setup.rival), (self.analyst, preferences.analyst)):
            wanted = self.pools.get(name)
            if wanted is not None and controller.pool is not wanted:
                controller.change_pool(wanted)

    def let_play(self, name: str, color: int | None) -> None:
        """Let an engine play `color` from the position on the board, or neither colour."""
        setup = self.session.setup
        setup.rival, setup.rival_color = name, color
        if color is not None and color == setup.engine:
            setup.engine = None
        self.session.players_changed()

    def let_analyse(self, name: str) -> None:
        """Let an engine analyse, or our own for an empty name."""
        self.session.preferences.analyst = name
        self.analyst.trouble = ""
        self.session.update_engines()
        self.session.emit(SessionEvent.ENGINE, SessionEvent.PREFERENCES)

    def update(self) -> None:
        """Start the tasks that the session needs now."""
        self.choose()
        if self.pools:
            self.player.update()
            self.analyst.update()

    def give_up(self, tasks: RivalTasks | AnalystTasks, message: str) -> None:
        """Report why an engine has failed; it is not asked again before `retry`."""
        controller = self.player if isinstance(tasks, RivalTasks) else self.analyst
        controller.trouble = message
        self.session.notify(message, "negative")
        self.session.emit(SessionEvent.ENGINE)

    @property
    def trouble(self) -> str:
        """Why an engine has failed; empty while they work."""
        return self.player.trouble or self.analyst.trouble

    @property
    def is_waiting(self) -> bool:
        """Whether all processes of an engine are in use by others."""
        return self.player.is_waiting or self.analyst.is_waiting

    def retry(self) -> None:
        """Ask the engines again after a failure."""
        for controller in (self.player, self.analyst):
            if controller.trouble:
                controller.restart()
        self.session.emit(SessionEvent.ENGINE)

    def release(self) -> None:
        """Give the engines back."""
        for controller in (self.player, self.analyst):
            controller.pool.give_back(controller)
