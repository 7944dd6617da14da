"""The parameters that are tuned, as people type them, and their places in the unit cube.

    playout.pattern=0..1          a number from 0 to 1
    rave_bias=1e-5..1e-2:log      the same on a logarithmic scale
    expand_threshold=1..20        a whole number, since both ends are whole and the setting is
    learning.updates=48,64,80,96  one of several numbers, in their order
    rave=mse,beta                 one of several words; not for CLOP and SPSA, which need an order
    playout.atari                 the range that the settings of miai declare

Samplers that model the win rate see a **place**: a number from -1 to 1 for each parameter, on its scale.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from miai.core.errors import UserError, closest_name
from miai.core.settings import CHOICE, NUMBER, SWITCH, WHOLE, Setting

_RANGE = re.compile(r"^(?P<low>[^.].*?)\.\.(?P<high>.+?)(?P<log>:log)?$")

Value = float | int | str
Values = Mapping[str, Value]


@dataclass(frozen=True)
class Parameter:
    """A parameter with its range, or with its choices."""

    name: str
    low: float = 0.0
    high: float = 1.0
    is_whole: bool = False
    is_log: bool = False
    choices: tuple[Value, ...] = ()

    @property
    def has_order(self) -> bool:
        """Whether values have an order, so that a surface can be fitted over them."""
        return not any(isinstance(choice, str) for choice in self.choices)

    def place(self, value: Value) -> float:
        """Return the place of `value`, from -1 to 1."""
        if self.choices:
            return 2 * (self.choices.index(value) + 0.5) / len(self.choices) - 1
        number, low, high = float(value), self.low, self.high
        if self.is_log:
            number, low, high = math.log(number), math.log(low), math.log(high)
        return 2 * (number - low) / (high - low) - 1

    def value(self, place: float) -> Value:
        """Return the value at a place: the nearest one of a parameter that takes only some."""
        share = min(max((place + 1) / 2, 0.0), 1.0)
        if self.choices:
            return self.choices[min(int(share * len(self.choices)), len(self.choices) - 1)]
        if self.is_log:
            found = self.low * (self.high / self.low) ** share
        else:
            found = self.low + share * (self.high - self.low)
        found = min(max(found, self.low), self.high)
        return round(found) if self.is_whole else float(found)

    def accepts(self, value: Any) -> bool:
        """Return whether the parameter can have a value, which may come from a file."""
        if self.choices:
            return any(type(value) is type(choice) and value == choice for choice in self.choices)
        kinds = (int,) if self.is_whole else (int, float)
        return type(value) in kinds and self.low <= value <= self.high

    def as_data(self) -> dict[str, Any]:
        return asdict(self) | {"choices": list(self.choices)}

    @staticmethod
    def from_data(data: Mapping[str, Any]) -> Parameter:
        """Return the parameter that `as_data` described. Raise `KeyError`, `TypeError` or `ValueError` for data that describe none."""
        found = Parameter(**{**data, "choices": tuple(data["choices"])})
        least = 0.0 if found.is_log else -math.inf
        if not isinstance(found.name, str) or not (found.choices or least < found.low < found.high < math.inf):
            raise ValueError(f"parameter {found.name!r} has no range")
        if any(type(choice) not in (int, float, str) for choice in found.choices):
            raise ValueError(f"parameter {found.name!r} has choices that are neither numbers nor words")
        return found


def parse_parameter(text: str, declared: Mapping[str, Setting] | None = None) -> Parameter:
    """Return the parameter in `text`. `declared` are the settings of our engine; other engines have none.

    Raise `UserError` for a wrong range, a range outside of the declared one, or a name without a range that is not declared.
    """
    name, _, typed = (part.strip() for part in text.partition("="))
    if not name:
        raise UserError(f"parameter {text!r} has no name; write NAME=LOW..HIGH")
    if declared is not None and name not in declared:
        close = closest_name(name, declared)
        raise UserError(
            f"unknown setting {name!r}; {f'did you mean {close!r}?' if close else 'miai gtp --list prints all settings'}"
        )
    setting = declared.get(name) if declared else None
    if not typed:
        return _declared_range(name, setting)
    found = _typed_range(name, typed, setting)
    if setting is not None:
        _check_declared(found, setting)
    return found


def _declared_range(name: str, setting: Setting | None) -> Parameter:
    if setting is None:
        raise UserError(f"parameter {name!r} needs a range; write {name}=LOW..HIGH")
    if setting.kind in (CHOICE, SWITCH):
        return Parameter(name, choices=tuple(map(str, setting.choices)) or ("false", "true"))
    if setting.kind not in (NUMBER, WHOLE) or not (math.isfinite(setting.low) and setting.high < 2**30):
        raise UserError(f"parameter {name!r} has no finite range of its own ({setting.accepted()}); write {name}=LOW..HIGH")
    return Parameter(name, float(setting.low), float(setting.high), is_whole=setting.kind == WHOLE)


def _typed_range(name: str, typed: str, setting: Setting | None) -> Parameter:
    found = _RANGE.match(typed)
    if found is None:
        choices = tuple(typed_value(word.strip()) for word in typed.split(","))
        if len(set(choices)) != len(choices) or len(choices) < 2 or "" in choices:
            raise UserError(f"parameter {name!r}: {typed!r} is no range; write LOW..HIGH, LOW..HIGH:log, or choices A,B,C")
        if not any(isinstance(choice, str) for choice in choices):
            choices = tuple(sorted(choices, key=float))
        return Parameter(name, choices=choices)
    low, high = (_number(name, found[end]) for end in ("low", "high"))
    if not low < high:
        raise UserError(f"parameter {name!r}: the range {typed} is empty; the first number must be the smaller one")
    if found["log"] and low <= 0:
        raise UserError(f"parameter {name!r}: a logarithmic range begins above 0, not at {low:g}")
    ends_are_whole = all(re.fullmatch(r"[+-]?\d+", found[end].strip()) for end in ("low", "high"))
    is_whole = setting.kind == WHOLE if setting is not None else ends_are_whole and high - low > 1
    return Parameter(name, low, high, is_whole, bool(found["log"]))


def typed_value(word: str) -> Value:
    """Return the number that a word denotes, or the word itself."""
    for kind in (int, float):
        try:
            return kind(word)
        except ValueError:
            continue
    return word


def _number(name: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise UserError(f"parameter {name!r}: {text!r} is no number; write {name}=LOW..HIGH")
    return number


def _check_declared(parameter: Parameter, setting: Setting) -> None:
    ends = parameter.choices or (parameter.value(-1.0), parameter.value(1.0))
    for end in ends:
        setting.check(setting.parse(str(end)), parameter.name)


def parse_parameters(texts: Sequence[str], declared: Mapping[str, Setting] | None = None) -> list[Parameter]:
    """Return the parameters in `texts`. Raise `UserError` where there is none, or a name is given twice."""
    found = [parse_parameter(text, declared) for text in texts]
    names = [parameter.name for parameter in found]
    if not found:
        raise UserError("nothing to tune; name a parameter with --parameter NAME=LOW..HIGH")
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"parameter {name!r} is given twice")
    return found
