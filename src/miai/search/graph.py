"""The graph: nodes are positions, edges are the actions from them. The record that is searched is the record that is stored.

    bytes of the block:   | node 0 | node 1 | node 2 | ...  free  ... | edges of 2 | edges of 0 |
                            nodes grow this way -->           <-- edges grow this way

Nodes and edges share one block of memory, so that the whole budget can be used whatever the number of actions. A node's edges stand side
by side. A node is found by its key through `buckets`: heads of linked lists (`next_in_bucket`). `NONE` is "no node" and "no edge".

**Node** (`node_dtype(values)`). Values are kept from a fixed viewpoint, as rewards between 0 and 1: with `values` = 1 that of player 0
(player 1 of a two-player zero-sum problem sees one minus it), otherwise one value for each player. See `seen_by`.

| field | dtype, shape | meaning |
|---|---|---|
| `key` | uint64 | the position's key; in mode `tree` the key of the path that leads to it |
| `visits` | int32 | simulations that came through here or ended here: `own_visits` + visits of its edges |
| `own_visits` | int32 | simulations that ended here |
| `phase` | int32 | `LEAF`, `EXPANDING` or `EXPANDED`; the lock of expansion |
| `first_edge`, `edge_count` | int32 | its edges, if expanded |
| `first_in` | int32 | the first of the edges that lead here, linked by `next_in` |
| `next_in_bucket` | int32 | the next node in the same bucket |
| `mark`, `next_marked` | int32 | number of the last sweep that reached this node, and the next node on that sweep's list |
| `last_visit` | int32 | number of simulations done at its last visit, to the nearest slice |
| `grouped_at` | int32 | its visits when its move groups were made; 0 if it has none |
| `entry` | int32 | mode `table`: the slot of its position in the table (`value_table.py`), or `NONE` |
| `player` | int8 | who acts: 0, 1, ... or `CHANCE` |
| `terminal` | int8 | 1 if nothing can be played here |
| `group` | int16 | the move group of a group node (`groups.py`), `NONE` for a position |
| `total`, `squares` | float64, values | sums of all results and of their squares (with threads only where the rule needs them) |
| `own_sum` | float64, values | sum of the results of own visits |
| `value` | float64, values | the estimate that selection reads; the mode determines how it is computed (`backup.py`) |
| `low`, `high` | float64, values | bounds of the exact value; equal where it is proven (`proof.py`) |
| `lower`, `upper` | float64 | confidence bounds on the first value that `bast` carries up the tree |

**Edge** (`edge_t`).

| field | dtype | meaning |
|---|---|---|
| `parent` | int32 | the node it belongs to; `NONE` for an edge that is not in use any more |
| `child` | int32 | the node it leads to; `NONE` before its first visit |
| `action` | int32 | the action; for the edge to a group node, `GROUP_ACTION` - group |
| `visits` | int32 | simulations that took this edge: never shared between parents |
| `in_flight` | int32 | simulations in flight below it, counted as losses meanwhile (virtual loss) |
| `next_in` | int32 | the next edge that leads to the same child |
| `prior` | float64 | value before any playout, seen by the parent's player; at a chance node unused |
| `prior_weight` | float64 | weight of the prior in playouts; at a chance node the probability of the outcome |
| `rave_visits` | int32 | simulations in which the parent's player played this action here or later |
| `rave_sum` | float64 | their results, seen by the parent's player |
| `history` | int32 | history of the position it leads to (`history.py`), or `NONE` |
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.atomics import load_acquire, swap
from miai.core.errors import UserError
from miai.core.kernels import kernel
from miai.core.pointers import accessor, keep_address
from miai.core.records import as_records, new, new_array, record

NONE = -1
GROUP_ACTION = -2
"""The edge to the node of group g has the action GROUP_ACTION - g."""
LEAF, EXPANDING, EXPANDED = 0, 1, 2
CACHE_LINE = 64
MOST_GROUPS = 64
"""Move groups are bits of one 64-bit mask."""


@functools.cache
def node_dtype(values: int) -> np.dtype[Any]:
    """Return the dtype of nodes with this number of values."""
    return record(
        "node",
        [
            ("value", np.float64, values),
            ("low", np.float64, values),
            ("high", np.float64, values),
            ("visits", np.int32),
            ("own_visits", np.int32),
            ("phase", np.int32),
            ("first_edge", np.int32),
            ("edge_count", np.int32),
            ("player", np.int8),
            ("terminal", np.int8),
            ("group", np.int16),
            ("total", np.float64, values),
            ("squares", np.float64, values),
            # with one value, all that every visit reads or writes is above: one cache line
            ("key", np.uint64),
            ("own_sum", np.float64, values),
            ("lower", np.float64),
            ("upper", np.float64),
            ("first_in", np.int32),
            ("next_in_bucket", np.int32),
            ("mark", np.int32),
            ("next_marked", np.int32),
            ("last_visit", np.int32),
            ("grouped_at", np.int32),
            ("entry", np.int32),
        ],
    )


edge_t = record(
    "edge",
    [
        ("visits", np.int32),  # and in_flight: side by side, because threads change both at once
        ("in_flight", np.int32),
        ("child", np.int32),
        ("action", np.int32),
        ("prior", np.float64),
        ("prior_weight", np.float64),
        ("rave_sum", np.float64),
        ("rave_visits", np.int32),
        ("parent", np.int32),
        ("next_in", np.int32),
        ("history", np.int32),
    ],
)


@functools.cache
def entry_dtype(values: int) -> np.dtype[Any]:
    """Return the dtype of entries of the table of values; `value_table.py` has the meaning of its fields."""
    return record("entry", [("key", np.uint64), ("total", np.float64, values), ("visits", np.int32), ("references", np.int32)])


bucket_t = record("bucket", [("after", np.int32)])
"""`after` is one more than the number of the first node of the list: fresh memory, all zero, is a table of empty lists."""


@functools.cache
def graph_dtype(values: int) -> np.dtype[Any]:
    """Return the dtype of the head of a graph whose nodes have this number of values."""
    return record(
        "graph",
        [
            ("nodes_at", np.int64),  # addresses of the three arrays, and their lengths
            ("edges_at", np.int64),
            ("buckets_at", np.int64),
            ("node_limit", np.int64),
            ("edge_limit", np.int64),
            ("bucket_limit", np.int64),
            ("arena_bytes", np.int64),  # size of the block of nodes and edges
            ("node_bytes", np.int64),  # size of one node
            ("histories_at", np.int64),  # addresses and lengths of the history (`history.py`); 0: there is none
            ("history_bounds_at", np.int64),
            ("history_moves_at", np.int64),
            ("history_places_at", np.int64),
            ("history_limit", np.int64),
            ("history_move_limit", np.int64),
            ("history_place_limit", np.int64),
            ("shared_raves_at", np.int64),  # addresses and lengths of others' RAVE counts (`shared_rave.py`); 0: there are none
            ("shared_rave_rows_at", np.int64),
            ("shared_rave_limit", np.int64),
            ("shared_rave_row_limit", np.int64),
            ("shared_rave_actions", np.int64),
            ("entries_at", np.int64),  # address and length of the table of values (`value_table.py`); 0: there is none
            ("entry_limit", np.int64),
            ("root", np.int32),
            ("full", np.int32),  # an allocation has failed: the graph must be pruned before it can grow
            ("stop", np.int32),  # set by any thread: simulations end as soon as they can
            ("threshold", np.int32),  # visits below which the last pruning removed nodes
            # all threads read what is above; what they write is on other cache lines
            ("gap", np.uint8, 2 * CACHE_LINE),
            (
                "node_count",
                np.int64,
            ),  # in use; also those that threads have in reserve, or that lost a race, until the next pruning
            ("edge_count", np.int64),  # in use, in reserve or not in use any more
            ("tickets", np.int64),  # simulations that may still begin
            ("simulations", np.int64),  # since the graph was made
            ("prunes", np.int64),  # how often the graph was pruned
            ("pruned_nodes", np.int64),
            ("entry_count", np.int64),  # entries of the table of values in use
            ("entries_refused", np.int32),  # the table of values had no room for a position
            ("sweeps", np.int32),  # number of the last sweep through marked nodes
            ("viewpoints", np.int8, values),  # its length, which is part of the type, is the number of values of a node
            ("group_visits", np.int64, MOST_GROUPS),  # choices of each move group in the whole search
            ("group_sum", np.float64, MOST_GROUPS),  # and their results, seen by the player who chose
        ],
    )


def _nodes_of(graph_t: np.dtype[Any]) -> np.dtype[Any]:
    return node_dtype(graph_t["viewpoints"].shape[0])


node_at = accessor(_nodes_of, "nodes_at", "node_limit")
edge_at = accessor(lambda graph_t: edge_t, "edges_at", "edge_limit")
entry_at = accessor(lambda graph_t: entry_dtype(graph_t["viewpoints"].shape[0]), "entries_at", "entry_limit")
bucket_at = accessor(lambda graph_t: bucket_t, "buckets_at", "bucket_limit")
EDGE_BYTES = edge_t.itemsize


@dataclass(frozen=True)
class Graph:
    """A graph in Python: `head` is the record that kernels take, the arrays are the memory that it points to."""

    head: Any
    nodes: Any
    edges: Any
    buckets: Any

    @property
    def memory_limit(self) -> int:
        """Bytes that the graph can use at most."""
        return int(self.head.arena_bytes) + int(self.buckets.nbytes)

    @property
    def memory_used(self) -> int:
        """Bytes of the nodes and edges in use."""
        return int(self.head.node_count * self.head.node_bytes + self.head.edge_count * EDGE_BYTES)


SMALLEST_MIB, LARGEST_MIB = 1, 1 << 20
BUCKET_SHARE = 24
"""The memory divided by the bytes of the buckets: with small nodes, a list has about one node when the memory is full."""


def checked_memory(memory_mib: Any) -> float:
    """Return a memory limit in MiB. Raise `UserError` for one that is no number, or out of range."""
    is_number = isinstance(memory_mib, int | float) and not isinstance(memory_mib, bool)
    if not is_number or not SMALLEST_MIB <= memory_mib <= LARGEST_MIB:
        raise UserError(f"memory must be a number of MiB from {SMALLEST_MIB} to {LARGEST_MIB}, not {memory_mib!r}")
    limit: float = memory_mib
    return limit


def new_graph(memory_mib: float, values: int) -> Graph:
    """Return an empty graph of at most `memory_mib` MiB, which the system provides only as they are used."""
    budget = int(memory_mib * 2**20)
    bucket_count = 1 << ((budget // BUCKET_SHARE // 4).bit_length() - 1)
    arena_bytes = (budget - 4 * bucket_count) // 64 * 64
    node_t = node_dtype(values)
    # one byte less: plain Python finds arrays by their address, and nodes and edges must not begin at the same
    node_limit, edge_limit = (min((arena_bytes - 1) // dtype.itemsize, 2**31 - 1) for dtype in (node_t, edge_t))
    arena = _aligned_bytes(arena_bytes)
    nodes = as_records(arena[: node_limit * node_t.itemsize].view(node_t))
    edges = as_records(arena[arena_bytes - edge_limit * edge_t.itemsize :].view(edge_t))
    buckets = new_array(bucket_t, bucket_count)
    return Graph(_new_head(values, arena_bytes, nodes, edges, buckets), nodes, edges, buckets)


def _aligned_bytes(count: int) -> np.ndarray[Any, np.dtype[np.uint8]]:
    """Return zeroed memory that begins on a cache line, so that a node takes two lines and not three."""
    memory = np.zeros(count + CACHE_LINE, np.uint8)
    start = -int(memory.ctypes.data) % CACHE_LINE
    return memory[start : start + count]


def _new_head(values: int, arena_bytes: int, nodes: Any, edges: Any, buckets: Any) -> Any:
    head = new(graph_dtype(values))
    head.nodes_at, head.edges_at, head.buckets_at = keep_address(nodes), keep_address(edges), keep_address(buckets)
    head.node_limit, head.edge_limit, head.bucket_limit = nodes.size, edges.size, buckets.size
    head.arena_bytes, head.node_bytes = arena_bytes, nodes.itemsize
    head.root = NONE
    head.threshold = 2
    return head


@kernel
def seen_by(values, player):
    """Return a node's value (or bound) as `player` sees it: the higher the better for them."""
    if values.size == 1:
        if player == 1:
            return 1.0 - values[0]
        return np.float64(values[0])
    return np.float64(values[player])


