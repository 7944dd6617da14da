"""Time control: main time, then periods of a number of moves, as in GTP's `time_settings`.

300        300 seconds for the game
60+30/5    60 seconds, then periods of 30 seconds for 5 moves each
0+10/1     10 seconds for each move
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from miai.core.errors import UserError

LAG_SECONDS = 0.2
"""Tolerance per move for the overhead of the arena and of a busy machine."""

_NUMBER = r"\d+(?:\.\d+)?"
_FORM = re.compile(rf"({_NUMBER})(?:\+({_NUMBER})/(\d+))?")


@dataclass(frozen=True)
class TimeControl:
    """Seconds of main time, seconds of a period, moves in a period. There are no periods if `moves` is 0."""

    main: float
    period: float = 0.0
    moves: int = 0

    @staticmethod
    def from_text(text: str) -> TimeControl:
        """Return the time control in `text`. Raise `UserError` if it is not one."""
        found = _FORM.fullmatch(text.strip())
        control = TimeControl(float(found[1]), float(found[2] or 0), int(found[3] or 0)) if found else TimeControl(0)
        has_empty_period = found is not None and found[2] is not None and control.period * control.moves <= 0
        if control.main + control.period <= 0 or has_empty_period:
            raise UserError(f"invalid time control {text!r}; write MAIN or MAIN+PERIOD/MOVES in seconds, such as 300 or 60+30/5")
        return control

    def settings_command(self) -> str:
        """Return the GTP command that sets this time control."""
        if not self.moves:
            return f"time_settings {self.main:g} 0 0"
        return f"time_settings {self.main:g} {self.period:g} {self.moves}"


class GameClock:
    """The clock of one side in one game."""

    def __init__(self, control: TimeControl) -> None:
        self._control = control
        self._main = control.main
        self._period = control.period
        self._moves = control.moves
        """Moves left in the present period; unused during main time."""

    @property
    def limit(self) -> float:
        """Seconds that the next move may take."""
        return self._main + (self._period if self._control.moves else 0.0)

    def spend(self, seconds: float) -> bool:
        """Subtract the time of a move. Return whether it was made in time."""
        if seconds > self.limit + LAG_SECONDS:
            return False
        if seconds <= self._main or not self._control.moves:
            self._main = max(0.0, self._main - seconds)
            return True
        self._period = max(0.0, self._period - (seconds - self._main))
        self._main = 0.0
        self._moves -= 1
        if self._moves == 0:
            self._period, self._moves = self._control.period, self._control.moves
        return True

    def left_command(self, color: str) -> str:
        """Return the GTP command with the time left."""
        if self._main > 0 or not self._control.moves:
            return f"time_left {color} {int(self._main)} 0"
        return f"time_left {color} {int(self._period)} {self._moves}"
