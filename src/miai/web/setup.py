"""What a new game is like, and what the person likes to see."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.errors import UserError
from miai.go.notation.coordinates import LARGEST, SMALLEST, WHITE, Point
from miai.go.rules.handicap import fixed_handicap, free_handicap, most_fixed_stones
from miai.go.rules.rulesets import PRESETS
from miai.web.clocks import time_settings

MOST_HANDICAP = 9
STRENGTHS = {"level": (1, 10), "seconds": (0.1, 600), "playouts": (1, 1_000_000)}
"""How the engine's strength may be given, and from what to what."""


@dataclass
class Setup:
    """What a new game is like."""

    size: int = 9
    engine: int | None = WHITE
    """The engine's colour; `None`: it only looks on."""
    rules: str = "chinese"
    komi: float = 7.5
    handicap: int = 0
    strength: str = "level"
    amount: float = 6
    main_minutes: float = 0
    byo_seconds: float = 0
    byo_periods: int = 3

    def check(self) -> None:
        """Raises `UserError` where something is out of range."""
        if not SMALLEST <= self.size <= LARGEST:
            raise UserError(f"the board is from {SMALLEST} to {LARGEST}, not {self.size}")
        if self.rules not in PRESETS:
            raise UserError(f"there are no rules {self.rules!r}; there are {', '.join(PRESETS)}")
        if abs(self.komi) > 100 or not (self.komi * 2).is_integer():
            raise UserError(f"komi is a multiple of one half from -100 to 100, not {self.komi:g}")
        most = min(MOST_HANDICAP, self.size**2 - 1)
        if not (self.handicap == 0 or 2 <= self.handicap <= most):
            raise UserError(f"handicap is 0 or from 2 to {most} stones on this board, not {self.handicap}")
        low, high = STRENGTHS[self.strength]
        if not low <= self.amount <= high:
            raise UserError(f"{self.strength} is a number from {low:g} to {high:g}, not {self.amount:g}")
        time_settings(self.main_minutes, self.byo_seconds, self.byo_periods)

    def stones(self) -> list[Point]:
        """The handicap stones: on the usual places as far as the board has them."""
        if self.handicap == 0:
            return []
        fixed = self.handicap <= most_fixed_stones(self.size)
        return fixed_handicap(self.size, self.handicap) if fixed else free_handicap(self.size, self.handicap)


@dataclass
class Wishes:
    """What the person likes to see; kept from visit to visit."""

    dark: bool | None = None
    """`None`: as the system."""
    coordinates: bool = True
    numbers: bool = False
    hints: bool = True
    owners: bool = False
    sound: bool = False
    confirm: bool = True
    """Whether a tap has to be confirmed; a click of a mouse never has."""
    panel: str = "play"
