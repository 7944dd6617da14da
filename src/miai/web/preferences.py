"""Display preferences of a user."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass
class Preferences:
    """Options of the display, kept from visit to visit."""

    dark: bool | None = None
    """`None` follows the system."""
    coordinates: bool = True
    numbers: bool = False
    """Move numbers on the stones."""
    hints: bool = True
    """Candidate moves on the board."""
    owners: bool = False
    """Expected owner of each point."""
    sound: bool = False
    confirm: bool = True
    """Whether a tap has to be confirmed; a mouse click never has to be."""
    analyst: str = ""
    """The name of the other engine that analyses; empty for our own."""
    teaching: bool = False
    """Whether mistakes in a game against an engine are shown before the engine answers."""
    teaching_percent: int = 10
    """The loss of win rate, in percent, from which a move is a mistake."""
    panel: str = "play"
    """The open panel: play, analyse or search."""
