"""OpenSpiel and miai, both ways: its games for our search, our search as its bot, our games as its games.

| module | contents |
|---|---|
| `problem` | `load("openspiel:breakthrough")`: a game of OpenSpiel as a problem |
| `host` | the Python side of that problem: positions as paths, answered from OpenSpiel's states |
| `bot` | `SearchBot`: a search of miai that plays as a bot of OpenSpiel |
| `games` | `register_games`: the problems of miai as games of OpenSpiel |

All of it needs the extra `openspiel`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.problems.openspiel.bot import SearchBot, state_like
    from miai.problems.openspiel.games import register_games
    from miai.problems.openspiel.problem import openspiel_problem

__all__ = ["SearchBot", "openspiel_problem", "register_games", "state_like"]

_HOMES = {"SearchBot": "bot", "openspiel_problem": "problem", "register_games": "games", "state_like": "bot"}


def __getattr__(name: str) -> Any:
    """Import a part at its first use: it needs OpenSpiel."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
