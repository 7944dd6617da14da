"""The tree of a one-player search: nodes, edges that are made when they are needed, and positions that paths share.

A node of a problem with `ranked_action` gets its edges one by one, in the order of their prior, so that memory grows with what was
visited and not with the number of actions. Other nodes get all their edges at once. A child is made when its edge is first followed;
if its position is in the tree already, the edge leads there (`share`).

A node is **closed** if nothing can be gained below it: it is terminal and was evaluated, or all its actions lead to closed nodes, or
its bound is not better than the best solution. A closed node is never entered again, on whatever path.

| field of a node | dtype | meaning |
|---|---|---|
| `key` | uint64 | of its position |
| `visits`, `total`, `squares`, `best` | int64, float64 | plays through it; sum of their scores, of the squares, best score |
| `bound` | float64 | no score below it is higher |
| `first_edge`, `last_edge` | int32 | its edges, a list; `NONE`: it has none |
| `edge_count` | int32 | number of these |
| `depth` | int32 | actions from the root, on the path that made it |
| `expanded`, `complete` | uint8 | whether it has edges; whether it has all of them |
| `terminal`, `closed` | uint8 | |

| field of an edge | dtype | meaning |
|---|---|---|
| `action` | int32 | |
| `child` | int32 | the node, or `NONE` |
| `next` | int32 | the next edge of the same node, or `NONE` |
| `prior` | float32 | value of `action_prior`, 0 to 1 |
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.pointers import accessor, keep_address
from miai.core.records import new, new_array, record
from miai.search.problem import bound, is_terminal, position_key

NONE = -1
_ONE = np.uint64(1)

node_t = record(
    "solo_node",
    [
        ("key", np.uint64),
        ("visits", np.int64),
        ("total", np.float64),
        ("squares", np.float64),
        ("best", np.float64),
        ("bound", np.float64),
        ("first_edge", np.int32),
        ("last_edge", np.int32),
        ("edge_count", np.int32),
        ("depth", np.int32),
        ("expanded", np.uint8),
        ("complete", np.uint8),
        ("terminal", np.uint8),
        ("closed", np.uint8),
    ],
)
edge_t = record("solo_edge", [("action", np.int32), ("child", np.int32), ("next", np.int32), ("prior", np.float32)])
bucket_t = record("solo_bucket", [("node", np.int32)])
tree_t = record(
    "solo_tree",
    [
        *((name, np.int64) for name in ("nodes_at", "node_limit", "node_count", "edges_at", "edge_limit", "edge_count")),
        *((name, np.int64) for name in ("buckets_at", "bucket_limit", "full", "cut", "exhausted", "began")),
    ],
)

node_at = accessor(lambda tree: node_t, "nodes_at", "node_limit")
edge_at = accessor(lambda tree: edge_t, "edges_at", "edge_limit")
bucket_at = accessor(lambda tree: bucket_t, "buckets_at", "bucket_limit")


@dataclass
class Tree:
    """The head that kernels use, and the arrays it points to, which must live as long."""

    head: Any
    nodes: Any
    edges: Any
    buckets: Any

    @property
    def memory_used(self) -> int:
        """Bytes of nodes, edges and their index in use."""
        used = int(self.head.node_count) * node_t.itemsize + int(self.head.edge_count) * edge_t.itemsize
        return used + self.buckets.nbytes


def new_tree(memory: float, edges_per_node: float) -> Tree:
    """Return an empty tree of at most `memory` MiB, with room for `edges_per_node` edges for each node."""
    each = node_t.itemsize + edges_per_node * edge_t.itemsize + 4 * bucket_t.itemsize
    node_limit = max(64, int(memory * 2**20 / each))
    bucket_limit = 1 << (2 * node_limit - 1).bit_length()
    head = new(tree_t)
    nodes, edges = new_array(node_t, node_limit), new_array(edge_t, int(node_limit * edges_per_node) + 64)
    buckets = new_array(bucket_t, bucket_limit)
    head.nodes_at, head.node_limit = keep_address(nodes), len(nodes)
    head.edges_at, head.edge_limit = keep_address(edges), len(edges)
    head.buckets_at, head.bucket_limit = keep_address(buckets), len(buckets)
    return Tree(head, nodes, edges, buckets)


@kernel
def clear_tree(tree):
    """Remove all nodes and edges."""
    for place in range(tree.bucket_limit):
        bucket_at(tree, place).node = 0
    tree.node_count = tree.edge_count = tree.full = 0


@kernel
def find_or_make_node(tree, settings, state, worker, depth):
    """Return the node of the position of `state`, a new one if there is none; `NONE` if memory is full."""
    key = position_key(state)
    place = np.int64(key & np.uint64(tree.bucket_limit - 1))
    if settings.share:
        while bucket_at(tree, place).node != 0:
            if node_at(tree, bucket_at(tree, place).node - 1).key == key:
                return np.int64(bucket_at(tree, place).node - 1)
            place = (place + 1) & (tree.bucket_limit - 1)
    if tree.node_count >= tree.node_limit:
        tree.full = 1
        return np.int64(NONE)
    index = tree.node_count
    tree.node_count += 1
    if settings.share:
        bucket_at(tree, place).node = index + 1
    fill_node(tree, settings, state, worker, index, key, depth)
    return index


@kernel
def fill_node(tree, settings, state, worker, index, key, depth):
    """Make the node at `index` that of `state`, without visits."""
    node = node_at(tree, index)
    node.key = key
    node.visits = 0
    node.total = node.squares = 0.0
    node.best = -np.inf
    node.first_edge = node.last_edge = NONE
    node.edge_count = 0
    node.depth = depth
    node.expanded = node.complete = node.closed = 0
    node.terminal = np.uint8(is_terminal(state))
    node.bound = np.inf
    if settings.bounds and not node.terminal:
        optimistic = worker.sign * bound(state)
        if optimistic == optimistic:  # not a number means that the problem has no bounds
            node.bound = optimistic


@kernel
def append_edge(tree, index, action, prior):
    """Give a node one more edge; returns it, or `NONE` if memory is full."""
    if tree.edge_count >= tree.edge_limit:
        tree.full = 1
        return np.int64(NONE)
    place = tree.edge_count
    tree.edge_count += 1
    edge = edge_at(tree, place)
    edge.action, edge.child, edge.next, edge.prior = action, NONE, NONE, prior
    node = node_at(tree, index)
    if node.first_edge == NONE:
        node.first_edge = place
    else:
        edge_at(tree, node.last_edge).next = place
    node.last_edge = place
    node.edge_count += 1
    return place


@kernel
def is_exhausted_node(tree, index):
    """Return whether all actions of a node lead to closed nodes."""
    node = node_at(tree, index)
    if not node.complete:
        return False
    place = np.int64(node.first_edge)
    while place != NONE:
        child = edge_at(tree, place).child
        if child == NONE or not node_at(tree, child).closed:
            return False
        place = np.int64(edge_at(tree, place).next)
    return True


@kernel
def cut_depth(tree, depth, width):
    """Close all nodes made at `depth` but the `width` most visited ones."""
    low, high = np.int64(0), np.int64(1) << 40  # the least number of visits for which at most `width` nodes have more
    while low < high:
        middle = (low + high) >> 1
        more = 0
        for index in range(tree.node_count):
            node = node_at(tree, index)
            more += int(node.depth == depth and node.visits > middle)
        if more > width:
            low = middle + 1
        else:
            high = middle
    kept = 0
    for index in range(tree.node_count):
        kept += int(node_at(tree, index).depth == depth and node_at(tree, index).visits > low)
    for index in range(tree.node_count):
        node = node_at(tree, index)
        if node.depth == depth and node.visits <= low and not node.closed:
            if node.visits == low and kept < width:
                kept += 1
            else:
                node.closed = 1
                tree.cut = 1
