"""Context moves: points near the last move, rated by their success in their local context (Basaldúa 2013, sections 4.7.2 and 4.7.6)."""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import EMPTY, ONE, PASS_CELL, U64, ZERO
from miai.go.playouts.candidates import is_good
from miai.go.playouts.learning.balance import CONTEXT_KIND, threshold_for
from miai.go.playouts.learning.records import context_rate_at, prefetch_context_rate, shared_at

_PLACE, _CHANCE, _STATE = U64(0xFF), U64(8), U64(24)
"""Layout of an entry of `near_states`: the bits of the place, and the first bits of the tie-breaker and of the state."""
_HALF = U64(16)


@kernel
def context_index(learner, board, color, cell, context):
    """Return the index of a move in the table of context rates."""
    return (((color - ONE) * U64(board.color.size) + cell) << learner.context_bits) | (context & learner.context_mask)


@kernel
def best_context_move(learner, board, policy, color, layer):
    """Return the good point near the last move with the best rate in its context, if that reaches the threshold; else PASS_CELL.

    Ties are broken by the hashes of the contexts: a fixed order would favour a direction.
    """
    shared, nearby = shared_at(learner, 0), U64(learner.nearby)
    best = read_nearby(learner, board, color, layer)
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
def read_nearby(learner, board, color, layer):
    """Write the states of a layer at the points near the last move into `near_states`, 0 for points that are not empty. Return the highest.

    An entry has its place in the lowest bits and a part of the hash above it. The loop has no branch, since the processor would
    predict it wrong at every other point.
    """
    shared, last, best, first = shared_at(learner, 0), U64(board.last), ZERO, layer * learner.context_layer
    for place in range(U64(learner.nearby)):
        cell = U64(shared.near[last, place, 0])
        context = U64(learner.contexts.hashes[0, U64(shared.near[last, place, 1])])
        state = U64(context_rate_at(learner, first + context_index(learner, board, color, cell, context)).state)
        is_empty = U64(board.color[cell] == EMPTY)  # cell 0, which means none, is border
        found = (ZERO - is_empty) & ((state << _STATE) | ((context >> _HALF) << _CHANCE) | place)
        learner.near_states[place] = found
        best = max(best, found)
    return best


@kernel
def prefetch_nearby(learner, board, color, last):
    """Load the rates of `color` at the points near the move `last`, which was just made: `read_nearby` needs them soon."""
    shared = shared_at(learner, 0)
    for place in range(U64(learner.nearby)):
        cell, padded = U64(shared.near[last, place, 0]), U64(shared.near[last, place, 1])
        prefetch_context_rate(learner, context_index(learner, board, color, cell, U64(learner.contexts.hashes[0, padded])))


@kernel
def learn_context_move(learner, board, index, won):
    """Update the rate of move number `index` of the playout with its result."""
    cell, color = U64(learner.cells[index]), U64(learner.colors[index])
    rate = context_rate_at(learner, context_index(learner, board, color, cell, U64(learner.seen[index])))
    rate.state = learner.following[won, rate.state]
