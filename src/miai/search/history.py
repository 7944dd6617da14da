"""History in a search: what a store recalled, where kernels can look it up.

An edge knows the history of the position that it leads to (`edge.history`), from the moment it is made if the store knows the move, else
from its first visit. Selection then takes (m W + W_h) / (m V + V_h) for its value: W and V of this search, W_h and V_h of earlier ones, m
the setting `present_weight` (`selection/values.py`). Counts, values of nodes and what is backed up are those of this search alone.

**History** (`history_dtype(values)`), one for each position recalled.

| field | dtype, shape | meaning |
|---|---|---|
| `key` | uint64 | of the position |
| `check` | uint32 | hash of its actions (`leaving.py`): where it does not fit, the history is that of another position; 0: unknown |
| `visits` | float64 | V_h |
| `worth` | float64, values | W_h / V_h |
| `low`, `high` | float64, values | the exact value lies between them |
| `first_move`, `move_count` | int32 | its moves that lead to positions with history |

The heads of the graph point to three arrays: histories, their moves (`action`, and `after`: the history after it), and a hash table of
one more than the numbers of histories by key (`after`), in which 0 is an empty place and the next one is tried.
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
from miai.search.graph import NONE, Graph, edge_at, node_at
from miai.search.positions import COUNT_UNIT, RESULT_UNIT, Column, Positions

_ONE, _LOW_HALF, _HALF = np.uint64(1), np.uint64(0xFFFFFFFF), np.uint64(32)


@functools.cache
def history_dtype(values: int) -> np.dtype[Any]:
    """The dtype of histories of positions with so many values."""
    return record(
        "history",
        [
            ("key", np.uint64),
            ("visits", np.float64),
            ("worth", np.float64, values),
            ("low", np.float64, values),
            ("high", np.float64, values),
            ("check", np.uint32),
            ("first_move", np.int32),
            ("move_count", np.int32),
        ],
    )


history_move_t = record("history_move", [("action", np.int32), ("after", np.int32)])
history_place_t = record("history_place", [("after", np.int32)])


def _histories_of(graph_t: np.dtype[Any]) -> np.dtype[Any]:
    return history_dtype(graph_t["viewpoints"].shape[0])


history_at = accessor(_histories_of, "histories_at", "history_limit")
history_move_at = accessor(lambda graph_t: history_move_t, "history_moves_at", "history_move_limit")
history_place_at = accessor(lambda graph_t: history_place_t, "history_places_at", "history_place_limit")


@dataclass(frozen=True)
class History:
    """The arrays that the head of a graph points to; they must live as long as it does."""

    histories: Any
    moves: Any
    places: Any

    def __len__(self) -> int:
        return len(self.histories)


def bytes_for(values: int) -> int:
    """Bytes that the history of one position takes, with the moves it usually has."""
    return history_dtype(values).itemsize + 2 * history_move_t.itemsize + 4 * history_place_t.itemsize


def point_to_history(graph: Graph, recalled: Positions) -> History:
    """Let kernels look up what was recalled; positions of no visits at all are left out.

    The graph has no edges yet, or `relink_history` is called next.
    """
    recalled, values = siblings_together(recalled.take(np.flatnonzero(recalled.visits > 0))), recalled.values
    histories = new_array(history_dtype(values), len(recalled))
    visits = recalled.visits / COUNT_UNIT
    histories.key, histories.check, histories.visits = recalled.keys, recalled.checks, visits
    histories.worth = recalled.total / RESULT_UNIT / visits[:, None]
    sound = (recalled.low <= recalled.high).all(axis=1)[:, None]  # else the bounds are those of two different positions
    histories.low, histories.high = np.where(sound, recalled.low, 0.0), np.where(sound, recalled.high, 1.0)
    moves = _moves_to_known(recalled, histories)
    places = new_array(history_place_t, 1 << (2 * len(recalled)).bit_length())
    head = graph.head
    head.histories_at, head.history_moves_at, head.history_places_at = (keep_address(each) for each in (histories, moves, places))
    head.history_limit, head.history_move_limit, head.history_place_limit = len(histories), len(moves), len(places)
    fill_places(head)
    return History(histories, moves, places)


def siblings_together(recalled: Positions) -> Positions:
    """The same positions in another order: those after one position stand side by side, as selection looks at them."""
    after, known = _rows_after(recalled)
    children, first_met = np.unique(after[known], return_index=True)
    met = np.full(len(recalled), NONE)
    met[children] = first_met
    return recalled.take(np.argsort(met, kind="stable"))


def _rows_after(recalled: Positions) -> tuple[Column, Column]:
    """(the position after each move, whether it is among those recalled)."""
    if len(recalled) == 0:
        return np.zeros(0, np.int64), np.zeros(0, bool)
    order = np.argsort(recalled.keys)
    place = np.minimum(np.searchsorted(recalled.keys, recalled.children, sorter=order), len(order) - 1)
    after = order[place]
    return after, recalled.keys[after] == recalled.children


def _moves_to_known(recalled: Positions, histories: Any) -> Any:
    """The moves that lead to recalled positions; `histories` are told where theirs are."""
    after, known = _rows_after(recalled)
    moves = new_array(history_move_t, int(known.sum()))
    moves.action, moves.after = recalled.actions[known], after[known]
    counts = np.bincount(recalled.move_rows[known], minlength=len(recalled))
    histories.move_count, histories.first_move = counts, np.cumsum(counts) - counts
    return moves


@kernel
def fill_places(graph):
    """Make the hash table of the histories."""
    for index in range(graph.history_limit):
        place = _first_place(graph, history_at(graph, index).key)
        while history_place_at(graph, place).after != 0:
            place = (place + 1) % graph.history_place_limit
        history_place_at(graph, place).after = index + 1


@kernel
def _first_place(graph, key):
    return np.int64(key & np.uint64(graph.history_place_limit - 1))


@kernel
def find_history(graph, key):
    """The history of the position with `key`, or `NONE`."""
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
    """The part of one action in a position's check."""
    return mix64(np.uint64(action) + _ONE)


