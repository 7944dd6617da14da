"""Methods by name: those of miai, and those that other packages add by the entry point group `miai.genetics.methods`."""

from __future__ import annotations

import importlib
from importlib.metadata import EntryPoint, entry_points

from miai.core.errors import UserError, unknown_name
from miai.genetics.methods.interface import PanelSearch

GROUP = "miai.genetics.methods"

BUILT_IN = {
    "mcts": "miai.genetics.methods.mcts:Mcts",
    "mcts-published": "miai.genetics.methods.mcts:PublishedMcts",
    "beam": "miai.genetics.methods.mcts:Beam",
    "greedy": "miai.genetics.methods.greedy:Greedy",
    "grqs": "miai.genetics.methods.grqs:Grqs",
    "topn": "miai.genetics.methods.topn:TopN",
}
"""The methods of miai, which need no installation to be found."""


def method_names() -> list[str]:
    """Return the names of all methods, those of miai first."""
    return [*BUILT_IN, *sorted(name for name in _added() if name not in BUILT_IN)]


def find_method(name: str) -> type[PanelSearch]:
    """Return the method called `name`. Raise `UserError` where there is none or it cannot be loaded."""
    if name in BUILT_IN:
        module, _, attribute = BUILT_IN[name].partition(":")
        found: type[PanelSearch] = getattr(importlib.import_module(module), attribute)
        return found
    added = _added()
    if name not in added:
        raise unknown_name("method", name, method_names())
    try:
        loaded: type[PanelSearch] = added[name].load()
    except Exception as error:
        raise UserError(f"method {name!r} of {added[name].value} cannot be loaded: {' '.join(str(error).split())}") from error
    return loaded


def _added() -> dict[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
