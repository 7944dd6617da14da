"""The interface of learners: records that suggest moves to playouts and learn from their results.

The type of the **learner** selects the implementations when a game is compiled. A policy record in its place suggests nothing and learns
nothing, at no cost. `miai.go.playouts.learning` has the one learner that there is.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import generic, kernel
from miai.go.board.board import PASS_CELL


@generic
def begin_learning(learner, board):
    """Begin a playout at `board`."""


@generic
def suggest_reply_move(learner, board, policy, color):
    """Return the reply to the last move with the best record in these contexts, or PASS_CELL."""


@generic
def suggest_context_move(learner, board, policy, color):
    """Return the point near the last move with the best record in its context, or PASS_CELL."""


@generic
def note_played(learner, board, color, cell, step):
    """Note that `color` has played on `cell` (PASS_CELL: has passed); `step` is an index of `STEPS`."""


@generic
def draws_of(learner, color):
    """Return the number of moves to draw for `color` where a move is random; the best of them is played."""


@generic
def worth_of(learner, board, color, cell):
    """Return the worth of a move of `color` on the empty `cell`, to compare draws: by the success rates of both colours there."""


@begin_learning.default
@kernel
def _begin_nothing(learner, board):
    return


@suggest_reply_move.default
@kernel
def _no_answer(learner, board, policy, color):
    return PASS_CELL


@suggest_context_move.default
@kernel
def _nothing_nearby(learner, board, policy, color):
    return PASS_CELL


@draws_of.default
@kernel
def _draw_one(learner, color):
    return 1


@worth_of.default
@kernel
def _worth_nothing(learner, board, color, cell):
    return 0


@note_played.default
@kernel
def _note_nothing(learner, board, color, cell, step):
    return
