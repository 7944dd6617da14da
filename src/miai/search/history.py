"""History in a search: statistics that a store returned, in arrays that kernels can read.

An edge has the history of the position that it leads to (`edge.history`): from its beginning if the store has the move, else from its
first visit. Selection then reads (m W + W_h) / (m V + V_h) as its value: W and V of this search, W_h and V_h of earlier ones, m the
setting `present_weight` (`selection/values.py`). Counts, values of nodes and backup are those of this search alone.

The mixed value belongs to the position. It is recomputed where the position's own value changes (`mix_history`), once per visit;
selection, which goes through all edges of a node, only reads it.

**History** (`history_dtype(values)`), one for each position, and one more for the end of the last one's moves. With one value it takes
half a cache line, and those of siblings stand side by side; docs/results/graph-store.md has the measured gain.

| field | dtype, shape | meaning |
|---|---|---|
| `mixed` | float64, values | (m W + W_h) / (m V + V_h), with W and V of the position's node; W_h / V_h where it has none |
| `key` | uint64 | the key of the position |
| `visits` | float32 | V_h |
| `worth` | float32, values | W_h / V_h |
| `check` | uint32 | hash of its actions (`export.py`): where it differs, the history is that of another position; 0: unknown |
| `first_move` | int32 | the first of its moves that lead to positions with history; they end where those of the next begin |

The head of the graph points to this array and to three more: `bounds` of the exact values (`low`, `high`), moves (`action`, and
`after`: the history after it), and a hash table by key with linear probing. A place of the table holds the number of a history plus 1
(`after`), or 0 if it is empty.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

import numpy as np

from miai.core.hashing import mix64
from miai.core.kernels import kernel
from miai.core.pointers import accessor, keep_address
from miai.core.records import new_array, record
from miai.search.graph import NONE, Graph, bucket_at, bucket_of, edge_at, find_from, first_in_bucket, node_at
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Column, Positions

_ONE, _LOW_HALF, _HALF = np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)


@functools.cache
def history_dtype(values: int) -> np.dtype[Any]:
    """Return the dtype of histories of positions with this number of values."""
    return record(
        "history",
        [
            ("mixed", np.float64, values),
            ("key", np.uint64),
            ("visits", np.float32),
            ("worth", np.float32, values),
            ("check", np.uint32),
            ("first_move", np.int32),
        ],
    )


@functools.cache
def bounds_dtype(values: int) -> np.dtype[Any]:
    """Return the dtype of the bounds of the exact values of a position with this number of values."""
    return record("history_bounds", [("low", np.float64, values), ("high", np.float64, values)])


history_move_t = record("history_move", [("action", np.int32), ("after", np.int32)])
history_place_t = record("history_place", [("after", np.int32)])


def _values_of(graph_t: np.dtype[Any]) -> int:
    return int(graph_t["viewpoints"].shape[0])


history_at = accessor(lambda graph_t: history_dtype(_values_of(graph_t)), "histories_at", "history_limit")
bounds_at = accessor(lambda graph_t: bounds_dtype(_values_of(graph_t)), "history_bounds_at", "history_limit")
history_move_at = accessor(lambda graph_t: history_move_t, "history_moves_at", "history_move_limit")
history_place_at = accessor(lambda graph_t: history_place_t, "history_places_at", "history_place_limit")


@dataclass(frozen=True)
class History:
    """The arrays of history that the head of a graph points to. They must exist as long as it does."""

    histories: Any
    bounds: Any
    moves: Any
    places: Any

    def __len__(self) -> int:
        return len(self.bounds)

    def point_from(self, head: Any) -> None:
        """Write the addresses and lengths of these arrays into the head of a graph."""
        head.histories_at, head.history_bounds_at = keep_address(self.histories), keep_address(self.bounds)
        head.history_moves_at, head.history_places_at = keep_address(self.moves), keep_address(self.places)
        head.history_limit, head.history_move_limit, head.history_place_limit = map(len, (self.histories, self.moves, self.places))


def bytes_for(values: int) -> int:
    """Return the bytes of the history of one position, with a usual number of moves."""
    own = history_dtype(values).itemsize + bounds_dtype(values).itemsize
    return own + 2 * history_move_t.itemsize + 4 * history_place_t.itemsize


def point_to_history(graph: Graph, loaded: Positions) -> History:
    """Return the history of the positions that a store returned, those without visits left out; the graph's head points to it.

    The graph must have no edges yet, or `relink_history` must be called next.
    """
    loaded, values = siblings_together(loaded.take(np.flatnonzero(loaded.visits > 0))), loaded.values
    count = len(loaded)
    histories, bounds = new_array(history_dtype(values), count + (count > 0)), new_array(bounds_dtype(values), count)
    own, visits = histories[:count], loaded.visits / COUNT_UNIT
    own.key, own.check, own.visits = loaded.keys, loaded.checks, visits
    own.worth = loaded.total / RESULT_UNIT / visits[:, None]
    own.mixed = own.worth
    sound = (loaded.low <= loaded.high).all(axis=1)[:, None]  # else the bounds are those of two different positions
    bounds.low, bounds.high = np.where(sound, loaded.low, 0.0), np.where(sound, loaded.high, 1.0)
    places = new_array(history_place_t, 1 << (2 * count).bit_length())
    history = History(histories, bounds, _moves_to_known(loaded, histories), places)
    history.point_from(graph.head)
    fill_places(graph.head)
    return history


def siblings_together(loaded: Positions) -> Positions:
    """Return the same positions in another order: those after one position side by side, as selection reads them."""
    after, known = _rows_after(loaded)
    children, first_met = np.unique(after[known], return_index=True)
    met = np.full(len(loaded), NONE)
    met[children] = first_met
    return loaded.take(np.argsort(met, kind="stable"))


def _rows_after(loaded: Positions) -> tuple[Column, Column]:
    """Return the position after each move, and whether it is among `loaded`."""
    if len(loaded) == 0:
        return np.zeros(0, np.int64), np.zeros(0, bool)
    order = np.argsort(loaded.keys)
    place = np.minimum(np.searchsorted(loaded.keys, loaded.children, sorter=order), len(order) - 1)
    after = order[place]
    return after, loaded.keys[after] == loaded.children


def _moves_to_known(loaded: Positions, histories: Any) -> Any:
    """Return the moves that lead to positions of `loaded`; write into `histories` where theirs begin."""
    after, known = _rows_after(loaded)
    moves = new_array(history_move_t, int(known.sum()))
    moves.action, moves.after = loaded.actions[known], after[known]
    histories.first_move = np.searchsorted(loaded.move_rows[known], np.arange(len(histories)))
    return moves


@kernel
def fill_places(graph):
    """Fill the hash table of the histories."""
    for index in range(graph.history_limit - 1):
        place = _first_place(graph, history_at(graph, index).key)
        while history_place_at(graph, place).after != 0:
            place = (place + 1) % graph.history_place_limit
        history_place_at(graph, place).after = index + 1


@kernel
def _first_place(graph, key):
    return np.int64(key & np.uint64(graph.history_place_limit - 1))


@kernel
def find_history(graph, key):
    """Return the history of the position with `key`, or `NONE`."""
    if graph.history_limit == 0:
        return np.int64(NONE)
    place = _first_place(graph, key)
    while history_place_at(graph, place).after != 0:
        index = np.int64(history_place_at(graph, place).after) - 1
        if history_at(graph, index).key == key:
            return index
        place = (place + 1) % graph.history_place_limit
    return np.int64(NONE)


@kernel
def action_hash(action):
    """Return the contribution of one action to a position's check."""
    return mix64(np.uint64(action) + _ONE)


