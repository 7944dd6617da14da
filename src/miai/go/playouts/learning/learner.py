"""The learner in a playout: it updates local contexts, suggests moves, notes the moves, and learns from the result."""

# mypy: allow-untyped-defs
from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import copy_to
from miai.go.board.board import BLACK, COLORS, EDGE, EMPTY, PASS_CELL, TWO, U64, WHITE, ZERO
from miai.go.playouts.contexts import context_at, keep_contexts, toggle_contexts
from miai.go.playouts.game import watch_learning_game
from miai.go.playouts.learners import begin_learning, draws_of, note_played, suggest_context_move, suggest_reply_move, worth_of
from miai.go.playouts.learning import records
from miai.go.playouts.learning.balance import look_at_balance
from miai.go.playouts.learning.context_moves import best_context_move, context_index, learn_context_move, prefetch_nearby
from miai.go.playouts.learning.records import (
    BY_PLAYOUTS,
    BY_TREE,
    prefetch_context_rate,
    prefetch_reply_entry,
    prefetch_reply_rate,
    shared_at,
)
from miai.go.playouts.learning.reply_moves import best_reply_move, learn_reply_move, reply_index, reply_list_index
from miai.go.playouts.learning.worth import draws, worth
from miai.go.rules.scoring import final_score


@functools.cache
def learner_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of a learner, with the kernels of the interface in `playouts/learners.py` implemented for it."""
    dtype = records.learner_dtype(size)
    begin_learning.implement(dtype)(begin_playout)
    suggest_reply_move.implement(dtype)(choose_reply_move)
    suggest_context_move.implement(dtype)(choose_context_move)
    note_played.implement(dtype)(note_own_move)
    draws_of.implement(dtype)(draws)
    worth_of.implement(dtype)(worth)
    return dtype


@kernel
def begin_playout(learner, board):
    """Set the contexts of all points, and drop the moves of the last playout."""
    copy_to(learner.contexts, learner.blank)
    for i in range(board.color.size):
        color = U64(board.color[i])
        if color != EMPTY and color != EDGE:
            toggle_contexts(learner.contexts, U64(i), color)
    learner.contexts.empty_count = U64(board.empty_count)
    learner.count = 0
    last = U64(board.last)
    learner.first_last = last
    learner.last_context = ZERO if last == PASS_CELL else context_at(learner.contexts, last, COLORS - U64(board.to_play))
    learner.first_context = learner.last_context


@kernel
def choose_reply_move(learner, board, policy, color):
    """Return a reply to the last move, or PASS_CELL; what the tree teaches comes first."""
    if not learner.suggests_reply_moves or color == learner.denied:
        return PASS_CELL
    if learner.by_tree:
        cell = best_reply_move(learner, board, policy, color, BY_TREE)
        if cell != PASS_CELL:
            return cell
    return best_reply_move(learner, board, policy, color, BY_PLAYOUTS) if learner.by_playouts else PASS_CELL


@kernel
def choose_context_move(learner, board, policy, color):
    """Return a point near the last move, or PASS_CELL; what the tree teaches comes first."""
    if not learner.suggests_context_moves or color == learner.denied:
        return PASS_CELL
    if learner.by_tree:
        cell = best_context_move(learner, board, policy, color, BY_TREE)
        if cell != PASS_CELL:
            return cell
    return best_context_move(learner, board, policy, color, BY_PLAYOUTS) if learner.by_playouts else PASS_CELL


@kernel
def note_own_move(learner, board, color, cell, step):
    """Note the move with its context before it, and update the contexts."""
    context = ZERO if cell == PASS_CELL else context_at(learner.contexts, cell, color)
    prefetch_tables(learner, board, color, cell, context)
    if learner.count < learner.updates:
        learner.cells[learner.count], learner.colors[learner.count], learner.seen[learner.count] = cell, color, context
        learner.count += 1
    learner.last_context = context
    learner.steps[color, step] += 1
    keep_contexts(learner.contexts, board, color, cell, step)
    if learner.suggests_context_moves and cell != PASS_CELL:
        prefetch_nearby(learner, board, COLORS - color, cell)


@kernel
def prefetch_tables(learner, board, color, cell, context):
    """Load what the end of the playout will update for this move, and the list of replies to it, which the next move reads.

    The playout goes on meanwhile. Must be called before `last_context` changes to the context of this move.
    """
    if cell == PASS_CELL:
        return
    if learner.learns_context_moves:
        prefetch_context_rate(learner, context_index(learner, board, color, cell, context))
    if learner.learns_reply_moves:
        contexts = context ^ learner.last_context
        prefetch_reply_rate(learner, reply_index(learner, board, color, U64(board.last), cell, contexts))
        prefetch_reply_entry(learner, reply_list_index(learner, board, COLORS - color, cell, context) * U64(learner.best))


@kernel
def learn_result(learner, board, winner):
    """Learn from a finished playout: moves of the winner have won, the others have lost. A draw (EMPTY) changes no rates."""
    if winner != EMPTY:
        last, before = learner.first_last, learner.first_context
        for index in range(learner.count):
            cell, won = U64(learner.cells[index]), np.int64(learner.colors[index] == winner)
            if cell != PASS_CELL:
                if learner.learns_context_moves:
                    learn_context_move(learner, board, index, won)
                if learner.learns_reply_moves and last != PASS_CELL:
                    learn_reply_move(learner, board, last, before, index, won)
            last, before = cell, U64(learner.seen[index])
    if learner.balances:
        look_at_balance(learner, shared_at(learner, 0))


@kernel
def learning_games(boards, policy, stream, count, komi, observer, learner):
    """Play games like `policy_games`, and learn from each."""
    moves, black_wins, cut_off = ZERO, ZERO, ZERO
    for _ in range(count):
        boards[1] = boards[0]
        moves += watch_learning_game(boards[1], policy, stream, observer, learner)
        black_won = final_score(boards[1]) > komi
        learn_result(learner, boards[1], BLACK if black_won else WHITE)
        black_wins += U64(black_won)
        cut_off += U64(boards[1].passes < TWO)
    return moves, black_wins, cut_off
