"""Expansion: a leaf gets its edges, an edge gets its child. Each exactly once, however many threads arrive together."""

from __future__ import annotations

import numpy as np

from miai.core.atomics import load_acquire, store_release, swap
from miai.core.hashing import combine64
from miai.core.kernels import kernel
from miai.search.allocator import allocate_edges, allocate_node
from miai.search.graph import (
    EXPANDED,
    EXPANDING,
    LEAF,
    NONE,
    clear_edge,
    clear_node,
    edge_at,
    link_in,
    node_at,
    publish_node,
)
from miai.search.groups import groups_are_due, regroup
from miai.search.history import attach_history, history_after, set_history_bounds
from miai.search.problem import (
    CHANCE,
    action_prior,
    chance_weight,
    is_allowed,
    is_terminal,
    list_actions,
    player_to_act,
    position_key,
)
from miai.search.settings import BY_PRIOR, GROUPING_MADE, GROUPING_OFF, PRIOR_OFF, PUCT, WIDENING_OFF
from miai.search.value_table import attach_entry


@kernel(inline=True)
def take_expansion(graph, settings, index):
    """Return whether this thread, and no other, is to expand the leaf `index`."""
    return swap(node_at(graph, index), "phase", LEAF, EXPANDING, settings.atomic)


@kernel
def expand_node(graph, settings, state, worker, index):
    """Make an edge of the leaf `index` for each action of `state`. Does nothing if memory is full. The caller has taken the expansion."""
    count = np.int64(list_actions(state, worker.actions))
    if settings.has_paths:
        count = drop_forbidden(state, worker.actions, count)
    first = allocate_edges(graph, settings, worker, count)
    if first == NONE:
        store_release(node_at(graph, index), "phase", LEAF)
        return
    fill_edges(graph, settings, state, worker, index, first, count)
    if settings.widening != WIDENING_OFF and node_at(graph, index).player != CHANCE:
        order_by_prior(graph, first, count)
    if settings.has_history:
        attach_history(graph, index, first, count)
    node_at(graph, index).first_edge = first
    node_at(graph, index).edge_count = count
    if groups_are_due(graph, settings, index):  # now, while no other thread can see the edges
        regroup(graph, settings, state, worker, index)
    store_release(node_at(graph, index), "phase", EXPANDED)


@kernel
def drop_forbidden(state, actions, count):
    """Remove forbidden actions from the first `count` of `actions`; return how many are left. A node of a tree has one past."""
    left = np.int64(0)
    for i in range(count):
        actions[left] = actions[i]
        left += np.int64(is_allowed(state, actions[i]))
    return left


@kernel
def fill_edges(graph, settings, state, worker, index, first, count):
    """Make an untried edge of node `index` for each of the first `count` of `worker.actions`."""
    by_chance = player_to_act(state) == CHANCE
    wants_prior = settings.prior != PRIOR_OFF or settings.select == PUCT or settings.widening != WIDENING_OFF
    wants_prior |= settings.grouping == GROUPING_MADE and settings.group_by == BY_PRIOR
    for i in range(count):
        action = worker.actions[i]
        value, weight = 0.5, 0.0
        if by_chance:
            weight = chance_weight(state, action)
        elif wants_prior:
            value, weight = action_prior(state, action)
        clear_edge(edge_at(graph, first + i), index, action, value, weight)


@kernel
def order_by_prior(graph, first, count):
    """Sort untried edges by falling prior, equal ones in their present order: progressive widening takes them from the front."""
    for i in range(first + 1, first + count):
        parent, action = edge_at(graph, i).parent, edge_at(graph, i).action
        prior, weight = edge_at(graph, i).prior, edge_at(graph, i).prior_weight
        j = i
        while j > first and edge_at(graph, j - 1).prior < prior:
            clear_edge(
                edge_at(graph, j),
                parent,
                edge_at(graph, j - 1).action,
                edge_at(graph, j - 1).prior,
                edge_at(graph, j - 1).prior_weight,
            )
            j -= 1
        clear_edge(edge_at(graph, j), parent, action, prior, weight)


@kernel
def child_key(settings, state, parent, action):
    """Return the key of the node that `action` leads to: of the position, or in modes `tree` and `table` of the path."""
    if settings.has_paths:
        return combine64(parent.key, np.uint64(action) + np.uint64(1))
    return np.uint64(position_key(state))


@kernel(inline=True)
def child_of(graph, settings, state, worker, edge):
    """Return the node that `edge` leads to, made or found at its first visit; `NONE` if memory is full. `state` is that of the node."""
    child = np.int64(load_acquire(edge_at(graph, edge), "child"))
    if child != NONE:
        return child
    parent = node_at(graph, edge_at(graph, edge).parent)
    key = child_key(settings, state, parent, edge_at(graph, edge).action)
    made = make_node(graph, settings, state, worker, key)
    if made == NONE:
        return made
    if settings.has_history:
        edge_at(graph, edge).history = history_after(graph, edge_at(graph, edge), key)
        if settings.solver:
            set_history_bounds(graph, made, np.int64(edge_at(graph, edge).history))
    child = made
    if not settings.has_paths or settings.grouping != GROUPING_OFF:  # a tree without overlapping groups never meets a node again
        child = publish_node(graph, made, settings.atomic)
        worker.transpositions += child != made
    if child == made:
        attach_entry(graph, settings, state, made)
    if swap(edge_at(graph, edge), "child", NONE, child, settings.atomic):
        link_in(graph, edge, child, settings.atomic)
    else:
        child = np.int64(load_acquire(edge_at(graph, edge), "child"))
    if child != made:
        worker.spare_node = made
    return child


@kernel
def make_node(graph, settings, state, worker, key):
    """Return a new leaf for the position of `state`, not yet in the table; `NONE` if memory is full."""
    index = np.int64(worker.spare_node)
    worker.spare_node = NONE
    if index == NONE:
        index = allocate_node(graph, settings, worker)
        if index == NONE:
            return index
    terminal = is_terminal(state)
    player = CHANCE if terminal else player_to_act(state)
    clear_node(node_at(graph, index), key, player, terminal, NONE)
    return index
