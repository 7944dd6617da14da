"""Every setting of a player, and all of them by name: the player's own, the search's, the playouts', the priors', the
learning playouts' and the groups'.

Settings of the search are called by their own names (`rave`), those of the playouts `playout.pattern`, of the priors `prior.even`, of
what playouts learn `learning.memory`, of the groups `group.distance`. `change` sets one from words, `parameters` lists all.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from miai.core.errors import UserError, did_you_mean
from miai.core.parsing import value_from_text
from miai.go.knowledge.grouping import GROUPS, GroupingSettings
from miai.go.knowledge.priors import PriorSettings
from miai.go.playouts import PlayoutSettings, policy_settings
from miai.go.playouts.learning.settings import LearningSettings
from miai.go.rules.clock import LAG
from miai.search.settings import Settings, describe_settings, parse_settings

LEVELS = {1: 10, 2: 25, 3: 60, 4: 150, 5: 400, 6: 1000, 7: 2500, 8: 6000, 9: 15_000}
"""Playouts at most, by level; 10 has no limit of its own."""
TEMPERATURES = {1: 1.0, 2: 0.8, 3: 0.6, 4: 0.4, 5: 0.2}
"""How freely a weak level chooses: moves are drawn with weight visits ** (1 / temperature)."""
DEFAULT_PLAYOUTS = 10_000
"""Playouts of a move where neither these nor time are given."""

GO_PLAYOUTS = PlayoutSettings(atari=0.9, pattern=0.9, low_liberties=0.8)
"""How a player's playouts are played: the steps of `base`, taken more often than their published probabilities say."""

GO_SEARCH = Settings(
    mode="graph",
    exploration=0.0,
    fpu="value",
    fpu_value=0.4,
    rave="mse",
    rave_bias=0.003,
    prior="virtual",
    solver=False,
)
"""How Go is searched unless told otherwise; docs/results has what each part is worth."""


def _number(default: Any, low: float, high: float, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "meaning": meaning})


def _switch(default: bool, meaning: str) -> Any:
    return dataclasses.field(default=default, metadata={"meaning": meaning})


@dataclass(frozen=True)
class PlayerSettings:
    """How a player thinks and decides. Wrong values raise `UserError` at once."""

    playouts: int | None = _number(None, 1, 10**9, "playouts of a move; none: by time")
    seconds: float | None = _number(None, 0.001, 10**6, "seconds of a move where the controller sets no time; none: by playouts")
    level: int = _number(10, 1, 10, "strength: 10 is full, the lower ones have fewer playouts, the lowest also some chance")
    threads: int = _number(1, 1, 64, "threads that search")
    memory: float = _number(256.0, 1, 1 << 20, "limit of the search graph in MiB")
    seed: int = _number(0, 0, 2**63 - 1, "for all that is random")
    ponder: bool = _switch(False, "whether to think on the opponent's time")
    reuse: bool = _switch(True, "whether what was found below a move is kept after it")
    ladders: bool = _switch(True, "whether ladders are read out where a position is first looked at")
    early_stop: bool = _switch(True, "whether a move is made as soon as no other can catch up")
    lag: float = _number(LAG, 0, 60, "seconds of every move that are kept back for the way to the server")
    resign_below: float = _number(0.06, 0, 1, "resign where the best move wins less often; 0: never")
    resign_after: int = _number(3, 1, 1000, "own moves in a row for which that must be so")
    judge_playouts: int = _number(600, 2, 10**6, "playouts with each colour to move, when the end of a game is judged")
    margin_weight: float = _number(0.02, 0, 0.5, "share of a playout's worth that depends on the margin")
    search: Settings = GO_SEARCH
    playout: PlayoutSettings = GO_PLAYOUTS
    prior: PriorSettings = dataclasses.field(default_factory=PriorSettings)
    learning: LearningSettings = dataclasses.field(default_factory=LearningSettings)
    group: GroupingSettings = dataclasses.field(default_factory=GroupingSettings)

    def __post_init__(self) -> None:
        for field in dataclasses.fields(self):
            if "low" in field.metadata:
                _check(field, getattr(self, field.name))

    @property
    def most_playouts(self) -> int | None:
        """Playouts of a move at most, the level taken into account; `None`: no limit."""
        limits = [limit for limit in (self.playouts, LEVELS.get(self.level)) if limit is not None]
        return min(limits) if limits else None

    @property
    def temperature(self) -> float:
        """How freely to choose among moves; 0: the best."""
        return TEMPERATURES.get(self.level, 0.0)