@kernel
def check_of_edges(graph, first, count):
    """32 bits, never 0, from the actions of `count` edges from `first`, in whatever order they stand."""
    mixed = np.uint64(0)
    for e in range(first, first + count):
        mixed += action_hash(edge_at(graph, e).action)
    return np.uint32(((mixed >> _HALF) ^ mixed) & _LOW_HALF) | np.uint32(1)


@kernel
def recall_moves(graph, index, first, count):
    """Give those of `count` new edges of node `index`, from `first`, their history whose moves the store knows."""
    found = find_history(graph, node_at(graph, index).key)
    if found == NONE or history_at(graph, found).move_count == 0:
        return
    history = history_at(graph, found)
    if history.check != check_of_edges(graph, first, count):
        return  # another position with the same key
    for m in range(history.first_move, history.first_move + history.move_count):
        for e in range(first, first + count):
            if edge_at(graph, e).action == history_move_at(graph, m).action:
                edge_at(graph, e).history = history_move_at(graph, m).after
                break


@kernel
def recall_bounds(graph, index):
    """Give the new node `index` the bounds that were proven in an earlier search."""
    found = find_history(graph, node_at(graph, index).key)
    if found == NONE:
        return
    node, history = node_at(graph, index), history_at(graph, found)
    is_exact = True
    for v in range(node.low.size):
        node.low[v] = history.low[v]
        node.high[v] = history.high[v]
        is_exact &= node.low[v] == node.high[v]
    if is_exact:
        for v in range(node.low.size):
            node.value[v] = node.low[v]


@kernel
def relink_history(graph):
    """Let all edges find their history anew, after other positions were recalled. All nodes are in use: memory was just released."""
    for e in range(graph.edge_limit - graph.edge_count, graph.edge_limit):
        edge = edge_at(graph, e)
        edge.history = NONE
        if edge.child != NONE and edge.action >= 0:
            edge.history = find_history(graph, node_at(graph, edge.child).key)
    for index in range(graph.node_count):
        node = node_at(graph, index)
        if node.edge_count > 0 and edge_at(graph, node.first_edge).action >= 0:
            recall_moves(graph, index, np.int64(node.first_edge), np.int64(node.edge_count))
