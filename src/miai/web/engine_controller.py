"""What the engine should be doing for one person now, and what it has said.

`update` is called after everything that changes the answer: a move, a step, a switch. It compares what runs with what is wanted, in this
order: a move of the engine's, the judgement of the end, analysis of the position that is looked at, the next position of a review.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from miai.go.notation.coordinates import from_vertex
from miai.web.engine.client import EngineClient, Event
from miai.web.engine.pool import Pool

if TYPE_CHECKING:
    from miai.web.session import Session

MOST_DEATHS, DEATHS_WITHIN = 3, 60.0
"""An engine that dies so often in so many seconds is not started again."""
KEPT_OPTIONS = 6
FIXED = {"threads", "memory"}
"""Settings that a person may not change: there is one machine for all."""
EXPECTED_FUNCTIONS = 440
"""About so many functions are compiled before the first move on a board of a new size."""


class Job(NamedTuple):
    """What an engine was asked for: about which node."""

    kind: str
    node: int


class Mind:
    """The engine's side of a session."""

    def __init__(self, session: Session, pool: Pool) -> None:
        self.session, self.pool = session, pool
        self.analysing = False
        self.to_review: list[int] = []
        self.review_total = 0
        self.review_playouts = 400
        self.preset = ""
        self.words: list[str] = []
        """Settings that were changed live, as `name=value`."""
        self.parameters: list[list[str]] = []
        self.telling: dict[str, Any] | None = None
        """What was said last, about `told_of`."""
        self.told_of: int | None = None
        self.graph: dict[str, Any] | None = None
        self.compiling: Event | None = None
        self.memory: Event | None = None
        """What the engine last said of its graph on disk."""
        self.trouble = ""
        self.is_ready = False
        self.is_waiting = False
        self._job: Job | None = None
        self._is_done = False
        self._number = 0
        self._client: EngineClient | None = None
        self._deaths: list[float] = []

    # --- what should run ----------------------------------------------------------------------------------------------------------

    def wanted(self) -> Job | None:
        """What the engine should do now."""
        session = self.session
        if session.is_engine_to_move():
            return Job("genmove", session.live)
        if session.phase == "count" and not session.is_judged:
            return Job("judge", session.live)
        if self.analysing and session.is_watched():
            return Job("analyse", session.tree.current)
        while self.to_review and self.to_review[0] not in session.tree.nodes:
            self.to_review.pop(0)
        return Job("view", self.to_review[0]) if self.to_review else None

    def update(self) -> None:
        """Have the engine do what is wanted, and end what is not."""
        want = self.wanted()
        if want == self._job:
            return
        if want is None:
            self._stop()
            return
        client = self._connect()
        self._job, self._is_done = (want, False) if client is not None else (None, False)
        if client is not None:
            self._ask(client, want)
        self.session.tell("engine")

    def _stop(self) -> None:
        if self._job is not None and not self._is_done and self._client is not None:
            self._number += 1
            self._client.send(id=self._number, do="stop")
        self._job = None
        self.session.tell("engine")

    def _connect(self) -> EngineClient | None:
        """The engine, with the settings of this person; `None` if there is none to be had now."""
        if self.trouble:
            return None
        client = self.pool.engine_for(self)
        self.is_waiting = client is None
        if client is not self._client:
            self._client = client
            self.is_ready = client is not None and bool(client.parameters)
            if client is not None:
                self.parameters = client.parameters or self.parameters
                self._note_memory(client.memory)
                client.send(id=0, do="settings", preset=self.preset or "default", words=[*self.pool.words, *self.words])
        return client

    def _ask(self, client: EngineClient, want: Job) -> None:
        self._number += 1
        request: dict[str, Any] = {"id": self._number, "do": want.kind, "game": self.session.game_for_engine(want.node)}
        if want.kind == "genmove":
            request["limits"] = self.session.limits()
        elif want.kind == "view":
            request["limits"] = {"playouts": self.review_playouts}
        client.send(**request)

    @property
    def job(self) -> Job | None:
        """What runs now."""
        return None if self._is_done else self._job

    def is_busy(self) -> bool:
        """Whether the engine works for this session now."""
        return self.job is not None

    @property
    def has_engine(self) -> bool:
        """Whether an engine is there, or on its way."""
        return self._client is not None

    def prepare(self) -> None:
        """Get an engine before it is needed, so that what it has to compile is compiled meanwhile."""
        self._connect()
        self.session.tell("engine")

    def lose_engine(self) -> None:
        """The engine has been taken away: nothing was under way."""
        self._client, self.is_ready, self._job = None, False, None
        self.session.tell("engine")

    # --- what it says -------------------------------------------------------------------------------------------------------------

    def on_event(self, event: Event) -> None:
        """The engine says something. What it says of a job that is over is not heard."""
        self.compiling = event if event["event"] == "compiling" else None
        name, number = event["event"], event.get("id")
        if name == "died":
            self._died(event["reason"])
        elif name == "ready":
            self.is_ready, self.parameters = True, event["parameters"]
            self.session.clocks.forgive(self.session.setup.engine)
            self.session.tell("engine", "settings")
        elif name == "memory":
            self._note_memory(event)
        elif name in ("compiling", "started"):
            self.session.clocks.forgive(self.session.setup.engine)
            self.session.tell("engine")
        elif number == 0 and name == "done":
            self.parameters = event["parameters"]
            self.session.tell("settings")
        elif number == 0 and name == "error":
            self.words.pop() if self.words else None
            self.session.say(event["message"], "negative")
            self.session.tell("settings")
        elif number == self._number and self._job is not None:
            self._heard(event, self._job)

    def _note_memory(self, event: Event | None) -> None:
        """Keep what is said of the graph on disk; what is wrong with it is said to the person, once."""
        before = self.memory["trouble"] if self.memory else ""
        self.memory = event
        if event is not None and event["trouble"] not in ("", before):
            self.session.say(f"The engine: {event['trouble']}.", "warning")
        self.session.tell("engine", "graph")

    def _heard(self, event: Event, job: Job) -> None:
        if event["event"] == "error":
            self._is_done = True
            if job.kind == "view":
                self.to_review.clear()
            self.session.say(f"The engine: {event['message']}", "negative")
            return
        if event.get("telling"):
            self._take(event["telling"], job)
        if event["event"] == "done":
            self._is_done = True
            self._finish(event, job)

    def _take(self, telling: dict[str, Any], job: Job) -> None:
        """Keep what is told, for the board and for the curve."""
        if job.kind != "view" or job.node == self.session.tree.current:
            self.telling, self.told_of = telling, job.node
        if "graph" in telling:
            self.graph = telling["graph"] | {"speed": telling["speed"], "visits": telling["visits"]}
            self.session.tell("graph")
        if telling.get("moves"):
            self.session.note(job.node, telling)
        self.session.tell("thought")

    def _finish(self, event: Event, job: Job) -> None:
        session = self.session
        if job.kind == "genmove":
            session.engine_moves(job.node, event["move"])
        elif job.kind == "judge":
            size = session.tree.size
            session.judged(*([from_vertex(word, size) for word in event[name]] for name in ("dead", "seki")))
        elif job.kind == "view" and event.get("complete"):
            self.to_review = [node for node in self.to_review if node != job.node]
            self._job = None
            session.tell("review")
            self.update()

    def _died(self, reason: str) -> None:
        now = time.monotonic()
        self._deaths = [when for when in self._deaths if now - when < DEATHS_WITHIN] + [now]
        self.pool.give_back(self)
        self._client, self.is_ready, self._job = None, False, None
        if len(self._deaths) >= MOST_DEATHS:
            self.trouble = f"the engine has stopped {len(self._deaths)} times ({reason})"
            self.session.say(f"{self.trouble.capitalize()} and is not started again; press Restart.", "negative")
        else:
            self.session.say(f"The engine has stopped ({reason}). A new one is started, and the game goes on.", "warning")
            self.prepare()
            self.update()
        self.session.tell("engine")

    def restart(self) -> None:
        """Try again after too many deaths."""
        self.trouble, self._deaths = "", []
        self.prepare()
        self.update()

    # --- switches -----------------------------------------------------------------------------------------------------------------

    def analyse(self, on: bool) -> None:
        """Think about the position that is looked at, from now on."""
        self.analysing = on
        self.update()
        self.session.tell("engine", "thought")

    def review(self, nodes: list[int], playouts: int) -> None:
        """Look through these nodes, one after another, whenever there is nothing else to do."""
        self.to_review, self.review_total, self.review_playouts = list(nodes), len(nodes), playouts
        self.update()
        self.session.tell("review")

    def change(self, words: list[str], preset: str | None = None) -> None:
        """Think with other settings from now on."""
        if preset is not None:
            self.preset, self.words = preset, []
        names = {word.partition("=")[0].strip() for word in words}
        if names & FIXED:
            self.session.say(f"{', '.join(sorted(names & FIXED))}: set for all by the command that started the server.", "warning")
            return
        self.words = [word for word in self.words if word.partition("=")[0] not in names] + words
        self._stop()
        client = self._connect()
        if client is not None:
            client.send(id=0, do="settings", preset=self.preset or "default", words=[*self.pool.words, *self.words])
        self.update()

    def progress(self) -> float:
        """How far the compilation is, from 0 to 1; a guess that never quite reaches 1."""
        return min(0.97, self.compiling["count"] / EXPECTED_FUNCTIONS) if self.compiling else 0.0