@kernel(inline=True)
def is_proven(node):
    """Return whether the exact value of `node` is known: its bounds are equal."""
    for v in range(node.low.size):
        if node.low[v] != node.high[v]:
            return False
    return True


@kernel
def seen_low(node, player):
    """Return the lower bound of the node's value as `player` sees it."""
    return seen_by(node.high, player) if node.low.size == 1 and player == 1 else seen_by(node.low, player)


@kernel
def seen_high(node, player):
    """Return the upper bound of the node's value as `player` sees it."""
    return seen_by(node.low, player) if node.low.size == 1 and player == 1 else seen_by(node.high, player)


@kernel
def clear_node(node, key, player, terminal, group):
    """Make `node` a new leaf without visits."""
    node.key = key
    node.visits = 0
    node.own_visits = 0
    node.phase = LEAF
    node.first_edge = NONE
    node.edge_count = 0
    node.first_in = NONE
    node.next_in_bucket = NONE
    node.mark = 0
    node.next_marked = NONE
    node.last_visit = 0
    node.grouped_at = 0
    node.entry = NONE
    node.player = player
    node.terminal = terminal
    node.group = group
    node.lower = 0.0
    node.upper = 1.0
    for v in range(node.total.size):
        node.total[v] = 0.0
        node.squares[v] = 0.0
        node.own_sum[v] = 0.0
        node.value[v] = 0.0
        node.low[v] = 0.0
        node.high[v] = 1.0


