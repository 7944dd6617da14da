"""What the eight neighbours of a point tell at once: a table of 65,536 bytes, indexed by `board.around`.

    bit 1, 2   an urgent 3x3 pattern for BLACK, for WHITE to play in the middle (`pattern_drawings`)
    bit 3, 4   the empty region around the middle may be an eye space of BLACK, of WHITE that is small enough for `nakade`

The codes are kept by the board anyway (`miai.go.surroundings`), so a pattern costs one load. Made when this module is imported.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.go.board import ONE, U64
from miai.go.playouts.pattern_drawings import DRAWINGS, Drawing
from miai.go.playouts.settings import LARGEST_REGION

Bits = np.ndarray[Any, np.dtype[np.bool_]]

PLACES = ((0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1))
"""Where the neighbours stand, (column, row) from the middle, in the order of the bits of a code."""

CODES = 1 << 16
_EMPTY, _BLACK, _WHITE, _EDGE = range(4)


def _allowed(sign: str, x: int) -> frozenset[int]:
    """The colours that a sign of a drawing stands for, if X is the colour `x`."""
    o = 3 - x
    meanings = {"X": {x}, "O": {o}, ".": {_EMPTY}, "#": {_EDGE}, "x": {_EMPTY, o}, "o": {_EMPTY, x}, "?": {_EMPTY, x, o}}
    return frozenset(meanings[sign])


def _turned(signs: dict[tuple[int, int], str]) -> list[dict[tuple[int, int], str]]:
    """A drawing in its eight symmetries; equal ones once."""
    found: list[dict[tuple[int, int], str]] = []
    for _ in range(2):
        for _ in range(4):
            signs = {(-row, column): sign for (column, row), sign in signs.items()}
            if signs not in found:
                found.append(signs)
        signs = {(-column, row): sign for (column, row), sign in signs.items()}
    return found


def _matches(signs: dict[tuple[int, int], str], x: int) -> Bits:
    """For each code, whether the drawing holds there with X as the colour `x`."""
    places = [np.isin(np.arange(4), list(_allowed(signs[place], x))) for place in reversed(PLACES)]  # the highest bits vary slowest
    return np.asarray(functools.reduce(np.logical_and.outer, places).reshape(CODES))


def _signs(drawing: Drawing) -> dict[tuple[int, int], str]:
    """The signs of a drawing by their place around the middle."""
    rows = [row.split() for row in drawing.rows.split("   ")]
    return {(column - 1, 1 - row): rows[row][column] for row in range(3) for column in range(3) if (column, row) != (1, 1)}


def pattern_bits(drawings: tuple[Drawing, ...] = DRAWINGS) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """For each code, bit `color` set where one of the drawings holds for that player."""
    bits = np.zeros(CODES, np.uint8)
    for drawing in drawings:
        for signs in _turned(_signs(drawing)):
            for x in (_BLACK, _WHITE):
                players = {"X": (x,), "O": (3 - x,)}.get(drawing.only, (_BLACK, _WHITE))
                bits[_matches(signs, x)] |= np.uint8(sum(1 << player for player in players))
    return bits


def _eye_space_bits() -> np.ndarray[Any, np.dtype[np.uint8]]:
    """For each code, bit `2 + color` set where the empty region may be small and surrounded by that colour alone."""
    colors = {place: np.arange(CODES) >> 2 * index & 3 for index, place in enumerate(PLACES)}
    reached = {place: (colors[place] == _EMPTY) & _is_beside(place, colors) for place in PLACES}
    size = 1 + sum(inside.astype(int) for inside in reached.values())
    bits = np.zeros(CODES, np.uint8)
    for owner in (_BLACK, _WHITE):
        touches_other = np.zeros(CODES, bool)
        for place in PLACES:
            touches_other |= (colors[place] == 3 - owner) & _is_beside(place, colors)
        bits[(size <= LARGEST_REGION) & ~touches_other] |= np.uint8(1 << (2 + owner))
    return bits


def _is_beside(place: tuple[int, int], colors: dict[tuple[int, int], Any]) -> Any:
    """For each code, whether a neighbour touches the empty region of the middle: the middle itself, or for a corner a side of it."""
    column, row = place
    if column == 0 or row == 0:
        return np.ones(CODES, bool)
    return (colors[column, 0] == _EMPTY) | (colors[0, row] == _EMPTY)


HINTS = pattern_bits() | _eye_space_bits()


@kernel
def is_urgent(code, color):
    """1 if a 3x3 pattern asks `color` to play on an empty point with these surroundings, else 0, as `uint64`."""
    return (U64(HINTS[code]) >> color) & ONE


@kernel
def may_be_eye_space(code, owner):
    """Whether an empty point with these surroundings can lie in a small region that only `owner` surrounds."""
    return (U64(HINTS[code]) >> (owner + U64(2))) & ONE != U64(0)
