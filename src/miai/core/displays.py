"""The way from the search up to the pictures of `miai.notebook`, which is above all packages that it shows.

The modules there are imported by name, when a notebook asks for a picture, so that neither the search nor its compiled code depends on
them.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

NOTEBOOK = "miai.notebook"


def html_of(thing: Any) -> str:
    """Return a result or a search as HTML: the body of its `_repr_html_`."""
    return str(import_module(f"{NOTEBOOK}.pictures").html_of(thing))


def connect_with_notebook() -> None:
    """Let IPython draw states, if this process runs in it. Imports nothing elsewhere."""
    get_shell = getattr(sys.modules.get("IPython"), "get_ipython", None)
    shell = get_shell() if get_shell is not None else None
    if shell is not None:
        import_module(f"{NOTEBOOK}.registration").load_ipython_extension(shell)
