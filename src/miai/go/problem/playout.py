"""The playout at the end of a simulation, and the counts at its end."""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.go.board.board import BLACK, EDGE, EMPTY, U64, WHITE
from miai.go.board.eyes import eye_owner
from miai.go.playouts.game import watch_learning_game, watch_policy_game
from miai.go.playouts.learning.learner import learn_result
from miai.go.problem.rules import stones_ahead
from miai.go.problem.state import learner_at, tally_at
from miai.go.rules.scoring import final_score


@kernel
def play_to_the_end(state, worker):
    """Play the game to its end and write Black's points into `state.points`. By territory, moves from here on cost nothing."""
    board = state.board
    ahead = stones_ahead(board) if state.by_territory else np.int64(0)
    watch_policy_game(board, state.policy, worker.stream, worker)
    note_end(state, worker, ahead)


@kernel
def play_and_learn(state, worker):
    """Play like `play_to_the_end`, with the thread's learner, which learns from the result."""
    board, learner = state.board, learner_at(state, worker.number)
    ahead = stones_ahead(board) if state.by_territory else np.int64(0)
    watch_learning_game(board, state.policy, worker.stream, worker, learner)
    note_end(state, worker, ahead)
    learn_result(learner, board, BLACK if state.points > state.komi else WHITE if state.points < state.komi else EMPTY)


@kernel
def note_end(state, worker, ahead):
    """Write the points of a finished game into `state`, and count the owners of points if the state has tallies."""
    board = state.board
    state.points = np.int64(final_score(board)) - ahead
    state.played_out = 1
    if state.tally_limit > 0:
        tally = tally_at(state, worker.number)
        count_owners(tally, board, state.points > state.komi)
        tally.tried[state.first] += 1
        tally.points[state.first] += state.points


@kernel
def count_owners(tally, board, black_won):
    """Add the end of a playout to a thread's tally."""
    tally.playouts += 1
    winner = 1 if black_won else -1
    tally.balance += winner
    for i in range(board.color.size):
        color = U64(board.color[i])
        if color == EDGE:
            continue
        if color == EMPTY:
            color = eye_owner(U64(board.around[i]))
        owner = int(color == BLACK) - int(color == WHITE)
        tally.owned[i] += owner
        tally.won[i] += owner * winner
