"""miai in Jupyter: results, searches, graphs and states show themselves, with plots and a progress bar.

    import miai
    running = miai.search.Search(miai.problems.load("connect4").start(), seed=1)
    miai.notebook.watch(running, playouts=50_000)

| module | contents |
|---|---|
| `pictures` | which picture an object has; `show` for objects that are no class of miai |
| `result_table`, `state_picture`, `graph_picture`, `go_picture` | one kind of picture each, as HTML or SVG |
| `plots` | plots of values, with matplotlib |
| `watching` | a search with a progress bar |
| `registration`, `compiling` | the connection with IPython: states, and the display of compilation |

Importing this package imports nothing else.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from miai.notebook.go_picture import plot_game
    from miai.notebook.graph_picture import plot_graph
    from miai.notebook.pictures import show
    from miai.notebook.plots import plot_shares, plot_values
    from miai.notebook.registration import load_ipython_extension
    from miai.notebook.watching import watch

__all__ = ["load_ipython_extension", "plot_game", "plot_graph", "plot_shares", "plot_values", "show", "watch"]

_HOMES = {
    "load_ipython_extension": "registration",
    "plot_game": "go_picture",
    "plot_graph": "graph_picture",
    "plot_shares": "plots",
    "plot_values": "plots",
    "show": "pictures",
    "watch": "watching",
}


def __getattr__(name: str) -> Any:
    """Import a part at its first use."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
