"""Commands for time settings and clocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from miai.go.rules.clock import TimeSettings
from miai.gtp.protocol import Failure
from miai.gtp.registry import command, read_color, read_float, read_int

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine

LONGEST = 1e8
"""Longest time in seconds: three years."""


@command("time_settings", least=3, most=3)
def time_settings(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Set main time, byo-yomi time and byo-yomi stones."""
    main, byo = (read_float(word, 0, LONGEST) for word in words[:2])
    return _set(engine, TimeSettings.gtp(main, byo, read_int(words[2], 0)))


def _set(engine: GtpEngine, settings: TimeSettings) -> str:
    engine.player.set_time(settings)
    engine.player.prepare_for_clock()
    return ""


@command("time_left", least=3, most=3)
def time_left(engine: GtpEngine, words: tuple[str, ...]) -> str:
    color = read_color(words[0])
    engine.player.clocks[color].set_left(read_float(words[1], -LONGEST, LONGEST), read_int(words[2], 0))
    return ""


@command("kgs-time_settings", least=1, most=4)
def kgs_time_settings(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Set a time system: none | absolute MAIN | byoyomi MAIN TIME PERIODS | canadian MAIN TIME STONES."""
    return _by_system(engine, words, ("none", "absolute", "byoyomi", "canadian"))


@command("kata-time_settings", least=1, most=4)
def kata_time_settings(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Set a time system: those of `kgs-time_settings`, or fischer MAIN INCREMENT."""
    return _by_system(engine, words, SYSTEMS)


SYSTEMS = ("none", "absolute", "byoyomi", "canadian", "fischer")


@command("kata-list_time_settings")
def list_time_settings(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return " ".join(SYSTEMS)


def _by_system(engine: GtpEngine, words: tuple[str, ...], known: tuple[str, ...]) -> str:
    system, numbers = words[0], words[1:]
    counts = {"none": 0, "absolute": 1, "byoyomi": 3, "canadian": 3, "fischer": 2}
    if system not in known or len(numbers) != counts[system]:
        raise Failure("syntax error")
    values = [read_float(word, 0, LONGEST) for word in numbers]
    if system == "none":
        return _set(engine, TimeSettings())
    if system == "absolute":
        return _set(engine, TimeSettings(values[0]))
    if system == "fischer":
        return _set(engine, TimeSettings(values[0], increment=values[1]))
    count = read_int(numbers[2], 1)
    if system == "canadian":
        return _set(engine, TimeSettings(values[0], values[1], stones=count))
    return _set(engine, TimeSettings(values[0], values[1], periods=count))
