"""Records of learning playouts: tables that all threads share, and a learner for each thread.

A success rate is a win/loss state in a byte (`miai.wls`). The index into a table is made of the colour, cells, and the lowest bits of
hashes of local contexts (`miai.go.playouts.contexts`):

    context rates  [color, move, context of the move]                    success rates of moves
    reply rates    [color, last move, reply, contexts of both]           success rates of replies
    reply lists    [color of the last move, last move, its context]      the k best replies, for a short look-up

With `learning.teacher` the tables have a second **layer** of the same shape behind the first. Playouts update the layer `BY_PLAYOUTS`, the
tree of a search the layer `BY_TREE` (`teaching.py`).

| field of a learner | dtype, shape | meaning |
|---|---|---|
| `contexts` | context_dtype(size) | contexts of all points, updated move by move |
| `blank` | the same | contexts on an empty board |
| `steps` | int64, (3, steps) | moves of each colour so far, by the step that chose them |
| `counted` | int64, (2, 3) | suggestions already counted by `balance`, indexed as in `shared_dtype` |
| `cells`, `colors`, `seen` | uint16, uint8, uint32; 128 | the first moves of the playout: cell, colour, context |
| `count` | int64 | number of these moves |
| `last_context` | uint64 | context of the last move |
| `first_last`, `first_context` | uint64 | the last move before the playout, and its context |
| `near_states` | uint64, 40 | scratch: states of the points near the last move |
| `following` | uint8, (2, 253) | state after a loss and after a win, for each state |
| `worth` | uint16, 253 | success rate of each state |
| `context_rates_at`, `reply_rates_at`, `reply_entries_at`, `shared_at` | int64 | addresses of the shared tables; `..._limit`: lengths |
| `context_layer`, `reply_layer`, `list_layer` | uint64 | length of a layer: context rates, reply rates, and listed replies |
| `context_mask`, `reply_mask`, `context_bits`, `reply_bits` | uint64 | the bits of a hash that are used |
| `learns_context_moves`, `learns_reply_moves` | uint8 | whether playouts update these rates |
| `suggests_context_moves`, `suggests_reply_moves` | uint8 | whether these moves are suggested |
| `by_playouts`, `by_tree` | uint8 | the layers that suggest moves |
| `balances`, `fresh` | uint8 | whether these parts are on |
| `nearby`, `best`, `draws`, `updates`; `outdated` | int64; uint64 | as in the settings; `best` is k |
| `denied` | uint64 | a colour that gets no suggestions, for experiments that judge the other colour's moves; 0: none |
"""

from __future__ import annotations

import functools
from typing import Any

import numpy as np

from miai.core.pointers import accessor, prefetcher
from miai.core.records import record
from miai.go.board.board import U64, cell_count
from miai.go.playouts.contexts import context_dtype
from miai.go.playouts.learning.settings import LONGEST_TRACE
from miai.go.playouts.observers import STEPS

STATES = 253
"""Win/loss states with an end of scale of 21, the most that fit into a byte."""
MOST_NEARBY = 40
BY_PLAYOUTS, BY_TREE = U64(0), U64(1)
"""The layers of the tables."""
ONE_VIEW = 1
"""The tables are indexed by colour, so contexts are stored from one player's viewpoint only."""

_TABLES = ("context_rates", "reply_rates", "reply_entries", "shared")

rate_t = record("success_rate", [("state", np.uint8)])
"""One success rate."""

reply_t = record("listed_reply", [("entry", np.uint64)])
"""One of the k best replies to a move in its context. A list is k consecutive entries, filled from the front; 0 is a free entry.

An entry has 16 bits each for the cell of the reply, the lowest bits of its own context, its state, and the number of times in a row that it
was illegal. It is one word because the list is read at every move.
"""
FIELD = U64(0xFFFF)
REPLY = U64(0xFFFFFFFF)
"""The bits of cell and context, which identify an entry."""
CONTEXT, STATE, ILLEGAL = U64(16), U64(32), U64(48)
"""The first bit of each part of an entry; the cell begins at bit 0."""


@functools.cache
def shared_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of the data that threads share besides the tables.

    It has the thresholds, the state of their balance, and the points near each point, as cells of the board and of contexts.
    Index 0 of thresholds, offsets and counts is for context moves, 1 for reply moves; the second index of counts is the colour.
    """
    return record(
        "shared_learning",
        [
            ("threshold", np.int64, 2),
            ("offset", np.int64, 2),
            ("suggested", np.int64, (2, 3)),
            ("playouts", np.int64),
            ("large_step", np.int64),
            ("near", np.uint16, (cell_count(size), MOST_NEARBY, 2)),
        ],
    )


@functools.cache
def learner_dtype(size: int) -> np.dtype[Any]:
    """Return the dtype of a learner for playouts on boards of `size`."""
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
            *((f"{table}_{part}", np.int64) for table in _TABLES for part in ("at", "limit")),
            *((name, np.uint64) for name in ("context_mask", "reply_mask", "context_bits", "reply_bits")),
            *((name, np.uint64) for name in ("context_layer", "reply_layer", "list_layer")),
            *((name, np.uint8) for name in ("learns_context_moves", "learns_reply_moves")),
            *((name, np.uint8) for name in ("suggests_context_moves", "suggests_reply_moves", "by_playouts", "by_tree")),
            *((name, np.uint8) for name in ("balances", "fresh")),
            *((name, np.int64) for name in ("nearby", "best", "draws", "updates")),
            *((name, np.uint64) for name in ("outdated", "denied")),
            ("side", np.uint8, size),
        ],
    )


def _shared_of(learner_t: Any) -> np.dtype[Any]:
    return shared_dtype(learner_t["side"].shape[0])


context_rate_at = accessor(lambda _: rate_t, "context_rates_at", "context_rates_limit")
reply_rate_at = accessor(lambda _: rate_t, "reply_rates_at", "reply_rates_limit")
reply_entry_at = accessor(lambda _: reply_t, "reply_entries_at", "reply_entries_limit")
prefetch_context_rate = prefetcher(lambda _: rate_t, "context_rates_at")
prefetch_reply_rate = prefetcher(lambda _: rate_t, "reply_rates_at")
prefetch_reply_entry = prefetcher(lambda _: reply_t, "reply_entries_at")
shared_at = accessor(_shared_of, "shared_at", "shared_limit")
"""`shared_at(learner, 0)`: there is one shared record."""
