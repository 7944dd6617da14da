"""Named engines in a TOML file:

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

from miai.arena.engines import LIMITS, EngineSpec, parse_engine, supports_limit
from miai.core.errors import UserError, unknown_name


def read_toml(path: Path) -> dict[str, Any]:
    """Return the contents of a TOML file. Raise `UserError` with file and line."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UserError(f"{path}: {error.strerror}") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise UserError(f"{path}: {error}") from error
    except RecursionError:
        raise UserError(f"{path}: it is nested too deeply") from None


def read_engines(path: Path) -> dict[str, EngineSpec]:
    """Return the engines of a file by name."""
    return engines_from(read_toml(path), str(path))


def engines_from(data: dict[str, Any], where: str, limits: dict[str, Any] | None = None) -> dict[str, EngineSpec]:
    """Return the engines of the table `engines`. `limits` apply to engines that support them and have none of their own."""
    tables = data.get("engines", {})
    if not isinstance(tables, dict) or not all(isinstance(table, dict) for table in tables.values()):
        raise UserError(f"{where}: engines must be tables: [engines.NAME] with a command")
    return {name: _engine(name, table, f"{where}, engine {name!r}", limits or {}) for name, table in tables.items()}


def _engine(name: str, table: dict[str, Any], where: str, limits: dict[str, Any]) -> EngineSpec:
    check_names(table, ("command", *LIMITS), where)
    command = table.get("command")
    if not isinstance(command, str):
        raise UserError(f'{where}: missing command, such as command = "gnugo --level 1"')
    own = check_numbers({key: table[key] for key in LIMITS if key in table}, where)
    plain = parse_engine(command, None, name)
    shared = {key: value for key, value in limits.items() if supports_limit(plain.words, key)}
    return parse_engine(command, shared | own, name)


def check_names(table: dict[str, Any], known: Sequence[str], where: str) -> None:
    """Raise `UserError` for an unknown key."""
    for key in table:
        if key not in known:
            raise unknown_name("key", key, known, where=where)


def check_numbers(limits: dict[str, Any], where: str) -> dict[str, Any]:
    """Return `limits`. Raise `UserError` for one that is not a number (or a string, for the time control)."""
    for key, value in limits.items():
        if not isinstance(value, str if key == "time" else int | float) or isinstance(value, bool):
            raise UserError(f"{where}: {key} must be a {'string' if key == 'time' else 'number'}, not {value!r}")
    return limits
