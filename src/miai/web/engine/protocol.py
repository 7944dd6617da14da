"""The protocol between the page and an engine process: one JSON object per line in each direction.

Requests on standard input:

    {"kind": "genmove", "id": 7, "game": {...}, "limits": {...}}          choose a move: `report` events, then `done` with `move`
    {"kind": "analyse", "id": 8, "game": {...}, "interval": 0.25}         `report` events until the next request, then `done`
    {"kind": "evaluate", "id": 9, "game": {...}, "limits": {...}}         search within limits: `done` with `report` and `complete`
    {"kind": "judge", "id": 10, "game": {...}}                            dead stones at the end: `done` with `dead` and `seki`
    {"kind": "settings", "id": 11, "assignments": ["rave=off"]}           change settings: `done` with `settings`
    {"kind": "prepare", "id": 12, "size": 9}                              compile all that a game of this size needs: `done` with `prepared`
    {"kind": "stop", "id": 13}                                            stop the running request

A game is `{"size", "rules", "komi", "handicap", "black", "white", "first", "moves", "to_play"}`; moves are texts such as "bD4". Every
request contains its whole game, so that an engine that dies can be replaced. The search graph is kept from one request to the next if
moves were only added. A new request stops the running one.

Other events: `started` (process id), `ready` (`settings`), `compiling` (functions so far, seconds, name), `memory` (contents of the graph
on disk, see `engine.memory`), `error` (one line). `EngineClient` adds `died` with a reason.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

Message = dict[str, Any]
"""A request or an event, as JSON holds it."""

SETTINGS_ID, HURRY_ID, SPARE_ID = 0, -1, -2
"""Id of all requests that change settings, of those that only end the running request early, and of those to an engine without owner."""


class RequestKind(StrEnum):
    """A request to an engine process."""

    GENMOVE = "genmove"
    ANALYSE = "analyse"
    EVALUATE = "evaluate"
    JUDGE = "judge"
    SETTINGS = "settings"
    PREPARE = "prepare"
    STOP = "stop"
    END = "end"
    """Used inside the process only: its input has ended."""


class EventKind(StrEnum):
    """An event from an engine process."""

    STARTED = "started"
    READY = "ready"
    COMPILING = "compiling"
    MEMORY = "memory"
    REPORT = "report"
    DONE = "done"
    ERROR = "error"
    DIED = "died"
