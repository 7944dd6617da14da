"""Engines by name, and the command lines that they stand for.

    miai                       our engine; miai:PRESET with one of its presets, miai:3 at its level 3
    gnugo                      GNU Go; gnugo:1 at its level 1
    miai --playouts 1000       the same with options of its own
    "leelaz -g --playouts 100" any other command that speaks GTP
    NAME                       an engine of a TOML file of engines

A command may hold {seed}, {size}, {komi}, {rules}, {playouts}, {seconds} and {threads}, which are filled in for each game. The command
line itself is made where the game is played, since programs are in other places on other machines.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import sys
from dataclasses import asdict, dataclass, replace
from typing import Any

from miai.arena.clock import TimeControl
from miai.arena.conditions import Conditions
from miai.core.errors import UserError
from miai.core.machine import find_program

_PLACEHOLDER = re.compile(r"\{(seed|size|komi|rules|playouts|seconds|threads)\}")

LIMITS = ("playouts", "seconds", "threads", "memory", "time")


@dataclass(frozen=True)
class EngineSpec:
    """What to start, and within which limits; plain data."""

    name: str
    """What reports call it."""
    words: tuple[str, ...]
    """The command as it was given, in words; the first may be a name such as miai:PRESET or gnugo:1."""
    playouts: int | None = None
    """Playouts a move."""
    seconds: float | None = None
    """Seconds a move."""
    threads: int | None = None
    memory: float | None = None
    """MiB that all its processes together may use; it loses where it uses more."""
    time: str = ""
    """Its own time control, instead of that of the conditions."""

    @property
    def program(self) -> str:
        """`miai`, `gnugo`, or what else the command starts with."""
        return _program(self.words)

    def time_control(self, conditions: Conditions) -> TimeControl | None:
        text = self.time or conditions.time
        return TimeControl.from_text(text) if text else None

    def as_data(self) -> dict[str, Any]:
        return asdict(self) | {"words": list(self.words)}

    @staticmethod
    def from_data(data: dict[str, Any]) -> EngineSpec:
        return EngineSpec(**(data | {"words": tuple(data["words"])}))


def parse_engine(text: str, limits: dict[str, Any] | None = None, name: str | None = None) -> EngineSpec:
    """The engine that the user means. Raises `UserError` where it does not exist, or cannot obey `limits` (those that are not None)."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UserError(f"engine {text!r}: {error}") from error
    if not words:
        raise UserError("engine '': name an engine: miai, gnugo or a command in quotes")
    given = {key: value for key, value in (limits or {}).items() if value not in (None, "")}
    engine = EngineSpec(name or _shown_name(words, given), words, **given)
    check_limits(engine)
    _check_program(engine)
    return engine


def _shown_name(words: tuple[str, ...], limits: dict[str, Any]) -> str:
    first = words[0] if _program(words) in ("miai", "gnugo") and "/" not in words[0] else os.path.basename(words[0])
    return " ".join(
        [first, *words[1:], *(f"{key}={value:g}" if key != "time" else f"time={value}" for key, value in limits.items())]
    )


def _program(words: tuple[str, ...]) -> str:
    name = os.path.basename(words[0]).partition(":")[0]
    return name if name in ("miai", "gnugo") else words[0]


def can_obey(words: tuple[str, ...], limit: str) -> bool:
    """Whether the engine of a command can be held to a limit: by ourselves, or since it can be told."""
    return limit in ("memory", "time") or _program(words) == "miai" or any("{" + limit + "}" in word for word in words)


def check_limits(engine: EngineSpec) -> None:
    """Raises `UserError` where a limit cannot be meant, or cannot be obeyed."""
    for key in ("playouts", "seconds", "threads", "memory"):
        value = getattr(engine, key)
        if value is not None and not value > 0:
            raise UserError(f"engine {engine.name!r}: {key} must be positive, not {value}")
    if engine.time:
        TimeControl.from_text(engine.time)
    for key in ("playouts", "seconds", "threads"):
        if getattr(engine, key) is not None and not can_obey(engine.words, key):
            advice = "use gnugo:LEVEL" if engine.program == "gnugo" else f"write {{{key}}} where the command takes them"
            raise UserError(f"engine {engine.name!r}: cannot be told its {key}; {advice}")


