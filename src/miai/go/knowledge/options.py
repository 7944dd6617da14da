"""Settings as dataclasses whose numbers become a record: each field has its range and one sentence, in one place."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

import numpy as np

from miai.core.errors import UserError
from miai.core.records import new, record


def number(default: float, low: float, high: float, meaning: str) -> Any:
    """A field of a settings dataclass: a number from `low` to `high`."""
    return dataclasses.field(default=default, metadata={"low": low, "high": high, "meaning": meaning})


def record_of(name: str, settings: type[Any]) -> np.dtype[Any]:
    """The record that kernels read: a float64 for every field."""
    return record(name, [(field.name, np.float64) for field in dataclasses.fields(settings)])


def as_record(settings: Any, dtype: np.dtype[Any]) -> Any:
    """The settings as a record."""
    made = new(dtype)
    for field in dataclasses.fields(settings):
        made[field.name] = getattr(settings, field.name)
    return made


def check(settings: Any) -> None:
    """Raises `UserError` for a number out of its range. To be called in `__post_init__`."""
    for field in dataclasses.fields(settings):
        value = getattr(settings, field.name)
        low, high = field.metadata["low"], field.metadata["high"]
        is_number = isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
        if not is_number or not low <= value <= high:
            raise UserError(f"{field.name} is a number from {low:g} to {high:g}, not {value!r}")


def describe(settings: type[Any]) -> list[tuple[str, str, str, str]]:
    """(name, default, accepted, meaning) of every field, for help and docs."""
    rows = []
    for field in dataclasses.fields(settings):
        accepted = f"{field.metadata['low']:g} to {field.metadata['high']:g}"
        rows.append((field.name, f"{field.default:g}", accepted, str(field.metadata["meaning"])))
    return rows
