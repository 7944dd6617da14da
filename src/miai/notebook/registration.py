"""The connection with IPython: pictures for states and Go games, and the display of compilation.

States are NumPy records and have no methods of their own, so that IPython must be asked to draw them. `import miai` in a notebook does
this; `%load_ext miai.notebook` does it in a session that imported miai before.
"""

from __future__ import annotations

from typing import Any

from miai.core import loading
from miai.core.notebook_bar import notebook_shell

PICTURED = (
    ("numpy", "record"),
    ("miai.go.rules.game", "Game"),
    ("miai.go.notation.position", "Position"),
    ("miai.go.player.player", "Player"),
)
"""Module and name of the classes that IPython draws by `svg_or_none`."""


def load_ipython_extension(shell: Any) -> None:
    """Register the pictures with `shell`, the IPython in which this process runs. A second call changes nothing."""
    formatter = shell.display_formatter.formatters["image/svg+xml"]
    for module, name in PICTURED:
        formatter.for_type_by_name(module, name, _draw)
    if notebook_shell() is not None:
        loading.when_kernels_load(_show_compilation)


def _draw(thing: Any) -> str | None:
    from miai.notebook.pictures import svg_or_none

    return svg_or_none(thing)


def _show_compilation() -> None:
    from miai.notebook.compiling import show_compilation

    show_compilation()