def _check_program(engine: EngineSpec) -> None:
    if engine.program == "gnugo" and find_program(engine.words[0].partition(":")[0]) is None:
        raise UserError("engine 'gnugo': GNU Go is not installed; on Debian: apt-get install gnugo")
    _, colon, level = engine.words[0].partition(":")
    if engine.program == "gnugo" and colon and not (level.isascii() and level.isdigit()):
        raise UserError(f"engine {engine.name!r}: {level!r} is not a level of GNU Go; write a number, such as gnugo:1")
    if engine.program not in ("miai", "gnugo") and shutil.which(engine.words[0]) is None:
        raise UserError(f"engine {engine.name!r}: there is no program {engine.words[0]!r}; name miai, gnugo or a command in quotes")


def unique_names(engines: list[EngineSpec]) -> list[EngineSpec]:
    """The same engines; where several have one name, a number is added from the second on."""
    seen: dict[str, int] = {}
    named = []
    for engine in engines:
        seen[engine.name] = count = seen.get(engine.name, 0) + 1
        named.append(engine if count == 1 else replace(engine, name=f"{engine.name} ({count})"))
    return named


def command_line(engine: EngineSpec, conditions: Conditions, seed: int) -> list[str]:
    """What to run on this machine."""
    words = [_fill(word, engine, conditions, seed) for word in engine.words[1:]]
    if engine.program == "gnugo":
        return _gnugo(engine, conditions, seed, words)
    if engine.program == "miai":
        return _miai(engine, conditions, seed, words)
    return [engine.words[0], *words]


def _fill(word: str, engine: EngineSpec, conditions: Conditions, seed: int) -> str:
    values = {"seed": seed, "size": conditions.size, "komi": f"{conditions.komi:g}", "rules": conditions.rules}
    values |= {"playouts": engine.playouts or "", "seconds": engine.seconds or "", "threads": engine.threads or 1}
    return _PLACEHOLDER.sub(lambda found: str(values[found[1]]), word)


def _gnugo(engine: EngineSpec, conditions: Conditions, seed: int, words: list[str]) -> list[str]:
    """Our options come first, so that those of the user win. Under rules without dead stones it has to capture them."""
    program, _, level = engine.words[0].partition(":")
    rules = conditions.ruleset
    options = ["--mode", "gtp", "--quiet", "--seed", str(seed)]
    options.append("--chinese-rules" if rules.counting == "area" else "--japanese-rules")
    options.append(
        {"simple": "--simple-ko", "positional": "--positional-superko", "situational": "--situational-superko"}[rules.ko]
    )
    options.append("--allow-all-suicide" if rules.suicide else "--forbid-suicide")
    options += [] if rules.dead_stones else ["--play-out-aftermath", "--capture-all-dead"]
    options += ["--level", level] if level else []
    options += [] if conditions.resign else ["--never-resign"]
    return [find_program(program) or program, *options, *words]


def _miai(engine: EngineSpec, conditions: Conditions, seed: int, words: list[str]) -> list[str]:
    _, _, preset = engine.words[0].partition(":")
    options = ["--size", str(conditions.size), "--komi", f"{conditions.komi:g}", "--rules", conditions.rules, "--seed", str(seed)]
    for key in ("playouts", "seconds", "threads"):
        value = getattr(engine, key)
        options += [] if value is None else [f"--{key}", f"{value:g}"]
    if preset:
        options += ["--level" if preset.isdigit() else "--preset", preset]
    options += [] if conditions.resign else ["--set", "resign_below=0"]
    rest = words[1:] if words[:1] == ["gtp"] else words
    return [sys.executable, "-m", "miai", "gtp", *options, *rest]
