"""The check that the graph of a checkpoint belongs to its game: every edge is a legal action, every node the position that it leads to.

Kernels play the actions of edges without asking whether they are legal: an illegal one could make a state that no play reaches, for
which a problem's kernels are not written. So all nodes are visited from the root, breadth first, each with its state.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from miai.core.kernels import kernel
from miai.core.records import new_array
from miai.search.checkpoint_checks import need
from miai.search.expansion import child_key
from miai.search.graph import GROUP_ACTION, NONE, Graph, edge_at, node_at
from miai.search.problem import CHANCE, Problem, apply_action, is_terminal, list_actions, player_to_act, position_key

UNSEEN = -2
_ROOT, _HERE, _NEXT = 0, 1, 2
"""The states that the walk needs: of the root, of the node and of its child."""


def check_positions(graph: Graph, problem: Problem, kernel_settings: Any, worker: Any, state: Any) -> None:
    """Raise `DamagedCheckpoint` if a node or an edge does not fit the position that it stands for, seen from the root's `state`.

    `worker` is a new one: its buffers are used. The indices of the graph have been checked before.
    """
    states = new_array(problem.state_t, 3)
    states[_ROOT] = state
    nodes = int(graph.head.node_count)
    order, above, path = (np.full(nodes, UNSEEN, np.int64) for _ in range(3))
    reached = walk(graph.head, kernel_settings, states, worker, order, above, path)
    need(reached != NONE, "a node that is not the position it is reached by, or an illegal action")
    after = np.asarray(graph.buckets.after)
    listed = after[after != 0].astype(np.int64) - 1
    while len(listed):
        need(above[listed] != UNSEEN, "a node that no actions lead to")
        listed = np.asarray(graph.nodes.next_in_bucket)[listed].astype(np.int64)
        listed = listed[listed != NONE]


@kernel
def walk(graph, settings, states, worker, order, above, path):
    """Visit all nodes below the root and return their number, or `NONE` at the first that does not fit.

    `order` gets their indices, `above` for each the edge by which it was reached first. `path` is a buffer.
    """
    order[0], above[graph.root] = graph.root, NONE
    count, place = np.int64(1), np.int64(0)
    if not settings.has_paths and node_at(graph, graph.root).key != np.uint64(position_key(states[_ROOT])):
        return np.int64(NONE)
    while place < count:
        index = order[place]
        place += 1
        states[_HERE] = states[_ROOT]
        play_path(graph, states[_HERE], above, path, index)
        if not fits(graph, states[_HERE], index):
            return np.int64(NONE)
        if node_at(graph, index).edge_count > 0:
            mark_actions(states[_HERE], worker, index)
        for edge in range(node_at(graph, index).first_edge, node_at(graph, index).first_edge + node_at(graph, index).edge_count):
            if not leads_on(graph, settings, states, worker, index, edge):
                return np.int64(NONE)
            child = np.int64(edge_at(graph, edge).child)
            if child != NONE and above[child] == UNSEEN:
                above[child], order[count] = edge, child
                count += 1
    return count


@kernel
def play_path(graph, state, above, path, index):
    """Play the actions that lead from the root to node `index`."""
    length = np.int64(0)
    while above[index] != NONE:
        path[length] = above[index]
        index = np.int64(edge_at(graph, above[index]).parent)
        length += 1
    for step in range(length):
        action = edge_at(graph, path[length - 1 - step]).action
        if action >= 0:
            apply_action(state, action)


@kernel
def fits(graph, state, index):
    """Return whether the player and the end of the play are those of `state`."""
    node = node_at(graph, index)
    terminal = is_terminal(state)
    player = CHANCE if terminal else player_to_act(state)
    return (node.terminal != 0) == terminal and node.player == player and (node.edge_count == 0 or not terminal)


@kernel
def mark_actions(state, worker, index):
    """Mark the legal actions of node `index` in the worker's masks."""
    for i in range(list_actions(state, worker.actions)):
        worker.masks[worker.actions[i]] = np.uint64(index + 1)


@kernel
def leads_on(graph, settings, states, worker, index, edge):
    """Return whether `edge` is a legal action of node `index`, and its child, if there is one, the position after it."""
    action, child = edge_at(graph, edge).action, np.int64(edge_at(graph, edge).child)
    if action <= GROUP_ACTION:
        return child == NONE or node_at(graph, child).key == node_at(graph, index).key
    if worker.masks[action] != np.uint64(index + 1):
        return False
    if child == NONE:
        return True
    states[_NEXT] = states[_HERE]
    apply_action(states[_NEXT], action)
    return node_at(graph, child).key == child_key(settings, states[_NEXT], node_at(graph, index), action)
