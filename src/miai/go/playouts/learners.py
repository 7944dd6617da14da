"""Who learns from playouts, what it suggests, and how it chooses: nobody, or the tables of `miai.go.playouts.learning`.

All of these are chosen by the type of the **learner** when a game is compiled. A policy record stands for nobody: it suggests nothing and
learns nothing, and a game that nobody learns from pays nothing.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

from miai.core.kernels import generic, kernel
from miai.go.board.board import PASS_CELL


@generic
def begin_learning(learner, board):
    """A playout begins at `board`."""


@generic
def suggest_reply_move(learner, board, policy, color):
    """The answer to the last move that has done well in such surroundings (an reply move), or PASS_CELL."""


@generic
def suggest_context_move(learner, board, policy, color):
    """The point near the last move that has done well in such surroundings (a context move), or PASS_CELL."""


@generic
def note_played(learner, board, color, cell, step):
    """`color` has played on `cell` (PASS_CELL: has passed), chosen by one of `STEPS`. It is done already."""


@generic
def draws_of(learner, color):
    """How many moves are drawn for `color` where chance decides; the one that is worth most is played."""


@generic
def worth_of(learner, board, color, cell):
    """What a move of `color` on the empty `cell` is worth, beside others: by the records of both colours there."""


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
