"""Backup: the changes that one result makes. The modes differ here and in the count that selection reads; `tree` also in its keys.

| mode | nodes are shared | value of a node |
|---|---|---|
| `tree` | no | mean of the results of all simulations through it |
| `shared` | yes | the same; selection also takes the node's count for the edge's, which is unsound (kept as the published baseline) |
| `path-mean` | yes | the same; counts are the edge's |
| `uct-dag` | yes | (own results + sum over edges of edge visits x child's value) / visits, recomputed on the way up |
| `multipath` | yes | the same, recomputed in *all* ancestors, on every path, until nothing changes any more |
| `table` | no | mean of the results through its position, from a table of positions (`value_table.py`) |

The simple form of a multi-path update, which counts each result in every ancestor, does not converge: an ancestor would count results
of moves that its player does not choose, because others choose them elsewhere. With the counts of its own edges as weights, a node
counts the present values of its children and nothing else. Where the graph can have cycles (`repeats`, or rules on past positions)
such updates would not end, and `multipath` is the same as `uct-dag`.

Brodeur and Childs (2008) describe UCT-DAG in two ways that differ: by the equation of section 2.2.1, which is `uct-dag` here, and by
"update the nodes on the path" (section 2.2), which is `path-mean`. docs/search/graph.md compares them.
"""

from __future__ import annotations

import math

import numpy as np

from miai.core.atomics import add, add_item, atomic_add_pair
from miai.core.kernels import kernel
from miai.search.graph import NONE, edge_at, is_proven, node_at
from miai.search.history import history_of, mix_history
from miai.search.problem import CHANCE
from miai.search.selection.rules import bast_confidence
from miai.search.settings import BAST, MULTIPATH, PRUNE_AGEING, UCT_DAG
from miai.search.value_table import add_to_entry


@kernel(inline=True)
def back_up(graph, settings, worker):
    """Enter the worker's result at the end of its path and carry it up to the node where the simulations of its batch parted."""
    length, result = worker.path_length, worker.result
    _add_own(graph, settings, np.int64(worker.path_nodes[length]), result)
    for step in range(length, worker.common_steps - 1, -1):
        if step < length:
            _add_visits_to_edge(graph, settings, np.int64(worker.path_edges[step]), 1)
        _add_results(graph, settings, np.int64(worker.path_nodes[step]), step, 1, result)
        if settings.has_history:
            _mix_history_at(graph, settings, worker, step)
    if settings.mode == MULTIPATH and not settings.has_cycles:
        _recompute_ancestors(graph, settings, worker)


@kernel
def back_up_batch(graph, settings, worker, count):
    """Carry the results of `count` simulations up their common path, on which they were in flight as one."""
    for step in range(worker.common_steps - 1, -1, -1):
        _add_visits_to_edge(graph, settings, np.int64(worker.path_edges[step]), count)
        _add_results(graph, settings, np.int64(worker.path_nodes[step]), step, count, worker.batch_result)
        if settings.has_history:
            _mix_history_at(graph, settings, worker, step)


@kernel(inline=True)
def _add_own(graph, settings, index, result):
    add(node_at(graph, index), "own_visits", 1, settings.atomic)
    for v in range(result.size):
        add_item(node_at(graph, index), "own_sum", v, result[v], settings.atomic)


@kernel(inline=True)
def _add_visits_to_edge(graph, settings, edge, count):
    if settings.atomic:
        atomic_add_pair(edge_at(graph, edge), "visits", "in_flight", count, -1)
    else:
        edge_at(graph, edge).visits += count


@kernel(inline=True)
def _add_results(graph, settings, index, step, count, results):
    """Enter `count` results, of which `results` is the sum, in node `index`, which is `step` edges below the root."""
    node = node_at(graph, index)
    if node.group != NONE:
        _add_to_group(graph, settings, node, count, results)
    if settings.prune == PRUNE_AGEING:
        node.last_visit = graph.simulations
    add(node, "visits", count, settings.atomic)
    _add_sums(settings, node, results)
    if settings.mode == UCT_DAG or settings.mode == MULTIPATH:
        _recompute_value(graph, index)
    else:
        _average_value(graph, index)
        add_to_entry(graph, settings, node, count, results)
    if settings.select == BAST:
        _refresh_confidence(graph, settings, index, step)


@kernel
def _add_to_group(graph, settings, node, count, results):
    """Add the results to those of the move group in the whole search, which `group_bias` reads."""
    seen = count - results[0] if results.size == 1 and node.player == 1 else results[0 if results.size == 1 else node.player]
    add_item(graph, "group_visits", node.group, count, settings.atomic)
    add_item(graph, "group_sum", node.group, seen, settings.atomic)


