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
    panel: str = "play"
    """The open panel: play, analyse or search."""
