"""miai: Monte-Carlo search on graphs, in Python, at the speed of C.

Where to start reading: bottom up, `miai.core.kernels` (how Python becomes a kernel); in the middle, `miai.search` (descend,
expand, play out, back up); top down, `miai.cli.main` (the command).

Importing `miai` is cheap on purpose: nothing that needs Numba is imported before it is used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from miai.core import displays

if TYPE_CHECKING:
    from miai import notebook, problems, search

__all__ = ["__version__", "notebook", "problems", "search"]
__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """`miai.search`, `miai.problems` and `miai.notebook` without importing them by hand."""
    from importlib import import_module

    if name not in ("notebook", "problems", "search"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(f"{__name__}.{name}")


displays.connect_with_notebook()
