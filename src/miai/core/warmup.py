"""The list of kernels that `miai warmup` compiles ahead.

A module with kernels registers a function that calls them once, with arguments of the types they will be called with:

    @warms_up("streams")
    def _call_each_kernel_once() -> None:
        stream = new_stream(seed=0)
        next_word(stream)
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import miai

Action = Callable[[], object]

NOT_WALKED = ("miai.__main__", "miai.cli", "miai.web")
"""Packages without kernels that would import heavy ones; they are skipped with everything below them."""

_actions: dict[str, Action] = {}


@dataclass(frozen=True)
class LeftOut:
    """A module that could not be imported because it needs a package which is not installed."""

    module: str
    needs: str


def warms_up(name: str) -> Callable[[Action], Action]:
    """Register a function without arguments under `name`, one word. A decorator. Raises `ValueError` if the name is taken."""

    def register(action: Action) -> Action:
        if name in _actions:
            raise ValueError(f"a warm-up called {name!r} is registered already")
        _actions[name] = action
        return action

    return register


def registered() -> dict[str, Action]:
    """Return the warm-ups of all modules that were imported so far, in the order of registration."""
    return dict(_actions)


def import_everything() -> list[LeftOut]:
    """Import every module of the package, so that all warm-ups are registered; return those that lack an optional package."""
    left_out = []
    for name in _module_names():
        try:
            importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or error.name.partition(".")[0] == "miai":
                raise  # an error in miai, not a missing extra
            left_out.append(LeftOut(name, error.name))
    return left_out


def _module_names() -> Iterator[str]:
    for found in pkgutil.walk_packages(miai.__path__, "miai.", onerror=lambda name: None):
        if not any(found.name == name or found.name.startswith(name + ".") for name in NOT_WALKED):
            yield found.name
