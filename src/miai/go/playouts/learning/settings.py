"""Every setting of playouts that learn, each with one sentence and its default (table 4.7 of the thesis)."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from miai.core.errors import UserError
from miai.core.parsing import value_from_text
from miai.go.playouts.contexts import CONTEXT_SIZES

MOST_ANSWERS = 16
MOST_DRAWS = 16
LONGEST_TRACE = 128


def _number(default: Any, low: float, high: float, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "meaning": meaning})


def _context(default: int, meaning: str) -> Any:
    accepted = ", ".join(map(str, CONTEXT_SIZES))
    return dataclasses.field(default=default, metadata={"low": 4, "high": 40, "accepted": accepted, "meaning": meaning})


def _switch(default: bool, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class LearningSettings:
    """How playouts learn. `dataclasses.replace` makes a changed copy; wrong values raise `UserError` at once."""

    on: bool = _switch(False, "whether playouts learn")
    node_moves: bool = _switch(True, "whether moves near the last one are suggested by how they did")
    edge_moves: bool = _switch(True, "whether answers to the last move are suggested by how they did")
    draws: int = _number(
        1, 1, MOST_DRAWS, "moves that are drawn where chance decides; the one where both colours did best is played"
    )
    balance: bool = _switch(True, "whether thresholds are moved until both colours have about as many suggestions")
    node_threshold: float = _number(0.5, 0, 1, "success rate from which a node move is suggested")
    edge_threshold: float = _number(0.625, 0, 1, "success rate from which an edge move is suggested")
    nearby: int = _context(20, "points around the last move where node moves are looked for")
    context: int = _context(40, "points around a move that make up its surroundings")
    answers: int = _number(8, 1, MOST_ANSWERS, "k: best answers that are kept for a move in its surroundings")
    end: int = _number(21, 2, 21, "end of scale of the win/loss states")
    z: float = _number(1.96, 0.01, 5, "width of the interval that orders these states; a wide one prefers what was often tried")
    updates: int = _number(80, 1, LONGEST_TRACE, "moves of a playout that are learned from, the first ones")
    outdated: int = _number(20, 1, 255, "how often in a row an answer may be illegal before it is dropped")
    memory: float = _number(
        0.0, 0, 1 << 16, "limit of the tables in MiB; 0: 16 on 9x9, 2 without edge moves, and more on larger boards"
    )
    keep: bool = _switch(True, "whether what was learned is kept when a move is made")

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            _check(field, getattr(self, field.name))


def learning_settings(words: Iterable[str], settings: LearningSettings | None = None) -> LearningSettings:
    """The settings with changes as people type them: `["context=24", "balance=off"]`. Raises `UserError`."""
    chosen = settings or LearningSettings()
    known = {field.name: field for field in dataclasses.fields(LearningSettings)}
    for word in words:
        key, sign, text = (part.strip() for part in word.partition("="))
        field = known.get(key.replace("-", "_"))
        if field is None or not sign:
            raise UserError(f"{word!r} is no learning setting; write name=value, with one of: {', '.join(known)}")
        chosen = dataclasses.replace(chosen, **{field.name: value_from_text(field.default, text)})
    return chosen


def describe_learning_settings() -> list[tuple[str, str, str, str]]:
    """(name, default, accepted, meaning) of every setting, for help and docs."""
    return [
        (field.name, str(field.default).lower(), _accepted(field), field.metadata["meaning"])
        for field in dataclasses.fields(LearningSettings)
    ]


def _accepted(field: dataclasses.Field[Any]) -> str:
    if "accepted" in field.metadata:
        return str(field.metadata["accepted"])
    return f"{field.metadata['low']:g} to {field.metadata['high']:g}" if "low" in field.metadata else "true | false"


def _check(field: dataclasses.Field[Any], value: Any) -> None:
    if "low" not in field.metadata:
        if not isinstance(value, bool):
            raise UserError(f"learning setting {field.name} is true or false, not {value!r}")
        return
    low, high = field.metadata["low"], field.metadata["high"]
    whole = isinstance(field.default, int)
    is_number = isinstance(value, int if whole else int | float) and not isinstance(value, bool)
    if not is_number or not low <= value <= high:
        noun = "a whole number" if whole else "a number"
        raise UserError(f"learning setting {field.name} is {noun} from {low:g} to {high:g}, not {value!r}")
    if "accepted" in field.metadata and value not in CONTEXT_SIZES:
        raise UserError(f"learning setting {field.name} is one of {field.metadata['accepted']}, not {value!r}")
