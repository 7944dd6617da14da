"""The phases of a game, and the parts of a session that can change."""

from __future__ import annotations

from enum import Enum, StrEnum, auto


class Phase(StrEnum):
    """The state of a game."""

    PLAY = "play"
    COUNT = "count"
    """The players mark dead stones."""
    OVER = "over"


class SessionEvent(Enum):
    """A part of a session that has changed and has to be drawn again."""

    BOARD = auto()
    """Stones, moves, phase or result."""
    ANALYSIS = auto()
    """The engine's evaluation of a position."""
    ENGINE = auto()
    """The engine's status: idle, working, compiling, waiting."""
    GRAPH = auto()
    """The search graph."""
    REVIEW = auto()
    """Progress of a whole-game analysis."""
    SETTINGS = auto()
    """Settings of the search."""
    PREFERENCES = auto()
    """The user's display preferences."""
    MESSAGE = auto()
    """A message to show once."""
