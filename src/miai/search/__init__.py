"""The search: Monte-Carlo on graphs, for any problem. It contains no game.

Start reading at `problem.py` (the interface of a problem), then `graph.py` (nodes and edges), then `loop.py` (descend, expand, play
out, back up). `driver.py` has `Search` and `search`, the interface from Python.

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
    from miai.search.problem import Problem
    from miai.search.result import Result
    from miai.search.settings import Settings
    from miai.search.slicing import Limit
    from miai.search.store_protocol import Store

__all__ = ["Limit", "Problem", "Result", "Search", "Settings", "Store", "search"]

_HOMES = {
    "Limit": "slicing",
    "Problem": "problem",
    "Result": "result",
    "Search": "driver",
    "Settings": "settings",
    "Store": "store_protocol",
    "search": "driver",
}


def __getattr__(name: str) -> Any:
    """Import the search at its first use: Numba takes a third of a second."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


class _CallablePackage(ModuleType):
    """A package that can be called: `miai.search(state, playouts=...)`."""

    def __call__(self, state: Any, playouts: int | None = None, **options: Any) -> Result:
        found: Result = __getattr__("search")(state, playouts, **options)
        return found


sys.modules[__name__].__class__ = _CallablePackage
