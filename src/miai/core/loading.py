"""Lets the command prepare for compilation without importing Numba itself, which takes a third of a second.

`miai.core.kernels` is imported by whatever needs it first. What wants to be told (the display of compilation progress) leaves a
function here beforehand.
"""

from __future__ import annotations

from collections.abc import Callable

_waiting: list[Callable[[], None]] = []
_loaded = False


def when_kernels_load(action: Callable[[], None]) -> None:
    """Have `action` called once, as soon as `miai.core.kernels` has been imported; now, if it has been already."""
    if _loaded:
        action()
    else:
        _waiting.append(action)


def kernels_have_loaded() -> None:
    """Called by the last line of `miai.core.kernels`."""
    global _loaded
    _loaded = True
    while _waiting:
        _waiting.pop(0)()