@kernel
def check_of_edges(graph, first, count):
    """Return 32 bits, never 0, from the actions of `count` edges from `first`, whatever their order."""
    mixed = np.uint64(0)
    for e in range(first, first + count):
        mixed += action_hash(edge_at(graph, e).action)
    return np.uint32(((mixed >> _HALF) ^ mixed) & _LOW_HALF) | np.uint32(1)


@kernel
def history_after(graph, edge, key):
    """Return the history of the position with `key`, to which `edge` leads for the first time: mostly the edge has it already."""
    if edge.history != NONE and history_at(graph, edge.history).key == key:
        return np.int64(edge.history)
    return find_history(graph, key)


@kernel
def history_of(graph, node):
    """Return the history of the position of `node`: from an edge that leads there or, without one, from the table."""
    if node.first_in == NONE:
        return find_history(graph, node.key)
    return np.int64(edge_at(graph, node.first_in).history)


@kernel
def attach_history(graph, index, first, count):
    """Attach history to those of `count` new edges of node `index`, from `first`, whose moves are in the store."""
    found = history_of(graph, node_at(graph, index))
    if found == NONE:
        return
    history, end = history_at(graph, found), np.int64(history_at(graph, found + 1).first_move)
    if history.first_move == end or history.check != check_of_edges(graph, first, count):
        return  # the store has no moves, or it is another position with the same key
    place = np.int64(0)  # moves mostly have the order of the edges: the search for the next begins where the last was found
    for m in range(history.first_move, end):
        for _ in range(count):
            edge = edge_at(graph, first + place)
            place = place + 1 if place + 1 < count else np.int64(0)
            if edge.action == history_move_at(graph, m).action:
                edge.history = history_move_at(graph, m).after
                break


