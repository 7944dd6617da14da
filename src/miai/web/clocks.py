"""The clocks of both players: the time left, or the time used in a game without a limit."""

from __future__ import annotations

import time
from dataclasses import dataclass, field

from miai.core.errors import UserError
from miai.go.notation.coordinates import BLACK, WHITE
from miai.go.rules.clock import Clock, TimeSettings, moves_to_come

LONGEST_MINUTES = 600.0


@dataclass
class PlayerClocks:
    """Two clocks; at most one runs."""

    settings: TimeSettings = field(default_factory=TimeSettings)
    used: dict[int, float] = field(default_factory=lambda: {BLACK: 0.0, WHITE: 0.0})
    running: int | None = None
    """The player whose clock runs."""

    def __post_init__(self) -> None:
        self.clocks = {color: Clock(self.settings) for color in (BLACK, WHITE)}
        self._since = time.monotonic()

    def start(self, color: int | None) -> None:
        """Run the clock of `color`, or none for `None`. The other clock is charged for an unfinished move."""
        if color != self.running:
            self._charge(is_move=False)
            self.running = color

    def move_made(self, color: int) -> None:
        """Charge `color` for a move and stop its clock."""
        if self.running == color:
            self._charge(is_move=True)
            self.running = None

    def forgive(self, color: int | None) -> None:
        """Do not charge `color` for the time since its clock was started, if it runs."""
        if self.running is not None and self.running == color:
            self._since = time.monotonic()

    def _charge(self, is_move: bool) -> None:
        if self.running is not None:
            seconds = self._elapsed()
            self.used[self.running] += seconds
            clock = self.clocks[self.running]
            if is_move:
                clock.spend(seconds)
            else:
                clock.left -= seconds
        self._since = time.monotonic()

    def _elapsed(self) -> float:
        return time.monotonic() - self._since if self.running is not None else 0.0

    def has_run_out(self) -> bool:
        """Return whether the player whose clock runs has used all main time and byo-yomi."""
        if self.running is None or not self.settings.has_limit:
            return False
        clock = self.clocks[self.running]
        spare = 0.0
        if not clock.in_byo and self.settings.byo > 0:
            spare = self.settings.byo * max(1, self.settings.periods)
        elif clock.in_byo and self.settings.periods > 0:
            spare = self.settings.byo * (clock.periods - 1)
        return self._elapsed() > clock.left + spare

    def seconds_for(self, color: int, points: int, made: int) -> float | None:
        """Return the seconds that the next move of `color` may take; `None` without a limit."""
        allotted = self.clocks[color].allot(moves_to_come(points, made))
        return None if allotted is None else allotted.wanted

    def text(self, color: int) -> str:
        """Return the text on the clock of `color`."""
        elapsed = self._elapsed() if self.running == color else 0.0
        if not self.settings.has_limit:
            return _minutes(self.used[color] + elapsed)
        clock = self.clocks[color]
        left = clock.left - elapsed
        periods = clock.periods
        in_byo = clock.in_byo
        if left < 0 and self.settings.byo > 0 and not in_byo:
            left, in_byo = left + self.settings.byo, True
        while left < 0 and in_byo and periods > 1:
            left, periods = left + self.settings.byo, periods - 1
        note = ""
        if in_byo and self.settings.periods:
            note = f" ×{periods}"
        elif in_byo and clock.stones:
            note = f" /{clock.stones}"
        return _minutes(max(0.0, left)) + note

    def as_dict(self) -> dict[str, object]:
        """Return the state for JSON. A running clock is charged up to now."""
        self._charge(is_move=False)
        settings = self.settings
        return {
            "main": settings.main,
            "byo": settings.byo,
            "periods": settings.periods,
            "used": {str(color): used for color, used in self.used.items()},
            "left": {str(color): [clock.left, clock.periods, clock.in_byo] for color, clock in self.clocks.items()},
        }


def clocks_from(data: dict[str, object]) -> PlayerClocks:
    """Return the clocks from `as_dict`. Raise `ValueError`, `TypeError` or `KeyError` for other data."""
    used, left = data["used"], data["left"]
    if not isinstance(used, dict) or not isinstance(left, dict):
        raise TypeError("clocks")
    made = PlayerClocks(TimeSettings(data["main"], float(data["byo"]), 0, int(data["periods"])))  # type: ignore[arg-type,call-overload]
    for color, clock in made.clocks.items():
        made.used[color] = float(used[str(color)])
        seconds, periods, in_byo = left[str(color)]
        clock.left, clock.periods, clock.in_byo = float(seconds), int(periods), bool(in_byo)
    return made


def time_settings(main_minutes: float, byo_seconds: float, periods: int) -> TimeSettings:
    """Return main time and Japanese byo-yomi; no limit if both are 0. Raise `UserError` if a value is out of range."""
    for name, value, most in (
        ("main time", main_minutes, LONGEST_MINUTES),
        ("byo-yomi", byo_seconds, 3600),
        ("periods", periods, 99),
    ):
        if not 0 <= value <= most:
            raise UserError(f"{name} must be from 0 to {most:g}, not {value:g}")
    if main_minutes == 0 and byo_seconds == 0:
        return TimeSettings()
    return TimeSettings(main_minutes * 60, byo_seconds, 0, max(1, int(periods)) if byo_seconds else 0)


def _minutes(seconds: float) -> str:
    whole = int(seconds)
    if whole >= 3600:
        return f"{whole // 3600}:{whole // 60 % 60:02}:{whole % 60:02}"
    return f"{whole // 60}:{whole % 60:02}"
