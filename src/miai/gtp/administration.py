"""Administrative commands: name, version, list of commands, parameters."""

from __future__ import annotations

from typing import TYPE_CHECKING

import miai
from miai.core.settings import CHOICE, SWITCH, Setting
from miai.go.player.settings import change, declarations, full_name, parameters
from miai.gtp.registry import COMMANDS, command

if TYPE_CHECKING:
    from miai.gtp.engine import GtpEngine


@command("protocol_version")
def protocol_version(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "2"


@command("name")
def name(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "miai"


@command("version")
def version(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return miai.__version__


@command("known_command", least=1, most=1)
def known_command(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "true" if words[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return "\n".join(sorted(COMMANDS))


@command("quit")
def quit_engine(engine: GtpEngine, words: tuple[str, ...]) -> str:
    engine.has_quit = True
    return ""


@command("echo", most=None)
def echo(engine: GtpEngine, words: tuple[str, ...]) -> str:
    return " ".join(words)


@command("miai-param", most=None)
def param(engine: GtpEngine, words: tuple[str, ...]) -> str:
    """Without words list all parameters as GoGui reads them; with a name return its value; with a value set it."""
    rows = parameters(engine.player.settings)
    if len(words) > 1:
        value = " ".join(words[1:]).strip('"')  # GoGui quotes values that are empty or have blanks
        engine.player.change_settings(change(engine.player.settings, words[0], value or "none"))
        return ""
    if words:
        name = full_name(words[0])
        return next(row.value for row in rows if row.name == name)
    declared = declarations()
    return "\n".join(f"{_gogui_type(declared[row.name])} {row.name} {_gogui_value(row.value)}" for row in rows)


def _gogui_value(value: str) -> str:
    """Return a value in the spelling of GoGui, which accepts switches as 0 and 1 only."""
    return {"true": "1", "false": "0"}.get(value, value)


def _gogui_type(setting: Setting) -> str:
    """Return the kind of input field that GoGui shows for a setting."""
    if setting.kind == SWITCH:
        return "[bool]"
    if setting.kind == CHOICE:
        return f"[list/{'/'.join(map(str, setting.choices))}]"
    return "[string]"
