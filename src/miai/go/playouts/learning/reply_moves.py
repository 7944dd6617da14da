"""Reply moves: replies to the last move, rated by their success in the contexts of both moves.

Reading the rates of all replies would take too long. So each move in its context has a list of the best replies, which may be out of
date: a reply that was illegal too often in a row is dropped (Basaldúa 2013, sections 4.7.3 and 4.7.7).
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import kernel
from miai.go.board.board import COLORS, EMPTY, ONE, PASS_CELL, U64, ZERO
from miai.go.playouts.candidates import is_forbidden, is_playable
from miai.go.playouts.contexts import context_at
from miai.go.playouts.learning.balance import REPLY_KIND, threshold_for
from miai.go.playouts.learning.records import (
    BY_PLAYOUTS,
    CONTEXT,
    FIELD,
    ILLEGAL,
    REPLY,
    STATE,
    reply_entry_at,
    reply_rate_at,
    shared_at,
)


@kernel
def reply_index(learner, board, color, last, cell, contexts):
    """Return the index of `color`'s reply `cell` to `last` in the table of reply rates; `contexts` are those of both, combined."""
    cells = U64(board.color.size)
    return ((((color - ONE) * cells + last) * cells + cell) << learner.reply_bits) | (contexts & learner.reply_mask)


@kernel
def reply_list_index(learner, board, color, last, context):
    """Return the index of the list of replies of `color` to `last`, which was played in the context `context`."""
    return (((COLORS - color - ONE) * U64(board.color.size) + last) << learner.reply_bits) | (context & learner.reply_mask)


@kernel
def best_reply_move(learner, board, policy, color, layer):
    """Return the legal reply to the last move with the best rate in these contexts, if that reaches the threshold; else PASS_CELL.

    Counts how often in a row a good reply was illegal.
    """
    last, before = U64(board.last), learner.last_context
    first = layer * learner.list_layer + reply_list_index(learner, board, color, last, before) * U64(learner.best)
    found, best = PASS_CELL, U64(threshold_for(shared_at(learner, 0), REPLY_KIND, color) - 1)
    for i in range(U64(learner.best)):
        listed = reply_entry_at(learner, first + i)
        entry = listed.entry
        state, cell = _listed_state(learner, board, color, last, before, entry, layer), entry & FIELD
        if state <= best:
            continue
        is_legal = board.color[cell] == EMPTY and is_playable(board, policy, cell, color)
        _count_illegal(learner, listed, is_legal)
        if is_legal and _fits(learner, entry, cell, color) and not is_forbidden(board, policy, cell, color):
            found, best = cell, state
    return found


@kernel
def _fits(learner, entry, cell, color):
    """Return whether the present context of a reply is the one of its record."""
    return (entry >> CONTEXT) & FIELD == context_at(learner.contexts, cell, color) & learner.reply_mask


@kernel
def _listed_state(learner, board, color, last, before, entry, layer):
    """Return the state of a listed reply to `last`: from the table, or as it was when the reply was last played (setting `fresh`).

    Other pairs of contexts may share the rate in the table, so that the state in the list can be out of date.
    """
    if learner.fresh:
        contexts = ((entry >> CONTEXT) & FIELD) ^ before
        index = layer * learner.reply_layer + reply_index(learner, board, color, last, entry & FIELD, contexts)
        return U64(reply_rate_at(learner, index).state)
    return (entry >> STATE) & FIELD


@kernel
def _count_illegal(learner, listed, is_legal):
    """Increase the count of illegal replies of an entry, or reset it if the reply is legal."""
    illegal = listed.entry >> ILLEGAL
    if is_legal:
        if illegal != ZERO:
            listed.entry &= ~(FIELD << ILLEGAL)
    elif illegal <= learner.outdated:
        listed.entry += ONE << ILLEGAL


@kernel
def learn_reply_move(learner, board, last, before, index, won):
    """Update the rate of move number `index` of the playout as a reply to `last`, and list it if it is among the best."""
    cell, color, context = U64(learner.cells[index]), U64(learner.colors[index]), U64(learner.seen[index])
    rate = reply_rate_at(learner, reply_index(learner, board, color, last, cell, context ^ before))
    state = learner.following[won, rate.state]
    rate.state = state
    reply = cell | ((context & learner.reply_mask) << CONTEXT)
    enter_reply(learner, board, color, last, before, reply, U64(state), BY_PLAYOUTS)


@kernel
def enter_reply(learner, board, color, last, before, reply, state, layer):
    """Write the new state of a listed reply; put a new one in the place of a free, outdated or worse entry."""
    first = layer * learner.list_layer + reply_list_index(learner, board, color, last, before) * U64(learner.best)
    worst = ZERO - ONE
    for i in range(U64(learner.best)):
        listed = reply_entry_at(learner, first + i)
        entry = listed.entry
        if entry & REPLY == reply:
            listed.entry = (entry & ~(FIELD << STATE)) | (state << STATE)
            return
        known = ZERO if entry >> ILLEGAL > learner.outdated else _listed_state(learner, board, color, last, before, entry, layer)
        worst = min(worst, (known << CONTEXT) | i)
    if worst >> CONTEXT < state:
        reply_entry_at(learner, first + (worst & FIELD)).entry = reply | (state << STATE)
