"""Settings of methods: dataclass fields with one sentence and a range, read from `NAME=VALUE`."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from miai.core.errors import UserError, did_you_mean
from miai.core.parsing import value_from_text


def setting(default: Any, help: str, low: float | None = None, high: float | None = None) -> Any:
    """A field of a dataclass of settings."""
    return dataclasses.field(default=default, metadata={"help": help, "low": low, "high": high})


def make_settings(kind: type, given: Mapping[str, str], method: str) -> Any:
    """Settings of `kind` with some changed. Raises `UserError` for a name or a value that is not accepted."""
    fields = {each.name: each for each in dataclasses.fields(kind)}
    values = {}
    for name, text in given.items():
        if name not in fields:
            known = ", ".join(fields) or "none"
            raise UserError(f"unknown setting {name!r} of method {method!r}{did_you_mean(name, fields)}; its settings are: {known}")
        values[name] = _read(fields[name], text)
    return kind(**values)


def _read(field: Any, text: str) -> Any:
    value = value_from_text(field.default, text)
    wanted = float if isinstance(field.default, float) else type(field.default)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    low, high = field.metadata["low"], field.metadata["high"]
    if not isinstance(value, wanted) or (low is not None and value < low) or (high is not None and value > high):
        span = ("" if low is None else f" from {low:g}") + ("" if high is None else f" to {high:g}")
        kind = {int: "a whole number", float: "a number", bool: "true or false"}.get(wanted, "a word")
        raise UserError(f"setting {field.name!r} takes {kind}{span}, not {text!r}")
    return value


def split_settings(pairs: Sequence[str]) -> dict[str, str]:
    """`NAME=VALUE` words as a dictionary. Raises `UserError` for a word without `=`."""
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name:
            raise UserError(f"--set takes NAME=VALUE, not {pair!r}")
        settings[name.strip().replace("-", "_")] = value.strip()
    return settings
