"""Random moves with some sense: no own eye, no forbidden self-atari, and the better of two points in an eye space.

The eye shape rule: a random move with exactly one empty neighbour is moved to it, if the neighbour has more empty neighbours.

    O O O O O       b has one empty neighbour, a; a has two. Both players should play at a: then the points b are eyes
    O b a b O       of White, or White has only one eye.
    O O O O O
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.core.streams import next_below
from miai.go.board.board import ONE, PASS_CELL, U64, ZERO, row_width
from miai.go.board.surroundings import BELOW, LEFT, RIGHT, empty_lanes
from miai.go.playouts.candidates import is_forbidden, is_playable
from miai.go.playouts.observers import EYE_SHAPE, NO_MOVE, RANDOM
from miai.go.rules.random_game import set_aside


@kernel
def draw_sensible(board, policy, stream, color):
    """Return a random move and its step; PASS_CELL if there is none.

    Each good point is equally likely before the eye shape rule. Changes the order of `board.empties`.
    """
    left = U64(board.empty_count)
    while left != ZERO:
        index = next_below(stream, left)
        cell = U64(board.empties[index])
        if is_playable(board, policy, cell, color):
            better = better_shape(board, cell) if policy.eye_shape else PASS_CELL
            if better != PASS_CELL:  # it has at least two liberties: never a self-atari
                return better, EYE_SHAPE
            if not is_forbidden(board, policy, cell, color):
                return cell, RANDOM
        left -= ONE
        set_aside(board, cell, index, left)
    return PASS_CELL, NO_MOVE


@kernel
def better_shape(board, cell):
    """Return the only empty neighbour of the empty `cell`, if it has more than one itself; else PASS_CELL. It is legal for both."""
    width = row_width(board)
    lanes = empty_lanes(U64(board.around[cell]))
    if lanes == ZERO or lanes & (lanes - ONE) != ZERO:
        return PASS_CELL
    if lanes == BELOW:
        beside = cell - width
    elif lanes == LEFT:
        beside = cell - ONE
    else:
        beside = cell + ONE if lanes == RIGHT else cell + width
    more = empty_lanes(U64(board.around[beside]))
    return beside if more & (more - ONE) != ZERO else PASS_CELL
