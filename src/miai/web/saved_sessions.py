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
from miai.web.game_files import collection_from
from miai.web.game_session import GameSession
from miai.web.preferences import Preferences
from miai.web.setup import GameSetup

RENAMED = {"wishes": "preferences", "words": "assignments"}
"""Former names of keys; files with them are still read."""


def session_as_data(session: GameSession) -> dict[str, Any]:
    """Return the data of a session."""
    return game_as_data(session) | {
        "format": 1,
        "preferences": asdict(session.preferences),
        "preset": session.controller.preset,
        "assignments": session.controller.assignments,
    }


def game_as_data(session: GameSession) -> dict[str, Any]:
    """Return the data of the present game, without what belongs to the user."""
    return {
        "game": session.game_name,
        "played": session.is_played,
        "analysed": session.is_analysed,
        "setup": asdict(session.setup),
        "tree": records.tree_as_data(session.tree),
        "live": session.live,
        "phase": session.phase,
        "dead": [to_vertex(point) for point in sorted(session.counting.dead)],
        "seki": [to_vertex(point) for point in sorted(session.counting.seki)],
        "judged": session.counting.is_judged,
        "result": session.result,
        "names": list(session.names),
        "clocks": session.clocks.as_dict(),
        "collection": session.collection.as_data() if session.collection else None,
    }


def restore_session(session: GameSession, data: dict[str, Any]) -> None:
    """Restore a session from `session_as_data`. Invalid parts are skipped: a broken file costs the game, not the visit."""
    data = {RENAMED.get(key, key): value for key, value in data.items()}
    with contextlib.suppress(ValueError, TypeError, KeyError):
        session.preferences = Preferences(**data["preferences"])
    with contextlib.suppress(ValueError, TypeError, KeyError):
        session.controller.preset = str(data["preset"])
        session.controller.assignments = [str(word) for word in data["assignments"]]
    restore_game(session, data)


def restore_game(session: GameSession, data: dict[str, Any]) -> bool:
    """Show the game of `game_as_data`. Return whether it was valid; otherwise the session keeps its game."""
    with contextlib.suppress(ValueError, TypeError, KeyError, UserError):
        setup = GameSetup(**data["setup"])
        setup.check()
        tree = records.tree_from_data(data["tree"])
        phase, result = Phase(data["phase"]), str(data["result"])
        dead, seki = (frozenset(records.points_from(data[name], tree.size)) for name in ("dead", "seki"))
        names, clocks = (str(data["names"][0]), str(data["names"][1])), clocks_from(data["clocks"])
        session.setup = setup
        session.begin(tree)
        session.live = data["live"] if data["live"] in tree.nodes else session.live
        session.phase, session.result, session.names, session.clocks = phase, result, names, clocks
        session.counting = Counting(dead, seki, bool(data["judged"]))
        session.game_name = str(data.get("game") or session.game_name)
        session.is_played = bool(data.get("played", len(tree.nodes) > 1))
        session.is_analysed = bool(data.get("analysed"))
        session.collection = collection_from(data.get("collection"))
        session.start_clock()
        return True
    return False
