"""The allocator: memory for new nodes and edges. One thread takes what it needs; several take more at a time and keep a reserve.

All threads write to the two counters of the block, and a counter that two processors write to has to travel between them: one trip
per simulation costs a tenth of the search (docs/results/search-speed.md). The rest of a reserve is not in use, and the next pruning
frees it.
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
    """Return the number of a node that is not in use; if memory is full, set `full` and return `NONE`. Its fields are not cleared."""
    if not settings.atomic:
        return _claim_nodes(graph, settings, 1)
    if worker.reserved_nodes == 0:
        first = _claim_nodes(graph, settings, NODES_IN_RESERVE)
        if first == NONE:
            return first
        for index in range(first, first + NODES_IN_RESERVE):
            node_at(graph, index).mark = 0  # the memory was used before: no sweep may take it for a node in use
        worker.next_node, worker.reserved_nodes = first, NODES_IN_RESERVE
    worker.next_node += 1
    worker.reserved_nodes -= 1
    return np.int64(worker.next_node - 1)


@kernel
def allocate_edges(graph, settings, worker, count):
    """Return the first of `count` adjacent edges that are not in use; if memory is full, set `full` and return `NONE`."""
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
    """Return the first of `count` nodes after those in use; if memory is full, set `full` and return `NONE`."""
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
    """Return the first of `count` edges before those in use; if memory is full, set `full` and return `NONE`."""
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
