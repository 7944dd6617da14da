"""Commands about the engine itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import miai
from miai.go.player import change, parameters
from miai.gtp.registry import COMMANDS, command

if TYPE_CHECKING:
    from miai.gtp.engine import Engine


@command("protocol_version")
def protocol_version(engine: Engine, words: tuple[str, ...]) -> str:
    return "2"


@command("name")
def name(engine: Engine, words: tuple[str, ...]) -> str:
    return "miai"


@command("version")
def version(engine: Engine, words: tuple[str, ...]) -> str:
    return miai.__version__


@command("known_command", least=1, most=1)
def known_command(engine: Engine, words: tuple[str, ...]) -> str:
    return "true" if words[0] in COMMANDS else "false"


@command("list_commands")
def list_commands(engine: Engine, words: tuple[str, ...]) -> str:
    return "\n".join(sorted(COMMANDS))


@command("quit")
def quit_engine(engine: Engine, words: tuple[str, ...]) -> str:
    engine.has_quit = True
    return ""


@command("echo", most=None)
def echo(engine: Engine, words: tuple[str, ...]) -> str:
    return " ".join(words)


@command("miai-param", most=None)
def param(engine: Engine, words: tuple[str, ...]) -> str:
    """Without words all parameters as GoGui reads them; with a name its value; with a value it is set."""
    rows = parameters(engine.player.settings)
    if len(words) > 1:
        value = " ".join(words[1:]).strip('"')  # GoGui quotes what is empty or has blanks
        engine.player.change_settings(change(engine.player.settings, words[0], value or "none"))
        return ""
    if words:
        chosen = change(engine.player.settings, words[0], next((row.value for row in rows if row.name == words[0]), ""))
        return next(row.value for row in parameters(chosen) if row.name == words[0])
    return "\n".join(f"{_gogui_type(row.accepted)} {row.name} {_gogui_value(row.value)}" for row in rows)


def _gogui_value(value: str) -> str:
    """GoGui knows switches as 0 and 1 only."""
    return {"true": "1", "false": "0"}.get(value, value)


def _gogui_type(accepted: str) -> str:
    """How GoGui is to ask for a value."""
    if accepted == "true | false":
        return "[bool]"
    if " | " in accepted:
        return f"[list/{'/'.join(accepted.split(' | '))}]"
    return "[string]"
