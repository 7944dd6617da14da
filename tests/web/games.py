"""Game trees from move lists, and an engine whose answers the test sets."""

from __future__ import annotations

from typing import Any

from miai.go.notation.coordinates import from_vertex
from miai.go.rules.rulesets import rules_named
from miai.web.events import SessionEvent
from miai.web.game_session import GameSession
from miai.web.setup import GameSetup
from miai.web.tree import GameTree


def tree_of(words: str, size: int = 9, rules: str = "chinese") -> GameTree:
    """Return a game of these moves, in turn."""
    tree = GameTree(size, rules_named(rules))
    for word in words.split():
        tree.play(from_vertex(word, size))
    return tree


class FakeClient:
    """An engine client that records requests and answers when the test says so."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.setting_rows = [["rave", "mse", "off | mse", "..."]]
        self.is_alive = True
        self.prepared = set(range(20))
        self.memory: dict[str, Any] | None = None
        self.on_event: Any = None

    def send(self, **request: Any) -> None:
        self.requests.append(request)

    def answer(self, kind: str = "done", **fields: Any) -> None:
        """Answer the last request."""
        self.on_event({"kind": kind, "id": self.requests[-1]["id"], **fields})


class FakePool:
    """A pool with one engine."""

    def __init__(self) -> None:
        self.client = FakeClient()
        self.assignments = ["threads=1"]

    def engine_for(self, owner: Any) -> FakeClient:
        self.client.on_event = owner.on_event
        return self.client

    def give_back(self, owner: Any) -> None:
        self.client = FakeClient()


def new_session(**setup: Any) -> tuple[GameSession, FakePool, list[str]]:
    """Return a watched session, its pool, and the list of its messages."""
    pool = FakePool()
    session = GameSession(pool)  # type: ignore[arg-type]
    messages: list[str] = []
    session.listeners.append(lambda event: messages.append(session.message[0]) if event == SessionEvent.MESSAGE else None)
    session.new_game(GameSetup(**{"size": 9, "engine": None, **setup}))
    return session, pool, messages


def report(visits: int = 100, win: float = 0.5, **more: Any) -> dict[str, Any]:
    """Return an engine's report about a 9x9 board."""
    moves = [["E5", win, visits // 2, ["E5", "C3", "G7"]], ["C3", win - 0.1, visits // 4, ["C3", "E5"]]]
    return {"to_play": 1, "visits": visits, "win": win, "lead": 1.5, "owners": [0] * 81, "speed": 1000, "moves": moves, **more}
