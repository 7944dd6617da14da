"""The search: Monte-Carlo on graphs, for any problem. Knows no game.

Start with `problem.py` (what a problem has to say), then `graph.py` (what is remembered), then `loop.py` (descend, expand, play
out, back up). `driver.py` is the door from Python.

    import miai
    result = miai.search(state, playouts=10_000, seed=1)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.search.driver import Search, search
    from miai.search.result import Result
    from miai.search.settings import Settings

__all__ = ["Result", "Search", "Settings", "search"]

_HOMES = {"Result": "result", "Search": "driver", "Settings": "settings", "search": "driver"}


def __getattr__(name: str) -> Any:
    """Import the search when it is first asked for: Numba takes a third of a second."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


class _CallablePackage(ModuleType):
    """So that `miai.search` is the package and can be called: `miai.search(state, playouts=...)`."""

    def __call__(self, state: Any, playouts: int | None = None, **options: Any) -> Result:
        found: Result = __getattr__("search")(state, playouts, **options)
        return found


sys.modules[__name__].__class__ = _CallablePackage
