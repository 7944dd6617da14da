"""The settings of a new game."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.errors import UserError, unknown_name
from miai.go.notation.coordinates import LARGEST, SMALLEST, WHITE, Point
from miai.go.rules.handicap import fixed_handicap, free_handicap, most_fixed_stones
from miai.go.rules.rulesets import PRESETS
from miai.web.clocks import time_settings

MOST_HANDICAP = 9
STRENGTHS = {"level": (1, 10), "seconds": (0.1, 600), "playouts": (1, 1_000_000)}
"""The ways to set the engine's strength, each with its range."""


@dataclass
class GameSetup:
    """Board, rules, players and time of a new game."""

    size: int = 9
    engine: int | None = WHITE
    """The engine's colour; `None` if it does not play."""
    rules: str = "chinese"
    komi: float = 7.5
    handicap: int = 0
    strength: str = "level"
    """A key of STRENGTHS."""
    amount: float = 6
    """The level, the seconds or the playouts of each move."""
    main_minutes: float = 0
    byo_seconds: float = 0
    byo_periods: int = 3

    def check(self) -> None:
        """Raise `UserError` if a value is out of range."""
        if not SMALLEST <= self.size <= LARGEST:
            raise UserError(f"board size must be from {SMALLEST} to {LARGEST}, not {self.size}")
        if self.rules not in PRESETS:
            raise unknown_name("rules", self.rules, PRESETS)
        if abs(self.komi) > 100 or not (self.komi * 2).is_integer():
            raise UserError(f"komi must be a multiple of one half from -100 to 100, not {self.komi:g}")
        most = min(MOST_HANDICAP, self.size**2 - 1)
        if not (self.handicap == 0 or 2 <= self.handicap <= most):
            raise UserError(f"handicap must be 0 or from 2 to {most} stones on this board, not {self.handicap}")
        low, high = STRENGTHS[self.strength]
        if not low <= self.amount <= high:
            raise UserError(f"{self.strength} must be from {low:g} to {high:g}, not {self.amount:g}")
        time_settings(self.main_minutes, self.byo_seconds, self.byo_periods)

    def stones(self) -> list[Point]:
        """Return the handicap stones, at the fixed places if the board has enough of them."""
        if self.handicap == 0:
            return []
        fixed = self.handicap <= most_fixed_stones(self.size)
        return fixed_handicap(self.size, self.handicap) if fixed else free_handicap(self.size, self.handicap)
