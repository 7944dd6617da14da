"""An experiment's parameters: from a preset, and from what a person types with `--set key=value`."""

from __future__ import annotations

import dataclasses
import math
import typing
from collections.abc import Iterable, Mapping
from typing import Any

from miai.core.errors import UserError, did_you_mean
from miai.core.parsing import switch_from_text
from miai.experiments.frame.declaration import Experiment

_NOUNS = {int: "a whole number", float: "a number", bool: "yes or no", str: "a word"}


def make_parameters(experiment: Experiment, preset: str, settings: Mapping[str, Any] | None = None) -> Any:
    """The parameters of `preset`, changed by `settings`. Raises `UserError` for what is unknown or out of range.

    A value may be a text as people type it or of the parameter's own type.
    """
    if preset not in experiment.presets:
        known = ", ".join(experiment.presets)
        raise UserError(
            f"{experiment.name} has no preset {preset!r}{did_you_mean(preset, experiment.presets)}; the presets are: {known}"
        )
    return parameters_from(experiment, {**experiment.presets[preset], **(settings or {})})


def parameters_from(experiment: Experiment, values: Mapping[str, Any]) -> Any:
    """The parameters with `values` in place of their defaults: also how they are read back from JSON."""
    fields = {each.name: each for each in dataclasses.fields(experiment.parameters)}
    types = typing.get_type_hints(experiment.parameters)
    made = {}
    for given, value in values.items():
        name = given.replace("-", "_")
        if name not in fields:
            known = ", ".join(f"{each}={as_typed(fields[each].default)}" for each in fields) or "none"
            raise UserError(f"{experiment.name} has no parameter {given!r}{did_you_mean(name, fields)}; there are: {known}")
        made[name] = _converted(f"{experiment.name}: parameter {name}", fields[name], types[name], value)
    return experiment.parameters(**made)


def split_pairs(words: Iterable[str]) -> dict[str, str]:
    """Words `key=value` as a dict. Raises `UserError` for one that is none."""
    pairs = {}
    for word in words:
        name, equals, value = (part.strip() for part in word.partition("="))
        if not equals or not name:
            raise UserError(f"--set takes key=value, such as trials=100; not {word!r}")
        pairs[name] = value
    return pairs


def as_typed(value: Any) -> str:
    """A parameter's value as it would be typed."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ",".join(map(as_typed, value))
    return str(value)


def _converted(what: str, field: dataclasses.Field[Any], kind: Any, value: Any) -> Any:
    if typing.get_origin(kind) is not tuple:
        return _scalar(what, field, kind, value)
    element = typing.get_args(kind)[0]
    parts = [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value
    if not isinstance(parts, list | tuple) or not parts:
        raise UserError(f"{what} takes values with commas, such as {as_typed(field.default)}; not {value!r}")
    return tuple(_scalar(what, field, element, part) for part in parts)


def _scalar(what: str, field: dataclasses.Field[Any], kind: type, value: Any) -> Any:
    read = _read(kind, value)
    if read is None:
        raise UserError(f"{what} takes {_NOUNS[kind]}, not {value!r}")
    choices, low, high = (field.metadata.get(name) for name in ("choices", "low", "high"))
    if choices and read not in choices:
        raise UserError(f"{what} is one of {', '.join(map(as_typed, choices))}, not {value!r}")
    if (low is not None and read < low) or (high is not None and read > high):
        raise UserError(f"{what} is {_range_in_words(low, high)}, not {value!r}")
    return read


def _range_in_words(low: float | None, high: float | None) -> str:
    if low is not None and high is not None:
        return f"from {low:g} to {high:g}"
    return f"{low:g} or more" if low is not None else f"at most {high:g}"


def _read(kind: type, value: Any) -> Any:
    """`value` as `kind`, or `None` where it cannot be meant."""
    if kind is str:
        return str(value)
    if kind is bool:
        return value if isinstance(value, bool) else switch_from_text(str(value))
    try:
        number = float(value) if not isinstance(value, bool) else math.nan
    except (TypeError, ValueError):
        return None
    if not math.isfinite(number):
        return None
    if kind is int:
        return int(number) if number == int(number) else None
    return number


def words_named(kind: str, name: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The settings of an engine that an experiment calls `name`. Raises `UserError` where there is no such `kind`."""
    if name not in known:
        raise UserError(f"there is no {kind} {name!r}{did_you_mean(name, known)}; there are: {', '.join(known)}")
    return known[name]
