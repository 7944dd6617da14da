"""Clocks: the time limit of each system is kept, and the time is used."""

from __future__ import annotations

import pytest

from miai.core.errors import UserError
from miai.go.rules.clock import Clock, TimeSettings, moves_to_come

pytestmark = pytest.mark.plain

SYSTEMS = {
    "absolute": TimeSettings(30),
    "tiny": TimeSettings(1),
    "absolute long": TimeSettings(1800),
    "canadian": TimeSettings(60, 30, stones=10),
    "canadian from the start": TimeSettings(0, 20, stones=5),
    "japanese": TimeSettings(60, 10, periods=3),
    "japanese from the start": TimeSettings(0, 5, periods=1),
    "fischer": TimeSettings(20, increment=2),
    "fischer tiny": TimeSettings(1, increment=0.5),
}


class Referee:
    """A server's clock of a player, from the definitions; every move takes `line` seconds longer there."""

    def __init__(self, settings: TimeSettings, line: float) -> None:
        self.settings, self.line = settings, line
        self.main, self.period, self.stones, self.periods = settings.main or 0.0, settings.byo, settings.stones, settings.periods
        self.has_lost = False

    def move(self, seconds: float) -> None:
        seconds += self.line
        settings = self.settings
        used = min(self.main, seconds)
        self.main, seconds = self.main - used, seconds - used
        if settings.increment and not seconds:
            self.main += settings.increment
        elif settings.periods:
            while seconds > self.period:
                seconds -= self.period
                self.periods -= 1
            self.has_lost |= self.periods <= 0
        elif settings.stones and (seconds or not self.main):
            self.period -= seconds
            self.has_lost |= self.period < 0
            self.stones -= 1
            if self.stones == 0:
                self.period, self.stones = settings.byo, settings.stones
        else:
            self.has_lost |= seconds > 0


@pytest.mark.parametrize("uses", ["wanted", "most"])
@pytest.mark.parametrize("size", [9, 19])
@pytest.mark.parametrize("name", SYSTEMS)
def test_no_game_is_lost_on_time(name, size, uses):
    settings = SYSTEMS[name]
    clock, referee = Clock(settings), Referee(settings, line=0.05)
    for made in range(0, 3 * size * size, 2):
        allotted = clock.allot(moves_to_come(size * size, made), lag=0.25)
        assert allotted is not None and allotted.wanted <= allotted.most
        taken = getattr(allotted, uses) + (0.02 if allotted.most > 0.1 else 0.0)
        clock.spend(taken + 0.05)
        referee.move(taken)
        if settings.main == 1:
            return  # a second for a whole game is lost by anybody who moves at all; one move is not
        if settings.increment or settings.byo or made < size * size * 2:
            assert not referee.has_lost, (made, allotted)


@pytest.mark.parametrize("name", ["absolute long", "canadian", "japanese", "fischer"])
def test_most_of_the_time_is_used_in_a_game_of_usual_length(name):
    settings = SYSTEMS[name]
    clock = Clock(settings)
    total = 0.0
    for made in range(0, 220, 2):
        allotted = clock.allot(moves_to_come(361, made), lag=0.1)
        assert allotted is not None
        total += allotted.wanted
        clock.spend(allotted.wanted + 0.02)
    assert total > 0.6 * (settings.main or 0.0)


def test_without_limit_nothing_is_allotted():
    assert Clock().allot(30) is None
    assert Clock(TimeSettings.gtp(0, 10, 0)).allot(30) is None, "byo-yomi without stones is no limit, says GTP"
    assert Clock(TimeSettings.gtp(0, 0, 0)).allot(30) is not None, "no time at all is a limit"


def test_the_controllers_report_sets_the_time_left():
    clock = Clock(TimeSettings(600, 30, stones=10))
    clock.set_left(12, 3)
    allotted = clock.allot(30, lag=0.5)
    assert clock.in_byo and allotted is not None and allotted.wanted < 4
    clock.set_left(300, 0)
    assert not clock.in_byo
    clock.set_left(-5, 0)
    assert clock.left == 0


def test_a_canadian_period_restarts_when_its_stones_are_played():
    clock = Clock(TimeSettings(0, 30, stones=2))
    clock.spend(10)
    assert (clock.left, clock.stones) == (20, 1)
    clock.spend(10)
    assert (clock.left, clock.stones) == (30, 2)


def test_an_unfinished_japanese_period_is_restored():
    clock = Clock(TimeSettings(0, 30, periods=3))
    clock.spend(29)
    assert (clock.left, clock.periods) == (30, 3)
    clock.spend(31)
    assert (clock.left, clock.periods) == (30, 2)


def test_wrong_times_are_rejected():
    with pytest.raises(UserError, match="main of a time system must be a number of at least 0"):
        TimeSettings(-1)
