"""The one schema of settings: a declaration per setting, from which parsing, checks, help, pages and records follow.

Settings are the fields of a frozen dataclass that inherits from `Checked`. Each field is made by one of

| helper | value in Python | typed as | field of a record |
|---|---|---|---|
| `number` | float | `0.7` | float64 |
| `whole` | int | `10000`, `1e4` | int32 |
| `choice` | str | `ucb1` | int8: the index among the choices |
| `switch` | bool | `true`, `yes`, `on`, `1`, `false`, ... | int8 |
| `text` | str | any text | none |
| `list_of` | tuple | `3,4,5` | none |

and has a default and one sentence. A number whose default is `None` may also be `None`, typed as `none`.

>>> @dataclass(frozen=True)
... class Speed(Checked):
...     limit: float = number(50.0, 0, 130, "highest speed in km/h", old="maximum")
...     gear: str = choice(("manual", "automatic"), "manual", "kind of gear")
>>> parse(Speed(), {"limit": "30", "gear": "automatic"})
Speed(limit=30.0, gear='automatic')
>>> describe(Speed)[0]
Row(name='limit', value='50', accepted='0 to 130', meaning='highest speed in km/h')
>>> parse(Speed(), {"limt": "30"})
Traceback (most recent call last):
    ...
miai.core.errors.UserError: unknown setting 'limt'; did you mean 'limit'?

A setting that was renamed is accepted under its `old` name for one version, with one line on stderr that gives the new name; so is a
choice (`renamed`).
"""

from __future__ import annotations

import dataclasses
import math
import numbers
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from miai.core.errors import UserError, unknown_name, warn

NUMBER, WHOLE, CHOICE, SWITCH, TEXT, LIST = "number", "whole", "choice", "switch", "text", "list"

_INFINITY = float("inf")
_UNBOUNDED = 2**30
"""A whole number of this size is no bound that a person would meet."""

_SWITCHES = {"true": True, "yes": True, "on": True, "1": True, "false": False, "no": False, "off": False, "0": False}
_DTYPES = {NUMBER: np.float64, WHOLE: np.int32, CHOICE: np.int8, SWITCH: np.int8}


@dataclass(frozen=True)
class Setting:
    """The declaration of one setting. The helpers below make it; it is found in the metadata of the dataclass field."""

    kind: str
    default: Any
    meaning: str
    low: float = -_INFINITY
    high: float = _INFINITY
    choices: tuple[Any, ...] = ()
    element: Setting | None = None
    old: tuple[str, ...] = ()
    in_kernels: bool = True
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)
    """Earlier names of choices, with their present names."""

    def parse(self, typed: str) -> Any:
        """Return the value that `typed` denotes; if there is none, the text itself, which `check` refuses."""
        if self.default is None and typed.strip().casefold() == "none":
            return None
        if self.kind == SWITCH:
            return _SWITCHES.get(typed.strip().casefold(), typed)
        if self.kind == LIST and self.element is not None:
            words_have_spaces = self.element.kind == TEXT or any(" " in str(each) for each in self.element.choices)
            parts = typed.split(",") if "," in typed or words_have_spaces else typed.split()
            return tuple(self.element.parse(part.strip()) for part in parts if part.strip())
        if self.kind in (TEXT, CHOICE) and not any(isinstance(each, int) for each in self.choices):
            return typed
        return _number_from_text(typed)

    def check(self, value: Any, name: str) -> Any:
        """Return `value` in the type of the setting. Raise `UserError`, with `name` in the message, where it is not accepted."""
        if value is None and self.default is None:
            return None
        checked = self._converted(value)
        if checked is None:
            raise UserError(f"{name} must be {self._requirement()}, not {value!r}")
        return checked

    def _converted(self, value: Any) -> Any:
        """Return `value` in the type of the setting, or `None` where it is not accepted."""
        if self.kind == LIST and self.element is not None:
            is_list = isinstance(value, Sequence) and not isinstance(value, str) and len(value) > 0
            parts = tuple(self.element._converted(part) for part in value) if is_list else (None,)
            return None if None in parts else parts
        if self.kind == CHOICE:
            present = self._present_name(value)
            return next((each for each in self.choices if each == present and not isinstance(value, bool)), None)
        if self.kind == SWITCH:
            return bool(value) if value in (True, False) else None
        if self.kind == TEXT:
            return value if isinstance(value, str) else None
        if isinstance(value, bool) or not isinstance(value, numbers.Real) or not math.isfinite(value):
            return None
        exact: Any = value
        made = int(exact) if self.kind == WHOLE else float(exact)
        return made if self.low <= made <= self.high and made == exact else None

    def _present_name(self, value: Any) -> Any:
        """Return the present name of a choice. An earlier one prints one line to stderr, once per process."""
        if not isinstance(value, str) or value not in self.renamed:
            return value
        _warn_once(f"{value!r} is now called {self.renamed[value]!r}")
        return self.renamed[value]

    def accepted(self) -> str:
        """Return what is accepted, in a few words for tables: "0 or more", "true | false"."""
        none = " | none" * (self.default is None)
        if self.kind == CHOICE:
            return " | ".join(map(str, self.choices)) + none
        if self.kind == LIST and self.element is not None:
            return f"list of: {self.element.accepted().replace(' | ', ', ')}"
        if self.kind == SWITCH:
            return "true | false"
        if self.kind == TEXT:
            return "text"
        if self.low == -_INFINITY:
            return ("any number" if self.high == _INFINITY else f"{self.high:g} or less") + none
        return (f"{self.low:g} or more" if self.high >= _UNBOUNDED else f"{self.low:g} to {self.high:g}") + none

    def _requirement(self) -> str:
        """Return what is accepted, as the end of "must be"."""
        if self.kind == CHOICE:
            return f"one of {', '.join(map(str, self.choices))}"
        if self.kind == LIST and self.element is not None:
            return f"a list such as {as_text(self.default)}, each {self.element._requirement()}"
        if self.kind in (SWITCH, TEXT):
            return "true or false" if self.kind == SWITCH else "a text"
        noun = "a whole number" if self.kind == WHOLE else "a number"
        if self.low == -_INFINITY:
            return noun if self.high == _INFINITY else f"{noun} of at most {self.high:g}"
        return (
            f"{noun} of at least {self.low:g}"
            if self.high == _INFINITY
            else f"{noun} from {_plain(self.low)} to {_plain(self.high)}"
        )


