"""All-moves-as-first counts of other searches that run now (`sharing`), in arrays that kernels can read.

They are kept apart from the counts of this search, which the edges have, and selection reads the sum of both. A position with such
counts has a row: one pair of numbers for each action of the problem.

**Shared RAVE** (`shared_rave_t`), `shared_rave_actions` for each row.

| field | dtype | meaning |
|---|---|---|
| `visits` | float32 | simulations of others in which the position's player played this action there or later |
| `total` | float32 | their results, seen by that player |

A second array (`shared_rave_row_t`) has for each history (`history.py`) the row of its position, or `NONE`. Without a cluster both are
empty, and reading them costs one comparison per node.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import accessor, keep_address
from miai.core.records import new_array, record
from miai.search.graph import NONE
from miai.search.history import history_of
from miai.search.settings import RAVE_OFF

shared_rave_t = record("shared_rave", [("visits", np.float32), ("total", np.float32)])
shared_rave_row_t = record("shared_rave_row", [("row", np.int32)])

shared_rave_at = accessor(lambda graph_t: shared_rave_t, "shared_raves_at", "shared_rave_limit")
shared_rave_row_at = accessor(lambda graph_t: shared_rave_row_t, "shared_rave_rows_at", "shared_rave_row_limit")


@dataclass(frozen=True)
class SharedRave:
    """The arrays of others' counts that the head of a graph points to. They must exist as long as it does."""

    raves: Any
    rows: Any
    actions: int

    def point_from(self, head: Any) -> None:
        """Write the addresses and lengths of these arrays into the head of a graph."""
        head.shared_raves_at, head.shared_rave_rows_at = keep_address(self.raves), keep_address(self.rows)
        head.shared_rave_limit, head.shared_rave_row_limit = len(self.raves), len(self.rows)
        head.shared_rave_actions = self.actions


def make_shared_rave(visits: Any, totals: Any, histories: Any, count: int) -> SharedRave:
    """Return the counts (rows, actions) of positions whose histories, of `count` in all, have the numbers `histories`."""
    raves, rows = new_array(shared_rave_t, visits.size), new_array(shared_rave_row_t, count)
    raves.visits, raves.total = visits.ravel(), totals.ravel()
    rows.row = NONE
    rows.row[histories] = np.arange(len(histories))
    return SharedRave(raves, rows, visits.shape[1])


@kernel
def shared_rave_row(graph, settings, node):
    """Return the row of others' counts for the position of `node`, or `NONE`."""
    if graph.shared_rave_row_limit == 0 or settings.rave == RAVE_OFF or not settings.has_history:
        return np.int64(NONE)
    found = history_of(graph, node)
    if found == NONE:
        return np.int64(NONE)
    return np.int64(shared_rave_row_at(graph, found).row)


@kernel(inline=True)
def own_and_shared_rave(graph, edge, row):
    """Return (visits, sum of results) of an edge: those of this search, and those of others in `row`, if it is not `NONE`."""
    visits, total = float(edge.rave_visits), float(edge.rave_sum)
    if row != NONE and edge.action >= 0:
        shared = shared_rave_at(graph, row * graph.shared_rave_actions + edge.action)
        visits += shared.visits
        total += shared.total
    return visits, total
