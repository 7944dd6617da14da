"""The settings of a new game."""

from __future__ import annotations

from dataclasses import dataclass

from miai.core.errors import UserError, unknown_name
from miai.go.levels import FULL
from miai.go.notation.coordinates import BLACK, LARGEST, SMALLEST, WHITE, Point
from miai.go.rules.handicap import fixed_handicap, free_handicap, most_fixed_stones
from miai.go.rules.rulesets import PRESETS
from miai.web.clocks import time_settings

MOST_HANDICAP = 9
STRENGTHS = {"level": (1, FULL), "seconds": (0.1, 600), "playouts": (1, 1_000_000)}
"""The ways to set the engine's strength, each with its range."""


HANDICAP_KOMI = 0.5
"""Komi with handicap stones: it only decides draws."""


def usual_komi(rules: str, handicap: int) -> float:
    """Return the usual komi of a rule set, with a number of handicap stones."""
    return HANDICAP_KOMI if handicap >= 2 else PRESETS[rules].komi


@dataclass
class GameSetup:
    """Board, rules, players and time of a new game."""

    size: int = 9
    engine: int | None = WHITE
    """The engine's colour; `None` if it does not play."""
    rival: str = ""
    """The name of another engine that plays; empty if none does."""
    rival_color: int | None = None
    """Its colour."""
    rules: str = "chinese"
    komi: float = 7.5
    handicap: int = 0
    strength: str = "level"
    """A key of STRENGTHS."""
    amount: float = 8
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
        if self.strength != "seconds" and self.amount != int(self.amount):
            raise UserError(f"{self.strength} must be a whole number, not {self.amount:g}")
        low, high = STRENGTHS[self.strength]
        if not low <= self.amount <= high:
            raise UserError(f"{self.strength} must be from {low:g} to {high:g}, not {self.amount:g}")
        time_settings(self.main_minutes, self.byo_seconds, self.byo_periods)

    def is_by_engine(self, color: int) -> bool:
        """Return whether an engine, our own or another, plays `color`."""
        return color == self.engine or (bool(self.rival) and color == self.rival_color)

    def has_engines(self) -> bool:
        """Return whether an engine plays."""
        return any(self.is_by_engine(color) for color in (BLACK, WHITE))

    def player_name(self, color: int) -> str:
        """Return the name of a player in a game with an engine."""
        if color != self.engine:
            return self.rival if self.is_by_engine(color) else "You"
        amount = f"{self.amount:g}"
        return f"miai, {self.strength} {amount}" if self.strength == "level" else f"miai, {amount} {self.strength}"

    def stones(self) -> list[Point]:
        """Return the handicap stones, at the fixed places if the board has enough of them."""
        if self.handicap == 0:
            return []
        fixed = self.handicap <= most_fixed_stones(self.size)
        return fixed_handicap(self.size, self.handicap) if fixed else free_handicap(self.size, self.handicap)
