"""Observers: records that are notified of each move of a playout.

The type of the **observer** selects the implementation of `note_move` when a game is compiled, so a game without one costs nothing.

| observer | effect of a move |
|---|---|
| a policy record | nothing |
| `tally_t` | counts it by the step that chose it |
| local contexts (`miai.go.playouts.contexts`) | updates them |
| any other record, such as a worker of the search | calls `note_action`: player 0 is Black, the action is the cell, 0 for a pass |

To add an observer, define a record and decorate its kernel with `@note_move.implement(dtype)`.
"""

# mypy: allow-untyped-defs
from __future__ import annotations

import numpy as np

from miai.core.kernels import generic, kernel
from miai.core.records import record
from miai.go.board.board import ONE, U64
from miai.go.playouts.settings import policy_t
from miai.search.problem import note_action

STEPS = (
    *("atari tactics", "nakade", "reply moves", "patterns", "two liberties", "context moves"),
    *("skipped", "random", "eye shape", "pass"),
)
"""The steps of a policy in their order. The eye shape step changes a random move; reply and context moves are learned."""

ATARI, NAKADE, REPLY_MOVE, PATTERN, LOW_LIBERTIES, CONTEXT_MOVE, SKIPPED, RANDOM, EYE_SHAPE, NO_MOVE = (
    U64(i) for i in range(len(STEPS))
)

tally_t = record("playout_tally", [("steps", np.uint64, len(STEPS))])
"""The number of moves that each step has chosen."""


@generic
def note_move(observer, board, color, cell, step):
    """Notify `observer` that `color` has played on `cell` of `board` (PASS_CELL: has passed); `step` is an index of `STEPS`."""


@note_move.implement(policy_t)
@kernel
def _ignore_move(observer, board, color, cell, step):
    return


@note_move.implement(tally_t)
@kernel
def _count_move(observer, board, color, cell, step):
    observer.steps[step] += ONE


@note_move.default
@kernel
def _trace_move(observer, board, color, cell, step):
    note_action(observer, np.int64(color) - 1, np.int64(cell))
