"""M-eval: the value of moves that patterns suggest, by qualities and a local minimax search. Basaldúa (2013), section 3.4.5.

`evaluate_moves` plays every answer of the patterns in the four corners and on the four sides. After each, a minimax search plays answers of
the patterns in the regions of the last move, or none: either side may stop. The value of a leaf is the difference of the qualities of both
colours, weighted by the encoding and by the direction L', from the viewpoint of the player who moves at the root of this search.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import copy_to
from miai.go.board.board import ONE, U64
from miai.go.board.moves import play
from miai.go.joseki.desk import ply_at
from miai.go.joseki.matching import ALL_REGIONS, add_stone, find_patterns, list_answers, read_keys
from miai.go.joseki.qualities import measure_qualities

_INFINITY = 1e300


@kernel
def open_desk(tables, desk, board):
    """Copy a position to the root of the desk, and find its patterns."""
    ply = ply_at(desk, 0)
    copy_to(ply.board, board)
    read_keys(tables, ply)
    find_patterns(tables, ply, ALL_REGIONS)
    desk.count = desk.leaves = 0


@kernel
def evaluate_moves(tables, desk, direction, depth, width):
    """Write the candidates of the position at the root of the desk, their values and components into `desk`. Return their number.

    `depth` counts the moves of the search with the candidate; with 0 a candidate has the value of the position after it.
    """
    root = ply_at(desk, 0)
    color = U64(root.board.to_play)
    list_answers(tables, root, ALL_REGIONS, width)
    desk.count = root.count
    for i in range(root.count):
        make(tables, desk, 0, U64(root.moves[i]))
        after = ply_at(desk, 1)
        after.low, after.high = -_INFINITY, _INFINITY
        desk.moves[i] = root.moves[i]
        desk.values[i] = search_answers(tables, desk, direction, color, max(1, depth), width)
        desk.firsts[i], desk.seconds[i] = after.best_first, after.best_second
    return desk.count


@kernel
def make(tables, desk, depth, cell):
    """Play a move of the position at `depth` and make the position after it at `depth` + 1."""
    before, after = ply_at(desk, depth), ply_at(desk, depth + 1)
    color = U64(before.board.to_play)
    copy_to(after.board, before.board)
    play(after.board, cell, color)
    after.last = cell
    is_plain = after.board.empty_count + 1 == before.board.empty_count and after.board.color[cell] == color
    if not is_plain:  # stones were captured
        read_keys(tables, after)
        find_patterns(tables, after, ALL_REGIONS)
        return
    for i in range(after.keys.size):
        after.keys[i] = before.keys[i]
    for i in range(after.found.size):
        after.found[i], after.variant[i] = before.found[i], before.variant[i]
        after.black[i], after.white[i] = before.black[i], before.white[i]
    add_stone(tables, after, cell, color)
    find_patterns(tables, after, U64(tables.regions_of[cell]))


@kernel
def search_answers(tables, desk, direction, color, depth, width):
    """Return the minimax value for `color` of the position after the candidate, up to `depth` moves, by alpha and beta."""
    level = 1
    begin_level(tables, desk, level, direction, color, depth, width)
    while True:
        ply = ply_at(desk, level)
        if ply.next < ply.count and ply.low < ply.high:
            cell = U64(ply.moves[ply.next])
            ply.next += 1
            make(tables, desk, level, cell)
            after = ply_at(desk, level + 1)
            after.low, after.high = ply.low, ply.high
            level += 1
            begin_level(tables, desk, level, direction, color, depth, width)
        elif level == 1:
            return ply.value
        else:
            level -= 1
            take_value(ply_at(desk, level), ply, color)


@kernel
def begin_level(tables, desk, level, direction, color, depth, width):
    """Evaluate a position as it stands, and list the local answers to the last move if the search goes on."""
    ply = ply_at(desk, level)
    measure_qualities(tables, desk, ply)
    encode(tables, desk, ply, direction, color)
    desk.leaves += 1
    ply.count = ply.next = 0
    ply.best_first, ply.best_second = ply.first, ply.second
    if level < depth:
        list_answers(tables, ply, U64(tables.regions_of[ply.last]), width)
        raise_bound(ply, ply.value, color)  # nothing forces a local answer


@kernel
def encode(tables, desk, ply, direction, color):
    """Write the components of the qualities of `color` minus those of the other colour, and the value, into `ply`."""
    own = np.int64(color - ONE)
    first, second = 0.0, 0.0
    for i in range(desk.qualities.shape[1]):
        lead = desk.qualities[own, i] - desk.qualities[1 - own, i]
        first += lead * tables.encoding[0, i]
        second += lead * tables.encoding[1, i]
    ply.first, ply.second = first, second
    ply.value = first * direction[0] + second * direction[1]


@kernel
def take_value(ply, below, color):
    """Use the value of the position below if it is better for the player to move."""
    is_better = below.value > ply.value if ply.board.to_play == color else below.value < ply.value
    if is_better:
        ply.value = below.value
        ply.best_first, ply.best_second = below.best_first, below.best_second
    raise_bound(ply, below.value, color)


@kernel
def raise_bound(ply, value, color):
    """Narrow the bounds of alpha and beta by a value that the player to move can have."""
    if ply.board.to_play == color:
        ply.low = max(ply.low, value)
    else:
        ply.high = min(ply.high, value)
