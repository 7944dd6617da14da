"""The conditions of a game that both sides share."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from miai.arena.clock import TimeControl
from miai.core.errors import UserError, unknown_name
from miai.go.notation.coordinates import check_size
from miai.go.rules.rulesets import Rules, rules_named

_ACCEPTED: dict[str, tuple[type | tuple[type, ...], str]] = {
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "str": (str, "a string"),
    "bool": (bool, "true or false"),
}
"""Accepted types for each type of field, and their name in errors."""

JUDGES = ("miai", "gnugo", "none")
"""Built-in referees: our own estimate by random games, GNU Go, and one that considers all stones alive."""


@dataclass(frozen=True)
class Conditions:
    """Board, rules and limits of a game, as plain data that can be stored, sent and compared. Made by `conditions_from`."""

    size: int = 9
    rules: str = "chinese"
    komi: float = 7.5
    time: str = ""
    """Time control (see `clock`) of sides without their own; none if empty."""
    move_limit: int = 0
    """Moves after which a game is stopped and scored as it stands; 0 means three per point of the board."""
    patience: float = 60.0
    """Seconds without an answer, beyond its thinking time, after which an engine counts as hanging."""
    referee: str = "miai"
    """The judge of dead stones if the engines disagree: one of JUDGES, or an engine as for a player."""
    always_referee: bool = False
    """Whether the referee judges every game, even if the engines agree."""
    resign: bool = True
    """Whether miai and GNU Go may resign; other engines follow their own settings."""

    @property
    def ruleset(self) -> Rules:
        return rules_named(self.rules).with_komi(self.komi)

    @property
    def most_moves(self) -> int:
        return self.move_limit or 3 * self.size**2

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def conditions_from(values: dict[str, Any], where: str) -> Conditions:
    """Return the conditions from named values; `None` means the default. Raise `UserError`, beginning with `where`."""
    known = {field.name for field in fields(Conditions)}
    for name in values:
        if name not in known:
            raise unknown_name("condition", name, sorted(known), where=where)
    given = {name: value for name, value in values.items() if value is not None}
    _check_types(given, where)
    try:
        rules = rules_named(str(given.get("rules", "chinese")))
        komi = float(given.get("komi", rules.komi))
        conditions = Conditions(**(given | {"rules": rules.name, "komi": rules.with_komi(komi).komi}))
        check_size(conditions.size)
    except (TypeError, ValueError) as error:
        raise UserError(f"{where}: {error}") from error
    if conditions.time:
        TimeControl.from_text(conditions.time)
    if conditions.patience <= 0 or conditions.move_limit < 0:
        raise UserError(f"{where}: patience and move_limit must be positive")
    return conditions


def _check_types(given: dict[str, Any], where: str) -> None:
    """Raise `UserError` for a value of another type. A bool is not a number here, although Python accepts it as one."""
    for field in (each for each in fields(Conditions) if each.name in given):
        accepted, words = _ACCEPTED[str(field.type)]
        value = given[field.name]
        if not isinstance(value, accepted) or (isinstance(value, bool) and field.type != "bool"):
            raise UserError(f"{where}: {field.name} must be {words}, not {value!r}")