@kernel
def set_history_bounds(graph, index, found):
    """Set the bounds of the new node `index` to those of its history `found`, if it is not `NONE`."""
    if found == NONE:
        return
    node, bounds = node_at(graph, index), bounds_at(graph, found)
    is_exact = True
    for v in range(node.low.size):
        node.low[v] = bounds.low[v]
        node.high[v] = bounds.high[v]
        is_exact &= node.low[v] == node.high[v]
    if is_exact:
        for v in range(node.low.size):
            node.value[v] = node.low[v]


@kernel(inline=True)
def mix_history(graph, settings, found, node):
    """Recompute the mixed value of a position from its `node`, which has changed; `found` is its history, or `NONE`."""
    if found == NONE:
        return
    history = history_at(graph, found)
    present, past = settings.present_weight * node.visits, np.float64(history.visits)
    for v in range(node.value.size):
        history.mixed[v] = (present * node.value[v] + past * history.worth[v]) / (present + past)


@kernel
def mix_all_histories(graph, settings):
    """Recompute all mixed values, after nodes were removed or other history was loaded."""
    for found in range(graph.history_limit - 1):
        history = history_at(graph, found)
        for v in range(history.mixed.size):
            history.mixed[v] = history.worth[v]
    for index in range(graph.node_count):
        node = node_at(graph, index)
        if node.group == NONE:
            mix_history(graph, settings, history_of(graph, node), node)


@kernel
def relink_history(graph, settings):
    """Attach history to all edges again, after other history was loaded. All nodes must be in use: the graph was just pruned."""
    for e in range(graph.edge_limit - graph.edge_count, graph.edge_limit):
        edge = edge_at(graph, e)
        edge.history = NONE
        if edge.child != NONE and edge.action >= 0:
            edge.history = find_history(graph, node_at(graph, edge.child).key)
    for index in range(graph.node_count):
        node = node_at(graph, index)
        if node.edge_count > 0 and edge_at(graph, node.first_edge).action >= 0:
            attach_history(graph, index, np.int64(node.first_edge), np.int64(node.edge_count))
    mix_all_histories(graph, settings)


@kernel
def link_history(graph, settings):
    """Attach history that came since the last call, without a look at the rest of the graph; take over its bounds, and mix values.

    For history whose rows keep their numbers (`sharing`). Parents of nodes with new bounds notice them when they are visited.
    """
    for found in range(graph.history_limit - 1):
        key = history_at(graph, found).key
        index = find_from(graph, first_in_bucket(bucket_at(graph, bucket_of(graph, key))), np.int64(NONE), key)
        if index == NONE:
            continue
        node = node_at(graph, index)
        edge = np.int64(node.first_in)
        while edge != NONE:
            edge_at(graph, edge).history = found
            edge = np.int64(edge_at(graph, edge).next_in)
        if node.edge_count > 0 and edge_at(graph, node.first_edge).action >= 0:
            attach_history(graph, index, np.int64(node.first_edge), np.int64(node.edge_count))
        if settings.solver and index != graph.root:
            tighten_by_history(graph, index, found)
        mix_history(graph, settings, found, node)


@kernel
def tighten_by_history(graph, index, found):
    """Take over the bounds of history `found` for node `index`, unless they contradict its own."""
    node, bounds = node_at(graph, index), bounds_at(graph, found)
    is_exact = True
    for v in range(node.low.size):
        low, high = max(node.low[v], bounds.low[v]), min(node.high[v], bounds.high[v])
        if low <= high:
            node.low[v], node.high[v] = low, high
        is_exact &= node.low[v] == node.high[v]
    if is_exact:
        for v in range(node.low.size):
            node.value[v] = node.low[v]
