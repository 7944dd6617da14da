"""Saving and restoring a session as JSON data."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from typing import Any

from miai.core.errors import UserError
from miai.go.notation.coordinates import to_vertex
from miai.web import records
from miai.web.clocks import clocks_from
from miai.web.counting import Counting
from miai.web.events import Phase
from miai.web.game_session import GameSession
from miai.web.preferences import Preferences
from miai.web.setup import GameSetup

RENAMED = {"wishes": "preferences", "words": "assignments"}
"""Former names of keys; files with them are still read."""


def session_as_data(session: GameSession) -> dict[str, Any]:
    """Return the data of a session."""
    return {
        "format": 1,
        "setup": asdict(session.setup),
        "preferences": asdict(session.preferences),
        "tree": records.tree_as_data(session.tree),
        "live": session.live,
        "phase": session.phase,
        "dead": [to_vertex(point) for point in sorted(session.counting.dead)],
        "seki": [to_vertex(point) for point in sorted(session.counting.seki)],
        "judged": session.counting.is_judged,
        "result": session.result,
        "names": list(session.names),
        "clocks": session.clocks.as_dict(),
        "preset": session.controller.preset,
        "assignments": session.controller.assignments,
    }


def restore_session(session: GameSession, data: dict[str, Any]) -> None:
    """Restore a session from `session_as_data`. Invalid parts are skipped: a broken file costs the game, not the visit."""
    data = {RENAMED.get(key, key): value for key, value in data.items()}
    with contextlib.suppress(ValueError, TypeError, KeyError):
        session.preferences = Preferences(**data["preferences"])
    with contextlib.suppress(ValueError, TypeError, KeyError, UserError):
        setup = GameSetup(**data["setup"])
        setup.check()
        tree = records.tree_from_data(data["tree"])
        session.setup = setup
        session.begin(tree)
        session.live = data["live"] if data["live"] in tree.nodes else session.live
        session.phase, session.result = Phase(data["phase"]), str(data["result"])
        dead, seki = (frozenset(records.points_from(data[name], tree.size)) for name in ("dead", "seki"))
        session.counting = Counting(dead, seki, bool(data["judged"]))
        session.names = (str(data["names"][0]), str(data["names"][1]))
        session.controller.preset = str(data["preset"])
        session.controller.assignments = [str(word) for word in data["assignments"]]
        session.clocks = clocks_from(data["clocks"])
        session.start_clock()
