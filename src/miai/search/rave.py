"""All moves as first: results of an action played later in a simulation count for playing it now.

RAVE: Gelly and Silver (2007), *Combining online and offline knowledge in UCT*. GRAVE: Cazenave (2015), *Generalized rapid action value
estimation*.
"""

from __future__ import annotations

from miai.core.atomics import add
from miai.core.kernels import kernel
from miai.search.graph import GROUP_ACTION, NONE, edge_at, node_at, seen_by
from miai.search.problem import CHANCE


@kernel
def update_rave(graph, settings, worker):
    """Add the result to every edge of the path's nodes whose action its player played there or later in this simulation."""
    for step in range(worker.path_length):  # the end of the path was a leaf
        node = node_at(graph, worker.path_nodes[step])
        if node.player == CHANCE:
            continue
        since = worker.trace_base + worker.edge_times[step]
        seen = seen_by(worker.result, node.player)
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            action = edge_at(graph, e).action
            if action >= 0 and worker.first_played[node.player, action] >= since:
                add(edge_at(graph, e), "rave_visits", 1, settings.atomic)
                add(edge_at(graph, e), "rave_sum", seen, settings.atomic)


@kernel
def lend_rave(graph, settings, worker, index):
    """GRAVE: record for each action of the node's player the edge whose counts nodes below with few visits use.

    That is the edge of the nearest node above, of the same player, with at least `grave` visits; `NONE` if there is no such node.
    A node with groups has no counts, its group nodes have. The caller has cleared the record of the last simulation.
    """
    rave_edges, node = worker.rave_edges, node_at(graph, index)
    if node.visits < settings.grave or edge_at(graph, node.first_edge).action <= GROUP_ACTION:
        return
    rave_edges[node.player, :] = NONE
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        if edge_at(graph, e).action >= 0:
            rave_edges[node.player, edge_at(graph, e).action] = e
