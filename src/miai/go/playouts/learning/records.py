"""What learning needs to remember: tables that all threads share, and a learner for each thread.

A success rate is a win/loss state in a byte (`miai.wls`). Places in the tables are found by colour, cells, and the lowest bits of hashes
of the surroundings (`miai.go.playouts.contexts`):

    node move    [color, move, context of the move]                           how moves did
    edge move    [color, last move, answer, context of both]                  how answers did
    answers      [color of the last move, last move, its context]             the k best answers of an edge table, to be looked through

| field of a learner | dtype, shape | meaning |
|---|---|---|
| `contexts` | context_dtype(size) | surroundings of all points, kept move by move |
| `blank` | the same | those on an empty board |
| `steps` | int64, (3, steps) | moves of each colour so far, by the step that chose them |
| `counted` | int64, (2, 3) | how many of the suggested ones balance knows of, as in `shared_dtype` |
| `cells`, `colors`, `seen` | uint16, uint8, uint32; 128 | the first moves of the playout: where, who, in which surroundings |
| `count` | int64 | how many of them there are |
| `last_context` | uint64 | surroundings of the last move |
| `first_last`, `first_context` | uint64 | the last move before the playout, and its surroundings |
| `near_states` | uint64, 40 | room for the states of the points near the last move |
| `following` | uint8, (2, 253) | where a loss and a win lead from each state |
| `worth` | uint16, 253 | the success rate that each state speaks for |
| `nodes_at`, `edges_at`, `answers_at`, `shared_at` and their limits | int64 | addresses of the tables that threads share |
| `node_mask`, `edge_mask`, `node_bits`, `edge_bits` | uint64 | which bits of a hash are used |
| `learns_nodes`, `learns_edges`, `suggests_nodes`, `balances` | uint8 | what is switched on |
| `nearby`, `best`, `draws`, `updates`; `outdated` | int64; uint64 | as in the settings; `best` is k |
| `denied` | uint64 | a colour that what was learned is kept from; 0: neither. So the moves of the other can be judged |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.pointers import accessor
from miai.core.records import record
from miai.go.board.board import U64, cell_count
from miai.go.playouts.contexts import context_dtype
from miai.go.playouts.learning.settings import LONGEST_TRACE, MOST_ANSWERS
from miai.go.playouts.observers import STEPS

STATES = 253
"""Win/loss states that a byte has room for, up to an end of scale of 21."""
MOST_NEARBY = 40
ONE_VIEW = 1
"""The tables tell colours apart, so surroundings need be kept as one player sees them only."""

rate_t = record("success_rate", [("state", np.uint8)])
"""One success rate."""

answers_t = record("best_answers", [("entry", np.uint64, MOST_ANSWERS)])
"""The best answers to a move in its surroundings. The list is filled from the front; 0 is a free entry.

An entry has 16 bits each for the cell of the answer, the lowest bits of its own surroundings, its state, and how often in a row it was
illegal: one word, since a list is looked through at every move.
"""
FIELD = U64(0xFFFF)
ANSWER = U64(0xFFFFFFFF)
"""Cell and surroundings: what makes an entry another one."""
CONTEXT, STATE, ILLEGAL = U64(16), U64(32), U64(48)
"""The first bit of each; that of the cell is 0."""


@functools.cache
def shared_dtype(size: int) -> np.dtype[Any]:
    """What threads share besides the tables: thresholds, how they are balanced, and which points are near
    each point: as cells of the board, and as those of contexts.

    Index 0 of counts and offsets is for node moves, 1 for edge moves; the second index of counts is the colour.
    """
    return record(
        "shared_learning",
        [
            ("threshold", np.int64, 2),
            ("offset", np.int64, 2),
            ("suggested", np.int64, (2, 3)),
            ("playouts", np.int64),
            ("near", np.uint16, (cell_count(size), MOST_NEARBY, 2)),
        ],
    )


@functools.cache
def learner_dtype(size: int) -> np.dtype[Any]:
    """A learner for playouts on boards of `size`."""
    return record(
        f"learner{size}",
        [
            ("contexts", context_dtype(size, ONE_VIEW)),
            ("blank", context_dtype(size, ONE_VIEW)),
            ("cells", np.uint16, LONGEST_TRACE),
            ("colors", np.uint8, LONGEST_TRACE),
            ("seen", np.uint32, LONGEST_TRACE),
            ("count", np.int64),
            ("steps", np.int64, (3, len(STEPS))),
            ("counted", np.int64, (2, 3)),
            *((name, np.uint64) for name in ("last_context", "first_context", "first_last")),
            ("near_states", np.uint64, MOST_NEARBY),
            ("following", np.uint8, (2, STATES)),
            ("worth", np.uint16, STATES),
            *((f"{name}_{part}", np.int64) for name in ("nodes", "edges", "answers", "shared") for part in ("at", "limit")),
            *((name, np.uint64) for name in ("node_mask", "edge_mask", "node_bits", "edge_bits")),
            *((name, np.uint8) for name in ("learns_nodes", "learns_edges", "suggests_nodes", "balances")),
            *((name, np.int64) for name in ("nearby", "best", "draws", "updates")),
            *((name, np.uint64) for name in ("outdated", "denied")),
            ("side", np.uint8, size),
        ],
    )


def _shared_of(learner_t: Any) -> np.dtype[Any]:
    return shared_dtype(learner_t["side"].shape[0])


node_rate_at = accessor(lambda _: rate_t, "nodes_at", "nodes_limit")
edge_rate_at = accessor(lambda _: rate_t, "edges_at", "edges_limit")
answers_at = accessor(lambda _: answers_t, "answers_at", "answers_limit")
shared_at = accessor(_shared_of, "shared_at", "shared_limit")
"""`shared_at(learner, 0)`; there is one."""