def number(
    default: float | None, low: float, high: float, meaning: str, *, old: str | Sequence[str] = (), in_kernels: bool = True
) -> Any:
    """Declare a number from `low` to `high`, which may be infinite; infinity itself is not accepted."""
    return _field(Setting(NUMBER, default, meaning, low, high, old=_names(old), in_kernels=in_kernels))


def whole(
    default: int | None, low: float, high: float, meaning: str, *, old: str | Sequence[str] = (), in_kernels: bool = True
) -> Any:
    """Declare a whole number from `low` to `high`."""
    return _field(Setting(WHOLE, default, meaning, low, high, old=_names(old), in_kernels=in_kernels))


def choice(
    choices: Iterable[Any],
    default: Any,
    meaning: str,
    *,
    old: str | Sequence[str] = (),
    in_kernels: bool = True,
    renamed: Mapping[str, str] | None = None,
) -> Any:
    """Declare one of several words or whole numbers. `renamed` has earlier names of the words, which are accepted with a warning."""
    one = Setting(CHOICE, default, meaning, choices=tuple(choices), old=_names(old), in_kernels=in_kernels, renamed=renamed or {})
    return _field(one)


def switch(default: bool, meaning: str, *, old: str | Sequence[str] = (), in_kernels: bool = True) -> Any:
    """Declare a setting that is true or false."""
    return _field(Setting(SWITCH, default, meaning, old=_names(old), in_kernels=in_kernels))


def text(default: str, meaning: str, *, old: str | Sequence[str] = ()) -> Any:
    """Declare a setting that is any text."""
    return _field(Setting(TEXT, default, meaning, old=_names(old), in_kernels=False))


def list_of(element: Any, default: Sequence[Any], meaning: str, *, old: str | Sequence[str] = ()) -> Any:
    """Declare a list of at least one value. `element` declares one of them: `list_of(whole(1, 0, 9, ""), (3, 4), "sizes")`."""
    one = element if isinstance(element, Setting) else element.metadata["setting"]
    return _field(Setting(LIST, tuple(default), meaning, element=one, old=_names(old), in_kernels=False))


def infer(
    default: Any, meaning: str = "", *, low: float | None = None, high: float | None = None, choices: Sequence[Any] = ()
) -> Setting:
    """Return the declaration that fits the type of `default`: bool, int, float, str, or a list or tuple of one of them.

    With `choices` the setting is one of these. For a list, `low`, `high` and `choices` hold for each element.
    """
    bounds = -_INFINITY if low is None else low, _INFINITY if high is None else high
    if isinstance(default, list | tuple):
        first = default[0] if default else 0
        return Setting(LIST, tuple(default), meaning, element=infer(first, low=low, high=high, choices=choices))
    if choices:
        return Setting(CHOICE, default, meaning, choices=tuple(choices))
    if isinstance(default, bool):
        return Setting(SWITCH, default, meaning)
    if isinstance(default, str):
        return Setting(TEXT, default, meaning)
    return Setting(WHOLE if isinstance(default, int) else NUMBER, default, meaning, *bounds)


def _field(setting: Setting) -> Any:
    return dataclasses.field(default=setting.default, metadata={"setting": setting})


def _names(old: str | Sequence[str]) -> tuple[str, ...]:
    return (old,) if isinstance(old, str) else tuple(old)


