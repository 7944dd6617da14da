"""Who is told of the moves of a playout: nobody, a counter of steps, or the search.

`note_move` is chosen by the type of the **witness** when a game is compiled, so that a game nobody watches pays nothing.

| witness | what it does with a move |
|---|---|
| a policy record | nothing |
| `tally_t` | counts it by the step that chose it |
| local contexts (`miai.go.playouts.contexts`) | keeps them up to date |
| any other record, such as a worker of the search | tells `note_action` of it: player 0 is Black, the action is the cell, 0 for a pass |

Another witness is a record of its own with `@note_move.implement(its dtype)`.
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
    *("atari tactics", "nakade", "edge moves", "patterns", "two liberties", "node moves"),
    *("skipped", "random", "eye shape", "pass"),
)
"""The steps of a policy that choose moves, in their order; the eye shape step changes a random move. Edge and node moves are learned."""

ATARI, NAKADE, EDGE_MOVE, PATTERN, LOW_LIBERTIES, NODE_MOVE, SKIPPED, RANDOM, EYE_SHAPE, NO_MOVE = (
    U64(i) for i in range(len(STEPS))
)

tally_t = record("playout_tally", [("steps", np.uint64, len(STEPS))])
"""How many moves each step has chosen."""


@generic
def note_move(witness, board, color, cell, step):
    """Take notice that `color` has played on `cell` of `board` (PASS_CELL: has passed), chosen by one of `STEPS`. It is done already."""


@note_move.implement(policy_t)
@kernel
def _ignore_move(witness, board, color, cell, step):
    return


@note_move.implement(tally_t)
@kernel
def _count_move(witness, board, color, cell, step):
    witness.steps[step] += ONE


@note_move.default
@kernel
def _trace_move(witness, board, color, cell, step):
    note_action(witness, np.int64(color) - 1, np.int64(cell))
