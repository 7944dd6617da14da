"""A table of hints by the 3x3 surroundings of a point: urgent patterns (`pattern_drawings`) and small eye spaces.

The board stores a code of the surroundings of each point (`miai.go.board.surroundings`), so a pattern costs one load. The table is made
when this module is imported, in a few milliseconds.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import ONE, TWO, U64
from miai.go.playouts.pattern_drawings import DRAWINGS, PatternDrawing

Bits = np.ndarray[Any, np.dtype[np.bool_]]

PLACES = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""(column, row) of the neighbours from the middle, in the order of the bits of a code."""

CODES = 1 << 16
LARGEST_REGION = 6
_EMPTY, _BLACK, _WHITE, _EDGE = range(4)


def _allowed(sign: str, x: int) -> frozenset[int]:
    """Return the colours that a sign of a drawing allows, if X is the colour `x`."""
    o = 3 - x
    meanings = {"X": {x}, "O": {o}, ".": {_EMPTY}, "#": {_EDGE}, "x": {_EMPTY, o}, "o": {_EMPTY, x}, "?": {_EMPTY, x, o}}
    return frozenset(meanings[sign])


def _turned(signs: dict[tuple[int, int], str]) -> list[dict[tuple[int, int], str]]:
    """Return the distinct ones of the eight symmetries of a drawing."""
    found: list[dict[tuple[int, int], str]] = []
    for _ in range(2):
        for _ in range(4):
            signs = {(-row, column): sign for (column, row), sign in signs.items()}
            if signs not in found:
                found.append(signs)
        signs = {(-column, row): sign for (column, row), sign in signs.items()}
    return found


def _matches(signs: dict[tuple[int, int], str], x: int) -> tuple[Any, ...]:
    """Return an index of the codes that the drawing matches with X as the colour `x`, in a table with an axis for each neighbour."""
    return np.ix_(*(sorted(_allowed(signs[place], x)) for place in reversed(PLACES)))  # the highest bits vary slowest


def _signs(drawing: PatternDrawing) -> dict[tuple[int, int], str]:
    """Return the signs of a drawing by their place around the middle."""
    rows = [row.split() for row in drawing.rows.split("   ")]
    return {(column - 1, 1 - row): rows[row][column] for row in range(3) for column in range(3) if (column, row) != (1, 1)}


def pattern_bits(drawings: tuple[PatternDrawing, ...] = DRAWINGS) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return for each code a byte whose bit `color` is set if one of the drawings matches for that player."""
    bits = np.zeros((4,) * len(PLACES), np.uint8)
    for drawing in drawings:
        for signs in _turned(_signs(drawing)):
            for x in (_BLACK, _WHITE):
                players = {"X": (x,), "O": (3 - x,)}.get(drawing.only, (_BLACK, _WHITE))
                bits[_matches(signs, x)] |= np.uint8(sum(1 << player for player in players))
    return bits.reshape(CODES)


def eye_space_bits() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return for each code a byte whose bit `color` is set if an empty point can be in a region of 3 to 6 points that `color` surrounds."""
    colors = {place: np.arange(CODES) >> 2 * index & 3 for index, place in enumerate(PLACES)}
    sizes = 1 + sum((((colors[place] == _EMPTY) & _is_beside(place, colors)).astype(int) for place in PLACES), np.zeros(CODES, int))
    bits = np.zeros(CODES, np.uint8)
    for owner in (_BLACK, _WHITE):
        touches = [(colors[place] == 3 - owner) & _is_beside(place, colors) for place in PLACES]
        possible = (sizes > 1) & (sizes <= LARGEST_REGION) & ~np.logical_or.reduce(touches)
        bits[possible] |= np.uint8(1 << owner)
    return bits


def _is_beside(place: tuple[int, int], colors: dict[tuple[int, int], Any]) -> Any:
    """Return for each code whether a neighbour touches the empty region of the middle: every side, and a corner beside an empty side."""
    column, row = place
    if column == 0 or row == 0:
        return np.ones(CODES, bool)
    return (colors[column, 0] == _EMPTY) | (colors[0, row] == _EMPTY)


def _packed() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return two codes per byte, four bits each: pattern for BLACK, for WHITE, eye space of BLACK, of WHITE."""
    halves = ((pattern_bits() >> 1) | (eye_space_bits() >> 1 << 2)).reshape(-1, 2)
    return np.asarray(halves[:, 0] | halves[:, 1] << 4, np.uint8)


_HINTS = _packed()
"""The table takes 32 kB. With a byte per code it would take 64 kB and not fit into the first cache of most processors."""


@kernel
def is_urgent(code, color):
    """Return 1 if an urgent 3x3 pattern for `color` matches an empty point with these surroundings, else 0, as `uint64`."""
    return (U64(_HINTS[code >> ONE]) >> (((code & ONE) << TWO) + color - ONE)) & ONE


@kernel
def is_in_eye_space(code, owner):
    """Return 1 if an empty point with these surroundings can be in a small eye space of `owner` (`eye_space_bits`), else 0."""
    return (U64(_HINTS[code >> ONE]) >> (((code & ONE) << TWO) + owner + ONE)) & ONE
