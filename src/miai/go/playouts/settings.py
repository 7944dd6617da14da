"""Every setting of a playout policy, each with one sentence and its default, and the policies that have a name.

`PlayoutSettings` is what people write; `policy_t` is the record that kernels read. Besides the settings the record holds room to
write, so that **every thread needs a policy record of its own**.

| field | dtype, shape | meaning |
|---|---|---|
| the settings | float64 or int8 | as in `PlayoutSettings`; a choice is its place in the list of choices |
| `atari_odds` | float64, 64 | p_AT[t] by the ladder counter t, the last for all beyond; [0] is not used |
| `is_uniform` | int8 | whether no setting asks for more than uniformly random moves |
| `moves` | uint16, 64 | candidates for the move that is being chosen, those of earlier steps first |
| `count` | uint64 | how many candidates there are in `moves` |
| `ladder` | uint64 | the ladder counter t: how many moves in a row, up to the last, were about a chain in atari |
| `extended` | uint64 | 1 if the last move added to a chain that was in atari, else 0 |
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.errors import UserError, did_you_mean
from miai.core.parsing import value_from_text
from miai.core.records import new, record

SELF_ATARI_RULES = ("ignore", "never", "result-3", "nakade")
IGNORE, NEVER, RESULT_3, NAKADE_SHAPES = range(4)

LONGEST_LADDER = 64
MOST_MOVES = 64


def _odds(default: float, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"accepted": "0 to 1", "meaning": meaning})


def _switch(default: bool, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"accepted": "true | false", "meaning": meaning})


@dataclass(frozen=True)
class PlayoutSettings:
    """How playouts choose their moves. `dataclasses.replace` makes a changed copy; wrong values raise `UserError` at once."""

    atari: float = _odds(0.3405, "p_AT[1]: probability of an answer to the first atari of a row; 0 turns the step off")
    atari_sure: int = dataclasses.field(
        default=8,
        metadata={
            "accepted": f"1 to {LONGEST_LADDER - 1}",
            "meaning": "the ladder counter t at which an answer to an atari is certain; p_AT[t] grows evenly up to it",
        },
    )
    nakade: float = _odds(1.0, "probability of playing the vital point of a small eye space beside the last move")
    pattern: float = _odds(0.4812, "p_MP: probability of an urgent 3x3 pattern among the eight neighbours of the last move")
    low_liberties: float = _odds(0.5, "probability of a move about a chain with two liberties, at or beside the last move")
    skipped: bool = _switch(True, "whether moves that the dice passed over are played before a random one")
    eye_shape: bool = _switch(True, "whether a random move into a narrow place is moved to the better point beside it")
    self_atari: str = dataclasses.field(
        default="nakade",
        metadata={
            "accepted": " | ".join(SELF_ATARI_RULES),
            "meaning": "which self-atari is never played: none, all, of three stones or more, all but killing shapes",
        },
    )

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            object.__setattr__(self, field.name, _checked(field, getattr(self, field.name)))

    def as_record(self) -> Any:
        """The policy as kernels read it, with its room to write: for one thread."""
        policy = new(policy_t)
        for field in dataclasses.fields(self):
            policy[field.name] = (
                getattr(self, field.name) if field.name != "self_atari" else SELF_ATARI_RULES.index(self.self_atari)
            )
        policy.atari_odds[:] = [self.atari_odds(t) for t in range(LONGEST_LADDER)]
        policy.is_uniform = self == UNIFORM
        return policy

    def atari_odds(self, t: int) -> float:
        """p_AT[t]: from `atari` at t = 1 evenly to 1 at `atari_sure`; 0 if the step is off."""
        if self.atari == 0 or t < 1:
            return 0.0
        if t >= self.atari_sure:
            return 1.0
        return self.atari + (1.0 - self.atari) * (t - 1) / (self.atari_sure - 1)


def _checked(field: dataclasses.Field[Any], value: Any) -> Any:
    """The value as the field's type. Raises `UserError` where it cannot be meant."""
    accepted = field.metadata["accepted"]
    kind: Any = type(field.default)
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if kind is str:
        good = value in SELF_ATARI_RULES
    elif kind is bool:
        good = isinstance(value, bool)
    elif kind is int:
        good = is_number and 1 <= value < LONGEST_LADDER and int(value) == value
    else:
        good = is_number and 0.0 <= value <= 1.0
    if not good:
        raise UserError(f"playout setting {field.name} is {accepted.replace(' | ', ', ')}, not {value!r}")
    return kind(value)


policy_t = record(
    "policy",
    [
        *((name, np.float64) for name in ("atari", "nakade", "pattern", "low_liberties")),
        ("atari_odds", np.float64, LONGEST_LADDER),
        *((name, np.uint64) for name in ("count", "ladder", "extended")),
        ("moves", np.uint16, MOST_MOVES),
        *((name, np.int8) for name in ("atari_sure", "skipped", "eye_shape", "self_atari", "is_uniform")),
    ],
)

BASE = PlayoutSettings()
UNIFORM = PlayoutSettings(
    atari=0.0, atari_sure=1, nakade=0.0, pattern=0.0, low_liberties=0.0, skipped=False, eye_shape=False, self_atari="ignore"
)

POLICIES = {"uniform": UNIFORM, "base": BASE}
"""The policies that have a name."""


def policy_settings(name: str, words: Iterable[str] = ()) -> PlayoutSettings:
    """The policy called `name`, with changes as people type them: `["pattern=0.3", "eye-shape=off"]`. Raises `UserError`."""
    if name not in POLICIES:
        raise UserError(f"there is no policy {name!r}{did_you_mean(name, POLICIES)}; there are: {', '.join(POLICIES)}")
    known = {field.name: field for field in dataclasses.fields(PlayoutSettings)}
    changes: dict[str, Any] = {}
    for word in words:
        key, sign, text = (part.strip() for part in word.partition("="))
        field = known.get(key.replace("-", "_"))
        if field is None or not sign:
            raise UserError(f"{word!r} is no playout setting; write name=value, with one of: {', '.join(known)}")
        changes[field.name] = value_from_text(field.default, text)
    return dataclasses.replace(POLICIES[name], **changes)


def describe_playout_settings() -> list[tuple[str, str, str, str]]:
    """(name, default, accepted, meaning) of every setting, for help and docs."""
    return [
        (field.name, str(field.default).lower(), field.metadata["accepted"], field.metadata["meaning"])
        for field in dataclasses.fields(PlayoutSettings)
    ]
