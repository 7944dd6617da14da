"""Pruning: nodes are removed when memory is full, and when a move was played. No simulation may be under way.

A sweep from the root marks the nodes to keep. A parent takes over the visits of a removed child and their mean result, as if those
simulations had ended there: its value stays as it was, and so does the law *visits = own visits + visits of edges*. Then nodes and
edges are moved together, so that the free memory is one piece again.

| policy | keeps | memory is full |
|---|---|---|
| `threshold` | nodes with at least `threshold` visits, which rises until enough is free | now and then |
| `ageing` | nodes visited lately, the limit rising until enough is free | now and then |
| `first-come` | everything; the graph stops growing, and new positions are only played out | for good |
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import copy_to
from miai.search.graph import EDGE_BYTES, LEAF, NONE, bucket_at, bucket_of, edge_at, node_at
from miai.search.settings import GROUPING_OFF, PRUNE_AGEING


@kernel
def prune_graph(graph, settings):
    """Remove nodes until at most the share `prune_target` of the memory is in use; return how many were removed."""
    mark_survivors(graph, settings)
    return keep_marked(graph, settings)


@kernel
def mark_survivors(graph, settings):
    """Mark the nodes that pruning keeps: at most the share `prune_target` of the memory. Removes nothing."""
    limit = settings.prune_target * graph.arena_bytes
    floor = np.int64(max(2, graph.threshold // 2))
    if settings.prune == PRUNE_AGEING:
        floor = np.int64(node_at(graph, graph.root).last_visit // 2 + 1)
    while mark_kept(graph, settings, floor) > limit:
        floor = raise_floor(graph, settings, floor)
    graph.threshold = min(floor, np.int64(2**30))
    graph.prunes += 1


@kernel
def raise_floor(graph, settings, floor):
    """Return a higher floor: 1.5 times the visits; with ageing, half-way from the floor to now."""
    if settings.prune == PRUNE_AGEING:
        now = np.int64(node_at(graph, graph.root).last_visit)
        return max(floor + 1, (floor + now) // 2)
    return floor + floor // 2 + 1


@kernel
def keep_below(graph, settings, root):
    """Make `root` the root and remove all nodes that it does not lead to; return how many were removed."""
    graph.root = root
    mark_kept(graph, settings, np.int64(0))
    return keep_marked(graph, settings)


@kernel
def mark_kept(graph, settings, floor):
    """Mark the nodes to keep: those that the root leads to through nodes at or above `floor`. Return the bytes they need."""
    graph.sweeps += 1
    sweep = graph.sweeps
    last = np.int64(graph.root)
    node_at(graph, last).mark = sweep
    node_at(graph, last).next_marked = NONE
    size = 0
    while last != NONE:
        node = node_at(graph, last)
        last = np.int64(node.next_marked)
        size += graph.node_bytes
        if not stays_expanded(graph, settings, node, floor):
            continue
        size += node.edge_count * EDGE_BYTES
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            child = np.int64(edge_at(graph, e).child)
            if child == NONE or node_at(graph, child).mark == sweep:
                continue
            if node_at(graph, child).group != NONE or reaches(node_at(graph, child), settings, floor):
                node_at(graph, child).mark = sweep
                node_at(graph, child).next_marked = last
                last = child
    return size


@kernel
def stays_expanded(graph, settings, node, floor):
    """Return whether a node keeps its edges: a position after it is kept. A group keeps them as long as its position does."""
    if floor == 0 or node.group != NONE:
        return True
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = edge_at(graph, e).child
        if child == NONE:
            continue
        if node_at(graph, child).group == NONE:
            if reaches(node_at(graph, child), settings, floor):
                return True
        elif group_reaches(graph, settings, node_at(graph, child), floor):
            return True
    return False


@kernel
def group_reaches(graph, settings, group, floor):
    """Return whether one of the positions after a group is kept."""
    for e in range(group.first_edge, group.first_edge + group.edge_count):
        child = edge_at(graph, e).child
        if child != NONE and reaches(node_at(graph, child), settings, floor):
            return True
    return False


@kernel
def reaches(node, settings, floor):
    """Return whether a position is kept: its visits, or with ageing its last visit, reach `floor`."""
    if floor > 0 and settings.prune == PRUNE_AGEING:
        return node.last_visit >= floor
    return node.visits >= floor


@kernel
def keep_marked(graph, settings):
    """Remove all nodes that the last sweep did not mark; return how many."""
    before = graph.node_count
    for index in range(before):
        if node_at(graph, index).mark == graph.sweeps:
            fold_pruned_children(graph, node_at(graph, index))
    move_edges(graph)
    move_nodes(graph)
    relink(graph, settings)
    graph.full = 0
    graph.pruned_nodes += before - graph.node_count
    return before - graph.node_count


@kernel
def fold_pruned_children(graph, node):
    """Take over the visits of removed children. A position without children becomes a leaf again."""
    children = 0
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        edge = edge_at(graph, e)
        if edge.child == NONE:
            continue
        child = node_at(graph, edge.child)
        if child.mark == graph.sweeps:
            children += 1
            continue
        node.own_visits += edge.visits
        for v in range(node.own_sum.size):
            node.own_sum[v] += edge.visits * child.value[v]
        edge.visits = 0
        edge.child = NONE
    if children == 0 and node.group == NONE:
        node.phase = LEAF
        node.edge_count = 0
        node.first_edge = NONE
        node.grouped_at = 0


@kernel
def belongs(graph, e):
    """Return whether edge `e` is in use by a node that is kept."""
    parent = edge_at(graph, e).parent
    if parent == NONE or node_at(graph, parent).mark != graph.sweeps:
        return False
    return node_at(graph, parent).first_edge <= e < node_at(graph, parent).first_edge + node_at(graph, parent).edge_count


@kernel
def move_edges(graph):
    """Move the edges that are kept to the end of the block, in their order, so that a node's edges stay side by side."""
    target = graph.edge_limit
    for e in range(graph.edge_limit - 1, graph.edge_limit - graph.edge_count - 1, -1):
        if belongs(graph, e):
            target -= 1
            parent = node_at(graph, edge_at(graph, e).parent)
            is_first = parent.first_edge == e
            if target != e:
                copy_to(edge_at(graph, target), edge_at(graph, e))
            if is_first:  # the last of its block to be moved, so that `belongs` was right for the others
                parent.first_edge = target
    graph.edge_count = graph.edge_limit - target


