"""The controller of the engine of one session: it sends the task that the session needs, and passes answers back.

`update` is called after every change that may lead to another task: a move, a step, a switch. It compares the running task with the wanted
one. The controller does not depend on the game; it calls its session through the protocol `EngineUser`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple, Protocol

from miai.web.engine.client import EngineClient
from miai.web.engine.pool import EnginePool
from miai.web.engine.protocol import HURRY_ID, SETTINGS_ID, EventKind, Message, RequestKind
from miai.web.events import SessionEvent
from miai.web.languages import capitalized, speaking
from miai.web.languages import text as _
from miai.web.visitor_settings import is_allowed

MOST_DEATHS, DEATHS_WITHIN = 3, 60.0
"""An engine that dies this often within this many seconds is not started again."""
EXPECTED_FUNCTIONS = 440
"""Approximate number of functions compiled before the first move on a board of a new size."""


class EngineTask(NamedTuple):
    """A request about the position at a node; with the kind `prepare`, about boards of a size, which takes the place of the node."""

    kind: RequestKind
    node: int


class EngineUser(Protocol):
    """A session as its controller sees it: the wanted task, positions and limits, and callbacks."""

    def wanted_task(self) -> EngineTask | None:
        """Return the task that the engine should work on now."""

    def position(self, node: int) -> Message:
        """Return the game up to a node, in the engine's format."""

    def limits(self, task: EngineTask) -> dict[str, float]:
        """Return the limits of the search; empty without limits."""

    def on_report(self, task: EngineTask, report: Message) -> None:
        """Take an intermediate or final report."""

    def on_answer(self, task: EngineTask, answer: Message) -> None:
        """Take the answer that completes a task."""

    def on_failure(self, task: EngineTask, message: str) -> None:
        """Take the error that ended a task."""

    def on_engine_delay(self) -> None:
        """Note that the engine starts or compiles: its clock is not charged for that time."""

    def emit(self, *events: SessionEvent) -> None:
        """Notify the listeners of the session."""

    def notify(self, text: str, kind: str = "info") -> None:
        """Show a message to the user."""