@kernel(inline=True)
def _add_sums(settings, node, results):
    """Add to the sums of a node. With threads, squares are summed only where the rule needs them: one atomic sum less."""
    for v in range(results.size):
        add_item(node, "total", v, results[v], settings.atomic)
        if settings.needs_squares or not settings.atomic:
            add_item(node, "squares", v, results[v] * results[v], settings.atomic)


@kernel(inline=True)
def _mix_history_at(graph, settings, worker, step):
    """Refresh the mixed value of the node `step` edges below the root, which has changed."""
    node = node_at(graph, worker.path_nodes[step])
    if step > 0:
        mix_history(graph, settings, np.int64(edge_at(graph, worker.path_edges[step - 1]).history), node)
    elif settings.has_cycles:  # a move may lead to the root, also one that was never played
        mix_history(graph, settings, history_of(graph, node), node)


@kernel(inline=True)
def _average_value(graph, index):
    node = node_at(graph, index)
    for v in range(node.value.size):
        node.value[v] = node.total[v] / node.visits


@kernel
def _recompute_value(graph, index):
    """Set the value to (own results + sum over edges of visits x child's value) / N; return whether it has changed.

    This is where results that reached the children on other paths enter the node.
    """
    node = node_at(graph, index)
    if is_proven(node):
        return False  # its value is exact and was set with the proof
    changed = False
    for v in range(node.value.size):
        total, count = node.own_sum[v], np.int64(node.own_visits)
        for e in range(node.first_edge, node.first_edge + node.edge_count):
            if edge_at(graph, e).visits > 0:
                total += edge_at(graph, e).visits * node_at(graph, edge_at(graph, e).child).value[v]
                count += edge_at(graph, e).visits
        before = node.value[v]
        node.value[v] = total / max(1, count)
        changed |= node.value[v] != before
    return changed


@kernel
def _refresh_confidence(graph, settings, index, depth):
    """Set BAST's bounds on the first value: the tighter of the children's and the node's own mean with its confidence."""
    node = node_at(graph, index)
    width = bast_confidence(float(node.visits), float(node.visits), settings.confidence, settings.exploration)
    width += settings.smoothness * math.pow(settings.smoothness_decay, float(depth))
    upper, lower = node.value[0] + width, node.value[0] - width
    if node.edge_count > 0 and node.player != CHANCE and node.low.size == 1:
        below_upper, below_lower = _bounds_of_choice(graph, node)
        upper, lower = min(upper, below_upper), max(lower, below_lower)
    node.upper, node.lower = upper, lower


@kernel
def _bounds_of_choice(graph, node):
    """Return (upper, lower) bounds of a node whose player takes the best child. An untried child has none."""
    wants_low = node.player == 1
    upper, lower = (1e300, 1e300) if wants_low else (-1e300, -1e300)
    for e in range(node.first_edge, node.first_edge + node.edge_count):
        child = edge_at(graph, e).child
        child_upper = 1e300 if child == NONE else node_at(graph, child).upper
        child_lower = -1e300 if child == NONE else node_at(graph, child).lower
        if wants_low:
            upper, lower = min(upper, child_upper), min(lower, child_lower)
        else:
            upper, lower = max(upper, child_upper), max(lower, child_lower)
    return upper, lower


@kernel
def _recompute_ancestors(graph, settings, worker):
    """Recompute the other ancestors of the path's nodes, and the ancestors of those that change, in order of arrival.

    The queue is linked by `next_marked`; a node in it has the number of this sweep as its `mark`.
    """
    graph.sweeps += 1
    sweep = graph.sweeps
    first, last = np.int64(NONE), np.int64(NONE)
    for step in range(worker.path_length, 0, -1):
        first, last = _queue_parents(graph, np.int64(worker.path_nodes[step]), sweep, first, last)
    while first != NONE:
        index = first
        node = node_at(graph, index)
        first = np.int64(node.next_marked)
        node.mark = 0
        if _recompute_value(graph, index):
            if settings.has_history and node.group == NONE:
                mix_history(graph, settings, history_of(graph, node), node)
            first, last = _queue_parents(graph, index, sweep, first, last)


@kernel
def _queue_parents(graph, index, sweep, first, last):
    """Append the parents of node `index` that are not in the queue; return its new first and last node."""
    edge = node_at(graph, index).first_in
    while edge != NONE:
        parent = np.int64(edge_at(graph, edge).parent)
        if parent != NONE and node_at(graph, parent).mark != sweep:
            node_at(graph, parent).mark = sweep
            node_at(graph, parent).next_marked = NONE
            if first == NONE:
                first = parent
            else:
                node_at(graph, last).next_marked = parent
            last = parent
        edge = edge_at(graph, edge).next_in
    return first, last
