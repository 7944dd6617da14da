"""Export: the positions of a graph as columns for a store, without groups. No simulation may be under way.

A position is exported once, when it leaves the search: at `play` those that cannot be reached any more, at `export` the rest. So
nothing is counted twice. Positions that are pruned are exported too (`export_pruned`); their visits also stay with the parent, as own
visits of it, so that the parent has every simulation that came through.
"""

from __future__ import annotations

import functools
import time
from typing import Any

import numpy as np

from miai.search.graph import NONE, Graph
from miai.search.history import action_hash
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Column, Positions, sum_moves
from miai.search.prune import mark_kept, mark_survivors

_LOW_HALF, _HALF = np.uint64(0xFFFFFFFF), np.uint64(32)


def export_positions(graph: Graph, settings: Any, new_root: int | None = None) -> Positions:
    """Return the positions that the root leads to and `new_root` does not, or all if it is `None`. Terminal ones are left out."""
    head = graph.head
    old_root = int(head.root)
    mark_kept(head, settings, np.int64(0))
    sweep = int(head.sweeps)
    if new_root is not None:
        head.root = new_root
        mark_kept(head, settings, np.int64(0))
        head.root = old_root
    return _columns(graph, graph.nodes[: head.node_count].mark == sweep)


def export_pruned(graph: Graph, settings: Any) -> Positions:
    """Mark the nodes that pruning keeps, and return the positions of all others. The caller then removes these (`keep_marked`)."""
    head = graph.head
    mark_kept(head, settings, np.int64(0))
    reached = int(head.sweeps)
    mark_survivors(head, settings)
    marks = graph.nodes[: head.node_count].mark
    return _columns(graph, (marks >= reached) & (marks != int(head.sweeps)))


def _columns(graph: Graph, leaves: Column) -> Positions:
    """Return the positions marked by `leaves`, by rising key, with the moves that were tried."""
    nodes = np.asarray(graph.nodes[: graph.head.node_count])
    edges = np.asarray(graph.edges[graph.head.edge_limit - graph.head.edge_count :])
    chosen = np.flatnonzero(leaves & (nodes["group"] == NONE) & (nodes["terminal"] == 0) & (nodes["visits"] > 0))
    chosen = chosen[np.argsort(nodes["key"][chosen])]
    row_of = np.full(len(nodes), NONE)
    row_of[chosen] = np.arange(len(chosen))
    owned = _owned_edges(graph, nodes, edges)
    _point_groups_to_owners(nodes, edges[owned], row_of)
    rows = np.where(owned, row_of[edges["parent"]], NONE)
    rows[edges["action"] < 0] = NONE
    tried = np.where((edges["visits"] > 0) & (edges["child"] != NONE), rows, NONE)
    moves = sum_moves(
        tried, edges["action"], edges["visits"].astype(np.int64) * COUNT_UNIT, nodes["key"][edges["child"]], len(chosen)
    )
    return Positions(
        nodes["key"][chosen],
        _checks(nodes, chosen, rows, edges, int(graph.head.edge_limit - graph.head.edge_count)),
        np.full(len(chosen), seconds_now(), np.uint32),
        nodes["player"][chosen],
        *_own_results(nodes, row_of, chosen),
        np.rint(nodes["total"][chosen] * RESULT_UNIT).astype(np.int64),
        nodes["low"][chosen],
        nodes["high"][chosen],
        *moves,
    )


def seconds_now() -> int:
    """Return the seconds since 1970, as far as 32 bits hold them: a clock may be wrong."""
    return min(max(int(time.time()), 0), 2**32 - 1)


def _owned_edges(graph: Graph, nodes: Column, edges: Column) -> Column:
    """Return which edges are in use by a node; the others are in reserve, or not in use any more."""
    place = graph.head.edge_limit - graph.head.edge_count + np.arange(len(edges))
    parent = edges["parent"]
    first = nodes["first_edge"][parent]
    return np.asarray((parent != NONE) & (first <= place) & (place < first + nodes["edge_count"][parent]))


def _point_groups_to_owners(nodes: Column, edges: Column, row_of: Column) -> None:
    """Set `row_of` of the nodes of move groups to the row of their position."""
    to_group = edges[edges["action"] < 0]
    row_of[to_group["child"]] = row_of[to_group["parent"]]


def _checks(nodes: Column, chosen: Column, rows: Column, edges: Column, first_place: int) -> Column:
    """Return the check of each row, 0 where there are no actions. Without groups, a node's actions are adjacent."""
    if (nodes["group"] == NONE).all():
        sums = _running_sums(edges["action"])
        starts = np.where(nodes["edge_count"] > 0, nodes["first_edge"] - first_place, 0)[chosen]
        return _folded(sums, starts, starts + nodes["edge_count"][chosen])
    nothing = np.zeros(len(rows), np.int64)
    firsts, actions, _, _ = sum_moves(
        rows, edges["action"], nothing, nothing, len(chosen)
    )  # each once, whatever the number of its groups
    return _folded(_running_sums(actions), firsts[:-1], firsts[1:])


def _running_sums(actions: Column) -> Column:
    """Return 0, then the sum of the hashes of the actions up to each."""
    hashes = _hashes(int(actions.max(initial=NONE)) + 1)[np.maximum(actions, 0)] if len(actions) else np.zeros(0, np.uint64)
    return np.concatenate([np.zeros(1, np.uint64), np.cumsum(hashes, dtype=np.uint64)])


def _folded(sums: Column, starts: Column, ends: Column) -> Column:
    """Return the check of the actions from `starts` to `ends`; 0 where there are none. See `history.check_of_edges`."""
    mixed = sums[ends] - sums[starts]
    folded = (((mixed >> _HALF) ^ mixed) & _LOW_HALF).astype(np.uint32) | np.uint32(1)
    return np.where(ends > starts, folded, np.uint32(0))


@functools.cache
def _hashes(count: int) -> Column:
    return np.array([action_hash(action) for action in range(count)], np.uint64)


def _own_results(nodes: Column, row_of: Column, chosen: Column) -> tuple[Column, Column]:
    """Return (own_visits, own_sum) of each row. Simulations that ended in a group count for its position."""
    visits = nodes["own_visits"][chosen].astype(np.int64) * COUNT_UNIT
    sums = nodes["own_sum"][chosen]
    groups = np.flatnonzero((nodes["group"] != NONE) & (row_of != NONE) & (nodes["own_visits"] > 0))
    np.add.at(visits, row_of[groups], nodes["own_visits"][groups].astype(np.int64) * COUNT_UNIT)
    np.add.at(sums, row_of[groups], nodes["own_sum"][groups])
    return visits, np.rint(sums * RESULT_UNIT).astype(np.int64)
