"""Classes of 3x3 surroundings: equal for all eight symmetries, from the viewpoint of the player to move.

`shape_of(code, color)` is one load from a table that is made when this module is imported.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, ONE, U64
from miai.go.playouts.hint_table import CODES, PLACES

_LOW_BITS, _HIGH_BITS = U64(0x5555), U64(0xAAAA)


def _moved(codes: Any, image: dict[tuple[int, int], tuple[int, int]]) -> Any:
    """Return the codes with the colour of each place moved to its image."""
    moved = np.zeros_like(codes)
    for index, place in enumerate(PLACES):
        moved |= (codes >> 2 * index & 3) << 2 * PLACES.index(image[place])
    return moved


def _classes() -> tuple[np.ndarray[Any, np.dtype[np.uint16]], int]:
    """Return the class of each code, and the number of classes."""
    turn = {(x, y): (-y, x) for x, y in PLACES}
    mirror = {(x, y): (-x, y) for x, y in PLACES}
    codes = np.arange(CODES)
    least = codes.copy()
    for _ in range(4):
        codes = _moved(codes, turn)
        least = np.minimum(least, np.minimum(codes, _moved(codes, mirror)))
    found, classes = np.unique(least, return_inverse=True)
    return classes.reshape(-1).astype(np.uint16), len(found)


_CLASSES, SHAPES = _classes()


@kernel
def shape_of(code, color):
    """Return the class of the surroundings `code`, with the stones of `color` taken as Black's."""
    if color != BLACK:
        code = ((code & _LOW_BITS) << ONE) | ((code & _HIGH_BITS) >> ONE)
    return U64(_CLASSES[code])