class Checked:
    """Base of dataclasses of settings: values are checked and converted when one is made; wrong ones raise `UserError`.

    Fields without a declaration, such as settings within settings, are left alone. `noun` is what messages call a setting.
    """

    noun: ClassVar[str] = "setting"

    def __post_init__(self) -> None:
        for name, setting in settings_of(self).items():
            object.__setattr__(self, name, setting.check(getattr(self, name), f"{self.noun} {name}"))


S = TypeVar("S", bound=Checked)


class Row(NamedTuple):
    """One setting in help or on a page."""

    name: str
    value: str
    accepted: str
    meaning: str


def settings_of(settings: Checked | type[Checked]) -> dict[str, Setting]:
    """Return the declarations of a dataclass of settings by name, in their order."""
    fields = dataclasses.fields(settings)  # type: ignore[arg-type]
    return {field.name: field.metadata["setting"] for field in fields if "setting" in field.metadata}


def find_name(settings: Checked | type[Checked], name: str) -> str | None:
    """Return the present name of the setting called `name`, which may have dashes or be an old name. `None` if there is none.

    An old name prints one line to stderr, once per process.
    """
    plain = name.strip().replace("-", "_")
    declared = settings_of(settings)
    if plain in declared:
        return plain
    for present, setting in declared.items():
        if plain in setting.old:
            _warn_once(f"{settings.noun} {plain} is now called {present}")
            return present
    return None


def known_name(settings: Checked | type[Checked], name: str) -> str:
    """Return what `find_name` returns. Raise `UserError` with a suggestion where there is no such setting."""
    found = find_name(settings, name)
    if found is None:
        raise unknown_name(settings.noun, name, settings_of(settings))
    return found


def change(settings: S, changes: Mapping[str, Any]) -> S:
    """Return `settings` with `changes`, which are values and not texts. Raise `UserError` for a wrong name or value."""
    named = {known_name(settings, name): value for name, value in changes.items()}
    return dataclasses.replace(settings, **named)  # type: ignore[type-var]


def parse(settings: S, pairs: Mapping[str, str]) -> S:
    """Return `settings` with changes as people type them. Raise `UserError` for a wrong name or value."""
    declared = settings_of(settings)
    named = {known_name(settings, name): typed for name, typed in pairs.items()}
    return dataclasses.replace(settings, **{name: declared[name].parse(typed) for name, typed in named.items()})  # type: ignore[type-var]


def parse_words(settings: S, words: Iterable[str]) -> S:
    """Return `settings` with changes typed as `name=value`. Raise `UserError` for a word of another form, name or value."""
    return parse(settings, dict(split_word(word, settings.noun) for word in words))


def split_word(word: str, noun: str = "setting") -> tuple[str, str]:
    """Return name and value of a word `name=value`. Raise `UserError` for a word that is none."""
    name, sign, value = (part.strip() for part in word.partition("="))
    if not sign or not name:
        raise UserError(f"a {noun} is given as name=value, not {word!r}")
    return name, value


def describe(settings: Checked | type[Checked], prefix: str = "") -> list[Row]:
    """Return a row for each setting, for help and pages: with the values of an object, with the defaults of a class."""
    rows = []
    for name, setting in settings_of(settings).items():
        value = setting.default if isinstance(settings, type) else getattr(settings, name)
        rows.append(Row(prefix + name, as_text(value), setting.accepted(), setting.meaning))
    return rows


def as_text(value: Any) -> str:
    """Return a value as it is typed."""
    if value is None:
        return "none"
    if isinstance(value, list | tuple):
        return ",".join(map(as_text, value))
    if isinstance(value, bool):
        return str(value).lower()
    return str(value).removesuffix(".0") if isinstance(value, float) else str(value)


def record_fields(settings: type[Checked]) -> list[tuple[str, Any]]:
    """Return the fields `(name, dtype)` of the record that kernels read; see the table above."""
    return [(name, _DTYPES[each.kind]) for name, each in settings_of(settings).items() if each.in_kernels and each.kind in _DTYPES]


def fill_record(settings: Checked, target: Any) -> None:
    """Write the settings into the fields of the same name of `target`; the others are left alone."""
    for name, setting in settings_of(settings).items():
        if name in target.dtype.names:
            value = getattr(settings, name)
            target[name] = setting.choices.index(value) if setting.kind == CHOICE else value


def as_record(settings: Checked, dtype: np.dtype[Any]) -> Any:
    """Return the settings as a new record of `dtype`."""
    from miai.core.records import new

    made = new(dtype)
    fill_record(settings, made)
    return made


_printed: set[str] = set()


def _warn_once(message: str) -> None:
    if message not in _printed:
        _printed.add(message)
        warn(message)


def _number_from_text(typed: str) -> Any:
    try:
        value = float(typed)
    except ValueError:
        return typed
    return int(value) if abs(value) < 2**53 and value == int(value) else value


def _plain(bound: float) -> str:
    return str(bound) if isinstance(bound, int) else f"{bound:g}"
