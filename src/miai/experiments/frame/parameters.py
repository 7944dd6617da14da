"""The parameters of an experiment: from a preset, from `--set name=value`, and from a stored run."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Mapping
from typing import Any, TypeVar

from miai.core.errors import unknown_name
from miai.core.settings import Setting, infer
from miai.experiments.frame.declaration import Experiment

Found = TypeVar("Found")


def make_parameters(experiment: Experiment, preset: str, settings: Mapping[str, Any] | None = None) -> Any:
    """Return the parameters of `preset`, changed by `settings`. Raise `UserError` for an unknown name or a wrong value.

    A value may be a text as people type it, or have the type of the parameter.
    """
    return parameters_from(experiment, {**look_up("preset", preset, experiment.presets, experiment.name), **(settings or {})})


def parameters_from(experiment: Experiment, values: Mapping[str, Any]) -> Any:
    """Return the parameters with `values` instead of their defaults. Stored runs are read back with it too."""
    declared = declarations(experiment)
    made = {}
    for given, value in values.items():
        name = given.strip().replace("-", "_")
        setting = look_up("parameter", name, declared, experiment.name)
        read = setting.parse(value) if isinstance(value, str) else value
        made[name] = setting.check(read, f"{experiment.name}: parameter {name}")
    return experiment.parameters(**made)


def declarations(experiment: Experiment) -> dict[str, Setting]:
    """Return the declared settings of an experiment's parameters by name, in their order.

    A default of 1 for a parameter that is annotated as a float declares a float.
    """
    types = typing.get_type_hints(experiment.parameters)
    found = {}
    for field in dataclasses.fields(experiment.parameters):
        setting = field.metadata.get("setting") or infer(field.default)
        if types[field.name] is float and isinstance(setting.default, int):
            setting = dataclasses.replace(setting, kind=infer(0.0).kind, default=float(setting.default))
        elif types[field.name] == tuple[float, ...] and setting.element is not None and not setting.element.choices:
            setting = dataclasses.replace(setting, element=dataclasses.replace(setting.element, kind=infer(0.0).kind))
        found[field.name] = setting
    return found


def look_up(kind: str, name: str, known: Mapping[str, Found], where: str = "") -> Found:
    """Return the entry of `known` called `name`. Raise `UserError` with a suggestion if there is no such `kind`."""
    if name not in known:
        raise unknown_name(kind, name, known, where=where)
    return known[name]
