"""The laws of every graph, in every mode, with any number of threads, before and after pruning."""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.search import Search
from miai.search.graph import EXPANDED, EXPANDING, NONE

ROUNDING_ERROR = 1e-9


def reachable(search: Search) -> list[int]:
    """Return the nodes below the root, each once."""
    root = int(search.graph.head.root)
    found, waiting = {root}, [root]
    while waiting:
        for edge in search.view().edges_of(waiting.pop()):
            if edge.child != NONE and int(edge.child) not in found:
                found.add(int(edge.child))
                waiting.append(int(edge.child))
    return sorted(found)


def assert_laws(search: Search, *, is_whole: bool = True) -> None:
    """Check all laws. `is_whole`: the graph was never pruned, so that a node has only the visits of the edges that lead to it."""
    head, nodes = search.graph.head, search.graph.nodes
    indices = reachable(search)
    incoming = dict.fromkeys(indices, 0)
    for index in indices:
        node, edges = nodes[index], search.view().edges_of(index)
        assert node.phase != EXPANDING
        assert node.visits == node.own_visits + sum(int(edge.visits) for edge in edges), f"node {index}"
        assert (node.phase == EXPANDED) == (node.edge_count > 0)
        assert all(edge.in_flight == 0 and edge.parent == index for edge in edges)
        assert len({int(edge.action) for edge in edges}) == len(edges), "an action stands twice in a node: it was expanded twice"
        assert_range(node)
        for edge in edges:
            if edge.child != NONE:
                incoming[int(edge.child)] += int(edge.visits)
    for index in indices:
        if index != head.root:
            assert incoming[index] == nodes[index].visits if is_whole else incoming[index] <= nodes[index].visits, f"node {index}"
    assert_one_node_a_key(search, indices)
    assert head.node_count * head.node_bytes + head.edge_count * search.graph.edges.itemsize <= head.arena_bytes


def assert_range(node: Any) -> None:
    for name in ("value", "low", "high"):
        assert (node[name] >= -ROUNDING_ERROR).all() and (node[name] <= 1 + ROUNDING_ERROR).all(), f"{name} is {node[name]}"
    assert (node.low <= node.high).all()
    assert (node.total >= 0).all() and (node.total <= node.visits + ROUNDING_ERROR).all()
    assert not np.isnan(node.squares).any()


def assert_one_node_a_key(search: Search, indices: list[int]) -> None:
    """No position has two nodes (its groups have its key too)."""
    keys = [int(search.graph.nodes[index].key) for index in indices if search.graph.nodes[index].group == NONE]
    assert len(set(keys)) == len(keys)


def _without_gaps(records: Any) -> list[bytes]:
    """Return the bytes of all fields, without those between the fields."""
    plain = np.asarray(records)
    return [plain[name].tobytes() for name in plain.dtype.names or ()]


def snapshot(search: Search) -> tuple[Any, ...]:
    """Return the whole graph, to be compared bit for bit. Without what no search reads: addresses and unused memory."""
    head = search.graph.head
    nodes, edges = int(head.node_count), int(head.edge_count)
    counts = [int(head[name]) for name in ("node_count", "edge_count", "simulations", "root", "prunes", "threshold")]
    counts.append(int(search.workers[0].transpositions))
    return (
        counts,
        _without_gaps(search.graph.nodes[:nodes]),
        _without_gaps(search.graph.edges[search.graph.edges.size - edges :]),
        search.workers[0].stream.s.tolist(),
    )
