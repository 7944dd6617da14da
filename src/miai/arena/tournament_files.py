"""Tournaments as TOML files:

kind = "round-robin"          # all against all; or "gauntlet", or "ladder"
games = 100                   # games per pairing
openings = "balanced"         # as in `miai match --openings`
anchor = "gnugo"              # the engine whose rating is 0
subject = "gnugo"             # common opponent of a gauntlet

[conditions]                  # as in the options of `miai match`: size, rules, komi, time, move_limit, patience, referee, ...
size = 9

[limits]                      # playouts, seconds, threads, memory of all engines that support them and have none of their own
playouts = 1000

[engines.NAME]                # see `engine_files`
command = "miai"

[ladder]                      # one engine with several values of an option; in a tournament of kind "ladder"
engine = "miai"               # each plays its neighbours
option = "playouts"
values = [250, 500, 1000]

[[boards]]                    # the tournament is played on each board: a name, conditions and limits
name = "9x9, quick"
size = 9
playouts = 500

[presets.quick]               # changes to the above, chosen with --preset
games = 10
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

from miai.arena.conditions import Conditions, conditions_from
from miai.arena.contest import Contest, Pairing
from miai.arena.engine_files import check_names, check_numbers, engines_from, read_toml
from miai.arena.engines import LIMITS, EngineSpec
from miai.arena.game_job import file_name
from miai.core.errors import UserError, unknown_name

SHIPPED = Path(__file__).parent / "tournaments"
MOST_GAMES = 1_000_000
SHARED_LIMITS = tuple(name for name in LIMITS if name != "time")
Board = tuple[str, Conditions, dict[str, EngineSpec]]
"""A board: its name, conditions, and engines with their limits."""

KINDS = ("round-robin", "gauntlet", "ladder")
KEYS = (
    "name", "kind", "games", "openings", "anchor", "subject", "conditions", "limits", "engines", "ladder", "boards", "presets",
)  # fmt: skip


def shipped_tournaments() -> list[str]:
    """Return the names of the tournaments of the package."""
    return sorted(path.stem for path in SHIPPED.glob("*.toml"))


def find_tournament(name: str) -> Path:
    """Return the path of a user's file or of a tournament of the package. Raise `UserError` if there is neither."""
    path = Path(name)
    if path.exists() or path.suffix == ".toml":
        return path
    if name not in shipped_tournaments():
        raise unknown_name("tournament", name, shipped_tournaments(), also="or a path to a .toml file")
    return SHIPPED / f"{name}.toml"


def read_tournament(path: Path, preset: str | None = None, games: int | None = None, seed: int = 1) -> Contest:
    """Return the contest that a file describes. Raise `UserError` with the file and the problem."""
    data = with_preset(read_toml(path), preset, str(path))
    _check_keys(data, str(path))
    boards = _named_apart([_board(data, board, str(path)) for board in data.get("boards", [{}])], str(path))
    kind = data.get("kind", "round-robin")
    names = list(boards[0][2])
    pairs = pairings_of(kind, names, data.get("subject"), str(path))
    several = len(boards) > 1 or bool(boards[0][0])
    number = games if games is not None else data.get("games", 100)
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= MOST_GAMES:
        raise UserError(f"{path}: games must be a whole number from 1 to {MOST_GAMES:,}, not {number!r}")
    anchor = data.get("anchor")
    if anchor is not None and anchor not in names:
        raise unknown_name("engine", str(anchor), names, where=f"{path}, anchor")
    return Contest(
        "tournament",
        str(data.get("name", path.stem)) + (f" {preset}" if preset else ""),
        {(f"{group}/{name}" if several else name): engine for group, _, engines in boards for name, engine in engines.items()},
        _keyed([Pairing("", a, b, conditions, group if several else "") for group, conditions, _ in boards for a, b in pairs]),
        games=number,
        seed=seed,
        openings=str(data.get("openings", "balanced")),
        anchor=anchor,
        subject=data["subject"] if kind == "gauntlet" else "",
    )  # fmt: skip


def _keyed(pairings: list[Pairing]) -> list[Pairing]:
    """Return the pairings with keys from their names. Keys are numbered if different names give the same file name."""
    seen: Counter[str] = Counter()
    keyed = []
    for each in pairings:
        key = "-".join(file_name(word) for word in (each.group, each.a, each.b) if word)
        seen[key.lower()] += 1
        keyed.append(replace(each, key=key if seen[key.lower()] == 1 else f"{key}.{seen[key.lower()]}"))
    return keyed