def _check(field: dataclasses.Field[Any], value: Any) -> None:
    low, high = field.metadata["low"], field.metadata["high"]
    if value is None and field.default is None:
        return
    whole = field.name in ("playouts", "level", "threads", "seed", "resign_after", "judge_playouts")
    if isinstance(value, bool) or not isinstance(value, int if whole else int | float) or not low <= value <= high:
        noun = "a whole number" if whole else "a number"
        raise UserError(f"{field.name} is {noun} from {low:g} to {high:g}, not {value!r}")


class Parameter(NamedTuple):
    """One setting, for lists."""

    name: str
    value: str
    accepted: str
    meaning: str


_OWN = {field.name: field for field in dataclasses.fields(PlayerSettings) if field.metadata}
_SEARCH = {name: (accepted, meaning) for name, _, accepted, meaning in describe_settings()}
_PARTS = {"playout": PlayoutSettings, "prior": PriorSettings, "learning": LearningSettings, "group": GroupingSettings}


def parameters(settings: PlayerSettings) -> list[Parameter]:
    """All settings with their values."""
    rows = [
        Parameter(name, _text(getattr(settings, name)), _accepted(field), field.metadata["meaning"]) for name, field in _OWN.items()
    ]
    rows += [Parameter(name, _text(getattr(settings.search, name)), *about) for name, about in _SEARCH.items()]
    for part, kind in _PARTS.items():
        chosen = getattr(settings, part)
        for field in dataclasses.fields(kind):
            about = str(field.metadata.get("meaning", _GROUP_MEANINGS.get(field.name, "")))
            rows.append(Parameter(f"{part}.{field.name}", _text(getattr(chosen, field.name)), _accepted(field), about))
    return rows


_GROUP_MEANINGS = {"groups": "the groups of moves, with commas between", "overlap": "whether a move may be in several groups"}


def _accepted(field: dataclasses.Field[Any]) -> str:
    if "accepted" in field.metadata:
        return str(field.metadata["accepted"])
    if "low" in field.metadata:
        return f"{field.metadata['low']:g} to {field.metadata['high']:g}"
    return ", ".join(GROUPS) if field.name == "groups" else "true | false"


def _text(value: Any) -> str:
    if value is None:
        return "none"
    if isinstance(value, tuple):
        return ",".join(value)
    return str(value).lower() if isinstance(value, bool) else str(value)


def change(settings: PlayerSettings, name: str, text: str) -> PlayerSettings:
    """The settings with one of them set from words. Raises `UserError` with what is accepted."""
    name, text = name.strip().replace("-", "_"), text.strip()
    part, _, inner = name.partition(".")
    if inner and part == "playout":
        return dataclasses.replace(
            settings, playout=policy_settings(text) if inner == "policy" else _playout(settings, inner, text)
        )
    if inner and part in _PARTS:
        return dataclasses.replace(settings, **{part: _changed_part(getattr(settings, part), inner, text)})
    if name in _SEARCH:
        return dataclasses.replace(settings, search=parse_settings({name: text}, settings.search))
    if name in _OWN:
        return dataclasses.replace(settings, **{name: _value(_OWN[name], text)})
    known = [row.name for row in parameters(settings)]
    raise UserError(f"there is no setting {name!r}{did_you_mean(name, known)}; miai gtp --list has all there are")


def change_all(settings: PlayerSettings, words: Iterable[str]) -> PlayerSettings:
    """The settings with several of them set, each as `name=value`. Raises `UserError`."""
    for word in words:
        name, sign, text = word.partition("=")
        if not sign:
            raise UserError(f"{word!r} is not of the form name=value")
        settings = change(settings, name, text)
    return settings


def _playout(settings: PlayerSettings, name: str, text: str) -> PlayoutSettings:
    known = {field.name: getattr(settings.playout, field.name) for field in dataclasses.fields(PlayoutSettings)}
    if name not in known:
        every = ", ".join(f"playout.{each}" for each in ("policy", *known))
        raise UserError(f"there is no setting 'playout.{name}'; there are: {every}")
    changed = policy_settings("base", [f"{name}={text}"])
    return dataclasses.replace(settings.playout, **{name: getattr(changed, name)})


def _changed_part(part: Any, name: str, text: str) -> Any:
    known = {field.name: field for field in dataclasses.fields(part)}
    if name not in known:
        raise UserError(f"there is no setting {name!r} here; there are: {', '.join(known)}")
    if name == "groups":
        value: Any = tuple(word for word in text.replace(",", " ").split())
    else:
        value = _value(known[name], text)
    return dataclasses.replace(part, **{name: value})


def _value(field: dataclasses.Field[Any], text: str) -> Any:
    """What `text` says for a field; the text itself, which a check refuses, where it says nothing."""
    value = None if text.casefold() == "none" else value_from_text(field.default, text)
    if isinstance(field.default, bool) and not isinstance(value, bool):
        raise UserError(f"{field.name} is true or false, not {text!r}")
    return value
