"""The laws of every graph, in every mode, with any number of threads, before and after pruning.

A graph has tens of thousands of edges, so the laws are checked for whole columns.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.search import Search
from miai.search.graph import EXPANDED, EXPANDING, NONE

ROUNDING_ERROR = 1e-9


def reachable(search: Search) -> list[int]:
    """Return the nodes below the root, each once."""
    nodes, edges = np.asarray(search.graph.nodes), np.asarray(search.graph.edges)
    seen = np.zeros(int(search.graph.head.node_count), bool)
    new = np.array([int(search.graph.head.root)])
    while new.size:
        seen[new] = True
        children = edges["child"][_places_of_edges(nodes[new])]
        new = np.unique(children[children != NONE])
        new = new[~seen[new]]
    return np.flatnonzero(seen).tolist()


def _places_of_edges(nodes: Any) -> Any:
    """Return the places of the edges of all `nodes`, in their order."""
    counts = nodes["edge_count"].astype(np.int64)
    starts = np.repeat(nodes["first_edge"] - np.concatenate(([0], counts.cumsum()[:-1])), counts)
    return starts + np.arange(counts.sum())


def assert_laws(search: Search, *, is_whole: bool = True) -> None:
    """Check all laws. `is_whole`: the graph was never pruned, so that a node has only the visits of the edges that lead to it."""
    head = search.graph.head
    indices = np.array(reachable(search))
    nodes = np.asarray(search.graph.nodes)[indices]
    edges = np.asarray(search.graph.edges)[_places_of_edges(nodes)]
    parents = np.repeat(indices, nodes["edge_count"])
    assert (nodes["phase"] != EXPANDING).all()
    assert ((nodes["phase"] == EXPANDED) == (nodes["edge_count"] > 0)).all()
    assert (edges["in_flight"] == 0).all() and (edges["parent"] == parents).all()
    outgoing = _sum_by(parents, edges["visits"], head.node_count)[indices]
    assert_all(indices, nodes["visits"] == nodes["own_visits"] + outgoing)
    pairs = np.stack([parents, edges["action"]])
    assert np.unique(pairs, axis=1).shape == pairs.shape, "an action stands twice in a node: it was expanded twice"
    assert_range(nodes)
    led = edges[edges["child"] != NONE]
    incoming = _sum_by(led["child"], led["visits"], head.node_count)[indices]
    as_visited = incoming == nodes["visits"] if is_whole else incoming <= nodes["visits"]
    assert_all(indices, as_visited | (indices == head.root))
    keys = nodes["key"][nodes["group"] == NONE]  # the groups of a position have its key too
    assert np.unique(keys).size == keys.size, "a position has two nodes"
    assert head.node_count * head.node_bytes + head.edge_count * search.graph.edges.itemsize <= head.arena_bytes


def _sum_by(places: Any, numbers: Any, size: int) -> Any:
    return np.bincount(places, weights=numbers, minlength=int(size)).astype(np.int64)


def assert_all(indices: Any, holds: Any) -> None:
    assert holds.all(), f"node {indices[~holds][0]}"


def assert_range(nodes: Any) -> None:
    for name in ("value", "low", "high"):
        assert (nodes[name] >= -ROUNDING_ERROR).all() and (nodes[name] <= 1 + ROUNDING_ERROR).all(), f"{name} is out of range"
    assert (nodes["low"] <= nodes["high"]).all()
    assert (nodes["total"] >= 0).all() and (nodes["total"] <= nodes["visits"][:, None] + ROUNDING_ERROR).all()
    assert not np.isnan(nodes["squares"]).any()


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
