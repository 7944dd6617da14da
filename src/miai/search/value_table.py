"""Mode `table`: a tree of paths whose values come from a table of positions, as LibEGO had it.

Brodeur and Childs (2008), section 2.3.2, kept the tree of their Go program and let "duplicate nodes" share a value: counts belong to the
path, and the value of a position is the mean of all results that passed through it, on whatever path (figure 2.4). The table has a
largest number of entries, first come, first served. A position without an entry has the value of its own path, as in mode `tree`. When a
move is played, entries with fewer references than a threshold are dropped; a reference is a node that looked the position up. The source
raises the threshold by one whenever the table is too full. It says both that data is stored first come, first served, and that the table
may exceed its size during a turn; here it never does.

| field of an entry | dtype, shape | meaning |
|---|---|---|
| `key` | uint64 | the position's key |
| `total` | float64, values | sum of the results of all visits, from the viewpoint of `graph.py` |
| `visits` | int32 | simulations that passed through the position |
| `references` | int32 | nodes that have looked it up; 0 in a free slot |

The kernels of this file are compiled only for searches in this mode: the generics below do nothing for the settings of other modes.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import generic, kernel
from miai.core.pointers import keep_address
from miai.core.records import new_array
from miai.search.graph import GROUP_ACTION, NONE, Graph, edge_at, entry_at, entry_dtype, is_proven, node_at
from miai.search.kernel_settings import table_settings_t
from miai.search.problem import position_key


@generic(on="settings")
def attach_entry(graph, settings, state, index):
    """Let the new node `index` take its value from the entry of its position, if there is room for one."""


@generic(on="settings")
def add_to_entry(graph, settings, node, count, results):
    """Enter `count` results, of which `results` is the sum, in the entry of `node`, and set its value to the mean of all."""


@generic(on="settings")
def refresh_children(graph, settings, index):
    """Set the values of the children of node `index` to those of their positions, which other paths may have changed."""


@attach_entry.default
@kernel(inline=True)
def _attach_nothing(graph, settings, state, index):
    pass


@add_to_entry.default
@kernel(inline=True)
def _add_nothing(graph, settings, node, count, results):
    pass


@refresh_children.default
@kernel(inline=True)
def _refresh_nothing(graph, settings, index):
    pass


@attach_entry.implement(table_settings_t)
@kernel
def _attach_entry(graph, settings, state, index):
    slot = find_slot(graph, np.uint64(position_key(state)))
    entry = entry_at(graph, slot)
    if entry.references == 0:
        if graph.entry_count >= settings.table_entries:
            graph.entries_refused = 1
            return
        graph.entry_count += 1
        entry.key = np.uint64(position_key(state))
    entry.references += 1
    node_at(graph, index).entry = slot


@add_to_entry.implement(table_settings_t)
@kernel
def _add_to_entry(graph, settings, node, count, results):
    if node.entry == NONE:
        return
    entry = entry_at(graph, node.entry)
    entry.visits += count
    for v in range(entry.total.size):
        entry.total[v] += results[v]
        node.value[v] = entry.total[v] / entry.visits


@refresh_children.implement(table_settings_t)
@kernel
def _refresh_children(graph, settings, index):
    node = node_at(graph, index)
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = edge_at(graph, e).child
        if child == NONE or edge_at(graph, e).visits == 0:
            continue
        if node_at(graph, child).entry == NONE or (settings.solver and is_proven(node_at(graph, child))):
            continue
        entry = entry_at(graph, node_at(graph, child).entry)
        for v in range(entry.total.size):
            node_at(graph, child).value[v] = entry.total[v] / entry.visits


@kernel
def refresh_root(graph, settings):
    """Refresh the children of the root, and those of its move groups: what results report."""
    if settings.has_table == 0:
        return
    refresh_children(graph, settings, np.int64(graph.root))
    root = node_at(graph, graph.root)
    for e in range(root.first_edge, root.first_edge + root.edge_count):
        if edge_at(graph, e).action <= GROUP_ACTION and edge_at(graph, e).child != NONE:
            refresh_children(graph, settings, np.int64(edge_at(graph, e).child))


@kernel
def find_slot(graph, key):
    """Return the slot of `key`: the one that has it, else the free one where it belongs. There are always free slots."""
    slot = np.int64(key & np.uint64(graph.entry_limit - 1))
    while entry_at(graph, slot).references > 0 and entry_at(graph, slot).key != key:
        slot = (slot + 1) & (graph.entry_limit - 1)
    return slot


@kernel
def enter_again(graph, entries, new_slots):
    """Enter `entries` in an empty table; write the new slot of each into `new_slots`."""
    for i in range(entries.size):
        slot = find_slot(graph, entries[i].key)
        entry = entry_at(graph, slot)
        entry.key, entry.visits, entry.references = entries[i].key, entries[i].visits, entries[i].references
        for v in range(entry.total.size):
            entry.total[v] = entries[i].total[v]
        new_slots[i] = slot
    graph.entry_count = entries.size


class ValueTable:
    """The table of a search in mode `table`: memory for `most` entries, and what happens to them when a move is played."""

    def __init__(self, graph: Graph, values: int, most: int, threshold: int) -> None:
        self._entries = new_array(entry_dtype(values), slots_for(most))
        self._graph, self._threshold, self.floor = graph, threshold, threshold
        head = graph.head
        head.entries_at, head.entry_limit = keep_address(self._entries), self._entries.size

    def count_shared(self) -> tuple[int, int]:
        """Return the number of entries, and of those that several nodes have looked up."""
        references = self._entries["references"]
        return int((references > 0).sum()), int((references > 1).sum())

    def clear(self) -> None:
        """Remove all entries."""
        self._entries[:] = np.zeros_like(self._entries)
        self._graph.head.entry_count = self._graph.head.entries_refused = 0
        self.floor = self._threshold

    def drop_seldom_used(self) -> None:
        """Drop entries with fewer references than the threshold that no node uses; raise the threshold if the table was full."""
        head, nodes = self._graph.head, self._graph.nodes[: self._graph.head.node_count]
        used = np.zeros(self._entries.size, np.bool_)
        used[nodes.entry[nodes.entry != NONE]] = True
        if head.entries_refused:
            self.floor += 1
        kept = np.flatnonzero((self._entries.references > 0) & (used | (self._entries.references >= self.floor)))
        entries, new_slots = self._entries[kept].copy(), np.zeros(len(kept), np.int32)
        self._entries[:] = np.zeros_like(self._entries)
        head.entry_count = head.entries_refused = 0
        enter_again(head, entries, new_slots)
        moved = np.full(self._entries.size + 1, NONE, np.int32)  # the last element is for `NONE`
        moved[kept] = new_slots
        nodes.entry = moved[nodes.entry]


def slots_for(most: int) -> int:
    """Return the number of slots for `most` entries: a power of two, at most two thirds of which are in use."""
    return 1 << max(4, (most + most // 2).bit_length())


def table_mib(most: int, values: int) -> float:
    """Return the memory of a table of `most` entries in MiB."""
    return slots_for(most) * entry_dtype(values).itemsize / 2**20


def entries_in(memory: float, most: int, values: int) -> int:
    """Return how many entries a table may have beside a graph: at most `most`, and at most a quarter of `memory` MiB."""
    while most > 1 and table_mib(most, values) > memory / 4:
        most //= 2
    return most