class EngineController:
    """The engine of one session: its status, its settings, and the running task."""

    def __init__(self, user: EngineUser, pool: EnginePool) -> None:
        self.user, self.pool = user, pool
        self.preset = ""
        self.assignments: list[str] = []
        """Settings that the user has changed, as `name=value`."""
        self.setting_rows: list[list[str]] = []
        """All settings of the engine: name, value, accepted values, description."""
        self.compiling: Message | None = None
        self.memory: Message | None = None
        """The latest event about the graph on disk."""
        self.trouble = ""
        """Why the engine is not started again; empty while it works."""
        self.is_ready = False
        self.is_waiting = False
        """Whether all engines are in use by others."""
        self._task: EngineTask | None = None
        self._is_done = False
        self._request_id = 0
        self._client: EngineClient | None = None
        self._deaths: list[float] = []
        self.language: Callable[[], str] = lambda: "en"
        """The language of the user, for messages about events of the engine."""

    # --- the task -----------------------------------------------------------------------------------------------------------------

    def update(self) -> None:
        """Start the wanted task, or stop the running one if none is wanted."""
        wanted = self.user.wanted_task()
        if wanted == self._task:
            return
        if wanted is None:
            self._stop()
            return
        client = self._connect()
        self._task, self._is_done = (wanted, False) if client is not None else (None, False)
        if client is not None:
            self._send_task(client, wanted)
        self.user.emit(SessionEvent.ENGINE)

    def _stop(self) -> None:
        if self._task is not None and not self._is_done and self._client is not None:
            self._request_id += 1
            self._client.send(id=self._request_id, kind=RequestKind.STOP)
        self._task = None
        self.user.emit(SessionEvent.ENGINE)

    def hurry(self) -> None:
        """Have the engine answer the running request with what it has found so far."""
        if self.task is not None and self._client is not None:
            self._client.send(id=HURRY_ID, kind=RequestKind.STOP)

    def _send_task(self, client: EngineClient, task: EngineTask) -> None:
        self._request_id += 1
        if task.kind == RequestKind.PREPARE:
            client.send(id=self._request_id, kind=task.kind, size=task.node)
            return
        request: Message = {"id": self._request_id, "kind": task.kind, "game": self.user.position(task.node)}
        limits = self.user.limits(task)
        client.send(**request, **({"limits": limits} if limits else {}))

    @property
    def task(self) -> EngineTask | None:
        """The running task."""
        return None if self._is_done else self._task

    def is_busy(self) -> bool:
        """Return whether the engine works for this session."""
        return self.task is not None

    # --- the engine ---------------------------------------------------------------------------------------------------------------

    def _connect(self) -> EngineClient | None:
        """Return the engine with the settings of this user; `None` if none is available."""
        if self.trouble:
            return None
        client = self.pool.engine_for(self)
        self.is_waiting = client is None
        if client is not self._client:
            self._client = client
            self.is_ready = client is not None and bool(client.setting_rows)
            if client is not None:
                self.setting_rows = client.setting_rows or self.setting_rows
                self._take_memory(client.memory)
                self._send_settings(client)
        return client

    @property
    def has_engine(self) -> bool:
        """Whether an engine runs or is being started."""
        return self._client is not None

    def needs_compilation(self, size: int) -> bool:
        """Return whether there is an engine that has not compiled yet what a board of `size` needs."""
        return self._client is not None and size not in self._client.prepared

    def prepare(self) -> None:
        """Get an engine before it is needed, so that it can compile in the meantime."""
        self._connect()
        self.user.emit(SessionEvent.ENGINE)

    def change_pool(self, pool: EnginePool) -> None:
        """Use the engines of another pool from now on; the present one is given back."""
        self.pool.give_back(self)
        self.pool, self.trouble, self._deaths = pool, "", []
        self._client, self.is_ready, self._task, self.setting_rows = None, False, None, []

    def lose_engine(self) -> None:
        """Note that the pool has taken the idle engine away."""
        self._client, self.is_ready, self._task = None, False, None
        self.user.emit(SessionEvent.ENGINE)

    def _handle_death(self, reason: str) -> None:
        now = time.monotonic()
        self._deaths = [when for when in self._deaths if now - when < DEATHS_WITHIN] + [now]
        self.pool.give_back(self)
        self._client, self.is_ready, self._task = None, False, None
        if len(self._deaths) >= MOST_DEATHS:
            self.trouble = _("the engine has stopped {count} times ({reason})").format(count=len(self._deaths), reason=reason)
            self.user.notify(_("{trouble}. Press Restart to try again.").format(trouble=capitalized(self.trouble)), "negative")
        else:
            text = _("The engine has stopped ({reason}). A new one is starting; the game continues.")
            self.user.notify(text.format(reason=reason), "warning")
            self.prepare()
            self.update()
        self.user.emit(SessionEvent.ENGINE)

    def restart(self) -> None:
        """Start an engine again after too many deaths."""
        self.trouble, self._deaths, self._task = "", [], None
        self.prepare()
        self.update()

    # --- events -------------------------------------------------------------------------------------------------------------------

    def on_event(self, event: Message) -> None:
        """Handle an event of the engine. Answers to requests that were replaced are ignored."""
        with speaking(self.language()):
            self._handle_event(event)

    def _handle_event(self, event: Message) -> None:
        kind, number = event["kind"], event.get("id")
        self.compiling = event | {"received": time.monotonic()} if kind == EventKind.COMPILING else None
        if kind == EventKind.DIED:
            self._handle_death(event["reason"])
        elif kind == EventKind.READY:
            self.is_ready, self.setting_rows = True, event["settings"]
            self.user.on_engine_delay()
            self.user.emit(SessionEvent.ENGINE, SessionEvent.SETTINGS)
        elif kind == EventKind.MEMORY:
            self._take_memory(event)
        elif kind in (EventKind.COMPILING, EventKind.STARTED):
            self.user.on_engine_delay()
            self.user.emit(SessionEvent.ENGINE)
        elif number == SETTINGS_ID:
            self._take_settings(event)
        elif number == self._request_id and self._task is not None:
            self._take_answer(event, self._task)

    def _take_memory(self, event: Message | None) -> None:
        """Store the facts about the graph on disk; a new problem with it is shown once."""
        before = self.memory["trouble"] if self.memory else ""
        self.memory = event
        if event is not None and event["trouble"] not in ("", before):
            self.user.notify(_("The engine: {message}").format(message=f"{event['trouble']}."), "warning")
        self.user.emit(SessionEvent.ENGINE, SessionEvent.GRAPH)

    def _take_answer(self, event: Message, task: EngineTask) -> None:
        if event["kind"] == EventKind.ERROR:
            self._is_done = True
            self.user.on_failure(task, event["message"])
            return
        if event.get("report"):
            self.user.on_report(task, event["report"])
        if event["kind"] == EventKind.DONE:
            self._is_done = True
            self.user.on_answer(task, event)

    # --- settings -----------------------------------------------------------------------------------------------------------------

    def change_settings(self, assignments: list[str], preset: str | None = None) -> None:
        """Search with other settings from now on."""
        if preset is not None:
            self.preset, self.assignments = preset, []
        names = {assignment.partition("=")[0].strip() for assignment in assignments}
        fixed = sorted(name for name in names if not is_allowed(name))
        if fixed:
            text = _("{names}: fixed for all users when the server was started.")
            self.user.notify(text.format(names=", ".join(fixed)), "warning")
            return
        self.assignments = [each for each in self.assignments if each.partition("=")[0] not in names] + assignments
        self._stop()
        client = self._connect()
        if client is not None:
            self._send_settings(client)
        self.update()

    def _send_settings(self, client: EngineClient) -> None:
        assignments = [*self.pool.assignments, *self.assignments]
        client.send(id=SETTINGS_ID, kind=RequestKind.SETTINGS, preset=self.preset or "default", assignments=assignments)

    def _take_settings(self, event: Message) -> None:
        """Take the answer to a change of settings; a refused assignment is dropped."""
        if event["kind"] == EventKind.DONE:
            self.setting_rows = event["settings"]
        elif event["kind"] == EventKind.ERROR:
            self.assignments.pop() if self.assignments else None
            self.user.notify(event["message"], "negative")
        self.user.emit(SessionEvent.SETTINGS)

    def compilation_seconds(self) -> float:
        """Return the seconds since compilation began. The engine reports only the beginning of each function."""
        return self.compiling["seconds"] + time.monotonic() - self.compiling["received"] if self.compiling else 0.0

    def compilation_progress(self) -> float:
        """Return the estimated progress of the compilation from 0 to 1; it stays below 1."""
        return min(0.97, self.compiling["count"] / EXPECTED_FUNCTIONS) if self.compiling else 0.0
