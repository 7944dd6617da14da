"""Callbacks for the import of the kernels, so that the command need not import Numba itself, which takes a third of a second.

The first module with kernels imports `miai.core.kernels`. The display of compilation progress registers a function here beforehand.
"""

from __future__ import annotations

from collections.abc import Callable

_waiting: list[Callable[[], None]] = []
_loaded = False


def when_kernels_load(action: Callable[[], None]) -> None:
    """Call `action` once, as soon as `miai.core.kernels` has been imported; at once, if it has been already."""
    if _loaded:
        action()
    else:
        _waiting.append(action)


def kernels_have_loaded() -> None:
    """Run the waiting callbacks. The last line of `miai.core.kernels` calls this."""
    global _loaded
    _loaded = True
    while _waiting:
        _waiting.pop(0)()
