"""Engine specifications, and the command lines that follow from them.

    miai                       our engine; miai:PRESET with a preset, miai:3 at level 3
    gnugo                      GNU Go; gnugo:1 at level 1
    miai --playouts 1000       the same with options
    "leelaz -g --playouts 100" any other GTP engine, as a command
    NAME                       an engine from a TOML file

The placeholders {seed}, {size}, {komi}, {rules}, {playouts}, {seconds} and {threads} in a command are filled in for each game. The command
line is built on the machine that plays the game, since programs have different paths on different machines.
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
    """An engine's command and limits, as plain data."""

    name: str
    """Name in reports."""
    words: tuple[str, ...]
    """The given command, split into words; the first may be a name such as miai:PRESET or gnugo:1."""
    playouts: int | None = None
    """Playouts per move."""
    seconds: float | None = None
    """Seconds per move."""
    threads: int | None = None
    memory: float | None = None
    """Memory limit in MiB of all its processes together; an engine that exceeds it loses."""
    time: str = ""
    """Time control that replaces that of the conditions."""

    @property
    def program(self) -> str:
        """`miai`, `gnugo`, or the first word of the command."""
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
    """Return the engine in `text`. Raise `UserError` if it does not exist or does not support one of the given `limits`."""
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise UserError(f"engine {text!r}: {error}") from error
    if not words:
        raise UserError("empty engine name; write miai, gnugo or a command in quotes")
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


def supports_limit(words: tuple[str, ...], limit: str) -> bool:
    """Return whether a limit can be applied to an engine: by the arena, or by an option of its command."""
    return limit in ("memory", "time") or _program(words) == "miai" or any("{" + limit + "}" in word for word in words)


def check_limits(engine: EngineSpec) -> None:
    """Raise `UserError` for a limit that is invalid, or that the engine does not support."""
    for key in ("playouts", "seconds", "threads", "memory"):
        value = getattr(engine, key)
        if value is not None and not value > 0:
            raise UserError(f"engine {engine.name!r}: {key} must be positive, not {value}")
    if engine.time:
        TimeControl.from_text(engine.time)
    for key in ("playouts", "seconds", "threads"):
        if getattr(engine, key) is not None and not supports_limit(engine.words, key):
            advice = "use gnugo:LEVEL" if engine.program == "gnugo" else f"write {{{key}}} at its place in the command"
            raise UserError(f"engine {engine.name!r}: cannot set {key}; {advice}")


def _check_program(engine: EngineSpec) -> None:
    if engine.program == "gnugo" and find_program(engine.words[0].partition(":")[0]) is None:
        raise UserError("engine 'gnugo': GNU Go is not installed; on Debian: apt-get install gnugo")
    _, colon, level = engine.words[0].partition(":")
    if engine.program == "gnugo" and colon and not (level.isascii() and level.isdigit()):
        raise UserError(f"engine {engine.name!r}: invalid level {level!r} of GNU Go; write a number, such as gnugo:1")
    if engine.program not in ("miai", "gnugo") and shutil.which(engine.words[0]) is None:
        raise UserError(f"engine {engine.name!r}: program {engine.words[0]!r} not found; write miai, gnugo or a command in quotes")


def unique_names(engines: list[EngineSpec]) -> list[EngineSpec]:
    """Return the engines with distinct names: a number is added to repeated names."""
    seen: dict[str, int] = {}
    named = []
    for engine in engines:
        seen[engine.name] = count = seen.get(engine.name, 0) + 1
        named.append(engine if count == 1 else replace(engine, name=f"{engine.name} ({count})"))
    return named


def command_line(engine: EngineSpec, conditions: Conditions, seed: int) -> list[str]:
    """Return the command to run on this machine."""
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
    """Return GNU Go's command. Our options come first, so that the user's take precedence.

    Under rules without dead stones GNU Go has to capture them.
    """
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
