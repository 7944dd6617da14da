"""The top of a graph: the nodes near the root that have many visits, and all positions after them that were visited.

Those after them are listed too, however few visits they have: otherwise another search could not tell that they were tried, and would try
each of them itself.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.search.graph import NONE, Graph, edge_at, node_at
from miai.search.history import check_of_edges
from miai.search.positions import RESULT_UNIT
from miai.search.problem import CHANCE
from miai.search.sharing.statistics import RAVE_UNIT, Links, RaveCounts, Statistics

MOST_NODES = 8192
"""Most nodes of the top of a graph. They are listed level by level, so that those near the root are among them."""

MOST_RAVES = 256
"""Most nodes whose RAVE counts are shared."""


class TopBuffers:
    """Arrays in which kernels list the top of a graph."""

    def __init__(self, most: int = MOST_NODES, actions: int = 0) -> None:
        self.nodes, self.depths = np.zeros(most, np.int64), np.zeros(most, np.int32)
        self.checks = np.zeros(most, np.uint32)
        self.sources, self.actions, self.targets = (
            np.zeros(2 * most, np.int64),
            np.zeros(2 * most, np.int32),
            np.zeros(2 * most, np.int64),
        )
        self.counts = np.zeros(2, np.int64)
        """Number of nodes, and of links."""
        size = (MOST_RAVES if actions else 0, actions)
        self.rave_nodes, self.rave_counts, self.rave_sums = np.zeros(size[0], np.int64), np.zeros(size, np.int64), np.zeros(size)


@kernel
def list_top(graph, least, deepest, nodes, depths, checks, sources, actions, targets, counts):
    """List the positions after nodes with at least `least` visits, at most `deepest` moves below the root, and the links between them."""
    graph.sweeps += 1
    counts[0], counts[1] = 1, 0
    nodes[0], depths[0] = graph.root, 0
    node_at(graph, graph.root).mark = graph.sweeps
    place = 0
    while place < counts[0]:
        node = node_at(graph, nodes[place])
        checks[place] = 0
        if node.edge_count > 0 and edge_at(graph, node.first_edge).action >= 0:
            checks[place] = check_of_edges(graph, np.int64(node.first_edge), np.int64(node.edge_count))
        if depths[place] < deepest and (place == 0 or node.visits >= least):
            _list_after(graph, place, nodes[place], nodes, depths, sources, actions, targets, counts)
        place += 1


@kernel
def _list_after(graph, place, index, nodes, depths, sources, actions, targets, counts):
    """Add the positions after node `index`, which is at `place` of the list or a move group of that node."""
    node = node_at(graph, index)
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        edge = edge_at(graph, e)
        if edge.child == NONE:
            continue
        if edge.action < 0:
            _list_members(graph, place, np.int64(edge.child), nodes, depths, sources, actions, targets, counts)
        else:
            _list_child(graph, place, edge, nodes, depths, sources, actions, targets, counts)


@kernel
def _list_members(graph, place, group, nodes, depths, sources, actions, targets, counts):
    """Add the positions after the moves of a group."""
    node = node_at(graph, group)
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        edge = edge_at(graph, e)
        if edge.child != NONE:
            _list_child(graph, place, edge, nodes, depths, sources, actions, targets, counts)


@kernel
def _list_child(graph, place, edge, nodes, depths, sources, actions, targets, counts):
    """Add the position after `edge`, if it is wanted and there is room, and the link to it."""
    child = node_at(graph, edge.child)
    if child.mark != graph.sweeps:
        if child.visits == 0 or counts[0] >= nodes.size:
            return
        child.mark = graph.sweeps
        nodes[counts[0]], depths[counts[0]] = edge.child, depths[place] + 1
        counts[0] += 1
    if counts[1] < sources.size:
        sources[counts[1]], actions[counts[1]], targets[counts[1]] = nodes[place], edge.action, edge.child
        counts[1] += 1


@kernel
def list_raves(graph, least, nodes, count, rave_nodes, rave_counts, rave_sums):
    """List the RAVE counts of those of the first `count` of `nodes` that have at least `least` visits, as many as fit; return how many."""
    listed = 0
    for place in range(count):
        node = node_at(graph, nodes[place])
        if listed == rave_nodes.size:
            break
        if node.edge_count == 0 or node.player == CHANCE or node.visits < least or edge_at(graph, node.first_edge).action < 0:
            continue
        rave_nodes[listed] = nodes[place]
        rave_counts[listed, :] = 0
        rave_sums[listed, :] = 0.0
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            edge = edge_at(graph, e)
            rave_counts[listed, edge.action] = edge.rave_visits
            rave_sums[listed, edge.action] = edge.rave_sum
        listed += 1
    return listed


def raves_of(graph: Graph, buffers: TopBuffers, least: int, age: int) -> RaveCounts:
    """Return the RAVE counts of the nodes that `top_of` listed last."""
    b = buffers
    count = list_raves(graph.head, np.int64(least), b.nodes, b.counts[0], b.rave_nodes, b.rave_counts, b.rave_sums)
    keys = np.asarray(graph.nodes)["key"][b.rave_nodes[:count]]
    order = np.argsort(keys)
    counts, sums = b.rave_counts[order], np.rint(b.rave_sums[order] * RAVE_UNIT).astype(np.int64)
    return RaveCounts(keys[order], counts.sum(axis=1), counts, sums, np.full(count, age)).visited()


def top_of(graph: Graph, buffers: TopBuffers, least: int, deepest: int, age: int) -> tuple[Statistics, Links]:
    """Return the statistics of the top of a graph, and the links between its positions. No simulation may be under way."""
    b = buffers
    list_top(graph.head, np.int64(least), np.int64(deepest), b.nodes, b.depths, b.checks, b.sources, b.actions, b.targets, b.counts)
    count, linked = b.counts.tolist()
    nodes = np.asarray(graph.nodes)[b.nodes[:count]]
    order = np.argsort(nodes["key"])
    nodes = nodes[order]
    rows = Statistics(
        nodes["key"].copy(),
        b.checks[:count][order],
        nodes["visits"].astype(np.int64),
        np.rint(nodes["value"] * nodes["visits"][:, None] * RESULT_UNIT).astype(np.int64),  # with what was proven meanwhile
        nodes["low"].copy(),
        nodes["high"].copy(),
        np.full(count, age),
    )
    keys: Any = np.asarray(graph.nodes)["key"]
    return rows, Links(keys[b.sources[:linked]], b.actions[:linked].copy(), keys[b.targets[:linked]])
