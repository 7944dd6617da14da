"""Memory for new nodes and edges. One thread takes what it needs; several take more at once and keep it in reserve.

All threads write to the two counters of the arena, and a counter that two processors write to has to travel between them: with one
trip a simulation, that alone costs a tenth of the search (docs/results/search-speed.md). What is left of a reserve belongs to nobody,
like what was given up, and the next release takes it back.
"""

from __future__ import annotations

import numpy as np

from miai.core.atomics import add, atomic_add
from miai.core.kernels import kernel
from miai.search.graph import EDGE_BYTES, NONE, edge_at, node_at

NODES_IN_RESERVE = 32
EDGES_IN_RESERVE = 256


@kernel
def allocate_node(graph, settings, worker):
    """Return the number of a node nobody uses, or `NONE` and `full` set if memory has run out. Its fields hold anything."""
    if not settings.atomic:
        return _claim_nodes(graph, settings, 1)
    if worker.reserved_nodes == 0:
        first = _claim_nodes(graph, settings, NODES_IN_RESERVE)
        if first == NONE:
            return first
        for index in range(first, first + NODES_IN_RESERVE):
            node_at(graph, index).mark = 0  # memory that was something else before: no sweep may take it for a node in use
        worker.next_node, worker.reserved_nodes = first, NODES_IN_RESERVE
    worker.next_node += 1
    worker.reserved_nodes -= 1
    return np.int64(worker.next_node - 1)


@kernel
def allocate_edges(graph, settings, worker, count):
    """Return the first of `count` edges side by side that nobody uses, or `NONE` and `full` set. Their fields hold anything."""
    if not settings.atomic or count > EDGES_IN_RESERVE // 4:
        return _claim_edges(graph, settings, count)
    if worker.reserved_edges < count:
        first = _claim_edges(graph, settings, EDGES_IN_RESERVE)
        if first == NONE:
            return first
        for edge in range(first, first + EDGES_IN_RESERVE):
            edge_at(graph, edge).parent = NONE
        worker.next_edge, worker.reserved_edges = first, EDGES_IN_RESERVE
    worker.next_edge += count
    worker.reserved_edges -= count
    return np.int64(worker.next_edge - count)


@kernel
def _has_room(graph):
    used = graph.node_count * graph.node_bytes + graph.edge_count * EDGE_BYTES
    return used <= graph.arena_bytes


@kernel
def _claim_nodes(graph, settings, count):
    """Return the first of `count` nodes side by side at the end of those in use, or `NONE` and `full` set."""
    first = np.int64(graph.node_count)
    if settings.atomic:
        first = np.int64(atomic_add(graph, "node_count", count))
    else:
        graph.node_count += count
    if _has_room(graph) and first + count <= graph.node_limit:
        return first
    add(graph, "node_count", -count, settings.atomic)
    graph.full = 1
    return np.int64(NONE)


@kernel
def _claim_edges(graph, settings, count):
    """Return the first of `count` edges side by side before those in use, or `NONE` and `full` set."""
    before = np.int64(graph.edge_count)
    if settings.atomic:
        before = np.int64(atomic_add(graph, "edge_count", count))
    else:
        graph.edge_count += count
    if _has_room(graph) and before + count <= graph.edge_limit:
        return graph.edge_limit - before - count
    add(graph, "edge_count", -count, settings.atomic)
    graph.full = 1
    return np.int64(NONE)
