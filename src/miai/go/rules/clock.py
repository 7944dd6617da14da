"""Time control: the time left on a player's clock, and the time that the next move may take.

| system | set by | time of a move |
|---|---|---|
| none | no limit | as in the player's own settings |
| absolute | main time only | a share of the time left, by the number of moves still expected |
| Canadian | main time, then B seconds for every S stones | in byo-yomi: the rest of B, divided by the rest of S |
| Japanese | main time, then P periods of B seconds | in byo-yomi: one period |
| Fischer | main time, and I seconds more after every move | a share of the time left, and most of I |

A server measures with its own clock, network delay included, so `lag` seconds of every move are reserved. The time left is the last report
of the controller (`time_left`) minus the time used since.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from miai.core.errors import UserError

LAG = 0.25
"""Seconds of every move that are reserved for network delay."""
QUICKEST = 0.01
"""Least time of a move in seconds, even where none is left."""


@dataclass(frozen=True)
class TimeSettings:
    """A time system. `main` seconds; then `byo` seconds for `stones` stones (Canadian) or `periods` times; `increment` for Fischer.

    `main` of `None` is no limit at all.
    """

    main: float | None = None
    byo: float = 0.0
    stones: int = 0
    periods: int = 0
    increment: float = 0.0

    def __post_init__(self) -> None:
        for name in ("main", "byo", "stones", "periods", "increment"):
            value = getattr(self, name)
            if value is not None and not 0 <= value < 1e9:
                raise UserError(f"{name} of a time system must be a number of at least 0, not {value!r}")

    @property
    def has_limit(self) -> bool:
        """Whether time can run out."""
        return self.main is not None

    @staticmethod
    def gtp(main: float, byo: float, stones: int) -> TimeSettings:
        """Return the meaning of GTP's `time_settings`: byo-yomi time without stones is no limit, all zeros are absolute time."""
        return TimeSettings() if byo > 0 and stones == 0 else TimeSettings(main, byo, stones)


@dataclass(frozen=True)
class Allotment:
    """Seconds for one move: the time it should take, and the most it may take while the best move is not decided."""

    wanted: float
    most: float


@dataclass
class Clock:
    """The clock of one player."""

    settings: TimeSettings = field(default_factory=TimeSettings)
    left: float = 0.0
    """Seconds of main time; in byo-yomi of the present period."""
    stones: int = 0
    """Stones still to play in this Canadian period; 0 in main time."""
    periods: int = 0
    """Japanese periods still there, the present one included."""
    in_byo: bool = False

    def __post_init__(self) -> None:
        self.restart()

    def restart(self) -> None:
        """Reset the clock to the start of a game."""
        self.left = self.settings.main or 0.0
        self.stones, self.periods, self.in_byo = 0, self.settings.periods, False
        if self.settings.has_limit and self.left == 0 and self.settings.byo > 0:
            self._enter_byo()

    def _enter_byo(self) -> None:
        self.in_byo, self.left = True, self.settings.byo
        self.stones = self.settings.stones

    def set_left(self, seconds: float, stones: int) -> None:
        """Set the time left as the controller reports it. `stones` above 0 mean byo-yomi; with Japanese time they are periods."""
        self.left = max(0.0, seconds)
        self.in_byo = stones > 0
        if self.settings.periods > 0:
            self.periods = stones if stones > 0 else self.settings.periods
        else:
            self.stones = stones

    def spend(self, seconds: float) -> None:
        """Charge `seconds` for a move that was made."""
        if not self.settings.has_limit:
            return
        self.left -= seconds
        if not self.in_byo and self.left <= 0 and self.settings.byo > 0:
            over = -self.left
            self._enter_byo()
            self.left -= over
        if self.in_byo:
            self._end_of_move_in_byo()
        self.left = max(0.0, self.left) + self.settings.increment

    def _end_of_move_in_byo(self) -> None:
        if self.settings.periods > 0:
            while self.left <= 0 and self.periods > 1:
                self.periods -= 1
                self.left += self.settings.byo
            self.left = self.settings.byo
            return
        self.stones -= 1
        if self.stones <= 0:
            self._enter_byo()

    def allot(self, moves_to_come: float, lag: float = LAG) -> Allotment | None:
        """Return the time of the next move, with about `moves_to_come` still to be made; `None` if there is no limit."""
        if not self.settings.has_limit:
            return None
        wanted, most = self._share(max(1.0, moves_to_come), lag)
        most = max(QUICKEST, most)
        return Allotment(min(max(QUICKEST, wanted), most), most)

    def _share(self, moves: float, lag: float) -> tuple[float, float]:
        free = max(0.0, self.left - lag)
        if self.in_byo and self.settings.periods > 0:
            return free * 0.8, free * 0.9
        if self.in_byo:
            each = max(0.0, self.left - lag * (self.stones + 1)) / max(1, self.stones)
            return each, min(free, 1.5 * each) if self.stones > 1 else free * 0.95
        is_all = self.settings.byo == 0 and self.settings.increment == 0  # the time left must last for all moves and their lag
        spare = max(0.0, self.left - lag * moves) if is_all else free
        wanted = spare / moves + self._steady_seconds(lag)
        most = free if self.settings.byo > 0 else 0.3 * spare
        return min(wanted, most), min(2.5 * wanted, most)

    def _steady_seconds(self, lag: float) -> float:
        """Return the seconds that every move gets besides its share of the main time: from later byo-yomi, or the increment."""
        if self.settings.increment > 0:
            return max(0.0, self.settings.increment * 0.9 - lag)
        if self.settings.periods > 0:
            return max(0.0, self.settings.byo - lag) * 0.5
        return max(0.0, self.settings.byo / self.settings.stones - lag) * 0.8 if self.settings.stones > 0 else 0.0


def moves_to_come(points: int, made: int) -> float:
    """Return about how many moves a player still has to make on a board of `points` points after `made` moves of both."""
    return max(0.45 * points - made / 2, 0.25 * points, 6.0)