def _named_apart(boards: list[Board], where: str) -> list[Board]:
    """Return the boards with names: the size, if there are several boards. Raise `UserError` if two have the same name."""
    if len(boards) > 1:
        boards = [(name or f"{conditions.size}x{conditions.size}", conditions, engines) for name, conditions, engines in boards]
    for name, count in Counter(name for name, _, _ in boards).items():
        if count > 1:
            raise UserError(f"{where}: {count} boards are called {name!r}; give each a different name")
    return boards


def with_preset(data: dict[str, Any], preset: str | None, where: str) -> dict[str, Any]:
    """Return the data with the changes of a preset: tables are merged, other values are replaced."""
    presets = data.get("presets", {})
    if preset is None:
        return data
    if preset not in presets:
        raise unknown_name("preset", preset, presets, where=where)
    if not isinstance(presets[preset], dict):
        raise UserError(f"{where}: preset {preset!r} must be a table: [presets.{preset}]")
    changed = dict(data)
    for key, value in presets[preset].items():
        changed[key] = {**data[key], **value} if isinstance(value, dict) and isinstance(data.get(key), dict) else value
    return changed


def _check_keys(data: dict[str, Any], where: str) -> None:
    check_names(data, KEYS, where)
    if data.get("kind", KINDS[0]) not in KINDS:
        raise unknown_name("kind", str(data["kind"]), KINDS, where=where)
    for key in ("conditions", "limits", "ladder", "presets"):
        if not isinstance(data.get(key, {}), dict):
            raise UserError(f"{where}: {key} must be a table: [{key}]")
    boards = data.get("boards", [{}])
    if not isinstance(boards, list) or not boards or not all(isinstance(board, dict) for board in boards):
        raise UserError(f"{where}: boards must be at least one table: [[boards]] with a name and a size")
    check_names(data.get("limits", {}), SHARED_LIMITS, f"{where}, limits")
    for key in ("name", "openings"):
        if not isinstance(data.get(key, ""), str):
            raise UserError(f"{where}: {key} must be a string, not {data[key]!r}")


def _board(data: dict[str, Any], board: dict[str, Any], where: str) -> Board:
    own = {key: value for key, value in board.items() if key in SHARED_LIMITS}
    limits = check_numbers({**data.get("limits", {}), **own}, f"{where}, limits")
    rest = {key: value for key, value in board.items() if key == "time" or key not in (*LIMITS, "name")}
    conditions = conditions_from({**data.get("conditions", {}), **rest}, where)
    engines = engines_from(data, where, limits) | ladder_engines(data.get("ladder"), where, limits)
    if len(engines) < 2:
        raise UserError(f"{where}: a tournament needs at least two engines; write [engines.NAME] tables")
    return str(board.get("name", "")), conditions, engines


def ladder_engines(ladder: dict[str, Any] | None, where: str, limits: dict[str, Any]) -> dict[str, EngineSpec]:
    """Return one engine per value of an option, which is one of our limits or an option of its command line."""
    if not ladder:
        return {}
    missing = [key for key in ("engine", "option", "values") if key not in ladder]
    if missing or not isinstance(ladder.get("values"), list):
        raise UserError(f"{where}: [ladder] needs engine, option and a list of values")
    command, option = str(ladder["engine"]), str(ladder["option"])
    tables = {}
    for value in ladder["values"]:
        own = {option: value} if option in LIMITS else {}
        words = command if option in LIMITS else f"{command} --{option} {value}"
        tables[f"{command} {option}={value}"] = {"command": words, **own}
    return engines_from({"engines": tables}, where, limits)


def pairings_of(kind: str, names: list[str], subject: str | None, where: str) -> list[tuple[str, str]]:
    """Return the pairs of engines that play each other."""
    if kind == "ladder":
        return list(pairwise(names))
    if kind == "round-robin":
        return list(combinations(names, 2))
    if subject not in names:
        raise UserError(f"{where}: a gauntlet needs subject, the common opponent: one of {', '.join(names)}")
    return [(name, subject) for name in names if name != subject]