@kernel
def move_nodes(graph):
    """Move the nodes that are kept to the front of the block and let edges and root point to their new places."""
    count = 0
    for index in range(graph.node_count):
        if node_at(graph, index).mark == graph.sweeps:
            node_at(graph, index).next_marked = count
            count += 1
    for e in range(graph.edge_limit - graph.edge_count, graph.edge_limit):
        edge_at(graph, e).parent = node_at(graph, edge_at(graph, e).parent).next_marked
        if edge_at(graph, e).child != NONE:
            edge_at(graph, e).child = node_at(graph, edge_at(graph, e).child).next_marked
    graph.root = node_at(graph, graph.root).next_marked
    target = 0
    for index in range(graph.node_count):
        if node_at(graph, index).mark == graph.sweeps:
            if target != index:
                copy_to(node_at(graph, target), node_at(graph, index))
            target += 1
    graph.node_count = count


@kernel
def relink(graph, settings):
    """Rebuild the table and the lists of incoming edges."""
    for place in range(graph.bucket_limit):
        bucket_at(graph, place).after = 0
    in_table = not settings.has_paths or settings.grouping != GROUPING_OFF
    for index in range(graph.node_count):
        node_at(graph, index).first_in = NONE
        if in_table and node_at(graph, index).group == NONE:
            place = bucket_of(graph, node_at(graph, index).key)
            node_at(graph, index).next_in_bucket = bucket_at(graph, place).after - 1
            bucket_at(graph, place).after = index + 1
    for e in range(graph.edge_limit - graph.edge_count, graph.edge_limit):
        child = edge_at(graph, e).child
        if child != NONE:
            edge_at(graph, e).next_in = node_at(graph, child).first_in
            node_at(graph, child).first_in = e