@kernel
def clear_edge(edge, parent, action, prior, prior_weight):
    """Make `edge` a new, untried action of the node `parent`."""
    edge.parent = parent
    edge.child = NONE
    edge.action = action
    edge.visits = 0
    edge.in_flight = 0
    edge.next_in = NONE
    edge.prior = prior
    edge.prior_weight = prior_weight
    edge.rave_visits = 0
    edge.rave_sum = 0.0
    edge.history = NONE


@kernel
def bucket_of(graph, key):
    """Return the bucket of a key: its low bits, since keys are well mixed."""
    return np.int64(key & np.uint64(graph.bucket_limit - 1))


@kernel
def first_in_bucket(bucket):
    """Return the first node of a bucket's list, or `NONE`."""
    return np.int64(load_acquire(bucket, "after")) - 1


@kernel
def find_from(graph, start, stop, key):
    """Return the node with `key` in the list from node `start` up to, not including, node `stop`; `NONE` if it is not there."""
    index = start
    while index != stop:
        node = node_at(graph, index)
        if node.key == key:
            return index
        index = np.int64(node.next_in_bucket)
    return np.int64(NONE)


@kernel
def publish_node(graph, index, shared):
    """Enter the finished node `index` in the table; return the node that has its key now: an earlier one if there is one.

    `shared`: other threads may be doing the same.
    """
    node = node_at(graph, index)
    bucket = bucket_at(graph, bucket_of(graph, node.key))
    checked = np.int64(NONE)  # everything from here on was compared before
    while True:
        first = first_in_bucket(bucket)
        found = find_from(graph, first, checked, node.key)
        if found != NONE:
            return found
        checked = first
        node.next_in_bucket = first
        if swap(bucket, "after", first + 1, index + 1, shared):
            return np.int64(index)


@kernel
def link_in(graph, edge, child, shared):
    """Enter `edge` in the list of edges that lead to `child`. `shared`: other threads may be doing the same."""
    node = node_at(graph, child)
    while True:
        first = load_acquire(node, "first_in")
        edge_at(graph, edge).next_in = first
        if swap(node, "first_in", first, edge, shared):
            return
