"""Scores: at the end of a random game, and of any position by area or by territory with the dead stones marked.

All scores are Black's points minus White's, without komi.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, EDGE, EMPTY, ONE, U64, WHITE, row_width
from miai.go.board.eyes import eye_owner


@kernel
def final_score(board):
    """Return the area score of a finished random game: stones, and empty points with neighbours of one colour only.

    Larger empty regions count for neither colour: after two passes of a random game there are none, except in seki. There is no flood
    fill and no branch.
    """
    score = 0
    for color in board.color:
        score += int(color == BLACK) - int(color == WHITE)
    for i in range(board.empty_count):
        owner = eye_owner(U64(board.around[board.empties[U64(i)]]))
        score += int(owner == BLACK) - int(owner == WHITE)
    return score


@kernel
def fill_reach(board, dead, reach):
    """Write into `reach`, for every cell, the colours that reach it: 0, BLACK, WHITE or both (3); border 0.

    A living stone is reached by its own colour; an empty point or a stone in `dead` (a number per cell, not 0 for dead) by the colours
    that reach its neighbours. Sweeps up and down the board until nothing changes.
    """
    size = U64(board.side.size)
    width = row_width(board)
    for i in range(board.color.size):
        is_alive = dead[i] == 0 and board.color[i] != EDGE
        reach[i] = board.color[i] if is_alive else EMPTY
    changed = True
    upwards = True
    while changed:
        changed = False
        for i in range(board.empties.size):
            index = U64(i) if upwards else size * size - ONE - U64(i)
            cell = (index // size + ONE) * width + index % size + ONE
            if board.color[cell] == EMPTY or dead[cell] != 0:
                found = reach[cell] | reach[cell - width] | reach[cell - ONE] | reach[cell + ONE] | reach[cell + width]
                changed |= found != reach[cell]
                reach[cell] = found
        upwards = not upwards


@kernel
def area_score(board, dead, reach_buffer):
    """Return the area score: living stones, and the points that only one colour reaches. `dead` and the buffer have a number per cell."""
    fill_reach(board, dead, reach_buffer)
    score = 0
    for reached in reach_buffer:
        score += int(reached == BLACK) - int(reached == WHITE)
    return score


@kernel
def territory_score(board, dead, seki, reach_buffer):
    """Return the territory score: points that only one colour surrounds, prisoners, and dead stones, which count as prisoners.

    A region that touches a stone in `seki` (a number per cell, not 0 for in seki) is neutral.
    """
    fill_reach(board, dead, reach_buffer)
    _mark_seki_as_neutral(board, dead, seki, reach_buffer)
    score = np.int64(board.prisoners[BLACK]) - np.int64(board.prisoners[WHITE])
    for i in range(board.color.size):
        if board.color[i] == EMPTY or dead[i] != 0:
            score += int(reach_buffer[i] == BLACK) - int(reach_buffer[i] == WHITE)
        if dead[i] != 0:
            score += int(board.color[i] == WHITE) - int(board.color[i] == BLACK)
    return score


@kernel
def _mark_seki_as_neutral(board, dead, seki, reach):
    """Mark the regions next to stones in seki as reached by both colours. Changes `reach`."""
    width = row_width(board)
    changed = True
    while changed:
        changed = False
        for i in range(board.color.size):
            cell = U64(i)
            if (board.color[cell] != EMPTY and dead[cell] == 0) or reach[cell] == BLACK | WHITE:
                continue
            for neighbour in (cell - width, cell - ONE, cell + ONE, cell + width):
                is_open = board.color[neighbour] == EMPTY or dead[neighbour] != 0
                if seki[neighbour] != 0 or (is_open and reach[neighbour] == BLACK | WHITE):
                    reach[cell] = BLACK | WHITE
                    changed = True
