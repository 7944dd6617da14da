"""Under what conditions a game is played: what both sides share."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from miai.arena.clock import TimeControl
from miai.core.errors import UserError, did_you_mean
from miai.go.notation.coordinates import check_size
from miai.go.rules.rulesets import Rules, rules_named

_ACCEPTED: dict[str, tuple[type | tuple[type, ...], str]] = {
    "int": (int, "a whole number"),
    "float": ((int, float), "a number"),
    "str": (str, "a text"),
    "bool": (bool, "true or false"),
}
"""By the type of a field: what may be given for it, and what that is called."""

JUDGES = ("miai", "gnugo", "none")
"""Referees by name: our own estimate by random games, GNU Go, and one that takes all stones as alive."""


@dataclass(frozen=True)
class Conditions:
    """Plain data, so that it can be stored, sent and compared; made by `conditions_from`, which checks it."""

    size: int = 9
    rules: str = "chinese"
    komi: float = 7.5
    time: str = ""
    """Time control of both sides (see `clock`), unless a side has its own; none if empty."""
    move_limit: int = 0
    """Moves after which a game is broken off and judged as it stands; 0 stands for three for every point."""
    patience: float = 60.0
    """Seconds without an answer after which an engine hangs, on top of the time that it has to think."""
    referee: str = "miai"
    """Who judges dead stones where the engines do not agree: one of JUDGES, or an engine as for a player."""
    always_referee: bool = False
    """Whether the referee judges every game, even where the engines agree."""
    resign: bool = True
    """Whether engines that we start by name may resign; others do as their own settings say."""

    @property
    def ruleset(self) -> Rules:
        return rules_named(self.rules).with_komi(self.komi)

    @property
    def most_moves(self) -> int:
        return self.move_limit or 3 * self.size**2

    def as_data(self) -> dict[str, Any]:
        return asdict(self)


def conditions_from(values: dict[str, Any], where: str) -> Conditions:
    """Conditions from named values, of which `None` stands for the default. Raises `UserError`, beginning with `where`."""
    known = {field.name for field in fields(Conditions)}
    for name in values:
        if name not in known:
            raise UserError(f"{where}: there is no {name!r}{did_you_mean(name, known)}; there are {', '.join(sorted(known))}")
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
    """Files may hold anything. A truth value is no number, though Python takes it for one."""
    for field in (each for each in fields(Conditions) if each.name in given):
        accepted, words = _ACCEPTED[str(field.type)]
        value = given[field.name]
        if not isinstance(value, accepted) or (isinstance(value, bool) and field.type != "bool"):
            raise UserError(f"{where}: {field.name} must be {words}, not {value!r}")
