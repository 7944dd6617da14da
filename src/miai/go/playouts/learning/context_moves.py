"""Context moves: points near the last move, each with how it did in its surroundings, whoever played before (4.7.2, 4.7.6)."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import EMPTY, ONE, PASS_CELL, U64, ZERO
from miai.go.playouts.candidates import is_good
from miai.go.playouts.learning.balance import CONTEXT_KIND, threshold_for
from miai.go.playouts.learning.records import context_rate_at, shared_at

_PLACE, _CHANCE, _STATE = U64(0xFF), U64(8), U64(24)
"""Of what is written down for a point: the bits of its place, and the first bits of what chance and of what the state say."""
_HALF = U64(16)


@kernel
def context_index(learner, board, color, cell, context):
    """The place of a move in the table of context moves."""
    return (((color - ONE) * U64(board.color.size) + cell) << learner.context_bits) | (context & learner.context_mask)


@kernel
def best_context_move(learner, board, policy, color):
    """The legal point near the last move with the best record in its surroundings, if that reaches the threshold; else PASS_CELL.

    Of several that are equal the hashes of their surroundings choose: the same everywhere on the board would favour a direction.
    """
    shared, nearby = shared_at(learner, 0), U64(learner.nearby)
    best = read_nearby(learner, board, color)
    least = U64(threshold_for(shared, CONTEXT_KIND, color)) << _STATE
    while best >= least:
        place = best & _PLACE
        cell = U64(shared.near[board.last, place, 0])
        if is_good(board, policy, cell, color):
            return cell
        learner.near_states[place], best = ZERO, ZERO
        for i in range(nearby):
            best = max(best, learner.near_states[i])
    return PASS_CELL


@kernel
def read_nearby(learner, board, color):
    """Write down the states of the points near the last move, 0 for those that are not empty; returns the highest.

    A state has its place in its lowest bits and a part of the hash above it. There is no branch in the loop: the processor would guess
    wrong at every other point.
    """
    shared, last, best = shared_at(learner, 0), U64(board.last), ZERO
    for place in range(U64(learner.nearby)):
        cell = U64(shared.near[last, place, 0])
        context = U64(learner.contexts.hashes[0, U64(shared.near[last, place, 1])])
        state = U64(context_rate_at(learner, context_index(learner, board, color, cell, context)).state)
        is_empty = U64(board.color[cell] == EMPTY)  # cell 0, which stands for none, is border
        found = (ZERO - is_empty) & ((state << _STATE) | ((context >> _HALF) << _CHANCE) | place)
        learner.near_states[place] = found
        best = max(best, found)
    return best


@kernel
def learn_context_move(learner, board, index, won):
    """Enter the result of the move number `index` of the playout."""
    cell, color = U64(learner.cells[index]), U64(learner.colors[index])
    rate = context_rate_at(learner, context_index(learner, board, color, cell, U64(learner.seen[index])))
    rate.state = learner.following[won, rate.state]
