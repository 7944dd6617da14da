"""The qualities of a position, for both colours: Basaldúa (2013), table 3.2, where they are the eight lines `QUALITIES`.

`strenUrgent` has weight 0 in both published encodings and is always 0 here.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, COLORS, EDGE, EMPTY, ONE, U64, WHITE, ZERO
from miai.go.joseki.desk import PAIRS, REACH
from miai.go.joseki.matching import is_in_use, is_side
from miai.go.joseki.regions import REGIONS, SIZE
from miai.go.joseki.tables import QUALITIES

TERRI_CORNER, TERRI_SIDE, STONES, LIBERTIES, ADJACENT, URGENT, ROWS_34, HIGHER = range(len(QUALITIES))
MOST_LIBERTIES = 6
"""Liberties of a chain beyond which more make no difference in a fight."""
_WIDTH = U64(SIZE + 1)
_INNER = U64((1 << SIZE) - 1 ^ 0b1100000000000000011)
_CENTER = U64((1 << SIZE) - 1 ^ 0b1111000000000001111)
_EVEN, _PAIRS, _NIBBLES, _BYTES = U64(0x5555555555555555), U64(0x3333333333333333), U64(0x0F0F0F0F0F0F0F0F), U64(0x0101010101010101)
_TWO, _FOUR, _TOP_BYTE, _SHIFT = U64(2), U64(4), U64(56), U64(16)


@kernel
def measure_qualities(tables, desk, ply):
    """Write the qualities of Black and of White into `desk.qualities`. The patterns of the position are known."""
    desk.qualities[:] = 0.0
    add_territory(desk, ply)
    add_liberties(desk, ply.board)
    add_adjacencies(desk, ply.board)
    add_speed(desk, ply.board)


@kernel
def add_territory(desk, ply):
    """Add the territory of the patterns in use."""
    for region in range(REGIONS):
        if is_in_use(ply, region):
            which = TERRI_SIDE if is_side(region) else TERRI_CORNER
            desk.qualities[0, which] += ply.black[region]
            desk.qualities[1, which] += ply.white[region]


@kernel
def add_liberties(desk, board):
    """Count stones and liberties, and write the liberties of each chain into `desk.liberties`, at its head."""
    for i in range(board.color.size):
        desk.liberties[i] = 0
        color = U64(board.color[i])
        if color in (BLACK, WHITE):
            desk.qualities[color - ONE, STONES] += 1.0
    for i in range(board.empty_count):
        cell = U64(board.empties[U64(i)])
        if U64(board.around[cell]) & U64(255) != ZERO:
            _count_beside(desk, board, cell)


@kernel
def _count_beside(desk, board, cell):
    """Count an empty point as a liberty of each chain beside it, once."""
    below, left, right, above = cell - _WIDTH, cell - ONE, cell + ONE, cell + _WIDTH
    for near in (below, left, right, above):
        color = U64(board.color[near])
        if color != EMPTY and color != EDGE:
            head = board.chain[near]
            is_known = near != below and board.chain[below] == head
            is_known |= near != below and near != left and board.chain[left] == head
            is_known |= near == above and board.chain[right] == head
            if not is_known:
                desk.liberties[head] += 1
                desk.qualities[color - ONE, LIBERTIES] += 1.0


@kernel
def add_adjacencies(desk, board):
    """Add the lead in liberties, up to `MOST_LIBERTIES`, of each pair of touching chains of different colour, once."""
    count = 0
    for i in range(board.color.size):
        cell = U64(i)
        color = U64(board.color[cell])
        if color in (BLACK, WHITE):
            for near in (cell + ONE, cell + _WIDTH):
                if board.color[near] == COLORS - color:
                    count = _add_pair(desk, board, cell if color == BLACK else near, near if color == BLACK else cell, count)


@kernel
def _add_pair(desk, board, black, white, count):
    """Add a pair of chains, given by stones of them, unless it is known. Return the number of pairs."""
    first, second = U64(board.chain[black]), U64(board.chain[white])
    pair = (first << _SHIFT) | second
    for i in range(count):
        if desk.pairs[i] == pair:
            return count
    if count == PAIRS:
        return count
    desk.pairs[count] = pair
    own, other = int(desk.liberties[first]), int(desk.liberties[second])
    lead = min(own, MOST_LIBERTIES) - min(other, MOST_LIBERTIES)
    desk.qualities[0, ADJACENT] += np.float64(max(0, lead))
    desk.qualities[1, ADJACENT] += np.float64(max(0, -lead))
    return count + 1


@kernel
def add_speed(desk, board):
    """Add the empty points on lines 3 and 4, and above line 4, within reach of a stone of each colour."""
    for row in range(SIZE):
        _read_row(desk, board, row)
    for color in (BLACK, WHITE):
        for row in range(SIZE):
            _count_reached(desk, color, row)


@kernel
def _read_row(desk, board, row):
    """Write the empty points of a row into `desk.rows[0]`, and the stones of both colours into the sets after it."""
    start = (U64(row) + ONE) * _WIDTH + ONE
    for color in (EMPTY, BLACK, WHITE):
        bits = ZERO
        for column in range(SIZE):
            bits |= U64(board.color[start + U64(column)] == color) << U64(column)
        desk.rows[color, row + REACH] = bits


@kernel
def _reached(desk, color, row):
    """Return the points of a row within `REACH` of a stone; points outside of the board can be among them.

    Each round adds the neighbours in the row, so that stones count 4 points to each side in their own row, and 4 - k in a row k away.
    """
    reached = ZERO
    for away in range(REACH + 1):
        reached |= (reached << ONE) | (reached >> ONE)
        reached |= U64(desk.rows[color, row + REACH - away]) | U64(desk.rows[color, row + REACH + away])
    return reached


@kernel
def _count_reached(desk, color, row):
    """Count the reached empty points of a row on lines 3 and 4, and above line 4."""
    line = min(row, SIZE - 1 - row)
    reached = _reached(desk, color, row) & U64(desk.rows[0, row + REACH])
    higher = reached & _CENTER if line >= 4 else ZERO
    rows = reached & _INNER & ~higher if line >= 2 else ZERO
    desk.qualities[color - ONE, ROWS_34] += count_bits(rows)
    desk.qualities[color - ONE, HIGHER] += count_bits(higher)


@kernel
def count_bits(bits):
    """Return the number of bits that are set, as a float."""
    x = bits - ((bits >> ONE) & _EVEN)
    x = (x & _PAIRS) + ((x >> _TWO) & _PAIRS)
    x = (x + (x >> _FOUR)) & _NIBBLES
    return np.float64((x * _BYTES) >> _TOP_BYTE)
