"""Proof: bounds on the exact value, carried up the graph (MCTS-Solver, with score bounds).

The exact value of a node lies between its `low` and `high`: 0 and 1 at first, equal in a terminal node. The bounds of a node follow
from those of its children: the player to act gets at least the best of the lows and at most the best of the highs. So draws and exact
values are proven as well as wins, and a proof found on one path serves every other path through the same node. Winands, Björnsson and
Saito (2008), *Monte-Carlo tree search solver*; Cazenave and Saffidine (2011), *Score bounded Monte-Carlo tree search*.

With more than two players, or two who can both win, a bound on one value implies nothing about the others. There a node is proven
once all its children are and the best of them agree, or one gives its player the highest reward.
"""

from __future__ import annotations

import numpy as np

from miai.core.kernels import kernel
from miai.search.graph import NONE, edge_at, is_proven, node_at
from miai.search.problem import CHANCE


@kernel
def set_exact(node, result):
    """Set the exact value of `node` to `result`."""
    for v in range(node.low.size):
        node.low[v] = result[v]
        node.high[v] = result[v]
        node.value[v] = result[v]


@kernel
def refresh_bounds(graph, index):
    """Recompute the bounds of the expanded node `index` from its children; return whether they have become tighter."""
    node = node_at(graph, index)
    if node.edge_count == 0 or is_proven(node):
        return False
    if node.player == CHANCE:
        return _refresh_chance(graph, node)
    if node.low.size == 1:
        return _refresh_choice(graph, node)
    return _refresh_many_players(graph, node)


@kernel
def _tighten(node, v, low, high):
    changed = low > node.low[v] or high < node.high[v]
    node.low[v] = max(low, node.low[v])
    node.high[v] = min(high, node.high[v])
    if node.low[v] == node.high[v]:
        node.value[v] = node.low[v]
    return changed


@kernel
def _refresh_choice(graph, node):
    """Tighten the bounds of a node with one value, which player 1 minimises and all others maximise; return whether they changed."""
    wants_low = node.player == 1
    low, high = (1.0, 1.0) if wants_low else (0.0, 0.0)
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = edge_at(graph, e).child
        child_low = 0.0 if child == NONE else node_at(graph, child).low[0]
        child_high = 1.0 if child == NONE else node_at(graph, child).high[0]
        if wants_low:
            low, high = min(low, child_low), min(high, child_high)
        else:
            low, high = max(low, child_low), max(high, child_high)
    return _tighten(node, 0, low, high)


@kernel
def _refresh_chance(graph, node):
    """Tighten the bounds of a chance node, the means of its children's bounds; return whether they changed."""
    changed = False
    for v in range(node.low.size):
        low, high, mass = 0.0, 0.0, 0.0
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            child, weight = edge_at(graph, e).child, edge_at(graph, e).prior_weight
            mass += weight
            low += weight * (0.0 if child == NONE else node_at(graph, child).low[v])
            high += weight * (1.0 if child == NONE else node_at(graph, child).high[v])
        changed |= _tighten(node, v, low / mass, high / mass)
    return changed


@kernel
def _refresh_many_players(graph, node):
    """Prove a node with several values if one child gives the highest reward, or all are proven and the best agree."""
    best = np.int64(NONE)
    all_proven = True
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = np.int64(edge_at(graph, e).child)
        if child == NONE or not is_proven(node_at(graph, child)):
            all_proven = False
        elif best == NONE or node_at(graph, child).low[node.player] > node_at(graph, best).low[node.player]:
            best = child
    if best == NONE or not (all_proven or node_at(graph, best).low[node.player] == 1.0):
        return False
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = np.int64(edge_at(graph, e).child)
        if (
            child != NONE
            and is_proven(node_at(graph, child))
            and node_at(graph, child).low[node.player] == node_at(graph, best).low[node.player]
        ):
            for v in range(node.low.size):
                if node_at(graph, child).low[v] != node_at(graph, best).low[v]:
                    return False
    set_exact(node, node_at(graph, best).low)
    return True


@kernel
def prove_path(graph, worker):
    """Carry bounds up the worker's path as long as they change."""
    for step in range(worker.path_length - 1, -1, -1):
        if not refresh_bounds(graph, np.int64(worker.path_nodes[step])):
            return
