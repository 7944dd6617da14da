"""Engines by names of one's own, in a TOML file:

[engines.fast]
command = "miai"
playouts = 500

[engines.other]
command = "other --gtp --seed {seed}"
memory = 500
"""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from miai.arena.engines import LIMITS, EngineSpec, can_obey, parse_engine
from miai.core.errors import UserError, did_you_mean


def read_toml(path: Path) -> dict[str, Any]:
    """The contents of a TOML file. Raises `UserError` with file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from error


def read_engines(path: Path) -> dict[str, EngineSpec]:
    """The engines of a file by name."""
    return engines_from(read_toml(path), str(path))


def engines_from(data: dict[str, Any], where: str, limits: dict[str, Any] | None = None) -> dict[str, EngineSpec]:
    """The table `engines`. `limits` are those of all engines that can obey them and have none of their own."""
    tables = data.get("engines", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UserError(f"{where}: write engines as tables: [engines.NAME] with a command")
    return {name: _engine(name, table, f"{where}, engine {name!r}", limits or {}) for name, table in tables.items()}


def _engine(name: str, table: dict[str, Any], where: str, limits: dict[str, Any]) -> EngineSpec:
    check_names(table, ("command", *LIMITS), where)
    command = table.get("command")
    if not isinstance(command, str):
        raise UserError(f'{where}: needs a command, such as command = "gnugo --level 1"')
    own = check_numbers({key: table[key] for key in LIMITS if key in table}, where)
    plain = parse_engine(command, None, name)
    shared = {key: value for key, value in limits.items() if can_obey(plain.words, key)}
    return parse_engine(command, shared | own, name)


def check_names(table: dict[str, Any], known: Sequence[str], where: str) -> None:
    """Raises `UserError` for a key that does not exist."""
    for key in table:
        if key not in known:
            raise UserError(f"{where}: there is no {key!r}{did_you_mean(key, known)}; there are {', '.join(known)}")


def check_numbers(limits: dict[str, Any], where: str) -> dict[str, Any]:
    """Returns `limits`. Raises `UserError` for one that is not a number (a text, for the time control)."""
    for key, value in limits.items():
        if not isinstance(value, str if key == "time" else int | float) or isinstance(value, bool):
            raise UserError(f"{where}: {key} is not a {'text' if key == 'time' else 'number'}")
    return limits
